"""Collect texts to translate, also those that the engine marks with a context."""

from django.core.management.base import CommandParser
from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Know `pgettext_noop` too, which Django has no use for, and look into drawn templates."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=pgettext_noop:1c,2"]

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the pictures (.svg) for templates, unless extensions are asked for."""
        super().add_arguments(parser)
        parser.set_defaults(extensions=["html", "txt", "py", "svg"])
