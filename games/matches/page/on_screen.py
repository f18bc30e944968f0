"""Which matches a television shows now: phones in its room are hands for so long.

The cache keeps when a television last asked, and so does every process that has read it there. A
cache that comes back empty is told again by the first of them that looks. While it is away, a phone
that is a hand stays one.
"""

from collections.abc import Sequence
from time import time

from django.core.cache import cache

from games.matches.live import pubsub
from games.matches.models import Match

#: Seconds after which a table is on no screen any more, if none has asked for it.
SHOWN_FOR = 60
#: When a television last asked for each match, as far as this process knows.
_known: dict[int, float] = {}


def note(match: Match) -> None:
    """Note that a television shows `match`; the first time its pages are told."""
    now = time()
    if cache.add(_key(match.pk), now, SHOWN_FOR):
        pubsub.publish_screen(match.pk)
    else:
        cache.set(_key(match.pk), now, SHOWN_FOR)


def shows(match: Match) -> bool:
    """Return whether a television shows `match` now."""
    return match.pk in among([match.pk])


def among(match_ids: Sequence[int]) -> frozenset[int]:
    """Return which of these matches televisions show now, by one question to the cache."""
    cached, now = cache.get_many([_key(match_id) for match_id in match_ids]), time()
    is_away = getattr(cache, "is_away", False)  # only a cache that can be away says so
    shown = set()
    for match_id in match_ids:
        at = max(cached.get(_key(match_id), 0.0), _known.get(match_id, 0.0))
        left = at + SHOWN_FOR - now
        if left <= 0:
            _known.pop(match_id, None)
            continue
        shown.add(match_id)
        _known[match_id] = now if is_away else at
        if not is_away and _key(match_id) not in cached:
            cache.add(_key(match_id), at, left)
    return frozenset(shown)


def forget() -> None:
    """Forget what was read, as a new process."""
    _known.clear()


def _key(match_id: int) -> str:
    return f"matches/on-screen/{match_id}"
