"""The API app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    """Tokens, and the API."""

    name = "games.api"
    label = "api"
    verbose_name = _("API bots")
