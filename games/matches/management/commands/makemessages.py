"""Collects texts to translate, including those that the engine marks with a context."""

from django.core.management.base import CommandParser
from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Lets makemessages find the engine's `pgettext_noop`, and texts in live fragments."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=pgettext_noop:1c,2"]

    def add_arguments(self, parser: CommandParser) -> None:
        """Make makemessages read pictures (.svg) and live fragments (.jinja) by default."""
        super().add_arguments(parser)
        parser.set_defaults(extensions=["html", "jinja", "txt", "py", "svg"])
