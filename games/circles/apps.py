"""The circles app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CirclesConfig(AppConfig):
    """Places for people who play together again."""

    name = "games.circles"
    verbose_name = _("Circles")
