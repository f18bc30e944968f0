"""A table for tests: set-ups by cell, moves of either player, and their events."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from games.engine.chance import SeededChance
from games.engine.game import IllegalAction
from games.engine.seats import EVERYTHING, PUBLIC, Viewer
from games.noir import GAME
from games.noir.actions import Action, ChooseIdentity, Murder
from games.noir.dealing import Options, Setup
from games.noir.pieces import INSPECTOR, KILLER, SIDES, SUSPECTS, everyone, rows_of
from games.noir.state import State

CHANCE = SeededChance(bytes(32), ["", ""])
VIEWERS = (PUBLIC, EVERYTHING, Viewer(KILLER), Viewer(INSPECTOR))
KILLERS_EYES, INSPECTORS_EYES = Viewer(KILLER), Viewer(INSPECTOR)


def cell(number: int) -> str:
    """Return the suspect that starts in a cell."""
    return SUSPECTS[number]


def cells(*numbers: int) -> tuple[str, ...]:
    """Return the suspects that start in some cells."""
    return tuple(SUSPECTS[number] for number in numbers)


def evidence(*first: int) -> tuple[str, ...]:
    """Return a deck with the cards of some cells on top, the others following in order."""
    return cells(*first, *(number for number in range(25) if number not in first))


def setup(*first: int) -> Setup:
    """Return a set-up with cells in order and the cards of some cells on top of the deck."""
    return Setup(roles=SIDES, grid=rows_of(SUSPECTS), evidence=evidence(*first))


def dealt(*first: int, notebook: bool = True) -> State:
    """Return the game before the set-up murder: identity, disguise, then the inspector's cards."""
    events = GAME.records.deal(2, Options(notebook=notebook), setup(*first))
    return GAME.apply(GAME.start.empty, events)


def opened(*first: int, victim: int, inspector: int | None = None) -> State:
    """Return the game at the killer's first turn; by default the inspector is the third card."""
    state = killer(dealt(*first), Murder(cell(victim)))
    return investigator(state, ChooseIdentity(cell(first[2] if inspector is None else inspector)))


def happens(state: State, seat: int, action: Action) -> Sequence[Any]:
    """Return the events of an action."""
    return GAME.play(state, seat, action, CHANCE)


def killer(state: State, *actions: Action) -> State:
    """Return the state after the killer's actions."""
    for action in actions:
        state = GAME.apply(state, happens(state, KILLER, action))
    return state


def investigator(state: State, *actions: Action) -> State:
    """Return the state after the inspector's actions."""
    for action in actions:
        state = GAME.apply(state, happens(state, INSPECTOR, action))
    return state


def alternately(state: State, *actions: Action) -> State:
    """Return the state after actions by the player on turn."""
    for action in actions:
        state = GAME.apply(state, happens(state, state.mover, action))
    return state


def refused(state: State, seat: int, action: Action, clause: str) -> str:
    """Check that a clause forbids an action, and return the sentence of the refusal."""
    assert action not in GAME.choices(state, seat)
    with pytest.raises(IllegalAction) as refusal:
        happens(state, seat, action)
    assert refusal.value.clause == clause
    return refusal.value.text


def offered(state: State, seat: int, kind: type) -> tuple[Any, ...]:
    """Return a seat's choices of one kind."""
    return tuple(action for action in GAME.choices(state, seat) if isinstance(action, kind))


def names(events: Sequence[Any]) -> list[str]:
    """Return the names of events."""
    return [event.__struct_config__.tag for event in events]


def lines(state: State, events: Sequence[Any], viewer: Viewer) -> list[str]:
    """Return the lines that `viewer` reads about events."""
    told = []
    for event in events:
        line = GAME.describe(state, event, viewer)
        if line is not None:
            told.append(in_words(line))
        state = GAME.evolve(state, event)
    return told


def in_words(line: Any) -> str:
    """Return a log line as an English reader sees it, sides for players."""
    places: dict[str, Any] = {place: SIDES[seat].capitalize() for place, seat in line.seats.items()}
    places |= {place: ", ".join(t.text for t in terms) for place, terms in line.terms.items()}
    return line.text.format(**places, **line.numbers)


def cards(state: State) -> list[str]:
    """Return all cards, wherever they are."""
    own = [card for card in (state.identity, state.disguise, state.inspector) if card]
    return [*own, *state.deck, *state.hand, *state.innocent, *state.discards]


def present(state: State) -> list[str]:
    """Return all suspects, on the grid or out of the game."""
    return [*everyone(state.grid), *state.removed]


def with_dead(state: State, *numbers: int) -> State:
    """Return `state` with exactly these suspects dead."""
    return replace(state, dead=cells(*numbers))
