"""The projection of a match: its true state, and the lines that each viewer learned.

A projection never changes; a newer one replaces it. So threads share it without locks, and a
transaction that is rolled back leaves nothing behind.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from games.engine.game import Game
from games.engine.record import Turn, news, stages_of
from games.engine.seats import EVERYTHING, PUBLIC, Seat, Viewer, seats_of
from games.engine.text import Line


@dataclass(frozen=True, slots=True)
class Projection:
    """A match after `length` actions (-1: before the deal).

    `lines`, `entries` and `versions` have an item for each seat, then for the public, and last for
    a viewer who sees everything, which is only shown after the end. A version counts the entries
    with news for its viewer. Unlike the log's own numbers, versions do not reveal hidden entries (a
    changed vote). `prompts` has the version at which each seat's current question was opened.
    """

    game: Game[Any, Any, Any, Any]
    length: int
    state: Any
    lines: tuple[tuple[Line, ...], ...]
    versions: tuple[int, ...]
    prompts: tuple[int, ...]
    choices: tuple[Sequence[Any], ...]
    entries: tuple[tuple[int, ...], ...]  #: the entry number of each line in `lines`
    #: The whole log with every secret, for the end; no view is built from it.
    turns: tuple[Turn, ...] = field(default=(), compare=False, repr=False)
    #: The projection before the newest turn that may be held back: a curtain continues from it
    #: instead of folding the whole log. Its own leads to an earlier such turn.
    before_held: "Projection | None" = field(default=None, compare=False, repr=False)

    def version(self, viewer: Viewer) -> int:
        """Return the number of entries with news for `viewer`."""
        return self.versions[_place_of(viewer)]

    def log(self, viewer: Viewer) -> tuple[Line, ...]:
        """Return all lines that `viewer` learned."""
        return self.lines[_place_of(viewer)]

    def entries_of(self, viewer: Viewer) -> tuple[int, ...]:
        """Return the entry number of each line that `viewer` learned."""
        return self.entries[_place_of(viewer)]


#: The indexes of viewers without a seat.
_PUBLIC, _EVERYTHING = -2, -1


def _place_of(viewer: Viewer) -> int:
    """Return the index of `viewer` in the tuples of a projection."""
    if viewer.seat is not None:
        return viewer.seat
    return _EVERYTHING if viewer.sees_all else _PUBLIC


def begin(game: Game[Any, Any, Any, Any], players: int) -> Projection:
    """Return the projection of a match of `players` before the deal."""
    viewers = len(_viewers(players))
    return Projection(
        game, -1, game.start.empty, ((),) * viewers, (0,) * viewers, (0,) * players,
        ((),) * players, ((),) * viewers,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """The changes of a match by one more turn."""

    before: Projection
    after: Projection
    turn: Turn
    decided: Seat | None  #: the seat that took an owed decision, not a claim

    @property
    def is_public(self) -> bool:
        """Return whether everybody learned of the turn."""
        return self.after.version(PUBLIC) != self.before.version(PUBLIC)


def follow(projection: Projection, turn: Turn) -> Projection:
    """Return the projection after one more `turn`."""
    return step_after(projection, turn).after


def step_after(projection: Projection, turn: Turn) -> Step:
    """Return the changes by one more `turn`: the state, the viewers' lines and the questions."""
    game, seats = projection.game, seats_of(len(projection.prompts))
    state, logs = news(game, projection.state, turn, _viewers(len(seats)))
    lines = [_shared(own, logs[_PUBLIC]) for own in logs]
    versions = tuple(
        version + bool(new) for version, new in zip(projection.versions, lines, strict=True)
    )
    choices = tuple(game.choices(state, seat) for seat in seats)
    # Duties come first, so an equal first choice is the same question. Other choices may be new,
    # such as an offer of a draw; they must not invalidate an answer in transit or in the making.
    prompts = tuple(
        versions[seat]
        if turn.seat == seat or choices[seat][:1] != projection.choices[seat][:1]
        else projection.prompts[seat]
        for seat in seats
    )
    logs_now = tuple(
        old + new if new else old for old, new in zip(projection.lines, lines, strict=True)
    )
    number = projection.length + 1
    entries = tuple(
        old + (number,) * len(new) if new else old
        for old, new in zip(projection.entries, lines, strict=True)
    )
    turns = (*projection.turns, turn)
    before_held = projection if stages_of(game, turn) else projection.before_held
    after = Projection(
        game, number, state, logs_now, versions, prompts, choices, entries, turns, before_held
    )
    return Step(projection, after, turn, _decided(projection, after, turn))


def _decided(before: Projection, after: Projection, turn: Turn) -> Seat | None:
    """Return the seat that took an owed decision; None for a claim or an offer of a draw.

    Duties come first among the choices, so an equal first choice means the same decision.
    """
    if turn.seat is None:
        return None
    seat = Seat(turn.seat)
    game = before.game
    if seat in game.awaited(before.state) and seat not in game.awaited(after.state):
        return seat
    owed_before, owes = seat in game.to_act(before.state), seat in game.to_act(after.state)
    if game.waiting.secret_duties(after.state) is not None:
        return None  # a secret duty: to show it as done would reveal that it was owed
    same = owed_before and owes and before.choices[seat][:1] == after.choices[seat][:1]
    return None if same else seat


@cache
def _viewers(count: int) -> tuple[Viewer, ...]:
    return (*(Viewer(seat) for seat in seats_of(count)), PUBLIC, EVERYTHING)


def _shared(lines: tuple[Line, ...], public: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return `lines`, reusing the public's object for each equal line, because most are equal."""
    if lines == public:
        return public
    return tuple(next((other for other in public if other == line), line) for line in lines)
