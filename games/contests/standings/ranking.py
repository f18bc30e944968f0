"""The order of the standings, and the criteria that decided it."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from games.contests.standings.scores import ScoreSheet
from games.contests.standings.tiebreaks import AMONG_TIED, LESS_IS_BETTER, METRICS

STATUS = {"there": 0, "disqualified": 1, "annulled": 2}


class RankedPlace(msgspec.Struct, frozen=True):
    """A place in the order: the criterion that decided it, and entries separated only by lot."""

    entry: int
    decided_by: str = ""
    tied_with: tuple[int, ...] = ()


class Ranking:
    """The order of a sheet's entries, with every value computed to find it."""

    def __init__(self, sheet: ScoreSheet) -> None:
        self.sheet = sheet
        codes = dict.fromkeys(sheet.contest.scoring.tiebreaks)
        self.codes = (*(code for code in codes if code != "lot"), "lot")
        self.values: dict[str, dict[int, float]] = {code: {} for code in self.codes}
        for code in self.codes:
            if code not in AMONG_TIED:
                self.values[code] = METRICS[code](sheet, sheet.counted)
        self.places = tuple(self._order(sheet.counted, "status")) + tuple(self._annulled_places())

    def metrics(self, entry: int) -> tuple[tuple[str, float], ...]:
        """Return an entry's values, in the order of their codes."""
        return tuple(
            (code, self.values[code][entry]) for code in self.codes if entry in self.values[code]
        )

    def _order(self, entries: Sequence[int], code: str, above: str = "") -> Iterator[RankedPlace]:
        """Yield tied entries in order, applying one code after the other until none are tied."""
        if len(entries) < 2:
            yield from (RankedPlace(entry, above) for entry in entries)
        elif code == "lot":
            yield from self._by_lot(entries, above)
        else:
            for level in self._levels(entries, code):
                is_asked_again = code in AMONG_TIED and len(level) < len(entries)
                yield from self._order(level, code if is_asked_again else self._next(code), above)
                above = code

    def _next(self, code: str) -> str:
        """Return the code that comes after another."""
        codes = ("status", "points", *self.codes)
        return codes[codes.index(code) + 1]

    def _levels(self, entries: Sequence[int], code: str) -> list[list[int]]:
        """Return tied entries in groups of equal values, best first."""
        values = self._values(entries, code)
        sign = 1 if code in LESS_IS_BETTER or code == "status" else -1

        def height(entry: int) -> float:
            return sign * values[entry]

        return [list(level) for _, level in groupby(sorted(entries, key=height), key=height)]

    def _values(self, entries: Sequence[int], code: str) -> dict[int, float]:
        """Return the tie-break values of entries still tied; the first ones computed are shown."""
        if code == "points":
            return self.sheet.points
        if code == "status":
            return {entry: status(self.sheet, entry) for entry in entries}
        if code not in AMONG_TIED:
            return self.values[code]
        values = METRICS[code](self.sheet, entries)
        self.values[code] = {**values, **self.values[code]}
        return values

    def _by_lot(self, entries: Sequence[int], above: str) -> Iterator[RankedPlace]:
        """Yield tied entries in the order of their lots."""
        lots = self.values["lot"]
        for entry in sorted(entries, key=lambda one: (-lots[one], one)):
            others = tuple(sorted(other for other in entries if other != entry))
            yield RankedPlace(entry, above, others)
            above = "lot"

    def _annulled_places(self) -> Iterator[RankedPlace]:
        """Yield the annulled entries by seed; they come last."""
        contestants = self.sheet.contestants
        for entry in sorted(self.sheet.annulled, key=lambda one: (contestants[one].seed, one)):
            yield RankedPlace(entry, "status")


def status(sheet: ScoreSheet, entry: int) -> int:
    """Return the section of the standings to which an entry belongs; 0 is the first."""
    return STATUS["disqualified" if sheet.contestants[entry].is_disqualified else "there"]
