"""Latency of moves in this process, from arrival to acknowledgement."""

from collections import Counter
from collections.abc import Iterator

#: Upper bounds of the histogram's buckets, in seconds.
CLASSES = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, float("inf"))


class MoveTimes:
    """A histogram of the latency of moves in one lane."""

    def __init__(self) -> None:
        self._counts: Counter[float] = Counter()
        self.seconds = 0.0

    def note(self, seconds: float) -> None:
        """Count a move that took `seconds`."""
        self._counts[next(end for end in CLASSES if seconds <= end)] += 1
        self.seconds += seconds

    def up_to(self) -> Iterator[tuple[float, int]]:
        """Yield the upper bound of each bucket, with the number of moves up to it."""
        total = 0
        for end in CLASSES:
            total += self._counts[end]
            yield end, total

    def __len__(self) -> int:
        return self._counts.total()


LANES = {"socket": MoveTimes(), "form": MoveTimes()}
