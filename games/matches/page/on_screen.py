"""Which matches a television shows now: phones in its room are hands then."""

from django.core.cache import cache

from games.matches.live import pubsub
from games.matches.models import Match

#: Seconds after which a table is on no screen any more, if none has asked for it.
SHOWN_FOR = 60


def note(match: Match) -> None:
    """Note that a television shows `match`; the first time its pages are told."""
    if cache.add(_key(match), 1, SHOWN_FOR):
        pubsub.publish_screen(match.pk)
    else:
        cache.touch(_key(match), SHOWN_FOR)


def shows(match: Match) -> bool:
    """Return whether a television shows `match` now."""
    return cache.get(_key(match)) is not None


def _key(match: Match) -> str:
    return f"matches/on-screen/{match.pk}"
