"""The chat app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChatConfig(AppConfig):
    """Talk at the table and in the gallery."""

    name = "games.chat"
    verbose_name = _("Table talk")

    def ready(self) -> None:
        """Put the talk on the page of a match, and answer for what is kept about a person."""
        from accounts import personal_data
        from games.chat import personal
        from games.chat.panel import render_say, render_talk, talk_of
        from games.matches.scenes import PANELS

        PANELS["talk"] = (talk_of, render_talk)
        PANELS["say"] = (lambda _match: None, render_say)
        personal_data.register(export=personal.export, erase=personal.erase)
