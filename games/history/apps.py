"""The history app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HistoryConfig(AppConfig):
    """Everything about matches that were played."""

    name = "games.history"
    verbose_name = _("History")

    def ready(self) -> None:
        """Put what a person played on their page, and their words into their data."""
        from accounts import personal_data, profile_sections
        from games.history import comments, profile

        profile_sections.register(
            template="history/_profile_matches.html", context=profile.matches_of
        )
        profile_sections.register(
            template="history/_profile_numbers.html", context=profile.numbers_of
        )
        personal_data.register(export=comments.export, erase=comments.erase)
