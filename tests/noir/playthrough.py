"""Whole games as text: the deal, the questions, the grid, and the lines of each reader.

A line after `>` is an action; `=` is the grid in initials after it, row by row: the dead in
small letters, an asterisk after the innocent. A name in brackets marks lines for that reader only.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from games.engine.record import Turn, log_lines, replay
from games.engine.seats import PUBLIC, Seat, Viewer
from games.noir import GAME
from games.noir.actions import Action
from games.noir.dealing import Options, Setup
from games.noir.pieces import SIDES, SUSPECTS, rows_of
from games.noir.state import State
from tests.noir.table import CHANCE, in_words

GOLDEN = Path(__file__).parent / "golden"
BY_INITIAL = {name[0]: name for name in SUSPECTS}


def read(text: str) -> tuple[Turn, ...]:
    """Return the turns of a playthrough's deal and actions."""
    grid, evidence, *_ = (row.partition(": ")[2] for row in text.splitlines())
    setup = Setup(SIDES, rows_of(named(grid)), named(evidence))
    turns = [Turn(tuple(GAME.records.deal(2, Options(), setup)))]
    state = GAME.apply(GAME.start.empty, turns[0].events)
    for row in text.splitlines():
        if row.startswith("> "):
            side, asked = row[2:].split(" ", 1)
            seat, action = Seat(SIDES.index(side)), msgspec.json.decode(asked, type=Action)
            turns.append(Turn(tuple(GAME.play(state, seat, action, CHANCE)), seat, action))
            state = GAME.apply(state, turns[-1].events)
    return tuple(turns)


def named(initials: str) -> tuple[str, ...]:
    """Return the suspects with these initials."""
    return tuple(BY_INITIAL[initial] for initial in initials.replace(" ", ""))


def render(turns: Sequence[Turn]) -> str:
    """Return turns as text."""
    setup = GAME.records.extract_setup(turns[0].events)
    head = [f"grid: {' '.join(''.join(name[0] for name in row) for row in setup.grid)}"]
    head += [f"evidence: {''.join(name[0] for name in setup.evidence)}", ""]
    return "\n".join([*head, *_moments(turns)]) + "\n"


def _moments(turns: Sequence[Turn]) -> Iterator[str]:
    before = GAME.start.empty
    for frame in replay(GAME, turns):
        if frame.turn.seat is not None:
            yield f"> {SIDES[frame.turn.seat]} {msgspec.json.encode(frame.turn.action).decode()}"
        yield from _lines(before, frame.turn)
        if initials(before) != initials(frame.state):
            yield f"    = {initials(frame.state)}"
        before = frame.state


def _lines(before: State, turn: Turn) -> Iterator[str]:
    public = [in_words(line) for line in log_lines(GAME, before, turn, PUBLIC)]
    yield from (f"    {line}" for line in public)
    for seat, side in enumerate(SIDES):
        own = [in_words(line) for line in log_lines(GAME, before, turn, Viewer(Seat(seat)))]
        yield from (f"    ({side}) {line}" for line in own if line not in public)


def initials(state: State) -> str:
    """Return the grid in initials."""
    return " ".join("".join(_initial(state, name) for name in row) for row in state.grid)


def _initial(state: State, suspect: str) -> str:
    initial = suspect[0] if state.is_alive(suspect) else suspect[0].lower()
    return initial + "*" if suspect in state.innocent else initial
