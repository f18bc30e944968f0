"""Whole matches as readable text: each action, then the public lines, then the private ones.

After an intended change of wording or rules, `python -m tests.secret_hitler.playthrough` writes the
golden files again from the actions in them; review the difference before you commit it.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from games.engine.chance import SeededChance
from games.engine.record import Turn, log_lines
from games.engine.seats import PUBLIC, Seat, Viewer, seats_of
from games.secret_hitler import GAME
from games.secret_hitler.state import State
from tests.secret_hitler.table import spoken

GOLDEN = Path(__file__).parent / "golden"
_HEAD = re.compile(r"^(players|seed): (\d+)$", re.MULTILINE)
_ACTION = re.compile(r"^> P(\d+) (\{.*\})$", re.MULTILINE)

Asked = tuple[Seat, Any]


def read(text: str) -> tuple[int, int, list[Asked]]:
    """Return the number of players, the seed and the actions of a playthrough."""
    head = dict(_HEAD.findall(text))
    actions = [
        (Seat(int(seat)), msgspec.json.decode(raw, type=GAME.records.actions))
        for seat, raw in _ACTION.findall(text)
    ]
    return int(head["players"]), int(head["seed"]), actions


def render(players: int, seed: int, actions: Sequence[Asked]) -> str:
    """Return the playthrough of `actions` from a deal by `seed`."""
    chance = SeededChance(seed.to_bytes(32, "big"), [""] * players)
    deal = Turn(tuple(GAME.start.deal(players, GAME.start.options(), chance)))
    state = GAME.apply(GAME.start.empty, deal.events)
    deck = " ".join(tile[0].upper() for tile in state.deck)
    head = [f"players: {players}", f"seed: {seed}", f"roles: {', '.join(state.roles)}"]
    lines = [*head, f"deck: {deck}", "", *_lines(GAME.start.empty, deal, players)]
    for seat, action in actions:
        turn = Turn(tuple(GAME.play(state, seat, action, chance)), seat, action)
        lines.append(f"> P{seat} {msgspec.json.encode(action).decode()}")
        lines.extend(_lines(state, turn, players))
        state = GAME.apply(state, turn.events)
    return "\n".join([*lines, *_ending(state, players)]) + "\n"


def _lines(state: State, turn: Turn, players: int) -> Iterator[str]:
    """Yield the public lines, then those that each seat reads instead, without votes."""
    public = log_lines(GAME, state, turn, PUBLIC)
    yield from (f"    {spoken(line)}" for line in public)
    for seat in seats_of(players):
        for line in log_lines(GAME, state, turn, Viewer(seat)):
            if line not in public and line.kind != "vote":
                yield f"    (P{seat}) {spoken(line)}"


def _ending(state: State, players: int) -> Iterator[str]:
    """Yield the result."""
    outcome = GAME.outcome(state)
    winners = ", ".join(f"P{seat}" for seat in seats_of(players) if seat in outcome.seats)
    yield from ("", f"{outcome.winner}: {outcome.reason}; won by {winners}")


def rewrite() -> None:
    """Write every golden file again from its actions."""
    for path in GOLDEN.glob("*.txt"):
        path.write_text(render(*read(path.read_text())))


if __name__ == "__main__":
    rewrite()
