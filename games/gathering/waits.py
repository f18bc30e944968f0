"""Waits in the queue by hour of the day, from which expected waits are estimated.

People who gave up are included: otherwise an hour at which one in ten quickly finds a table would
seem to be a good one.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from games.gathering.models import KeptWait, QueuePlace

#: How far back waits count, and the maximum number that count for an hour.
WEEKS, MOST = timedelta(weeks=4), 1000
#: The longest acceptable wait; beyond it, times are proposed instead.
HOPELESS = timedelta(minutes=15)


def promised(at: datetime) -> dict[str, timedelta]:
    """Return the median wait by game in recent weeks at the hour of `at`, with one query."""
    rows = KeptWait.objects.filter(hour=at.hour, on__gt=(at - WEEKS).date()).order_by("-on", "-pk")
    waits = defaultdict[str, list[tuple[int, bool]]](list)
    for game, seconds, is_seated in rows.values_list("game", "seconds", "is_seated")[:MOST]:
        waits[game].append((seconds, is_seated))
    medians = {game: median(sorted(ones)) for game, ones in waits.items()}
    return {game: timedelta(seconds=one or 1) for game, one in medians.items() if one is not None}


def median(waits: Sequence[tuple[int, bool]]) -> int | None:
    """Return the seconds after which half of the people were seated; None if unknown.

    `waits` are seconds, sorted, each with whether it ended at a table. This is the Kaplan-Meier
    estimate (1958): people who gave up count as still waiting until that moment.
    """
    still = 1.0
    for number, (seconds, is_seated) in enumerate(waits):
        if is_seated:
            still *= 1 - 1 / (len(waits) - number)
            if still <= 0.5 + 1e-9:
                return seconds
    return None


def is_hopeless(wait: timedelta | None) -> bool:
    """Return whether an expected wait is too long, or unknown."""
    return wait is None or wait > HOPELESS


def keep(places: Iterable[QueuePlace], *, is_seated: bool) -> None:
    """Store the length of each wait: until now, or until the page was last open."""
    now, rows = timezone.now(), []
    for place in places:
        waited = (now if is_seated else place.seen_at) - place.asked_at
        rows.append(
            KeptWait(
                game=place.game,
                hour=place.asked_at.hour,
                seconds=max(0, round(waited.total_seconds())),
                is_seated=is_seated,
                on=place.asked_at.date(),
            )
        )
    KeptWait.objects.bulk_create(rows)
    KeptWait.objects.filter(on__lte=(now - WEEKS).date()).delete()
