"""The rules: legal actions, their consequences, and the end of the game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations, product
from typing import Any

from games.engine.chance import Chance
from games.engine.game import Outcome, PendingEvents
from games.engine.seats import Seat
from games.noir import actions as ask
from games.noir import events as fact
from games.noir.actions import Action
from games.noir.events import Event
from games.noir.pieces import (
    BACK,
    FIRST_CARDS,
    HAND_SIZE,
    HELD_PHASES,
    INSPECTOR,
    KILLER,
    LAST_MURDER,
    SIDES,
    Removal,
    Side,
    neighbours,
    transpose,
)
from games.noir.state import State, evolve

Turn = PendingEvents[State, Event]  #: the turn that is being decided


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seat that owes a decision; empty once the match is over (1.6)."""
    return () if state.phase in ("over", *HELD_PHASES) else (state.mover,)


def invited(state: State) -> tuple[Seat, ...]:
    """Return the seat that may answer a draw offer out of turn (6.3)."""
    is_out_of_turn = state.offer is not None and state.offer == state.mover
    return (_other(state.mover),) if is_out_of_turn else ()


def choices(state: State, seat: Seat) -> Sequence[Action]:
    """Return all legal actions of `seat` now: its turn first, then draws and resigning."""
    if state.phase in ("over", *HELD_PHASES):
        return ()
    duties = _duties(state) if seat == state.mover else ()
    return (*duties, *_offers(state, seat))


def _duties(state: State) -> tuple[Action, ...]:
    if state.phase == "set-up-murder":
        return murders(state)
    if state.phase == "choose-identity":
        return identities(state)
    if state.phase == "killer":
        return (*murders(state), *disguises(state), *shifts(state), *collapses(state))
    return (
        *arrests(state),
        *investigations(state),
        *shifts(state),
        *collapses(state),
        *deductions(state.suspects),
    )


def _offers(state: State, seat: Seat) -> tuple[Action, ...]:
    if state.phase not in ("killer", "inspector"):
        return ()
    if state.offer is None:
        return (ask.OfferDraw(), ask.Resign())
    if state.offer == seat:
        return (ask.Resign(),)
    return (ask.AcceptDraw(), ask.Resign())


def murders(state: State) -> tuple[Action, ...]:
    """Return the murders of living suspects adjacent to the killer (4.2)."""
    return tuple(ask.Murder(suspect) for suspect in _living_around(state, state.identity))


def identities(state: State) -> tuple[Action, ...]:
    """Return the choices of the living suspects among the inspector's four cards (1.5)."""
    return tuple(ask.ChooseIdentity(card) for card in state.hand if state.is_alive(card))


def disguises(state: State) -> tuple[Action, ...]:
    """Return the bluff, and the swap if the disguise is alive (4.1, 4.5)."""
    bluff = ask.Disguise(swap=False)
    can_swap = state.disguise is not None and state.is_alive(state.disguise)
    return (bluff, ask.Disguise(swap=True)) if can_swap else (bluff,)


def shifts(state: State) -> tuple[Action, ...]:
    """Return the shifts of all lines both ways, except the one that undoes the last (3.1, 3.2)."""
    ban = barred_shift(state)
    return tuple(shift for shift in all_shifts(*size(state)) if shift != ban)


@lru_cache
def all_shifts(rows: int, columns: int) -> tuple[ask.Shift, ...]:
    """Return both shifts of each line of a grid of this size (3.1)."""
    return tuple(
        [ask.Shift("row", at, way) for at in range(rows) for way in ("left", "right")]
        + [ask.Shift("column", at, way) for at in range(columns) for way in ("up", "down")]
    )


def size(state: State) -> tuple[int, int]:
    """Return the grid's numbers of rows and columns."""
    return len(state.grid), len(state.grid[0])


def barred_shift(state: State) -> ask.Shift | None:
    """Return the shift that would undo the opponent's last turn (3.2)."""
    move = state.last_move
    if move is None or move.line is None or move.index is None or move.direction is None:
        return None
    return ask.Shift(move.line, move.index, BACK[move.direction])


def collapses(state: State) -> tuple[Action, ...]:
    """Return all ways to remove one dead suspect from every row, or from every column (3.3)."""
    return (*_removals(state, "row-each"), *_removals(state, "column-each"))


def _removals(state: State, remove: Removal) -> Iterator[ask.Collapse]:
    lines = state.grid if remove == "row-each" else transpose(state.grid)
    dead = [[suspect for suspect in line if suspect in state.dead] for line in lines]
    return (ask.Collapse(remove, suspects) for suspects in product(*dead))


def arrests(state: State) -> tuple[Action, ...]:
    """Return the arrests of the inspector's own identity and of living neighbours (5.1)."""
    targets = (*_living_around(state, state.inspector), state.inspector)
    return tuple(ask.Arrest(target) for target in targets if target is not None)


def investigations(state: State) -> tuple[Action, ...]:
    """Return the investigations with cards in hand, while evidence can be drawn (5.2, 5.3)."""
    return tuple(ask.Investigate(card) for card in state.hand) if state.deck else ()


@lru_cache(maxsize=64)
def deductions(suspects: tuple[str, ...]) -> tuple[ask.Deduce, ...]:
    """Return all pairs of suspects, in either order (5.4)."""
    return tuple(ask.Deduce(pair) for pair in permutations(suspects, 2))


def _living_around(state: State, suspect: str | None) -> tuple[str, ...]:
    if suspect is None:
        return ()
    around = neighbours(state.grid, suspect)
    return tuple(
        other for row in state.grid for other in row if other in around and other not in state.dead
    )


def _other(seat: Seat) -> Seat:
    return INSPECTOR if seat == KILLER else KILLER


def decide(state: State, seat: Seat, action: Action, chance: Chance) -> Sequence[Event]:
    """Return the events that follow when `seat` takes `action`, one of its choices.

    `chance` is not used after the deal: the evidence deck is never shuffled again (3.4).
    """
    del chance
    draft: PendingEvents[State, Event] = PendingEvents(state, evolve)
    step = _STEPS.get(type(action))
    if step is None:
        _speak(draft, seat, action)
    else:
        step(draft, action)
    if draft.state.phase == "over":
        draft.add(_opened_identities(draft.state))
    return draft


def _murder(turn: Turn, action: ask.Murder) -> None:
    """Kill; the tenth murder or the inspector's death ends the game before a canvass (4.3, 4.4)."""
    victim = action.suspect
    if victim == turn.state.inspector:
        turn.add(fact.Murdered(victim))
        turn.add(fact.GameEnded("killer", "inspector-murdered"))
    elif len(turn.state.dead) + 1 == LAST_MURDER:
        turn.add(fact.Murdered(victim))
        turn.add(fact.GameEnded("killer", "ten-murders"))
    else:
        _murder_and_ask(turn, victim)
        _draw_up_to(turn, FIRST_CARDS if turn.state.phase == "set-up-murder" else 0)
        turn.add(fact.TurnEnded())


def _murder_and_ask(turn: Turn, victim: str) -> None:
    """Kill; an innocent causes a canvass before being turned over, and loses its card (4.4)."""
    is_innocent = victim in turn.state.innocent
    if is_innocent:
        turn.add(_canvass(turn.state, victim, "inspector"))
    turn.add(fact.Murdered(victim))
    if is_innocent:
        turn.add(fact.EvidenceDiscarded(victim, "grid"))


def _choose_identity(turn: Turn, action: ask.ChooseIdentity) -> None:
    turn.add(fact.IdentityChosen(action.suspect))
    turn.add(fact.TurnEnded())


def _shift(turn: Turn, action: ask.Shift) -> None:
    turn.add(fact.Shifted(action.line, action.index, action.direction))
    turn.add(fact.TurnEnded())


def _collapse(turn: Turn, action: ask.Collapse) -> None:
    """Remove dead suspects; the inspector discards their cards and draws as many (3.3, 3.4).

    The discards are in the order of the lines, because the order of the hand is secret.
    """
    turn.add(fact.Collapsed(action.remove, action.suspects))
    for suspect in action.suspects:
        if suspect in turn.state.hand:
            turn.add(fact.EvidenceDiscarded(suspect, "hand"))
    _draw_up_to(turn, HAND_SIZE)
    turn.add(fact.TurnEnded())


def _disguise(turn: Turn, action: ask.Disguise) -> None:
    turn.add(fact.Disguised(swapped=action.swap))
    turn.add(fact.TurnEnded())


def _arrest(turn: Turn, action: ask.Arrest) -> None:
    """Name a suspect: the inspector wins if it is the killer's identity (5.1)."""
    hit = action.suspect == turn.state.identity
    turn.add(fact.Arrested(action.suspect, hit=hit))
    turn.add(fact.GameEnded("inspector", "killer-arrested") if hit else fact.TurnEnded())


def _investigate(turn: Turn, action: ask.Investigate) -> None:
    """Show a card and ask; it stays on a living suspect, and the hand is refilled (5.2)."""
    suspect = action.suspect
    turn.add(fact.Investigated(suspect))
    turn.add(_canvass(turn.state, suspect, "killer"))
    if turn.state.is_alive(suspect):
        turn.add(fact.SuspectCleared(suspect))
    else:
        turn.add(fact.EvidenceDiscarded(suspect, "hand"))
    _draw_up_to(turn, HAND_SIZE)
    turn.add(fact.TurnEnded())


def _deduce(turn: Turn, action: ask.Deduce) -> None:
    """Name the pair: a right pair wins, a wrong one loses (5.4)."""
    right = set(action.suspects) == {turn.state.identity, turn.state.disguise}
    turn.add(fact.Deduced(action.suspects, right=right))
    turn.add(
        fact.GameEnded("inspector", "deduced")
        if right
        else fact.GameEnded("killer", "wrong-deduction")
    )


def _speak(turn: Turn, seat: Seat, action: Action) -> None:
    """Offer or accept a draw, or resign, in or out of turn (6.3)."""
    if isinstance(action, ask.OfferDraw):
        turn.add(fact.DrawOffered(seat))
    elif isinstance(action, ask.AcceptDraw):
        turn.add(fact.DrawAccepted(seat))
        turn.add(fact.GameEnded(None, "draw-agreed"))
    else:
        turn.add(fact.Resigned(seat))
        turn.add(fact.GameEnded(SIDES[_other(seat)], "resigned"))


def _canvass(state: State, suspect: str, asked_of: Side) -> Event:
    """Return a side's true answer, which is not a choice (7.1)."""
    identity = state.identity if asked_of == "killer" else state.inspector
    return fact.Canvassed(suspect, asked_of, adjacent=identity in neighbours(state.grid, suspect))


def _draw_up_to(turn: Turn, cards: int) -> None:
    """Draw until the hand holds `cards`, if the deck has as many; skip removed suspects (3.5)."""
    while turn.state.deck and len(turn.state.hand) < cards:
        card = turn.state.deck[0]
        if card in turn.state.removed:
            turn.add(fact.EvidenceDiscarded(card, "deck"))
        else:
            turn.add(fact.EvidenceDrawn(card))


def _opened_identities(state: State) -> Event:
    """Return the identities, face up (6.2); the inspector has one whenever the game can end."""
    return fact.IdentitiesOpened(
        identity=state.identity or "",
        disguise=state.disguise or "",
        inspector=state.inspector or "",
    )


_STEPS: Mapping[type, Callable[[Turn, Any], None]] = {
    ask.Murder: _murder,
    ask.ChooseIdentity: _choose_identity,
    ask.Shift: _shift,
    ask.Collapse: _collapse,
    ask.Disguise: _disguise,
    ask.Arrest: _arrest,
    ask.Investigate: _investigate,
    ask.Deduce: _deduce,
}


def outcome(state: State) -> Outcome | None:
    """Return the outcome; None while the match runs."""
    return state.outcome


def redealable(state: State) -> bool:
    """Return whether the cards may be dealt again: until the inspector has an identity."""
    return state.phase in ("set-up-murder", "choose-identity")


def side_of(_state: State, seat: Seat) -> str:
    """Return the side of `seat` (1.2)."""
    return SIDES[seat]
