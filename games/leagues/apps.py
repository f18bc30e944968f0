"""The leagues app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    """Leagues, seasons, rounds, fixtures and standings."""

    name = "games.leagues"
    verbose_name = _("Leagues")

    def ready(self) -> None:
        """Look after fixtures whenever somebody referees, and tell of leagues on profiles."""
        from accounts import personal_data, profile_sections
        from games.history import filters
        from games.leagues import (
            absences,
            deliveries,
            opening,
            personal,
            profile,
            proposals,
            queries,
            reminders,
            results,
        )
        from games.matches import chores

        chores.register("leagues: times", proposals.prepare_due)
        chores.register("leagues: results", results.chore)
        chores.register("leagues: tables", opening.open_due)
        chores.register("leagues: absences", absences.settle_due)
        chores.register("leagues: reminders", reminders.send)
        chores.register("leagues: webhooks", deliveries.deliver)
        filters.register(
            "league",
            label=_("League"),
            choices=queries.leagues_to_filter_by,
            matches=queries.matches_of,
        )
        personal_data.register(export=personal.export, erase=personal.erase)
        profile_sections.register(template="leagues/_profile.html", context=profile.leagues_of)
