"""What the strong bot makes of a player's turns, in words and figures: for reviews."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine.game import Line, Term, gettext_noop
from games.engine.insight import Option, Weighing
from games.noir import actions as ask
from games.noir import bot_inspector, bot_killer
from games.noir.actions import Action
from games.noir.bot import TALK
from games.noir.pieces import INSPECTOR
from games.noir.view import View
from games.noir.words import WORDS

SHOWN = 6  #: of up to some hundred turns; and what was done, if it is another one

_WIN = gettext_noop(
    "What counts is how likely it is to win from there. Where less than a point is between two,"
    " the lot decides."
)
_BESIDE = gettext_noop(
    "It keeps away from where the killer may be, and draws lots where little is between two. The"
    " figure is how likely the killer is beside each."
)


def weigh(view: View, choices: Sequence[Action], later: Sequence[Action]) -> Sequence[Weighing]:
    """Return what the strong bot makes of the turn that the player of `view` owes."""
    turns = [choice for choice in choices if not isinstance(choice, TALK)]
    if len(turns) < 2:
        return ()
    taken = next((action for action in later if not isinstance(action, TALK)), None)
    if view.seat != INSPECTOR:
        return (_weighing(_WIN, bot_killer.worths(view, turns), taken),)
    if view.identity.inspector is not None:
        return (_weighing(_WIN, bot_inspector.worths(view, turns), taken),)
    dangers = bot_inspector.dangers(view, turns)
    return (_weighing(_BESIDE, dangers, taken, least_first=True),)


def _weighing(
    title: str, worths: Mapping[Any, float], taken: Action | None, *, least_first: bool = False
) -> Weighing:
    ranked = sorted(worths, key=lambda turn: worths[turn], reverse=not least_first)
    shown = [turn for place, turn in enumerate(ranked) if place < SHOWN or _same(turn, taken)]
    return Weighing(
        title,
        tuple(Option(_line(turn), worths[turn], is_taken=_same(turn, taken)) for turn in shown),
    )


def _same(turn: Action, taken: Action | None) -> bool:
    """Tell whether this was done; a pair is deduced in either order."""
    if isinstance(turn, ask.Deduce) and isinstance(taken, ask.Deduce):
        return set(turn.suspects) == set(taken.suspects)
    return turn == taken


def _line(turn: Action) -> Line:
    """Return a turn in words."""
    action = WORDS[type(turn).__struct_config__.tag]  # type: ignore[index]
    if isinstance(turn, ask.Shift):
        return Line(
            gettext_noop("{action}: {line} {number}, {direction}"),
            terms={
                "action": (action,),
                "line": (WORDS[turn.line],),
                "direction": (WORDS[turn.direction],),
            },
            numbers={"number": turn.index + 1},
        )
    if isinstance(turn, ask.Disguise):
        return _words(action, [WORDS["swap/true" if turn.swap else "swap/false"]])
    if isinstance(turn, ask.Collapse | ask.Deduce):
        return _words(action, [Term(name, "suspect") for name in turn.suspects])
    return _words(action, [] if isinstance(turn, TALK) else [Term(turn.suspect, "suspect")])


def _words(action: Term, what: Iterable[Term]) -> Line:
    text = gettext_noop("{action}: {what}")
    return Line(text, terms={"action": (action,), "what": tuple(what)})
