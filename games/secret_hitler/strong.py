"""The strong bot: an exact posterior for all it decides, and lies that fit what others infer.

A liberal goes by its own posterior. A fascist works out what the table believes and elects as a
liberal in its seat would. Policies, stories and powers it weighs by `scheming`; Hitler, who may
know nobody, strays by lot as often as `sabotage` says.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, TypeVar

from games.engine.seats import Seat
from games.secret_hitler import actions as ac
from games.secret_hitler import marginals, posterior, sabotage
from games.secret_hitler.pieces import (
    FASCIST_FOR_HITLER,
    FASCIST_TO_WIN,
    HAND,
    LIBERAL_TO_WIN,
)
from games.secret_hitler.posterior import Belief
from games.secret_hitler.prospects import Prospects
from games.secret_hitler.scheming import Scheme, scheme_of
from games.secret_hitler.speaking import claim_to_make
from games.secret_hitler.view import View
from games.secret_hitler.worlds import HITLER, LIBERAL, NUMBERS

_Choice = TypeVar("_Choice")


def play_strongly(view: View, choices: Sequence[Any], random: Random) -> Any | None:
    """Return what serves this seat's side best, going by all that its view tells."""
    claim = claim_to_make(view, choices, random)
    if claim is not None:
        return claim
    if view.seat is None or view.seat not in view.to_act:
        return None
    duties = [choice for choice in choices if not isinstance(choice, ac.Claim)]
    if len(duties) == 1:
        return duties[0]
    return _DECISIONS[view.phase](_Mind(view, view.seat, random), duties)


@dataclass(frozen=True)
class _Mind:
    """What a strong bot has in mind when it decides."""

    view: View
    me: Seat
    random: Random

    @cached_property
    def role(self) -> int:
        """Return the own role, as a number."""
        return NUMBERS[self.view.roles[self.me] or "liberal"]

    @cached_property
    def fascist(self) -> bool:
        """Tell whether this seat plays for the fascists."""
        return self.role != LIBERAL

    @cached_property
    def belief(self) -> Belief:
        """Return the own posterior; for a fascist, that of a liberal in this seat."""
        if not self.fascist:
            return posterior.belief_of(self.view)
        return marginals.as_if_liberal(self.public, self.me)

    @cached_property
    def public(self) -> Belief:
        """Return what everybody knows makes likely."""
        return posterior.belief_of(self.view, public=True)

    @cached_property
    def scheme(self) -> Scheme | None:
        """Return what a fascist who knows every role reckons with."""
        return scheme_of(self.view, self.me)

    @cached_property
    def prospects(self) -> Prospects:
        """Return what governments promise the liberals by `belief`."""
        return Prospects(self.view, self.belief, self.me)

    @cached_property
    def doubts(self) -> list[float]:
        """Return by seat how likely it is to be fascist by `belief`."""
        return marginals.fascist_odds(self.belief)

    def is_ally(self, seat: Seat | None) -> bool:
        """Tell whether a fascist knows `seat` for one of their own."""
        return seat is not None and self.fascist and self.view.parties[seat] == "fascist"

    def is_hitler(self, seat: Seat | None) -> bool:
        """Tell whether `seat` is known to be Hitler."""
        return seat is not None and self.view.roles[seat] == "hitler"

    def is_late(self) -> bool:
        """Tell whether Hitler's election would end the match."""
        return self.view.policies.fascist >= FASCIST_FOR_HITLER

    def is_close(self) -> bool:
        """Tell whether the next policy may end the match."""
        policies = self.view.policies
        return policies.liberal >= LIBERAL_TO_WIN - 1 or policies.fascist >= FASCIST_TO_WIN - 1

    def chance(self, odds: float) -> bool:
        """Return true as often as `odds`."""
        return self.random.random() < odds

    def best(self, choices: Sequence[_Choice], worth: Callable[[_Choice], float]) -> _Choice:
        """Return the choice of most worth; ties fall at random."""
        return max(choices, key=lambda choice: (round(worth(choice), 9), self.random.random()))


# The election


def _nominate(mind: _Mind, choices: Sequence[ac.Nominate]) -> ac.Nominate:
    """A liberal names whom it trusts; a fascist does the same, but for allies and Hitler."""
    return mind.best(choices, lambda c: mind.prospects.of(mind.me, c.chancellor) + _bias(mind, c))


_BIAS_HITLER = 0.25  #: in chances to win, as all the prospects are


def _bias(mind: _Mind, choice: ac.Nominate) -> float:
    """Return how much more than a liberal a fascist likes this nomination.

    Two fascists in one government would be two fewer to be trusted: allies get no favour.
    """
    wins = mind.is_late() and mind.is_hitler(choice.chancellor)
    return _BIAS_HITLER if wins and _may_pass(mind, mind.me, choice.chancellor) else 0.0


def _vote(mind: _Mind, _choices: Sequence[ac.Vote]) -> ac.Vote:
    president, chancellor = mind.view.president, mind.view.chancellor
    if president is None or chancellor is None or mind.me == president:
        return ac.Vote(ja=True)
    if mind.fascist:
        return ac.Vote(ja=_fascist_vote(mind, president, chancellor))
    return ac.Vote(ja=mind.prospects.fair(president, chancellor))


#: by players, how much a decisive vote must gain for a fascist to stray from the liberals: with
#: other numbers, fascists would win more often than people's do
_STRAYS = {8: 0.03, 10: 0.03}


def _fascist_vote(mind: _Mind, president: Seat, chancellor: Seat) -> bool:
    """Vote as some liberal would, but where the match may hang on it."""
    if mind.is_late() and (mind.me == chancellor or mind.is_hitler(chancellor)):
        if mind.me == chancellor or _may_pass(mind, president, chancellor):
            return True
        return _as_a_liberal(mind, president, chancellor)
    enough = _STRAYS.get(mind.view.players)
    if mind.scheme is not None and enough is not None:
        if _decides(mind, president, chancellor):
            gain = mind.scheme.gain(president, chancellor)
            if abs(gain) > enough:
                return gain > 0.0
    elif mind.is_close() and _decides(mind, president, chancellor):
        return mind.is_ally(president) or mind.is_ally(chancellor) or mind.me == chancellor
    return _as_a_liberal(mind, president, chancellor)


def _decides(mind: _Mind, president: Seat, chancellor: Seat) -> bool:
    """Tell whether the fascists' votes may decide this election."""
    return _may_pass(mind, president, chancellor) and _may_fail(mind, president, chancellor)


def _as_a_liberal(mind: _Mind, president: Seat, chancellor: Seat) -> bool:
    """Return the vote of a liberal picked at random, going by what everybody knows.

    A fascist who voted as if innocent would disagree with the liberals too often: looking for
    the fascists among the others, it would find them in the wrong places.
    """
    others = [seat for seat in _liberals(mind) if seat not in (president, chancellor)]
    model = mind.random.choice(others) if others else mind.me
    return _as_seen_by(mind, model).fair(president, chancellor)


def _liberals(mind: _Mind) -> list[Seat]:
    """Return who is alive and not known to be a fascist; Hitler may know nobody."""
    living = [Seat(seat) for seat, alive in enumerate(mind.view.alive) if alive]
    return [seat for seat in living if seat != mind.me and not mind.is_ally(seat)]


def _as_seen_by(mind: _Mind, seat: Seat) -> Prospects:
    """Return the prospects that a liberal at `seat` sees in what everybody knows."""
    return Prospects(mind.view, marginals.as_if_liberal(mind.public, seat), seat)


def _ayes(mind: _Mind, president: Seat, chancellor: Seat) -> int:
    """Return how many who are not known to be fascists will vote ja, going by what all know."""
    voters = _liberals(mind)
    return sum(
        seat in (president, chancellor) or _as_seen_by(mind, seat).fair(president, chancellor)
        for seat in voters
    )


def _may_pass(mind: _Mind, president: Seat, chancellor: Seat) -> bool:
    """Tell whether a government would be elected with every fascist's vote."""
    living = sum(mind.view.alive)
    return 2 * (_ayes(mind, president, chancellor) + living - len(_liberals(mind))) > living


def _may_fail(mind: _Mind, president: Seat, chancellor: Seat) -> bool:
    """Tell whether a government would be rejected without any fascist's vote."""
    return 2 * _ayes(mind, president, chancellor) <= sum(mind.view.alive)


# The legislative session


def _discard(mind: _Mind, choices: Sequence[ac.Discard]) -> ac.Discard:
    """Discard a fascist policy; a fascist buries a liberal one where that serves."""
    unwanted = "liberal" if _buries(mind, (mind.view.hand or ()).count("liberal")) else "fascist"
    return next((choice for choice in choices if choice.tile == unwanted), choices[0])


def _buries(mind: _Mind, held: int) -> bool:
    """Tell whether to discard one of `held` liberal tiles: where it may end the match, always."""
    policies = mind.view.policies
    odds = sabotage.bury(mind.role, held, policies.liberal, policies.fascist)
    if mind.scheme is None or held in (0, HAND) or mind.is_close():
        return mind.chance(odds)
    return mind.scheme.pass_on(held, mind.random) < held


def _enact(mind: _Mind, choices: Sequence[ac.Enact | ac.ProposeVeto]) -> ac.Enact | ac.ProposeVeto:
    """Enact a liberal policy; a fascist betrays the president where that serves."""
    wanted = "fascist" if _betrays(mind) else "liberal"
    for choice in choices:
        if isinstance(choice, ac.Enact) and choice.tile == wanted:
            return choice
    return choices[-1]


def _betrays(mind: _Mind) -> bool:
    """Tell whether to enact a fascist policy, given both."""
    policies, hand = mind.view.policies, mind.view.hand or ()
    if mind.scheme is None or hand.count("liberal") != 1 or mind.is_close():
        return mind.chance(sabotage.betray(mind.role, policies.liberal, policies.fascist))
    return mind.scheme.enact(mind.random) == 0


def _answer_veto(mind: _Mind, _choices: Sequence[ac.AnswerVeto]) -> ac.AnswerVeto:
    """Agree unless the two tiles hold what this side wants."""
    passed = mind.view.rounds[-1].passed or ()
    return ac.AnswerVeto(agree=("fascist" if mind.fascist else "liberal") not in passed)


# Executive action


def _use_power(mind: _Mind, choices: Sequence[Any]) -> Any:
    """Use the power granted on whom it serves."""
    worth = _WORTH.get(mind.view.power or "")
    if worth is None:
        return choices[0]
    scheme = mind.scheme
    if scheme is not None and mind.view.power in ("execute", "investigate"):
        return mind.best(choices, scheme.worth)
    return mind.best(choices, lambda choice: worth(mind, choice.target))


def _worth_killing(mind: _Mind, target: Seat) -> float:
    """Liberals want Hitler dead, fascists the liberal whom the table trusts most."""
    if mind.fascist:
        return -10.0 if mind.is_ally(target) else -mind.doubts[target]
    return marginals.hitler_odds(mind.belief)[target] + 0.2 * mind.doubts[target]


def _worth_knowing(mind: _Mind, target: Seat) -> float:
    """Liberals look where they know least; fascists at a liberal who is trusted."""
    if mind.fascist:
        return -10.0 if mind.is_ally(target) else -mind.doubts[target]
    return -abs(mind.doubts[target] - 0.5)


def _worth_calling(mind: _Mind, target: Seat) -> float:
    """Everybody calls whom they trust; a fascist rather an ally."""
    favour = 0.4 if mind.is_ally(target) and mind.role != HITLER else 0.0
    return favour - mind.doubts[target]


_WORTH: dict[str, Callable[[_Mind, Seat], float]] = {
    "execute": _worth_killing,
    "investigate": _worth_knowing,
    "call-election": _worth_calling,
}

_DECISIONS: dict[str, Callable[[_Mind, Sequence[Any]], Any]] = {
    "nominate": _nominate,
    "vote": _vote,
    "discard": _discard,
    "enact": _enact,
    "answer-veto": _answer_veto,
    "power": _use_power,
}
