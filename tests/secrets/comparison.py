"""Compares truths that a viewer can't tell apart; counts comparisons and differences."""

import functools
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from random import Random
from typing import Any, NamedTuple

import msgspec
from django.conf import settings
from django.utils import translation

from games.catalog import GAMES
from games.engine.seats import Viewer
from tests.conformance.case import Case
from tests.conformance.cases import CASES
from tests.conformance.fragments import projection_after, see_fragments
from tests.conformance.lookalike import OBSERVERS, Moment, Observer, moments, pairs
from tests.secrets import two_worlds
from tests.secrets.two_worlds import Turns

#: One moment in this many is drawn as a page, in every language.
STRIDE = 8
#: The number of other truths compared with each real one.
OTHERS = 4
#: The number of actions of a match tried again at every moment, to be refused.
TRIED = 12

#: The results of observers, by name, for each moment.
Seen = dict[str, list[bytes]]


class Truths(NamedTuple):
    """The events of an unfinished match, and other truths that `viewer` cannot distinguish."""

    case: Case
    players: int
    viewer: Viewer
    real: Turns
    others: list[Turns]


def truths(case: Case, count: int, seed: int) -> Iterator[Truths]:
    """Yield the truths for every viewer of a random match; with notebooks for odd seeds."""
    others_found = pairs(case, count, seed, OTHERS)
    for viewer, own in groupby(others_found, key=lambda pair: pair.viewer):
        truths_of_site = list(own)
        others = [pair.other for pair in truths_of_site if pair.other != pair.real]
        games = [
            _with_notebook(turns) if seed % 2 else turns
            for turns in (truths_of_site[0].real, *others)
        ]
        yield Truths(case, count, viewer, games[0], games[1:])


def _with_notebook(turns: Turns) -> Turns:
    """Return the same match at a table with notebooks."""
    (first, *more), *rest = turns[0].events, *turns[1:]
    if not hasattr(first, "notebook"):
        return turns
    deal = msgspec.structs.replace(first, notebook=True)
    return (msgspec.structs.replace(turns[0], events=(deal, *more)), *rest)


class Comparison:
    """Counts comparisons and differences."""

    def __init__(self) -> None:
        self.made: Counter[str] = Counter()
        self.differing: list[str] = []
        self.heard = two_worlds.LogCapture()
        logging.getLogger().handlers = [self.heard]
        self.caught = self.controls = 0

    def compare(self, truths: Truths) -> None:
        """Compare truths with every observer, at every moment; and check that a leak is caught."""
        observers = OBSERVERS | _pages(truths) | _leaks(truths.case)
        tries = tuple(turn.action for turn in truths.real[-TRIED:] if turn.action is not None)
        real = _see(truths, truths.real, observers, tries)
        where = f"{truths.case.game.key} {truths.players} {truths.viewer}"
        for turns in truths.others:
            other = _see(truths, turns, observers, tries)
            for name, pieces in real.items():
                unlike = [n for n, one in enumerate(pieces) if one != other[name][n]]
                if name in truths.case.secrets:
                    self.controls += 1
                    self.caught += bool(unlike)
                    continue
                self.made[name] += sum(map(bool, pieces))
                self.differing += [f"{where}: {name} after action {number}" for number in unlike]

    def ask_site(self, site: two_worlds.ObservedMatch, truths: Truths) -> list[str]:
        """Store all truths in turn in a whole site, and return the differences in its responses."""
        differing = []
        tries = tuple(turn for turn in truths.real if turn.action is not None)
        real = site.answers(truths.viewer, truths.real, tries, self.heard)
        for turns in truths.others:
            other = site.answers(truths.viewer, turns, tries, self.heard)
            for name, one in real.items():
                self.made[f"site, {name.split(':')[0]}"] += 1
                if one != other[name]:
                    where = f"{site.match.game} {truths.viewer}: {name}"
                    differing.append(f"{where}, {_excerpt(one, other[name])}")
        return differing


def is_out(truths: Truths) -> bool:
    """Return whether the viewer is an eliminated player."""
    state = functools.reduce(
        truths.case.game.apply, (t.events for t in truths.real), truths.case.game.start.empty
    )
    return truths.viewer.seat in truths.case.game.talk.eliminated(state)


def _excerpt(one: bytes, other: bytes) -> str:
    """Return the place where two responses begin to differ."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"{one[at - 20 : at + 60]!r} not {other[at - 20 : at + 60]!r}"


def _see(
    truths: Truths, turns: Turns, observers: Mapping[str, Observer], tries: tuple[Any, ...]
) -> Seen:
    """Return the results of all observers for one truth."""
    observations: Seen = {name: [] for name in observers}
    for moment in moments(truths.case.game, turns, tries):
        for name, observer in observers.items():
            observations[name].append(observer(moment, truths.viewer))
    return observations


def _pages(truths: Truths) -> dict[str, Observer]:
    """Return observers that draw the page in each language, if the game has pages."""
    if truths.case.game.key not in GAMES:
        return {}
    projection_after.cache_clear()
    return {
        f"page in {language}": _page(language, truths.players)
        for language, _n in settings.LANGUAGES
    }


def _page(language: str, count: int) -> Observer:
    def draw(moment: Moment, viewer: Viewer) -> bytes:
        if moment.number % STRIDE:
            return b""
        with translation.override(language):
            return see_fragments(moment, viewer, count)

    return draw


def _leaks(case: Case) -> dict[str, Observer]:
    """Return views that reveal a secret.

    Each must be caught if the other truth has another secret.
    """

    def leak(secret: Callable[[Any], object]) -> Observer:
        return lambda moment, _viewer: str(secret(moment.state)).encode()

    return {name: leak(secret) for name, secret in case.secrets.items()}


def random_truths(seed: int) -> Iterator[Truths]:
    """Yield truths for every viewer of matches, by game and number of players in turn.

    Every other match has the number of players of the whole site.
    """
    random, number = Random(seed), 0
    while True:
        for case in random.sample(list(CASES.values()), len(CASES)):
            count = random.choice(case.game.seats)
            if number % 2 == 0:
                count = two_worlds.SIZES.get(case.game.key, count)
            yield from truths(case, count, random.randrange(10**6))
        number += 1
