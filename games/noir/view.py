"""Views: everything that one viewer may know, built from scratch. Nothing else leaves the state."""

import msgspec

from games.engine.game import Outcome
from games.engine.seats import Seat, Viewer
from games.noir.notebook import Notebook, PublicEvidence, inspectors_notebook, killers_notebook
from games.noir.pieces import INSPECTOR, KILLER, Direction, LineKind
from games.noir.rules import barred_shift, to_act
from games.noir.state import Canvass, Clue, LastTurn, Phase, State


class Cell(msgspec.Struct, frozen=True):
    """A suspect in the grid."""

    suspect: str
    alive: bool
    innocent: bool


class Ending(msgspec.Struct, frozen=True):
    """The winner, None for a draw, and the reason."""

    winner: str | None
    reason: str


class SuspectBySide(msgspec.Struct, frozen=True):
    """A suspect per side; None where this viewer may not know it, or none exists."""

    killer: str | None = None
    inspector: str | None = None


class HandBySide(msgspec.Struct, frozen=True):
    """The cards in hand per side; None where this viewer may not know them. The killer has none."""

    killer: tuple[str, ...] | None = None
    inspector: tuple[str, ...] | None = None


class BarredShift(msgspec.Struct, frozen=True):
    """A shift that is illegal in this turn."""

    line: LineKind
    index: int
    direction: Direction


class View(msgspec.Struct, frozen=True):
    """The knowledge of one viewer; after the end the same for everybody."""

    game: str
    seat: Seat | None  #: None for spectators, for a view of everything, and after the end
    phase: Phase
    to_act: tuple[Seat, ...]
    result: Ending | None
    grid: tuple[tuple[Cell, ...], ...]
    murders: int
    evidence_left: int
    identity: SuspectBySide
    disguise: SuspectBySide
    hand: HandBySide
    evidence: tuple[str, ...] | None  #: the deck, top first; None while it is hidden
    canvasses: tuple[Canvass, ...]
    turn: int  #: turns that ended since the identity was chosen
    round: int  #: of two turns, from 1; 0 in the set-up
    suspects: tuple[str, ...]  #: all 25, in alphabetical order
    dead: tuple[str, ...]  #: in order of murder, with removed ones
    removed: tuple[str, ...]  #: out of the game, in order
    discards: tuple[str, ...]  #: face up, oldest first
    hand_size: int  #: the inspector's; it is public
    last_move: LastTurn | None
    barred: BarredShift | None  #: the shift that is illegal now
    draw_offer: Seat | None  #: the seat that made one
    clues: tuple[Clue, ...]  #: the evidence of public events about identities, oldest first
    notebook: Notebook | None  #: None for other viewers, without the option, and after the end


def view(state: State, viewer: Viewer) -> View:
    """Return the part of `state` that `viewer` may know."""
    is_open = state.phase == "over"
    sees_killer = is_open or viewer.sees_all or viewer.seat == KILLER
    sees_inspector = is_open or viewer.sees_all or viewer.seat == INSPECTOR
    return View(
        game="noir",
        seat=None if is_open else viewer.seat,
        phase=state.phase,
        to_act=to_act(state),
        result=_result(state.outcome),
        grid=_cells(state),
        murders=len(state.dead),
        evidence_left=len(state.deck),
        identity=SuspectBySide(
            killer=state.identity if sees_killer else None,
            inspector=state.inspector if sees_inspector else None,
        ),
        disguise=SuspectBySide(killer=state.disguise if sees_killer else None),
        hand=HandBySide(inspector=state.hand if sees_inspector else None),
        evidence=state.deck if is_open or viewer.sees_all else None,
        canvasses=state.canvasses,
        turn=state.turn,
        round=state.chapter,
        suspects=state.suspects,
        dead=state.dead,
        removed=state.removed,
        discards=state.discards,
        hand_size=len(state.hand),
        last_move=state.last_move,
        barred=_barred_shift(state),
        draw_offer=state.offer,
        clues=state.clues,
        notebook=None if is_open or not state.notebook else _notebook(state, viewer),
    )


def _result(outcome: Outcome | None) -> Ending | None:
    return None if outcome is None else Ending(outcome.winner, outcome.reason)


def _cells(state: State) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        tuple(Cell(name, name not in state.dead, name in state.innocent) for name in row)
        for row in state.grid
    )


def _barred_shift(state: State) -> BarredShift | None:
    shift = None if state.phase == "over" else barred_shift(state)
    return None if shift is None else BarredShift(shift.line, shift.index, shift.direction)


def public_record(state: State) -> PublicEvidence:
    """Return the public record."""
    return PublicEvidence(
        suspects=state.suspects,
        clues=state.clues,
        shown=state.innocent + state.discards,
        removed=state.removed,
        hand_size=len(state.hand),
    )


def _notebook(state: State, viewer: Viewer) -> Notebook | None:
    if viewer.seat == KILLER:
        return killers_notebook(public_record(state), (state.identity, state.disguise))
    if viewer.seat == INSPECTOR:
        own = state.hand if state.inspector is None else (*state.hand, state.inspector)
        return inspectors_notebook(public_record(state), own)
    return None
