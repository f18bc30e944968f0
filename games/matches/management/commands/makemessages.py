"""Collect texts to translate, also those that the engine marks with a context."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    """Know `pgettext_noop` too, which Django has no use for."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=pgettext_noop:1c,2"]
