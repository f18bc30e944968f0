"""Reasons why an action is not among the choices: a clause and a sentence."""

from collections.abc import Callable, Sequence
from typing import Any

from games.engine.game import IllegalAction
from games.engine.seats import Seat
from games.engine.text import gettext_noop
from games.secret_hitler import actions as ac
from games.secret_hitler.choices import muted_seats
from games.secret_hitler.pieces import FASCIST_FOR_VETO, FEW_ALIVE, Power
from games.secret_hitler.state import State


def refusal(state: State, seat: Seat, action: ac.Action) -> IllegalAction:
    """Return the refusal of `action` by `seat`."""
    return IllegalAction(*_reason(state, seat, action))


def _reason(state: State, seat: Seat, action: ac.Action) -> tuple[str, str]:
    if state.phase == "over":
        return "6.1", gettext_noop("The match is over.")
    if not 0 <= seat < len(state.alive):
        return "1.1", gettext_noop("There is no such seat at this table.")
    if not state.alive[seat]:
        return "4.4", gettext_noop("Dead players can't speak, vote or hold office.")
    return _REASONS[type(action)](state, seat, action)


def _nominate(state: State, seat: Seat, action: ac.Nominate) -> tuple[str, str]:
    if state.phase != "nominate":
        return "2.2", gettext_noop("This is not the time to nominate a chancellor.")
    if seat != state.president:
        return "2.2", gettext_noop("Only the presidential candidate can nominate.")
    return why_not_chancellor(state.alive, seat, action.chancellor)


def why_not_chancellor(alive: Sequence[bool], president: Seat, seat: Seat) -> tuple[str, str]:
    """Return the reason why `president` may not nominate `seat`."""
    if seat == president:
        return "2.2", gettext_noop("The candidate must nominate another player.")
    if not _is_alive(alive, seat):
        return "2.2", gettext_noop("Only a living player can be nominated.")
    if sum(alive) <= FEW_ALIVE:
        return "2.4", gettext_noop("This player is term-limited: the last elected chancellor.")
    return "2.3", gettext_noop("This player is term-limited: in the last elected government.")


def _vote(_state: State, _seat: Seat, _action: ac.Vote) -> tuple[str, str]:
    return "2.5", gettext_noop("There is nothing to vote on now.")


def _discard(state: State, seat: Seat, _action: ac.Discard) -> tuple[str, str]:
    if state.phase != "discard":
        return "3.2", gettext_noop("This is not the time for the president to discard.")
    if seat != state.president:
        return "3.2", gettext_noop("Only the president can discard one of the three policies.")
    return "3.2", gettext_noop("The president holds no such policy.")


def _enact(state: State, seat: Seat, _action: ac.Enact) -> tuple[str, str]:
    if state.phase == "answer-veto":
        return "5.2", gettext_noop("The president has yet to answer the veto.")
    if state.phase != "enact":
        return "3.3", gettext_noop("This is not the time to enact a policy.")
    if seat != state.chancellor:
        return "3.3", gettext_noop("Only the chancellor can enact a policy.")
    return "3.3", gettext_noop("The chancellor holds no such policy.")


def _propose_veto(state: State, seat: Seat, _action: ac.ProposeVeto) -> tuple[str, str]:
    if state.fascist < FASCIST_FOR_VETO:
        return "5.1", gettext_noop("The veto is unlocked by the fifth fascist policy.")
    if state.phase not in ("enact", "answer-veto") or seat != state.chancellor:
        return "5.1", gettext_noop("Only a chancellor who holds two policies can propose a veto.")
    if state.phase == "answer-veto":
        return "5.1", gettext_noop("A veto has already been proposed.")
    return "5.3", gettext_noop("The president has refused the veto: one policy must be enacted.")


def _answer_veto(state: State, _seat: Seat, _action: ac.AnswerVeto) -> tuple[str, str]:
    if state.phase != "answer-veto":
        return "5.1", gettext_noop("No veto has been proposed.")
    return "5.2", gettext_noop("Only the president can answer a veto.")


def _investigate(state: State, seat: Seat, action: ac.Investigate) -> tuple[str, str]:
    return _power(state, seat, "investigate", action.target) or _INVESTIGATED


def _call_election(state: State, seat: Seat, action: ac.CallElection) -> tuple[str, str]:
    return _power(state, seat, "call-election", action.target) or _NO_POWER


def _execute(state: State, seat: Seat, action: ac.Execute) -> tuple[str, str]:
    return _power(state, seat, "execute", action.target) or _NO_POWER


def _peek(state: State, seat: Seat, _action: ac.Peek) -> tuple[str, str]:
    return _power(state, seat, "peek", None) or _NO_POWER


_NO_POWER = ("4.1", gettext_noop("That power isn't available right now."))
_INVESTIGATED = ("4.3", gettext_noop("This player has already been investigated."))
_CLAUSES: dict[Power, str] = {
    "investigate": "4.3",
    "execute": "4.4",
    "peek": "4.5",
    "call-election": "4.6",
}


def _power(state: State, seat: Seat, power: Power, target: Seat | None) -> tuple[str, str] | None:
    """Return the general error in using `power`, or None."""
    if state.phase != "power" or state.now.power != power:
        return _NO_POWER
    if seat != state.president:
        return "4.1", gettext_noop("Only the sitting president can use the power.")
    return None if target is None else _not_a_target(state.alive, seat, power, target)


def _not_a_target(
    alive: Sequence[bool], president: Seat, power: Power, target: Seat
) -> tuple[str, str] | None:
    if target == president:
        return _CLAUSES[power], gettext_noop("The president must choose another player.")
    if not _is_alive(alive, target):
        return _CLAUSES[power], gettext_noop("The president must choose a living player.")
    return None


def why_not_target(
    alive: Sequence[bool], president: Seat, power: Power, target: Seat
) -> tuple[str, str]:
    """Return the reason why `president` may not use `power` on `target`."""
    return _not_a_target(alive, president, power, target) or _INVESTIGATED


def _claim(state: State, seat: Seat, action: ac.Claim) -> tuple[str, str]:
    if seat in muted_seats(state):
        return "3.5", gettext_noop(
            "The president and chancellor must be silent during the session."
        )
    if (action.about, action.round) in state.held[seat]:
        return "7.1", gettext_noop("A claim of this kind can't say that.")
    if 1 <= action.round <= state.round:
        return "7.1", gettext_noop("You can only claim what you have seen, and only afterwards.")
    return "7.1", gettext_noop("That round has not been played yet.")


def _is_alive(alive: Sequence[bool], seat: Seat) -> bool:
    return 0 <= seat < len(alive) and alive[seat]


_REASONS: dict[type, Callable[[State, Seat, Any], tuple[str, str]]] = {
    ac.Nominate: _nominate,
    ac.Vote: _vote,
    ac.Discard: _discard,
    ac.Enact: _enact,
    ac.ProposeVeto: _propose_veto,
    ac.AnswerVeto: _answer_veto,
    ac.Investigate: _investigate,
    ac.CallElection: _call_election,
    ac.Execute: _execute,
    ac.Peek: _peek,
    ac.Claim: _claim,
}
