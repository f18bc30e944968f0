"""The page itself: another truth gives every viewer the same fragments, byte for byte."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from games.catalog import GAMES
from games.engine.seats import EVERYTHING
from games.matches.page import fragments
from tests.conformance.case import SEEDS, marks_of
from tests.conformance.cases import CASES
from tests.conformance.fragments import projection_after, see_fragments
from tests.conformance.lookalike import Moment, Observer, Pair, differences, pairs

MATCHES = max(SEEDS // 200, 1)
STRIDE = 4  #: pages are slow to render: check one moment in this many, with varying offset

TABLES = [
    pytest.param(key, players, marks=marks_of(players, game.seats))
    for key, game in GAMES.items()
    for players in game.seats
]


@pytest.fixture(autouse=True)
def _no_projections_of_other_tests():
    projection_after.cache_clear()
    yield
    projection_after.cache_clear()


def now_and_then(observer: Observer, offset: int) -> Observer:
    """Return an observer that looks at one moment in `STRIDE`."""

    def see(moment: Moment, viewer: Any) -> bytes:
        return observer(moment, viewer) if moment.number % STRIDE == offset % STRIDE else b""

    return see


def pages_that_differ(key: str, players: int, pair: Pair, offset: int) -> Iterator[str]:
    observer = now_and_then(partial(see_fragments, count=players), offset)
    return differences(CASES[key].game, pair, {"page": observer})


@pytest.mark.parametrize(("key", "players"), TABLES)
def test_another_truth_gives_the_same_page_to_viewers_who_cannot_tell(key: str, players: int):
    for seed in range(MATCHES):
        for offset, pair in enumerate(pairs(CASES[key], players, seed)):
            found = list(pages_that_differ(key, players, pair, offset))
            assert found == [], (seed, pair.viewer)


@pytest.mark.parametrize("key", GAMES)
def test_a_page_rendered_for_the_wrong_viewer_is_detected(key: str, monkeypatch):
    players = GAMES[key].seats[0]
    monkeypatch.setattr(fragments, "PUBLIC", EVERYTHING)
    assert any(
        any(pages_that_differ(key, players, pair, offset))
        for seed in range(5)
        for offset, pair in enumerate(pairs(CASES[key], players, seed))
    )


@pytest.mark.parametrize("key", GAMES)
def test_a_page_that_shows_everything_to_everybody_is_detected(key: str, monkeypatch):
    players = GAMES[key].seats[0]
    everybody = [EVERYTHING] * (players + 1)
    monkeypatch.setattr("games.engine.projection._viewers", lambda _players: everybody)
    assert any(
        any(pages_that_differ(key, players, pair, offset))
        for seed in range(5)
        for offset, pair in enumerate(pairs(CASES[key], players, seed))
    )
