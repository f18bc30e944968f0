"""The chat app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from games.chat import block_changes


class ChatConfig(AppConfig):
    """Chat at the table, among the dead and in the gallery."""

    name = "games.chat"
    verbose_name = _("Table talk")

    def ready(self) -> None:
        """Connect the signals of blocks to the chats that they affect."""
        block_changes.listen()
