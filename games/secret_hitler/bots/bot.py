"""The random and the simple bot: each decides only from its view and its choices."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, TypeVar

from games.engine.game import Bot, looks_at_nothing
from games.engine.seats import Seat
from games.secret_hitler import actions as ac
from games.secret_hitler.bots.claiming import fresh_claim
from games.secret_hitler.bots.strong.assignments import HITLER
from games.secret_hitler.bots.strong.bot import agrees, enact_wanted, play_strongly
from games.secret_hitler.bots.strong.context import BotContext
from games.secret_hitler.bots.suspicion import suspicions
from games.secret_hitler.pieces import FASCIST_TO_WIN, LIBERAL_TO_WIN, TRACKER_FOR_CHAOS, Tile
from games.secret_hitler.view import View

_Choice = TypeVar("_Choice")

_TRUSTED = 0.9  #: a liberal votes for a government up to this suspicion
_DREAD = 1.4  #: the limit is lower by this much if the chancellor could be Hitler, and win


@looks_at_nothing
def play_at_random(view: Any, choices: Sequence[Any], random: Random) -> Any | None:
    """Return a random duty; decline invitations."""
    duties = ac.duties_of(choices)
    # Like random.choice, in a third of the time.
    return duties[int(random.random() * len(duties))] if duties else None


def play_simply(view: View, choices: Sequence[Any], random: Random) -> Any | None:
    """Return a choice that helps this seat's side; judge others by their policies and claims."""
    claim = fresh_claim(view, choices, random)
    if claim is not None:
        return claim
    if view.seat not in view.to_act:
        return None
    context = _DecisionContext(view, view.seat, random)
    return _DECISIONS[view.phase](context, ac.duties_of(choices))


class _DecisionContext(BotContext):
    """The knowledge of the simple bot for a decision."""

    @cached_property
    def doubts(self) -> list[float]:
        """Return the suspicion of each seat; a fascist judges others as the table does."""
        return suspicions(self.view, privately=not self.fascist)

    def least(self, choices: Sequence[_Choice], doubt: Callable[[_Choice], float]) -> _Choice:
        """Return the choice with the least doubt, at random among equals."""
        return min(choices, key=lambda choice: (doubt(choice), self.random.random()))


# The election


def _nominate(context: _DecisionContext, choices: Sequence[ac.Nominate]) -> ac.Nominate:
    """Nominate the least suspicious seat.

    A fascist nominates an ally instead, and late in the match Hitler.
    """
    if context.fascist and context.is_late():
        for choice in choices:
            if context.is_hitler(choice.chancellor):
                return choice
    if context.fascist and context.chance(0.2):
        allies = [c for c in choices if context.is_ally(c.chancellor)]
        choices = allies or choices
    return context.least(choices, lambda choice: _risk(context, choice.chancellor))


def _risk(context: _DecisionContext, chancellor: Seat) -> float:
    """Return the doubt about a chancellor, reduced if the player is proved not to be Hitler."""
    is_proof = context.is_late() and chancellor in context.view.not_hitler
    return context.doubts[chancellor] - (1.0 if is_proof else 0.0)


def _vote(context: _DecisionContext, _choices: Sequence[ac.Vote]) -> ac.Vote:
    president, chancellor = context.view.president, context.view.chancellor
    if context.me == president:
        return ac.Vote(ja=True)
    if context.fascist and context.is_late() and context.is_hitler(chancellor):
        return ac.Vote(ja=True)
    if context.fascist and (context.is_ally(president) or context.is_ally(chancellor)):
        return ac.Vote(ja=context.chance(0.9))
    if context.fascist and context.view.policies.liberal == LIBERAL_TO_WIN - 1:
        return ac.Vote(ja=False)
    return ac.Vote(ja=_seems_fair(context))


def _seems_fair(context: _DecisionContext) -> bool:
    """Return whether a liberal would vote for this government, more readily when chaos is near."""
    officers = [context.view.president, context.view.chancellor]
    doubts = [context.doubts[seat] for seat in officers if seat is not None and seat != context.me]
    patience = _TRUSTED + 0.6 * context.view.tracker
    if context.is_late() and context.view.chancellor not in context.view.not_hitler:
        patience -= _DREAD
    elif context.view.tracker == TRACKER_FOR_CHAOS - 1:
        patience += 1.0
    return max(doubts) <= patience


# The legislative session


def _wanted_policy(context: _DecisionContext) -> Tile:
    """Return the policy that this seat wants now; fascists hide while they can afford to."""
    if not context.fascist:
        return "liberal"
    policies = context.view.policies
    pressing = policies.liberal >= LIBERAL_TO_WIN - 2 or policies.fascist >= FASCIST_TO_WIN - 2
    if context.role == HITLER and not pressing:
        return "liberal"
    return "fascist" if pressing or context.chance(0.85) else "liberal"


def _discard(context: _DecisionContext, choices: Sequence[ac.Discard]) -> ac.Discard:
    """Discard an unwanted tile, if possible."""
    tile = _wanted_policy(context)
    others = [choice for choice in choices if choice.tile != tile]
    return (others or choices)[0]


def _enact(
    context: _DecisionContext, choices: Sequence[ac.Enact | ac.ProposeVeto]
) -> ac.Enact | ac.ProposeVeto:
    """Enact a wanted tile; without one, propose a veto if possible."""
    return enact_wanted(choices, _wanted_policy(context))


def _answer_veto(context: _DecisionContext, _choices: Sequence[ac.AnswerVeto]) -> ac.AnswerVeto:
    return ac.AnswerVeto(agree=agrees(context))


# Executive action


def _use_power(context: _DecisionContext, choices: Sequence[Any]) -> Any:
    """Use the power on the target that helps most."""
    power = context.view.power
    if power == "execute":
        return context.least(choices, lambda choice: -_worth_killing(context, choice.target))
    if power == "investigate":
        return context.least(choices, lambda choice: -_worth_knowing(context, choice.target))
    if power == "call-election":
        return context.least(choices, lambda choice: _worth_avoiding(context, choice.target))
    return choices[0]


def _worth_killing(context: _DecisionContext, target: Seat) -> float:
    """Return the worth of executing `target`: liberals want Hitler, fascists a trusted liberal."""
    if context.fascist:
        return -1000.0 if context.is_ally(target) else -context.doubts[target]
    is_proof = target in context.view.not_hitler
    return context.doubts[target] - (1000.0 if is_proof else 0.0)


def _worth_knowing(context: _DecisionContext, target: Seat) -> float:
    """Return the worth of investigating `target`: highest for a doubtful seat of unknown party."""
    knows = context.view.parties[target] is not None
    return context.doubts[target] - (1000.0 if knows else 0.0)


def _worth_avoiding(context: _DecisionContext, target: Seat) -> float:
    """Return the doubt about `target` as the next candidate: everybody calls a trusted seat.

    A fascist prefers an ally.
    """
    return context.doubts[target] - (1000.0 if context.is_ally(target) else 0.0)


_DECISIONS: dict[str, Callable[[_DecisionContext, Sequence[Any]], Any]] = {
    "nominate": _nominate,
    "vote": _vote,
    "discard": _discard,
    "enact": _enact,
    "answer-veto": _answer_veto,
    "power": _use_power,
}

BOTS: Mapping[str, Bot] = {
    "random": play_at_random,
    "simple": play_simply,
    "strong": play_strongly,
}
