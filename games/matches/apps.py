"""The matches app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """Tables, seats, the log and live updates."""

    name = "games.matches"
    verbose_name = _("Matches")

    def ready(self) -> None:
        """Hear of sessions that end, answer for what is kept about a person, write letters."""
        from accounts import personal_data
        from games.matches import chores, notices, personal, sessions

        sessions.listen()
        chores.register("matches: letters", notices.send)
        personal_data.register(export=personal.export, erase=personal.erase)
