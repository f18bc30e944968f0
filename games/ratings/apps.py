"""The ratings app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """What finished matches say of players."""

    name = "games.ratings"
    verbose_name = _("Ratings")

    def ready(self) -> None:
        """Rate what ends, and show it on people's pages and in their data."""
        from accounts import personal_data, profile_sections
        from games.matches import chores
        from games.ratings import personal, profile, services

        # Bots and clocks wait for a chore: a backlog is worked off a little at a time.
        chores.register("ratings", lambda: services.catch_up(batches=1))
        profile_sections.register(
            template="ratings/_profile_ratings.html", context=profile.ratings_of
        )
        personal_data.register(export=personal.export, erase=personal.erase)
