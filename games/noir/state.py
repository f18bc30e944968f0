"""The true state of a game, and how events change it."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from games.engine.game import Outcome
from games.engine.seats import Seat
from games.noir import pieces
from games.noir.events import (
    Arrested,
    Canvassed,
    Collapsed,
    Deduced,
    Disguised,
    DrawOffered,
    Event,
    EvidenceDiscarded,
    EvidenceDrawn,
    EvidenceShuffled,
    GameEnded,
    GridLaid,
    Held,
    IdentityChosen,
    Investigated,
    KillerDrew,
    Murdered,
    Shifted,
    SuspectCleared,
    TurnEnded,
)
from games.noir.pieces import (
    INSPECTOR,
    KILLER,
    Direction,
    Grid,
    HeldPhase,
    LineKind,
    Removal,
    Side,
    neighbours,
)

PlayedPhase = Literal["set-up-murder", "choose-identity", "killer", "inspector", "over"]
Phase = PlayedPhase | HeldPhase

NEXT_PHASE: Mapping[Phase, Phase] = {
    "set-up-murder": "choose-identity",
    "choose-identity": "killer",
    "killer": "inspector",
    "inspector": "killer",
}
MOVER: Mapping[Phase, Seat] = {
    "set-up-murder": KILLER,
    "choose-identity": INSPECTOR,
    "killer": KILLER,
    "inspector": INSPECTOR,
}


class Canvass(msgspec.Struct, frozen=True):
    """A question and its true answer: is that side's identity adjacent to the suspect?"""

    suspect: str
    asked_of: Side
    adjacent: bool


class Clue(msgspec.Struct, frozen=True):
    """The evidence of a public event about a side's identity, by the grid at that moment.

    `says` is "among" if it was one of `suspects`, "outside" if it was none of them, and "swap" if
    it may have been swapped with the disguise, unless the disguise is one of `suspects` (the dead).
    """

    side: Side
    says: Literal["among", "outside", "swap"]
    suspects: tuple[str, ...]


class LastTurn(msgspec.Struct, frozen=True):
    """The last turn in its public form. A draw offer is not a turn."""

    seat: Seat
    kind: str  #: the name of the action
    turn: int  #: turns that had ended before it
    suspects: tuple[str, ...] = ()  #: victim, target, card, pair, or the removed ones in line order
    line: LineKind | None = None
    index: int | None = None
    direction: Direction | None = None
    remove: Removal | None = None
    adjacent: bool | None = None  #: the answer of a canvass, if there was one


class State(msgspec.Struct, frozen=True):
    """The true state with all secrets; it never leaves this package."""

    notebook: bool = True
    suspects: tuple[str, ...] = ()  #: all 25, in alphabetical order, with removed ones
    grid: Grid = ()
    deck: tuple[str, ...] = ()  #: top first
    identity: str | None = None
    disguise: str | None = None
    inspector: str | None = None
    hand: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()  #: in order of murder, with removed ones
    innocent: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    canvasses: tuple[Canvass, ...] = ()
    clues: tuple[Clue, ...] = ()
    phase: Phase = "set-up-murder"
    turn: int = 0  #: turns that ended since the identity was chosen
    last_move: LastTurn | None = None
    offer: Seat | None = None  #: the seat whose draw offer is open
    outcome: Outcome | None = None

    @property
    def mover(self) -> Seat:
        """Return the side on turn; after the end, the last one."""
        return MOVER.get(self.phase, KILLER)

    @property
    def chapter(self) -> int:
        """Return the current round of two turns, from 1; 0 in the set-up."""
        in_set_up = self.phase in ("set-up-murder", "choose-identity")
        return 0 if in_set_up else self.turn // 2 + 1

    def is_alive(self, suspect: str) -> bool:
        """Return whether `suspect` is in the game and alive."""
        return suspect in self.suspects and suspect not in self.dead


def evolve(state: State, event: Event | Held) -> State:
    """Return the state after `event`; apply facts, decide nothing."""
    change = _CHANGES.get(type(event))
    return state if change is None else change(state, event)


def _last_turn(state: State, kind: str, **effect: Any) -> LastTurn:
    return LastTurn(seat=state.mover, kind=kind, turn=state.turn, **effect)


def _clues(state: State, *clues: Clue) -> tuple[Clue, ...]:
    return state.clues + clues


def _around(state: State, suspect: str) -> tuple[str, ...]:
    return tuple(sorted(neighbours(state.grid, suspect)))


def _grid_laid(state: State, event: GridLaid) -> State:
    return replace(
        state,
        notebook=event.notebook,
        suspects=tuple(sorted(event.suspects)),
        grid=pieces.rows_of(event.suspects),
    )


def _evidence_shuffled(state: State, event: EvidenceShuffled) -> State:
    return replace(state, deck=event.cards)


def _killer_drew(state: State, event: KillerDrew) -> State:
    return replace(state, identity=event.identity, disguise=event.disguise, deck=state.deck[2:])


def _murdered(state: State, event: Murdered) -> State:
    victim = event.suspect
    canvass = state.canvasses[-1:]
    answers = [c.adjacent for c in canvass if c.suspect == victim and c.asked_of == "inspector"]
    return replace(
        state,
        dead=(*state.dead, victim),
        clues=_clues(
            state,
            Clue("killer", "among", _around(state, victim)),
            Clue("inspector", "outside", (victim,)),
        ),
        last_move=_last_turn(
            state, "murder", suspects=(victim,), adjacent=answers[0] if answers else None
        ),
    )


def _evidence_drawn(state: State, event: EvidenceDrawn) -> State:
    return replace(state, deck=state.deck[1:], hand=(*state.hand, event.suspect))


def _identity_chosen(state: State, event: IdentityChosen) -> State:
    return replace(state, inspector=event.suspect, hand=_without(state.hand, event.suspect))


def _shifted(state: State, event: Shifted) -> State:
    return replace(
        state,
        grid=pieces.shift_line(state.grid, event.line, event.index, event.direction),
        last_move=_last_turn(
            state, "shift", line=event.line, index=event.index, direction=event.direction
        ),
    )


def _collapsed(state: State, event: Collapsed) -> State:
    return replace(
        state,
        grid=pieces.collapse_grid(state.grid, event.remove, event.suspects),
        removed=state.removed + event.suspects,
        last_move=_last_turn(state, "collapse", remove=event.remove, suspects=event.suspects),
    )


def _evidence_discarded(state: State, event: EvidenceDiscarded) -> State:
    return replace(
        state,
        hand=_without(state.hand, event.suspect),
        innocent=_without(state.innocent, event.suspect),
        deck=state.deck[1:] if event.source == "deck" else state.deck,
        discards=(*state.discards, event.suspect),
    )


def _canvassed(state: State, event: Canvassed) -> State:
    canvass = Canvass(event.suspect, event.asked_of, event.adjacent)
    says: Literal["among", "outside"] = "among" if event.adjacent else "outside"
    move = state.last_move
    if move is not None and event.asked_of == "killer":
        move = replace(move, adjacent=event.adjacent)
    return replace(
        state,
        canvasses=(*state.canvasses, canvass),
        clues=_clues(state, Clue(event.asked_of, says, _around(state, event.suspect))),
        last_move=move,
    )


def _disguised(state: State, event: Disguised) -> State:
    pair = (state.identity, state.disguise)
    identity, disguise = reversed(pair) if event.swapped else pair
    return replace(
        state,
        identity=identity,
        disguise=disguise,
        clues=_clues(state, Clue("killer", "swap", state.dead)),
        last_move=_last_turn(state, "disguise"),
    )


def _arrested(state: State, event: Arrested) -> State:
    target = event.suspect
    return replace(
        state,
        clues=_clues(
            state,
            Clue("killer", "outside", (target,)),
            Clue("inspector", "among", (target, *_around(state, target))),
        ),
        last_move=_last_turn(state, "arrest", suspects=(target,)),
    )


def _investigated(state: State, event: Investigated) -> State:
    return replace(state, last_move=_last_turn(state, "investigate", suspects=(event.suspect,)))


def _suspect_cleared(state: State, event: SuspectCleared) -> State:
    return replace(
        state,
        hand=_without(state.hand, event.suspect),
        innocent=(*state.innocent, event.suspect),
    )


def _deduced(state: State, event: Deduced) -> State:
    return replace(state, last_move=_last_turn(state, "deduce", suspects=event.suspects))


def _turn_ended(state: State, event: TurnEnded) -> State:
    return replace(
        state,
        phase=NEXT_PHASE[state.phase],
        turn=state.turn + (state.phase in ("killer", "inspector")),
        offer=state.offer if state.offer == state.mover else None,
    )


def _draw_offered(state: State, event: DrawOffered) -> State:
    return replace(state, offer=event.seat)


def _game_ended(state: State, event: GameEnded) -> State:
    seats = () if event.winner is None else (Seat(pieces.SIDES.index(event.winner)),)
    return replace(
        state, phase="over", offer=None, outcome=Outcome(event.winner, event.reason, seats)
    )


def _held(state: State, event: Held) -> State:
    """Show an action without its result; a murder is in the preceding events."""
    move = _last_turn(state, event.kind, suspects=event.suspects) if event.kind else state.last_move
    return replace(state, phase=event.phase, last_move=move)


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    return tuple(other for other in cards if other != card)


_CHANGES: Mapping[type, Callable[[State, Any], State]] = {
    GridLaid: _grid_laid,
    EvidenceShuffled: _evidence_shuffled,
    KillerDrew: _killer_drew,
    Murdered: _murdered,
    EvidenceDrawn: _evidence_drawn,
    IdentityChosen: _identity_chosen,
    Shifted: _shifted,
    Collapsed: _collapsed,
    EvidenceDiscarded: _evidence_discarded,
    Canvassed: _canvassed,
    Disguised: _disguised,
    Arrested: _arrested,
    Investigated: _investigated,
    SuspectCleared: _suspect_cleared,
    Deduced: _deduced,
    TurnEnded: _turn_ended,
    DrawOffered: _draw_offered,
    GameEnded: _game_ended,
    Held: _held,
}
