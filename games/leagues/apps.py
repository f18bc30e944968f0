"""The leagues app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    """Leagues, seasons, rounds, fixtures and standings."""

    name = "games.leagues"
    verbose_name = _("Leagues")
