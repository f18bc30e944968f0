"""Names of players as shown on pages."""

from django.utils.translation import gettext, gettext_noop

#: The name that replaces those of deleted accounts; it is reserved in accounts.names.
DELETED = gettext_noop("deleted player")


def shown_name(name: str) -> str:
    """Return a stored name for display; the name of deleted accounts is translated."""
    return gettext(DELETED) if name == DELETED else name
