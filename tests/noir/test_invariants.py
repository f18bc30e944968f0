"""Invariants of every state of every game, in random play with many rare events."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from games.noir import GAME
from games.noir.actions import Deduce
from games.noir.pieces import INSPECTOR, KILLER, everyone
from games.noir.state import State
from tests.noir.play import played
from tests.noir.table import VIEWERS

SIZES = {(5, 5), (5, 4), (4, 5), (4, 4)}
SEEDS = some.integers(min_value=0, max_value=2**32)
a_hundred_games = settings(max_examples=100)
some_games = settings(max_examples=25)


@a_hundred_games
@given(SEEDS)
def test_grids_have_four_sizes_and_the_smallest_takes_nine_murders(seed: int) -> None:
    for state, _ in played(seed):
        size = (len(state.grid), len(state.grid[0]))
        assert size in SIZES
        assert size != (4, 4) or len(state.dead) >= 9


@a_hundred_games
@given(SEEDS)
def test_both_identities_are_alive_until_the_end(seed: int) -> None:
    for state, _ in played(seed):
        assert state.is_alive(state.identity)
        assert state.inspector is None or state.phase == "over" or state.is_alive(state.inspector)


@a_hundred_games
@given(SEEDS)
def test_the_hand_holds_three_present_suspects_while_the_deck_lasts(seed: int) -> None:
    for state, _ in played(seed):
        if state.inspector is not None:
            assert len(state.hand) == 3 or not state.deck
        assert not set(state.hand) & set(state.removed)
        is_over = state.phase == "over"  # the tenth murder leaves the card where it lies
        assert is_over or all(state.is_alive(suspect) for suspect in state.innocent)
        assert set(everyone(state.grid)) >= set(state.hand)


@some_games
@given(SEEDS)
def test_viewers_read_about_an_action_exactly_when_their_view_changes(
    seed: int,
) -> None:
    before: State = GAME.start.empty
    for state, turn in played(seed, ends=0.02):
        for viewer in VIEWERS:
            told = any(
                GAME.describe(earlier, event, viewer)
                for earlier, event in steps(before, turn.events)
            )
            assert told == (GAME.view(before, viewer) != GAME.view(state, viewer))
        before = state


def steps(state: State, events: tuple[object, ...]) -> list[tuple[State, object]]:
    found = []
    for event in events:
        found.append((state, event))
        state = GAME.evolve(state, event)
    return found


def test_random_play_reaches_rare_events() -> None:
    seen: Counter[str] = Counter()
    for seed in range(150):
        for state, turn in played(seed):
            seen[f"{len(state.grid)}x{len(state.grid[0])}"] += 1
            seen["dead disguise"] += state.disguise in state.dead
            seen["removed disguise"] += state.disguise in state.removed
            seen["empty deck"] += state.deck == () and state.inspector is not None
            seen["replaced card"] += any(
                getattr(event, "source", "") == "deck" for event in turn.events
            )
    rare = ("5x4", "4x5", "4x4", "dead disguise", "removed disguise", "empty deck")
    assert {what for what in (*rare, "replaced card") if not seen[what]} == set()


@pytest.mark.parametrize("seat", [KILLER, INSPECTOR])
def test_only_the_inspector_is_offered_every_deduction(seat: int) -> None:
    for state, _ in played(3):
        count = sum(isinstance(action, Deduce) for action in GAME.choices(state, seat))
        assert count == (600 if seat == INSPECTOR and state.phase == "inspector" else 0)
