"""Gather what is to be translated, with the games' own mark for words in a context."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Django's makemessages, which also knows `pgettext_noop` (games/engine/game.py)."""

    xgettext_options = [
        *makemessages.Command.xgettext_options,
        "--keyword=pgettext_noop:1c,2",
    ]
