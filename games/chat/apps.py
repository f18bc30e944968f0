"""The chat app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from games.chat import block_changes


class ChatConfig(AppConfig):
    """Chat at the table, among eliminated players and in the gallery."""

    name = "games.chat"
    verbose_name = _("Table talk")

    def ready(self) -> None:
        """Connect signals, so that changed blocks update the affected chats."""
        block_changes.listen()
