"""Which matches a television shows now: phones in its room are hands for so long.

While the cache is away, what this process was told last holds: a phone that is a hand stays one.
"""

from collections.abc import Sequence

from django.core.cache import cache

from games.matches.live import pubsub
from games.matches.models import Match

#: Seconds after which a table is on no screen any more, if none has asked for it.
SHOWN_FOR = 60
#: The matches that a television showed when this process asked last.
_known: set[int] = set()


def note(match: Match) -> None:
    """Note that a television shows `match`; the first time its pages are told."""
    if cache.add(_key(match.pk), 1, SHOWN_FOR):
        pubsub.publish_screen(match.pk)
    else:
        cache.touch(_key(match.pk), SHOWN_FOR)


def shows(match: Match) -> bool:
    """Return whether a television shows `match` now."""
    return match.pk in among([match.pk])


def among(match_ids: Sequence[int]) -> frozenset[int]:
    """Return which of these matches televisions show now, by one question to the cache."""
    values = cache.get_many([_key(match_id) for match_id in match_ids])
    shown = {match_id for match_id in match_ids if _key(match_id) in values}
    if getattr(cache, "is_away", False):  # only a cache that can be away says so
        shown |= _known.intersection(match_ids)
    else:
        _known.difference_update(match_ids)
    _known.update(shown)
    return frozenset(shown)


def _key(match_id: int) -> str:
    return f"matches/on-screen/{match_id}"
