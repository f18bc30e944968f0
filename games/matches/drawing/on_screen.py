"""The matches now shown on televisions; phones in the same room then show only the hand.

The cache stores the time of a television's last request, and every process that has read it keeps
it, too. A cache that returns empty is refilled by the first process that reads it. During an outage
of the cache, phones keep their mode.
"""

from collections.abc import Sequence
from time import time

from django.core.cache import cache

from games.matches import publish
from games.matches.models import Match

#: How many seconds after its last request a television counts as showing the table.
SHOWN_FOR = 60
#: The time of a television's last request for each match, as far as this process knows.
_known: dict[int, float] = {}


def note(match: Match) -> None:
    """Record that a television shows `match`; the first time, update its pages."""
    now = time()
    if cache.add(_key(match.pk), now, SHOWN_FOR):
        publish.screen(match.pk)
    else:
        cache.set(_key(match.pk), now, SHOWN_FOR)


def shows(match: Match) -> bool:
    """Return whether a television shows `match` now."""
    return match.pk in among([match.pk])


def among(match_ids: Sequence[int]) -> frozenset[int]:
    """Return those of the matches that televisions show now, with one query to the cache."""
    cached, now = cache.get_many([_key(match_id) for match_id in match_ids]), time()
    is_away = getattr(cache, "is_away", False)  # only some caches have this attribute
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
    """Clear the known times, as in a new process."""
    _known.clear()


def _key(match_id: int) -> str:
    return f"matches/on-screen/{match_id}"
