"""The history app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HistoryConfig(AppConfig):
    """Finished matches: lists, replays, records and statistics."""

    name = "games.history"
    verbose_name = _("History")
