"""Reasons why an action is not among the choices: a clause and a sentence."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from games.engine.game import IllegalAction
from games.engine.seats import Seat
from games.engine.text import gettext_noop
from games.noir import actions as ask
from games.noir.actions import Action
from games.noir.pieces import INSPECTOR, KILLER
from games.noir.rules import all_shifts, size
from games.noir.state import State

_OnOneSuspect = ask.Murder | ask.ChooseIdentity | ask.Arrest | ask.Investigate
_OFFERS = (ask.OfferDraw, ask.AcceptDraw, ask.Resign)
_KILLERS = (ask.Murder, ask.Disguise)
_INSPECTORS = (ask.ChooseIdentity, ask.Arrest, ask.Investigate, ask.Deduce)
_VICTIMS = gettext_noop("The victim has to be beside the killer's identity.")
_COLLAPSE = gettext_noop("A collapse takes one dead suspect out of every row or every column.")
_NO_EVIDENCE = gettext_noop("The evidence deck is empty.")
#: By action: the reasons why a dead suspect, and why any other, is not among its choices.
_DEAD = {
    "murder": gettext_noop("That suspect is dead already."),
    "arrest": gettext_noop("Dead suspects can't be arrested."),
}
_NOT_THIS_ONE = {
    "murder": _VICTIMS,
    "arrest": gettext_noop("The target has to be the inspector's identity or beside it."),
    "choose-identity": gettext_noop("The identity is chosen from the four cards drawn."),
    "investigate": gettext_noop("Investigating requires a card from the hand."),
}
_DEAD_CARD = gettext_noop("The inspector's identity has to be alive.")
_NOTHING_TO_CHOOSE = {"murder": _VICTIMS, "collapse": _COLLAPSE, "investigate": _NO_EVIDENCE}
_OWN_CLAUSE: Mapping[type, str] = {
    ask.Murder: "4.2",
    ask.Disguise: "4.5",
    ask.ChooseIdentity: "1.5",
    ask.Arrest: "5.1",
    ask.Investigate: "5.2",
    ask.Deduce: "5.4",
}


def refusal(state: State, seat: Seat, action: Action) -> IllegalAction:
    """Return the refusal of `action` by `seat`, which is not among its choices."""
    if state.phase == "over":
        return IllegalAction("6.1", gettext_noop("The game is over."))
    if isinstance(action, _OFFERS):
        return _offer_refused(state, seat, action)
    if isinstance(action, _KILLERS) and seat != KILLER:
        return IllegalAction(
            _OWN_CLAUSE[type(action)], gettext_noop("Only the killer can do that.")
        )
    if isinstance(action, _INSPECTORS) and seat != INSPECTOR:
        return IllegalAction(
            _OWN_CLAUSE[type(action)], gettext_noop("Only the inspector can do that.")
        )
    return _out_of_step(state, seat, action) or _REASONS[type(action)](state, action)


def _offer_refused(state: State, seat: Seat, action: Action) -> IllegalAction:
    if state.phase not in ("killer", "inspector"):
        text = gettext_noop(
            "Nobody can offer a draw or resign until the inspector has an identity."
        )
    elif isinstance(action, ask.AcceptDraw):
        text = gettext_noop("There is no draw offer to accept.")
    elif state.offer == seat:
        text = gettext_noop("You have already offered a draw.")
    else:
        text = gettext_noop("You have already been offered a draw: accept it or play on.")
    return IllegalAction("6.3", text)


def _out_of_step(state: State, seat: Seat, action: Action) -> IllegalAction | None:
    """Return the refusal of an action that belongs to another moment, or None."""
    if state.phase == "set-up-murder" and not isinstance(action, ask.Murder):
        return IllegalAction("1.4", gettext_noop("The game opens with a murder by the killer."))
    chooses = isinstance(action, ask.ChooseIdentity)
    if state.phase == "choose-identity" and not chooses:
        return IllegalAction("1.5", gettext_noop("The inspector must choose an identity first."))
    if state.phase != "choose-identity" and chooses:
        return IllegalAction("1.5", gettext_noop("The inspector has an identity already."))
    if seat != state.mover:
        return IllegalAction("1.6", gettext_noop("It is not your turn."))
    return None


def _suspect_refused(state: State, action: _OnOneSuspect) -> IllegalAction:
    kind = action.__struct_config__.tag
    if kind == "investigate" and not state.deck:
        return IllegalAction("5.3", _NO_EVIDENCE)
    why = why_not(str(kind), action.suspect, state.dead, state.hand)
    return IllegalAction(_OWN_CLAUSE[type(action)], why)


def _shift_refused(state: State, action: ask.Shift) -> IllegalAction:
    if action in all_shifts(*size(state)):
        return IllegalAction(
            "3.2", gettext_noop("The line just shifted can't be shifted back this turn.")
        )
    return IllegalAction(
        "3.1", gettext_noop("A row of the grid shifts left or right, a column up or down.")
    )


def _collapse_refused(_state: State, _action: ask.Collapse) -> IllegalAction:
    return IllegalAction("3.3", _COLLAPSE)


def _disguise_refused(_state: State, _action: ask.Disguise) -> IllegalAction:
    return IllegalAction(
        "4.5",
        gettext_noop("A dead disguise can't become the identity; bluffing is still possible."),
    )


def _deduction_refused(_state: State, _action: ask.Deduce) -> IllegalAction:
    return IllegalAction("5.4", gettext_noop("A deduction names two different suspects."))


_REASONS: Mapping[type, Callable[[State, Any], IllegalAction]] = {
    ask.Murder: _suspect_refused,
    ask.ChooseIdentity: _suspect_refused,
    ask.Shift: _shift_refused,
    ask.Collapse: _collapse_refused,
    ask.Disguise: _disguise_refused,
    ask.Arrest: _suspect_refused,
    ask.Investigate: _suspect_refused,
    ask.Deduce: _deduction_refused,
}


def why_none(kind: str) -> str:
    """Return the reason why no action called `kind` is possible now."""
    return _NOTHING_TO_CHOOSE.get(kind, "")


def why_not(kind: str, suspect: str, dead: Collection[str], hand: Collection[str]) -> str:
    """Return the reason why `suspect` is not a choice for the action called `kind`.

    Empty for actions that don't take one suspect. `hand` has the inspector's cards.
    """
    if kind == "choose-identity" and suspect in hand:
        return _DEAD_CARD
    reasons = _DEAD if suspect in dead and kind in _DEAD else _NOT_THIS_ONE
    return reasons.get(kind, "")
