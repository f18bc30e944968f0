"""The chat app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChatConfig(AppConfig):
    """Talk at the table, among the dead and in the gallery."""

    name = "games.chat"
    verbose_name = _("Table talk")
