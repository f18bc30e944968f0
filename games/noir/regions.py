"""The regions of Noir's page: players, news, grid and file, and those of one seat."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar

import msgspec

from games.engine.regions import PlayerInfo, Region, Regions, readers_of, unread_of
from games.engine.seats import Seat
from games.noir.actions import Action
from games.noir.errors import why_none, why_not
from games.noir.pieces import SIDES
from games.noir.state import Canvass, LastTurn, Phase
from games.noir.view import BarredShift, Cell, Ending, SuspectBySide, View


class PublicSeat(msgspec.Struct, frozen=True):
    """The public facts about one of the two players."""

    role: str
    player: PlayerInfo
    is_acting: bool


class SidesRegion(Region, frozen=True):
    """Both players, and their progress."""

    kind: ClassVar[str] = "sides"

    sides: tuple[PublicSeat, ...]
    murders: int
    hand_size: int
    evidence_left: int


class StatusLine(Region, frozen=True):
    """The next question and the last event; after the end, the result."""

    kind: ClassVar[str] = "status"

    phase: Phase
    round: int
    names: tuple[str, ...]
    last: LastTurn | None
    result: Ending | None
    identity: SuspectBySide
    disguise: SuspectBySide
    unread: int  #: the number of letters that the table waits for


class Tile(msgspec.Struct, frozen=True):
    """A suspect in the grid, with this viewer's marks."""

    number: int  #: among all suspects, in alphabetical order
    suspect: str
    alive: bool
    innocent: bool
    is_last: bool  #: whether the last move concerned it
    answers: tuple[Canvass, ...]  #: to questions about this suspect, oldest first
    owners: tuple[str, ...]  #: killer, disguise, inspector, where this viewer knows them


class Grid(Region, frozen=True):
    """The suspects in their lines."""

    kind: ClassVar[str] = "grid"

    rows: tuple[tuple[Tile, ...], ...]
    barred: BarredShift | None
    just_asked: bool | None  #: the answer of the last move, if it had one
    is_over: bool


class File(Region, frozen=True):
    """The public facts: answers, removed suspects, discards; after the end also hand and deck."""

    kind: ClassVar[str] = "file"

    canvasses: tuple[Canvass, ...]
    removed: tuple[Tile, ...]
    discards: tuple[str, ...]
    hand: tuple[str, ...] | None
    evidence: tuple[str, ...] | None


class Choices(Region, frozen=True):
    """The question of one seat."""

    kind: ClassVar[str] = "choices"

    view: View
    names: tuple[str, ...]
    seat: Seat | None
    choices: tuple[Action, ...]
    prompt: int
    unread: int  #: the number of `readers` with unread letters
    readers: int

    def why_none(self, kind: str) -> str:
        """Return the reason why no action of this kind is possible."""
        return why_none(kind)

    def why_not(self, kind: str) -> Mapping[str, Sequence[int]]:
        """Return the suspects of the grid that are invalid for this kind of action, by reason."""
        view = self.view
        actions = [one for one in self.choices if one.__struct_config__.tag == kind]
        open_to_it = {getattr(one, "suspect", "") for one in actions}
        reasons: dict[str, list[int]] = {}
        for cell in chain.from_iterable(view.grid):
            if cell.suspect not in open_to_it:
                why = why_not(kind, cell.suspect, view.dead, view.hand.inspector or ())
                reasons.setdefault(why, []).append(view.suspects.index(cell.suspect))
        return reasons


class Letter(Region, frozen=True):
    """A player's own cards, and the notebook on the grid."""

    kind: ClassVar[str] = "letter"

    view: View | None


class Reveal(Region, frozen=True):
    """A player's side, and the killer's cards, shown from the deal until they are read."""

    kind: ClassVar[str] = "reveal"

    side: str | None
    number: int = 0
    name: str = ""
    players: int = len(SIDES)
    identity: str | None = None
    disguise: str | None = None
    unread: int = 0
    readers: int = 0


def public_regions(view: View, players: Sequence[PlayerInfo]) -> Mapping[str, Region]:
    """Return the public regions; in a replay, those for its viewer."""
    return {
        "sides": SidesRegion(
            sides=tuple(
                PublicSeat(role, players[seat], seat in view.to_act)
                for seat, role in enumerate(SIDES)
            ),
            murders=view.murders,
            hand_size=view.hand_size,
            evidence_left=view.evidence_left,
        ),
        "happened": _status(view, players),
        "grid": _grid(view),
        "file": File(
            canvasses=view.canvasses,
            removed=tuple(
                _tile(view, Cell(name, alive=False, innocent=False)) for name in view.removed
            ),
            discards=view.discards,
            hand=view.hand.inspector,
            evidence=view.evidence,
        ),
    }


def _status(view: View, players: Sequence[PlayerInfo]) -> StatusLine:
    return StatusLine(
        phase=view.phase,
        round=view.round,
        names=tuple(player.name for player in players),
        last=view.last_move,
        result=view.result,
        identity=view.identity,
        disguise=view.disguise,
        unread=unread_of(players),
    )


def _grid(view: View) -> Grid:
    return Grid(
        rows=tuple(
            tuple(_tile(view, cell, row, column) for column, cell in enumerate(line))
            for row, line in enumerate(view.grid)
        ),
        barred=view.barred,
        just_asked=None if view.last_move is None else view.last_move.adjacent,
        is_over=view.phase == "over",
    )


def _tile(view: View, cell: Cell, row: int = -1, column: int = -1) -> Tile:
    name = cell.suspect
    marks = {
        "killer": view.identity.killer,
        "disguise": view.disguise.killer,
        "inspector": view.identity.inspector,
    }
    return Tile(
        number=view.suspects.index(name),
        suspect=name,
        alive=cell.alive,
        innocent=cell.innocent,
        is_last=_was_moved(view.last_move, name, row, column),
        answers=tuple(one for one in view.canvasses if one.suspect == name),
        owners=tuple(role for role, suspect in marks.items() if suspect == name),
    )


def _was_moved(move: LastTurn | None, name: str, row: int, column: int) -> bool:
    if move is None:
        return False
    return name in move.suspects or (move.line, move.index) in (("row", row), ("column", column))


def own_regions(
    view: View,
    players: Sequence[PlayerInfo],
    seat: Seat | None,
    choices: Sequence[Any],
    prompt: int,
) -> Mapping[str, Region]:
    """Return the regions of `seat`."""
    names, unread = tuple(player.name for player in players), unread_of(players)
    holds_cards = seat is not None and view.phase != "over"
    readers = readers_of(players) if unread else 0
    options = () if unread else tuple(choices)
    return {
        "choices": Choices(view, names, seat, options, prompt, unread, readers),
        "letter": Letter(view if holds_cards else None),
        "reveal": _reveal(view, players, seat if holds_cards else None),
    }


def _reveal(view: View, players: Sequence[PlayerInfo], seat: Seat | None) -> Reveal:
    if seat is None or players[seat].has_read:
        return Reveal(None)
    return Reveal(
        side=SIDES[seat],
        number=seat + 1,
        name=players[seat].name,
        identity=view.identity.killer,
        disguise=view.disguise.killer,
        unread=unread_of(players),
        readers=readers_of(players),
    )


REGIONS = Regions(public_regions, own_regions)
