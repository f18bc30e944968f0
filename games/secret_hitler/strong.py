"""The strong bot: an exact posterior for all it decides, and lies that fit what others infer.

A liberal goes by its own posterior. A fascist works out what the table believes and elects as a
liberal in its seat would. Policies, stories and powers it weighs by `scheming`; Hitler, who may
know nobody, strays by lot as often as `sabotage` says.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from games.engine.seats import Seat
from games.secret_hitler import actions as ac
from games.secret_hitler import marginals, sabotage
from games.secret_hitler.mind import Mind
from games.secret_hitler.pieces import HAND, Tile
from games.secret_hitler.prospects import Prospects
from games.secret_hitler.speaking import claim_to_make
from games.secret_hitler.view import View
from games.secret_hitler.worlds import HITLER


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
    return _DECISIONS[view.phase](Mind(view, view.seat, random), duties)


# The election


def _nominate(mind: Mind, choices: Sequence[ac.Nominate]) -> ac.Nominate:
    """A liberal names whom it trusts; a fascist does the same, but for allies and Hitler."""
    return mind.best(choices, lambda choice: worth_naming(mind, choice))


def worth_naming(mind: Mind, choice: ac.Nominate) -> float:
    """Return what a nomination is worth, in the liberals' chances to win as a liberal sees them."""
    return mind.prospects.of(mind.me, choice.chancellor) + _bias(mind, choice)


_BIAS_HITLER = 0.25  #: in chances to win, as all the prospects are


def _bias(mind: Mind, choice: ac.Nominate) -> float:
    """Return how much more than a liberal a fascist likes this nomination.

    Two fascists in one government would be two fewer to be trusted: allies get no favour.
    """
    wins = mind.is_late() and mind.is_hitler(choice.chancellor)
    return _BIAS_HITLER if wins and _may_pass(mind, mind.me, choice.chancellor) else 0.0


def _vote(mind: Mind, _choices: Sequence[ac.Vote]) -> ac.Vote:
    president, chancellor = mind.view.president, mind.view.chancellor
    if president is None or chancellor is None or mind.me == president:
        return ac.Vote(ja=True)
    if mind.fascist:
        settled = settled_vote(mind, president, chancellor)
        if settled is None:
            settled = _as_a_liberal(mind, president, chancellor)
        return ac.Vote(ja=settled)
    return ac.Vote(ja=mind.prospects.fair(president, chancellor))


#: by players, how much a decisive vote must gain for a fascist to stray from the liberals: with
#: other numbers, fascists would win more often than people's do
_STRAYS = {8: 0.03, 10: 0.03}


def settled_vote(mind: Mind, president: Seat, chancellor: Seat) -> bool | None:
    """Return a fascist's vote where the match may hang on it; None where it votes as a liberal."""
    if mind.is_late() and (mind.me == chancellor or mind.is_hitler(chancellor)):
        passes = mind.me == chancellor or _may_pass(mind, president, chancellor)
        return True if passes else None
    if mind.scheme is not None and mind.view.players in _STRAYS:
        gain = gained(mind, president, chancellor)
        return gain > 0.0 if gain else None
    if mind.is_close() and _decides(mind, president, chancellor):
        return mind.is_ally(president) or mind.is_ally(chancellor) or mind.me == chancellor
    return None


def gained(mind: Mind, president: Seat, chancellor: Seat) -> float:
    """Return what electing gains where that is enough to stray from the liberals, else nothing."""
    enough = _STRAYS.get(mind.view.players)
    if mind.scheme is None or enough is None or not _decides(mind, president, chancellor):
        return 0.0
    gain = mind.scheme.gain(president, chancellor)
    return gain if abs(gain) > enough else 0.0


def _decides(mind: Mind, president: Seat, chancellor: Seat) -> bool:
    """Tell whether the fascists' votes may decide this election."""
    return _may_pass(mind, president, chancellor) and _may_fail(mind, president, chancellor)


def _as_a_liberal(mind: Mind, president: Seat, chancellor: Seat) -> bool:
    """Return the vote of a liberal picked at random, going by what everybody knows.

    A fascist who voted as if innocent would disagree with the liberals too often: looking for
    the fascists among the others, it would find them in the wrong places.
    """
    return as_seen_by(mind, mind.random.choice(models(mind))).fair(president, chancellor)


def models(mind: Mind) -> list[Seat]:
    """Return whose eyes a fascist borrows to vote as a liberal; its own where nobody is left."""
    officers = (mind.view.president, mind.view.chancellor)
    others = [seat for seat in _liberals(mind) if seat not in officers]
    return others or [mind.me]


def _liberals(mind: Mind) -> list[Seat]:
    """Return who is alive and not known to be a fascist; Hitler may know nobody."""
    living = [Seat(seat) for seat, alive in enumerate(mind.view.alive) if alive]
    return [seat for seat in living if seat != mind.me and not mind.is_ally(seat)]


def as_seen_by(mind: Mind, seat: Seat) -> Prospects:
    """Return the prospects that a liberal at `seat` sees in what everybody knows."""
    return Prospects(mind.view, marginals.as_if_liberal(mind.public, seat), seat)


def _ayes(mind: Mind, president: Seat, chancellor: Seat) -> int:
    """Return how many who are not known to be fascists will vote ja, going by what all know."""
    voters = _liberals(mind)
    return sum(
        seat in (president, chancellor) or as_seen_by(mind, seat).fair(president, chancellor)
        for seat in voters
    )


def _may_pass(mind: Mind, president: Seat, chancellor: Seat) -> bool:
    """Tell whether a government would be elected with every fascist's vote."""
    living = sum(mind.view.alive)
    return 2 * (_ayes(mind, president, chancellor) + living - len(_liberals(mind))) > living


def _may_fail(mind: Mind, president: Seat, chancellor: Seat) -> bool:
    """Tell whether a government would be rejected without any fascist's vote."""
    return 2 * _ayes(mind, president, chancellor) <= sum(mind.view.alive)


# The legislative session


def _discard(mind: Mind, choices: Sequence[ac.Discard]) -> ac.Discard:
    """Discard a fascist policy; a fascist buries a liberal one where that serves."""
    unwanted = "liberal" if _buries(mind, (mind.view.hand or ()).count("liberal")) else "fascist"
    return next((choice for choice in choices if choice.tile == unwanted), choices[0])


def _buries(mind: Mind, held: int) -> bool:
    """Tell whether to discard one of `held` liberal tiles: where it may end the match, always."""
    worths = burying(mind, held)
    if mind.scheme is None or worths is None:
        return mind.chance(buries_by_lot(mind, held))
    return mind.scheme.draw(worths, mind.random) < held


def burying(mind: Mind, held: int) -> Mapping[int, float] | None:
    """Return what passing so many liberal tiles is worth; None where that is not weighed."""
    if mind.scheme is None or held in (0, HAND) or mind.is_close():
        return None
    return mind.scheme.passing(held)


def buries_by_lot(mind: Mind, held: int) -> float:
    """Return how often one of `held` liberal tiles is discarded where that is not weighed."""
    policies = mind.view.policies
    return sabotage.bury(mind.role, held, policies.liberal, policies.fascist)


def _enact(mind: Mind, choices: Sequence[ac.Enact | ac.ProposeVeto]) -> ac.Enact | ac.ProposeVeto:
    """Enact a liberal policy; a fascist betrays the president where that serves."""
    return enacted(choices, "fascist" if _betrays(mind) else "liberal")


def enacted(
    choices: Sequence[ac.Enact | ac.ProposeVeto], wanted: Tile
) -> ac.Enact | ac.ProposeVeto:
    """Return how to enact what is wanted; without it, to veto where that is open."""
    for choice in choices:
        if isinstance(choice, ac.Enact) and choice.tile == wanted:
            return choice
    return choices[-1]


def _betrays(mind: Mind) -> bool:
    """Tell whether to enact a fascist policy, given both."""
    worths = betraying(mind)
    if mind.scheme is None or worths is None:
        return mind.chance(betrays_by_lot(mind))
    return mind.scheme.draw(worths, mind.random) == 0


def betraying(mind: Mind) -> Mapping[int, float] | None:
    """Return what enacting so many liberal tiles is worth; None where that is not weighed."""
    if mind.scheme is None or (mind.view.hand or ()).count("liberal") != 1 or mind.is_close():
        return None
    return mind.scheme.enacting()


def betrays_by_lot(mind: Mind) -> float:
    """Return how often a fascist policy is enacted where that is not weighed."""
    policies = mind.view.policies
    return sabotage.betray(mind.role, policies.liberal, policies.fascist)


def _answer_veto(mind: Mind, _choices: Sequence[ac.AnswerVeto]) -> ac.AnswerVeto:
    return ac.AnswerVeto(agree=agrees(mind))


def agrees(mind: Mind) -> bool:
    """Tell whether to agree to a veto: unless the two tiles hold what this side wants."""
    passed = mind.view.rounds[-1].passed or ()
    return ("fascist" if mind.fascist else "liberal") not in passed


# Executive action


def _use_power(mind: Mind, choices: Sequence[Any]) -> Any:
    """Use the power granted on whom it serves."""
    if mind.view.power not in _WORTH:
        return choices[0]
    return mind.best(choices, lambda choice: worth_using(mind, choice))


def worth_using(mind: Mind, choice: Any) -> float:
    """Return what it is worth to use the power like that: a chance to win for a schemer."""
    if mind.scheme is not None and isinstance(choice, ac.Execute | ac.Investigate):
        return mind.scheme.worth(choice)
    return _WORTH[mind.view.power or ""](mind, choice.target)


def _worth_killing(mind: Mind, target: Seat) -> float:
    """Liberals want Hitler dead, fascists the liberal whom the table trusts most."""
    if mind.fascist:
        return -10.0 if mind.is_ally(target) else -mind.doubts[target]
    return marginals.hitler_odds(mind.belief)[target] + 0.2 * mind.doubts[target]


def _worth_knowing(mind: Mind, target: Seat) -> float:
    """Liberals look where they know least; fascists at a liberal who is trusted."""
    if mind.fascist:
        return -10.0 if mind.is_ally(target) else -mind.doubts[target]
    return -abs(mind.doubts[target] - 0.5)


def _worth_calling(mind: Mind, target: Seat) -> float:
    """Everybody calls whom they trust; a fascist rather an ally."""
    favour = 0.4 if mind.is_ally(target) and mind.role != HITLER else 0.0
    return favour - mind.doubts[target]


_WORTH: dict[str, Callable[[Mind, Seat], float]] = {
    "execute": _worth_killing,
    "investigate": _worth_knowing,
    "call-election": _worth_calling,
}

_DECISIONS: dict[str, Callable[[Mind, Sequence[Any]], Any]] = {
    "nominate": _nominate,
    "vote": _vote,
    "discard": _discard,
    "enact": _enact,
    "answer-veto": _answer_veto,
    "power": _use_power,
}
