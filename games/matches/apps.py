"""The matches app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from games.matches.live import new_portraits, sessions


class MatchesConfig(AppConfig):
    """Tables, seats, the log and live updates."""

    name = "games.matches"
    verbose_name = _("Matches")

    def ready(self) -> None:
        """Connect the signals of accounts: ended sessions to sockets, portraits to tables."""
        sessions.listen()
        new_portraits.listen()
