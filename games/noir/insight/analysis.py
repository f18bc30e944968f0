"""The strong bot's analysis of a player's turns, as text and numbers, for reviews."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.insight import DecisionAnalysis, WeighedOption
from games.engine.text import Line, Term, gettext_noop
from games.noir import actions as ask
from games.noir.actions import Action
from games.noir.bots import inspector, killer
from games.noir.bots.bot import TALK
from games.noir.labels import LABELS
from games.noir.pieces import INSPECTOR
from games.noir.view import View

SHOWN = 6  #: options to show, of up to a few hundred; the turn that was taken is added

_WIN = gettext_noop(
    "Each option is rated by the chance of winning from there. Within one point it is decided at"
    " random."
)
_BESIDE = gettext_noop(
    "It keeps away from where the killer may be, and decides close calls at random. The number "
    "shows how likely the killer is to be beside each suspect."
)


def weigh(
    view: View, choices: Sequence[Action], later: Sequence[Action]
) -> Sequence[DecisionAnalysis]:
    """Return the strong bot's analysis of the turn that the player of `view` owes."""
    turns = [choice for choice in choices if not isinstance(choice, TALK)]
    if len(turns) < 2:
        return ()
    own = next((action for action in later if not isinstance(action, TALK)), None)
    if view.seat != INSPECTOR:
        return (_analysis(_WIN, killer.worths(view, turns), own),)
    if view.identity.inspector is not None:
        return (_analysis(_WIN, inspector.worths(view, turns), own),)
    dangers = inspector.dangers(view, turns)
    return (_analysis(_BESIDE, dangers, own, least_first=True),)


def _analysis(
    title: str, worths: Mapping[Any, float], taken: Action | None, *, least_first: bool = False
) -> DecisionAnalysis:
    order = sorted(worths, key=lambda turn: worths[turn], reverse=not least_first)
    best = [turn for place, turn in enumerate(order) if place < SHOWN or _same(turn, taken)]
    return DecisionAnalysis(
        title,
        tuple(
            WeighedOption(_line(turn), worths[turn], is_taken=_same(turn, taken)) for turn in best
        ),
    )


def _same(turn: Action, other: Action | None) -> bool:
    """Return whether `turn` was taken; the order of a deduced pair doesn't matter."""
    if isinstance(turn, ask.Deduce) and isinstance(other, ask.Deduce):
        return set(turn.suspects) == set(other.suspects)
    return turn == other


def _line(turn: Action) -> Line:
    """Return a turn as a line."""
    action = LABELS[type(turn).__struct_config__.tag]  # type: ignore[index]
    if isinstance(turn, ask.Shift):
        return Line(
            gettext_noop("{action}: {line} {number}, {direction}"),
            terms={
                "action": (action,),
                "line": (LABELS[turn.line],),
                "direction": (LABELS[turn.direction],),
            },
            numbers={"number": turn.index + 1},
        )
    if isinstance(turn, ask.Disguise):
        return _words(action, [LABELS["swap/true" if turn.swap else "swap/false"]])
    if isinstance(turn, ask.Collapse | ask.Deduce):
        return _words(action, [Term(name, "suspect") for name in turn.suspects])
    return _words(action, [] if isinstance(turn, TALK) else [Term(turn.suspect, "suspect")])


def _words(action: Term, what: Iterable[Term]) -> Line:
    text = gettext_noop("{action}: {what}")
    return Line(text, terms={"action": (action,), "what": tuple(what)})
