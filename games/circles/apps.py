"""The circles app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CirclesConfig(AppConfig):
    """Private groups of people who play together regularly."""

    name = "games.circles"
    verbose_name = _("Circles")
