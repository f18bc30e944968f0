"""The chat app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChatConfig(AppConfig):
    """Talk at the table and in the gallery."""

    name = "games.chat"
    verbose_name = _("Table talk")

    def ready(self) -> None:
        """Put the talk on the page of a match."""
        from games.chat.panel import render_say, render_talk, talk_of
        from games.matches.fragments import PANELS

        PANELS["talk"] = (talk_of, render_talk)
        PANELS["say"] = (lambda _match: None, render_say)
