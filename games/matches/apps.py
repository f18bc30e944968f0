"""The matches app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """Tables, seats, the log and live updates."""

    name = "games.matches"
    verbose_name = _("Matches")

    def ready(self) -> None:
        """Hear of sessions that end, answer for what is kept about a person, show clocks, write."""
        from accounts import personal_data
        from games.matches import chores, dials, notices, personal, sessions
        from games.matches.scenes import PANELS

        sessions.listen()
        PANELS["clocks"] = (dials.dials_of, dials.render)
        chores.register("matches: letters", notices.send)
        personal_data.register(export=personal.export, erase=personal.erase)
