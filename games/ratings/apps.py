"""The ratings app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """The ratings of players."""

    name = "games.ratings"
    verbose_name = _("Ratings")
