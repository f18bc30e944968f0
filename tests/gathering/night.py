"""Two simulated nights on a small site: the wait predicted for each stranger, and the actual wait.

The strangers arrive by a seed, and the caller moves the clock.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from random import Random
from statistics import median_high

from accounts.models import User
from games.gathering import queue, waits
from games.gathering.models import QueuePlace
from games.matches.lobby import services as tables
from games.matches.models import Match
from tests.gathering.arranging import GAME
from tests.leagues.league_play import people

#: Seconds between two runs of the job, and how long a stranger waits before giving up.
STEP, PATIENCE = 15, 20 * 60


class Night:
    """The clock, the strangers who wait with an open page, and what they were promised."""

    def __init__(self, at: Callable[..., datetime], day: int) -> None:
        self.at, self.day, self.second = at, day, 0
        self.promised: dict[int, timedelta | None] = {}
        self.kept: dict[int, timedelta] = {}
        self.asked: dict[int, int] = {}

    def now(self) -> datetime:
        return self.at(days=self.day, hours=7, seconds=self.second)

    def run(self, arrivals: dict[User, int]) -> None:
        """Let strangers arrive at the given seconds; run the job until nobody waits any more."""
        waiting = dict(arrivals)
        while self.second <= max(arrivals.values()) + PATIENCE:
            now = self.now()
            for user, second in list(waiting.items()):
                if second <= self.second:
                    self.promised[user.pk] = waits.promised(now).get(GAME)
                    queue.ask(user, GAME, "brisk", "en")
                    self.asked[user.pk] = self.second
                    del waiting[user]
            for place in QueuePlace.objects.filter(match=None).select_related("user"):
                queue.be_here(place.user)
            queue.seat_due()
            for place in QueuePlace.objects.filter(match__isnull=False).select_related("user"):
                tables.sit(place.match_id, place.user)
                waited = self.second - self.asked[place.user_id]
                self.kept[place.user_id] = timedelta(seconds=waited)
                queue.leave(place.user)
            self.second += STEP

    def miss(self) -> timedelta:
        """Return the median difference between predicted and actual waits."""
        promises = {pk: promise for pk, promise in self.promised.items() if promise is not None}
        return median_high(abs(self.kept[pk] - promise) for pk, promise in promises.items())

    def lines(self) -> list[str]:
        """Return a header and a row for each stranger, in order of arrival."""
        rows = [("arrived", "promised", "kept")]
        for pk, second in sorted(self.asked.items(), key=lambda one: one[1]):
            times = timedelta(seconds=second), self.promised[pk] or "-", self.kept[pk]
            rows.append(tuple(map(str, times)))
        return ["".join(f"{word:>10}" for word in row) for row in rows]


def nights(at: Callable[..., datetime], seed: int) -> Iterator[Night]:
    """Let the same ten strangers come on two Fridays; yield each night when it is over."""
    random, strangers = Random(seed), people(10, "stranger")
    for day in (0, 7):
        night = Night(at, day)
        night.run({user: random.randrange(0, 600) for user in strangers})
        yield night
        Match.objects.filter(players__user__in=strangers).update(status=Match.Status.VOID)
