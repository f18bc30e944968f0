"""The strong bot: it decides by an exact posterior, and its lies fit what others can infer.

A liberal goes by its own posterior. A fascist computes what the table believes, and nominates and
votes as a liberal on its seat would. It weighs policies, claims and powers by the fascist policy
(fascist_policy.py). Hitler may not know the other fascists; it then deviates at random as often as
the fascist model says (fascist_model.py).
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from games.engine.seats import Seat
from games.secret_hitler import actions as ac
from games.secret_hitler.bots.strong import fascist_model, marginals
from games.secret_hitler.bots.strong.assignments import HITLER
from games.secret_hitler.bots.strong.claiming import claim_to_make
from games.secret_hitler.bots.strong.context import BotContext
from games.secret_hitler.bots.strong.evaluation import Prospects
from games.secret_hitler.pieces import HAND, Tile
from games.secret_hitler.view import View


def play_strongly(view: View, choices: Sequence[Any], random: Random) -> Any | None:
    """Return what helps this seat's side most, by everything that its view shows."""
    claim = claim_to_make(view, choices, random)
    if claim is not None:
        return claim
    if view.seat is None or view.seat not in view.to_act:
        return None
    duties = [choice for choice in choices if not isinstance(choice, ac.Claim)]
    if len(duties) == 1:
        return duties[0]
    return _DECISIONS[view.phase](BotContext(view, view.seat, random), duties)


# The election


def _nominate(mind: BotContext, choices: Sequence[ac.Nominate]) -> ac.Nominate:
    """Nominate a trusted seat; a fascist does the same, with a preference for allies and Hitler."""
    return mind.best(choices, lambda choice: worth_naming(mind, choice))


def worth_naming(mind: BotContext, choice: ac.Nominate) -> float:
    """Return the worth of a nomination: the liberals' chance to win as a liberal sees it."""
    return mind.prospects.of(mind.me, choice.chancellor) + _bias(mind, choice)


_BIAS_HITLER = 0.25  #: as a probability of winning, like all prospects


def _bias(mind: BotContext, choice: ac.Nominate) -> float:
    """Return how much more a fascist likes this nomination than a liberal does.

    A government of two fascists would cost both of them the table's trust, so allies get no
    preference.
    """
    wins = mind.is_late() and mind.is_hitler(choice.chancellor)
    return _BIAS_HITLER if wins and _may_pass(mind, mind.me, choice.chancellor) else 0.0


def _vote(mind: BotContext, _choices: Sequence[ac.Vote]) -> ac.Vote:
    president, chancellor = mind.view.president, mind.view.chancellor
    if president is None or chancellor is None or mind.me == president:
        return ac.Vote(ja=True)
    if mind.fascist:
        vote = settled_vote(mind, president, chancellor)
        if vote is None:
            vote = _as_a_liberal(mind, president, chancellor)
        return ac.Vote(ja=vote)
    return ac.Vote(ja=mind.prospects.fair(president, chancellor))


#: by players: how much a decisive vote must gain before a fascist votes unlike a liberal; at other
#: sizes it never does, or fascists would win more often than people's fascists
_STRAYS = {8: 0.03, 10: 0.03}


def settled_vote(mind: BotContext, president: Seat, chancellor: Seat) -> bool | None:
    """Return a fascist's vote where the match may depend on it; None to vote like a liberal."""
    if mind.is_late() and (mind.me == chancellor or mind.is_hitler(chancellor)):
        passes = mind.me == chancellor or _may_pass(mind, president, chancellor)
        return True if passes else None
    if mind.scheme is not None and mind.view.players in _STRAYS:
        gain = gain_of_electing(mind, president, chancellor)
        return gain > 0.0 if gain else None
    if mind.is_close() and _decides(mind, president, chancellor):
        return mind.is_ally(president) or mind.is_ally(chancellor) or mind.me == chancellor
    return None


def gain_of_electing(mind: BotContext, president: Seat, chancellor: Seat) -> float:
    """Return the gain of electing if it is enough to vote unlike a liberal, else 0."""
    enough = _STRAYS.get(mind.view.players)
    if mind.scheme is None or enough is None or not _decides(mind, president, chancellor):
        return 0.0
    gain = mind.scheme.gain(president, chancellor)
    return gain if abs(gain) > enough else 0.0


def _decides(mind: BotContext, president: Seat, chancellor: Seat) -> bool:
    """Return whether the fascists' votes may decide this election."""
    return _may_pass(mind, president, chancellor) and _may_fail(mind, president, chancellor)


def _as_a_liberal(mind: BotContext, president: Seat, chancellor: Seat) -> bool:
    """Return the vote of a random liberal, by what everybody knows.

    A fascist who voted by its own view would disagree with the liberals too often: it would look
    for fascists among the others, and find the wrong ones.
    """
    return as_seen_by(mind, mind.random.choice(models(mind))).fair(president, chancellor)


def models(mind: BotContext) -> list[Seat]:
    """Return the seats whose views a fascist may borrow to vote like a liberal; else its own."""
    officers = (mind.view.president, mind.view.chancellor)
    others = [seat for seat in _liberals(mind) if seat not in officers]
    return others or [mind.me]


def _liberals(mind: BotContext) -> list[Seat]:
    """Return the living seats not known to be fascists; Hitler may know no fascist."""
    living = [Seat(seat) for seat, alive in enumerate(mind.view.alive) if alive]
    return [seat for seat in living if seat != mind.me and not mind.is_ally(seat)]


def as_seen_by(mind: BotContext, seat: Seat) -> Prospects:
    """Return the prospects that a liberal at `seat` sees in what everybody knows."""
    return Prospects(mind.view, marginals.as_if_liberal(mind.public, seat), seat)


def _ayes(mind: BotContext, president: Seat, chancellor: Seat) -> int:
    """Return how many seats that are not known fascists will vote ja, by what everybody knows."""
    voters = _liberals(mind)
    return sum(
        seat in (president, chancellor) or as_seen_by(mind, seat).fair(president, chancellor)
        for seat in voters
    )


def _may_pass(mind: BotContext, president: Seat, chancellor: Seat) -> bool:
    """Return whether a government would be elected with the votes of all fascists."""
    living = sum(mind.view.alive)
    return 2 * (_ayes(mind, president, chancellor) + living - len(_liberals(mind))) > living


def _may_fail(mind: BotContext, president: Seat, chancellor: Seat) -> bool:
    """Return whether a government would be rejected without the votes of the fascists."""
    return 2 * _ayes(mind, president, chancellor) <= sum(mind.view.alive)


# The legislative session


def _discard(mind: BotContext, choices: Sequence[ac.Discard]) -> ac.Discard:
    """Discard a fascist policy; a fascist discards a liberal one where that helps."""
    tile = "liberal" if _buries(mind, (mind.view.hand or ()).count("liberal")) else "fascist"
    return next((choice for choice in choices if choice.tile == tile), choices[0])


def _buries(mind: BotContext, held: int) -> bool:
    """Return whether to discard one of `held` liberal tiles; always if the match may end."""
    worths = burying(mind, held)
    if mind.scheme is None or worths is None:
        return mind.chance(buries_by_lot(mind, held))
    return mind.scheme.draw(worths, mind.random) < held


def burying(mind: BotContext, held: int) -> Mapping[int, float] | None:
    """Return the worth of passing each number of liberal tiles; None where it isn't computed."""
    if mind.scheme is None or held in (0, HAND) or mind.is_close():
        return None
    return mind.scheme.passing(held)


def buries_by_lot(mind: BotContext, held: int) -> float:
    """Return how often one of `held` liberal tiles is discarded where no worth is computed."""
    policies = mind.view.policies
    return fascist_model.bury(mind.role, held, policies.liberal, policies.fascist)


def _enact(
    mind: BotContext, choices: Sequence[ac.Enact | ac.ProposeVeto]
) -> ac.Enact | ac.ProposeVeto:
    """Enact a liberal policy; a fascist betrays the president where that helps."""
    return enact_wanted(choices, "fascist" if _betrays(mind) else "liberal")


def enact_wanted(
    choices: Sequence[ac.Enact | ac.ProposeVeto], tile: Tile
) -> ac.Enact | ac.ProposeVeto:
    """Return how to enact the wanted policy; without it, a veto where that is possible."""
    for choice in choices:
        if isinstance(choice, ac.Enact) and choice.tile == tile:
            return choice
    return choices[-1]


def _betrays(mind: BotContext) -> bool:
    """Return whether to enact a fascist policy when both kinds are in the hand."""
    worths = betraying(mind)
    if mind.scheme is None or worths is None:
        return mind.chance(betrays_by_lot(mind))
    return mind.scheme.draw(worths, mind.random) == 0


def betraying(mind: BotContext) -> Mapping[int, float] | None:
    """Return the worth of enacting each kind of tile; None where it isn't computed."""
    if mind.scheme is None or (mind.view.hand or ()).count("liberal") != 1 or mind.is_close():
        return None
    return mind.scheme.enacting()


def betrays_by_lot(mind: BotContext) -> float:
    """Return how often a fascist policy is enacted where no worth is computed."""
    policies = mind.view.policies
    return fascist_model.betray(mind.role, policies.liberal, policies.fascist)


def _answer_veto(mind: BotContext, _choices: Sequence[ac.AnswerVeto]) -> ac.AnswerVeto:
    return ac.AnswerVeto(agree=agrees(mind))


def agrees(mind: BotContext) -> bool:
    """Return whether to agree to a veto: unless one of the two tiles is wanted."""
    passed = mind.view.rounds[-1].passed or ()
    return ("fascist" if mind.fascist else "liberal") not in passed


# Executive action


def _use_power(mind: BotContext, choices: Sequence[Any]) -> Any:
    """Use the power on the target that helps most."""
    if mind.view.power not in _WORTH:
        return choices[0]
    return mind.best(choices, lambda choice: worth_using(mind, choice))


def worth_using(mind: BotContext, choice: Any) -> float:
    """Return the worth of this use of the power.

    For a fascist with full knowledge a chance to win.
    """
    if mind.scheme is not None and isinstance(choice, ac.Execute | ac.Investigate):
        return mind.scheme.worth(choice)
    return _WORTH[mind.view.power or ""](mind, choice.target)


def _worth_killing(mind: BotContext, target: Seat) -> float:
    """Return the worth of a target: for liberals Hitler, for fascists the most trusted liberal."""
    if mind.fascist:
        return -10.0 if mind.is_ally(target) else -mind.doubts[target]
    return marginals.hitler_odds(mind.belief)[target] + 0.2 * mind.doubts[target]


def _worth_knowing(mind: BotContext, target: Seat) -> float:
    """Return the worth of a target: for liberals by uncertainty, for fascists a trusted liberal."""
    if mind.fascist:
        return -10.0 if mind.is_ally(target) else -mind.doubts[target]
    return -abs(mind.doubts[target] - 0.5)


def _worth_calling(mind: BotContext, target: Seat) -> float:
    """Return the worth of a target: everybody calls a trusted seat; a fascist prefers an ally."""
    favour = 0.4 if mind.is_ally(target) and mind.role != HITLER else 0.0
    return favour - mind.doubts[target]


_WORTH: dict[str, Callable[[BotContext, Seat], float]] = {
    "execute": _worth_killing,
    "investigate": _worth_knowing,
    "call-election": _worth_calling,
}

_DECISIONS: dict[str, Callable[[BotContext, Sequence[Any]], Any]] = {
    "nominate": _nominate,
    "vote": _vote,
    "discard": _discard,
    "enact": _enact,
    "answer-veto": _answer_veto,
    "power": _use_power,
}
