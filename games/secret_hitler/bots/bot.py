"""The random and the simple bot: each chooses from its choices, by its view alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from games.engine.game import Bot, looks_at_nothing
from games.engine.seats import Seat
from games.secret_hitler import actions as ac
from games.secret_hitler.bots.claiming import fresh_claim
from games.secret_hitler.bots.strong.bot import play_strongly
from games.secret_hitler.bots.suspicion import suspicions
from games.secret_hitler.pieces import (
    FASCIST_FOR_HITLER,
    FASCIST_TO_WIN,
    LIBERAL_TO_WIN,
    TRACKER_FOR_CHAOS,
    Tile,
)
from games.secret_hitler.view import View

_Choice = TypeVar("_Choice")

_TRUSTED = 0.9  #: a liberal votes for a government that is no more suspicious than this
_DREAD = 1.4  #: the limit is so much lower if the chancellor could be Hitler, and win


@looks_at_nothing
def play_at_random(view: Any, choices: Sequence[Any], random: Random) -> Any | None:
    """Return a random duty; decline invitations."""
    duties = _duties(choices)
    return random.choice(duties) if duties else None


def play_simply(view: View, choices: Sequence[Any], random: Random) -> Any | None:
    """Return what helps this seat's side; judge others by their policies and their claims."""
    claim = fresh_claim(view, choices, random)
    if claim is not None:
        return claim
    if view.seat not in view.to_act:
        return None
    mind = _mind(view, view.seat, random)
    return _DECISIONS[view.phase](mind, _duties(choices))


def _duties(choices: Sequence[Any]) -> Sequence[Any]:
    """Return the duties; claims come after them."""
    for place, choice in enumerate(choices):
        if type(choice) is ac.Claim:
            return choices[:place]
    return choices


@dataclass(frozen=True)
class _DecisionContext:
    """What a bot knows when it decides."""

    view: View
    me: Seat
    random: Random
    fascist: bool  #: plays for the fascists
    hitler: bool
    doubts: list[float]  #: suspicion by seat; a fascist judges the others as the table does

    def is_ally(self, seat: Seat | None) -> bool:
        """Return whether a fascist knows that `seat` is an ally."""
        return seat is not None and self.fascist and self.view.parties[seat] == "fascist"

    def is_hitler(self, seat: Seat | None) -> bool:
        """Return whether `seat` is known to be Hitler."""
        return seat is not None and self.view.roles[seat] == "hitler"

    def is_late(self) -> bool:
        """Return whether Hitler's election would end the match."""
        return self.view.policies.fascist >= FASCIST_FOR_HITLER

    def chance(self, odds: float) -> bool:
        """Return true with the probability `odds`."""
        return self.random.random() < odds

    def least(self, choices: Sequence[_Choice], doubt: Callable[[_Choice], float]) -> _Choice:
        """Return the choice with the least doubt; a random one of equals."""
        return min(choices, key=lambda choice: (doubt(choice), self.random.random()))


def _mind(view: View, me: Seat, random: Random) -> _DecisionContext:
    role = view.roles[me]
    fascist = role != "liberal"
    doubts = suspicions(view, privately=not fascist)
    return _DecisionContext(view, me, random, fascist, role == "hitler", doubts)


# The election


def _nominate(mind: _DecisionContext, choices: Sequence[ac.Nominate]) -> ac.Nominate:
    """Nominate: a liberal the least suspicious seat.

    A fascist an ally, and Hitler when it is late.
    """
    if mind.fascist and mind.is_late():
        for choice in choices:
            if mind.is_hitler(choice.chancellor):
                return choice
    if mind.fascist and mind.chance(0.2):
        allies = [c for c in choices if mind.is_ally(c.chancellor)]
        choices = allies or choices
    return mind.least(choices, lambda choice: _risk(mind, choice.chancellor))


def _risk(mind: _DecisionContext, chancellor: Seat) -> float:
    """Return the doubt about a chancellor, lower if it is proved not to be Hitler."""
    is_proof = mind.is_late() and chancellor in mind.view.not_hitler
    return mind.doubts[chancellor] - (1.0 if is_proof else 0.0)


def _vote(mind: _DecisionContext, _choices: Sequence[ac.Vote]) -> ac.Vote:
    president, chancellor = mind.view.president, mind.view.chancellor
    if mind.me == president:
        return ac.Vote(ja=True)
    if mind.fascist and mind.is_late() and mind.is_hitler(chancellor):
        return ac.Vote(ja=True)
    if mind.fascist and (mind.is_ally(president) or mind.is_ally(chancellor)):
        return ac.Vote(ja=mind.chance(0.9))
    if mind.fascist and mind.view.policies.liberal == LIBERAL_TO_WIN - 1:
        return ac.Vote(ja=False)
    return ac.Vote(ja=_seems_fair(mind))


def _seems_fair(mind: _DecisionContext) -> bool:
    """Return whether a liberal would vote for this government, more readily when chaos is near."""
    officers = [mind.view.president, mind.view.chancellor]
    doubts = [mind.doubts[seat] for seat in officers if seat is not None and seat != mind.me]
    patience = _TRUSTED + 0.6 * mind.view.tracker
    if mind.is_late() and mind.view.chancellor not in mind.view.not_hitler:
        patience -= _DREAD
    elif mind.view.tracker == TRACKER_FOR_CHAOS - 1:
        patience += 1.0
    return max(doubts) <= patience


# The legislative session


def _wanted_policy(mind: _DecisionContext) -> Tile:
    """Return the policy that this seat wants now; fascists hide as long as they can afford it."""
    if not mind.fascist:
        return "liberal"
    policies = mind.view.policies
    pressing = policies.liberal >= LIBERAL_TO_WIN - 2 or policies.fascist >= FASCIST_TO_WIN - 2
    if mind.hitler and not pressing:
        return "liberal"
    return "fascist" if pressing or mind.chance(0.85) else "liberal"


def _discard(mind: _DecisionContext, choices: Sequence[ac.Discard]) -> ac.Discard:
    """Discard a tile that is not wanted, if there is one."""
    tile = _wanted_policy(mind)
    others = [choice for choice in choices if choice.tile != tile]
    return (others or choices)[0]


def _enact(
    mind: _DecisionContext, choices: Sequence[ac.Enact | ac.ProposeVeto]
) -> ac.Enact | ac.ProposeVeto:
    """Enact a wanted tile; if there is none, propose a veto where that is possible."""
    tile = _wanted_policy(mind)
    for choice in choices:
        if isinstance(choice, ac.Enact) and choice.tile == tile:
            return choice
    return choices[-1]


def _answer_veto(mind: _DecisionContext, _choices: Sequence[ac.AnswerVeto]) -> ac.AnswerVeto:
    """Agree unless one of the two tiles is wanted."""
    passed = mind.view.rounds[-1].passed or ()
    return ac.AnswerVeto(agree=("fascist" if mind.fascist else "liberal") not in passed)


# Executive action


def _use_power(mind: _DecisionContext, choices: Sequence[Any]) -> Any:
    """Use the power on the target that helps most."""
    power = mind.view.power
    if power == "execute":
        return mind.least(choices, lambda choice: -_worth_killing(mind, choice.target))
    if power == "investigate":
        return mind.least(choices, lambda choice: -_worth_knowing(mind, choice.target))
    if power == "call-election":
        return mind.least(choices, lambda choice: _worth_avoiding(mind, choice.target))
    return choices[0]


def _worth_killing(mind: _DecisionContext, target: Seat) -> float:
    """Return the worth of a target: for liberals Hitler, for fascists the most trusted liberal."""
    if mind.fascist:
        return -1000.0 if mind.is_ally(target) else -mind.doubts[target]
    is_proof = target in mind.view.not_hitler
    return mind.doubts[target] - (1000.0 if is_proof else 0.0)


def _worth_knowing(mind: _DecisionContext, target: Seat) -> float:
    """Return the worth of a target: for liberals a doubtful seat, for fascists a liberal."""
    knows = mind.view.parties[target] is not None
    return mind.doubts[target] - (1000.0 if knows else 0.0)


def _worth_avoiding(mind: _DecisionContext, target: Seat) -> float:
    """Return the doubt about a target: everybody calls a trusted seat.

    A fascist prefers an ally.
    """
    return mind.doubts[target] - (1000.0 if mind.is_ally(target) else 0.0)


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
