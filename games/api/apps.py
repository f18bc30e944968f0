"""The API app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    """Tokens, and what programs may ask with them."""

    name = "games.api"
    label = "api"
    verbose_name = _("Bots by API")

    def ready(self) -> None:
        """Answer for what is kept about a person."""
        from accounts import personal_data
        from games.api import personal

        personal_data.register(export=personal.export, erase=personal.erase)
