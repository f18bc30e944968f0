"""The strong bot: it decides by an exact posterior, and its lies fit the others' inferences.

A liberal uses its own posterior. A fascist computes the table's beliefs, and nominates and votes
like a liberal in its seat. It weighs policies, claims and powers by the fascist policy
(fascist_policy.py). Hitler may not know the other fascists; it then deviates at random with the
frequency of the fascist model (fascist_model.py).
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
from games.secret_hitler.bots.strong.evaluation import Evaluation
from games.secret_hitler.pieces import HAND, Tile
from games.secret_hitler.view import View


def play_strongly(view: View, choices: Sequence[Any], random: Random) -> Any | None:
    """Return the choice that helps this seat's side most, given everything in its view."""
    claim = claim_to_make(view, choices, random)
    if claim is not None:
        return claim
    if view.seat is None or view.seat not in view.to_act:
        return None
    duties = ac.duties_of(choices)
    if len(duties) == 1:
        return duties[0]
    return _DECISIONS[view.phase](BotContext(view, view.seat, random), duties)


# The election


def _nominate(context: BotContext, choices: Sequence[ac.Nominate]) -> ac.Nominate:
    """Nominate a trusted seat; a fascist does the same, with a preference for allies and Hitler."""
    return context.best(choices, lambda choice: worth_naming(context, choice))


def worth_naming(context: BotContext, choice: ac.Nominate) -> float:
    """Return the worth of a nomination: the liberals' chance to win from a liberal's view."""
    return context.evaluation.of(context.me, choice.chancellor) + _bias(context, choice)


_BIAS_HITLER = 0.25  #: as a probability of winning, like all evaluations


def _bias(context: BotContext, choice: ac.Nominate) -> float:
    """Return the additional worth of this nomination for a fascist, compared with a liberal.

    A government of two fascists would cost both of them the table's trust, so allies get no
    preference.
    """
    wins = context.is_late() and context.is_hitler(choice.chancellor)
    return _BIAS_HITLER if wins and _may_pass(context, context.me, choice.chancellor) else 0.0


def _vote(context: BotContext, _choices: Sequence[ac.Vote]) -> ac.Vote:
    president, chancellor = context.view.president, context.view.chancellor
    if president is None or chancellor is None or context.me == president:
        return ac.Vote(ja=True)
    if context.fascist:
        vote = settled_vote(context, president, chancellor)
        if vote is None:
            vote = _as_a_liberal(context, president, chancellor)
        return ac.Vote(ja=vote)
    return ac.Vote(ja=context.evaluation.fair(president, chancellor))


#: by number of players: the smallest gain for which a fascist's decisive vote differs from a
#: liberal's; at other sizes it never differs, or fascists would win more often than among people
_STRAYS = {8: 0.03, 10: 0.03}


def settled_vote(context: BotContext, president: Seat, chancellor: Seat) -> bool | None:
    """Return a fascist's vote if the match may depend on it; None to vote like a liberal."""
    if context.is_late() and (context.me == chancellor or context.is_hitler(chancellor)):
        passes = context.me == chancellor or _may_pass(context, president, chancellor)
        return True if passes else None
    if context.scheme is not None and context.view.players in _STRAYS:
        gain = gain_of_electing(context, president, chancellor)
        return gain > 0.0 if gain else None
    if context.is_close() and _decides(context, president, chancellor):
        return context.is_ally(president) or context.is_ally(chancellor) or context.me == chancellor
    return None


def gain_of_electing(context: BotContext, president: Seat, chancellor: Seat) -> float:
    """Return the gain from electing, or 0 if it is too small to vote unlike a liberal."""
    enough = _STRAYS.get(context.view.players)
    if context.scheme is None or enough is None or not _decides(context, president, chancellor):
        return 0.0
    gain = context.scheme.gain(president, chancellor)
    return gain if abs(gain) > enough else 0.0


def _decides(context: BotContext, president: Seat, chancellor: Seat) -> bool:
    """Return whether the fascists' votes may decide this election."""
    return _may_pass(context, president, chancellor) and _may_fail(context, president, chancellor)


def _as_a_liberal(context: BotContext, president: Seat, chancellor: Seat) -> bool:
    """Return the vote of a random liberal, by public knowledge.

    A fascist who voted by its own view would disagree with the liberals too often: it would look
    for fascists among the others, and find the wrong ones.
    """
    return as_seen_by(context, context.random.choice(models(context))).fair(president, chancellor)


def models(context: BotContext) -> list[Seat]:
    """Return the seats from whose views a fascist may vote like a liberal; else its own."""
    officers = (context.view.president, context.view.chancellor)
    others = [seat for seat in _liberals(context) if seat not in officers]
    return others or [context.me]


def _liberals(context: BotContext) -> list[Seat]:
    """Return the living seats not known to be fascists; Hitler may know no fascist."""
    living = [Seat(seat) for seat, alive in enumerate(context.view.alive) if alive]
    return [seat for seat in living if seat != context.me and not context.is_ally(seat)]


def as_seen_by(context: BotContext, seat: Seat) -> Evaluation:
    """Return the chances for a liberal at `seat`, by public knowledge."""
    return Evaluation(context.view, marginals.as_if_liberal(context.public, seat))


def _ayes(context: BotContext, president: Seat, chancellor: Seat) -> int:
    """Return the expected ja votes, without those of known fascists, by public knowledge."""
    voters = _liberals(context)
    return sum(
        seat in (president, chancellor) or as_seen_by(context, seat).fair(president, chancellor)
        for seat in voters
    )


def _may_pass(context: BotContext, president: Seat, chancellor: Seat) -> bool:
    """Return whether a government would be elected with the votes of all fascists."""
    living = sum(context.view.alive)
    return 2 * (_ayes(context, president, chancellor) + living - len(_liberals(context))) > living


def _may_fail(context: BotContext, president: Seat, chancellor: Seat) -> bool:
    """Return whether a government would be rejected without the votes of the fascists."""
    return 2 * _ayes(context, president, chancellor) <= sum(context.view.alive)


# The legislative session


def _discard(context: BotContext, choices: Sequence[ac.Discard]) -> ac.Discard:
    """Discard a fascist policy; a fascist discards a liberal one if that helps."""
    tile = "liberal" if _buries(context, (context.view.hand or ()).count("liberal")) else "fascist"
    return next((choice for choice in choices if choice.tile == tile), choices[0])


def _buries(context: BotContext, held: int) -> bool:
    """Return whether to discard one of `held` liberal tiles; always if the match may end."""
    worths = burying(context, held)
    if context.scheme is None or worths is None:
        return context.chance(buries_by_lot(context, held))
    return context.scheme.draw(worths, context.random) < held


def burying(context: BotContext, held: int) -> Mapping[int, float] | None:
    """Return the worth of passing each number of liberal tiles; None if it isn't computed."""
    if context.scheme is None or held in (0, HAND) or context.is_close():
        return None
    return context.scheme.passing(held)


def buries_by_lot(context: BotContext, held: int) -> float:
    """Return the probability of discarding one of `held` liberal tiles if no worth is computed."""
    policies = context.view.policies
    return fascist_model.bury(context.role, held, policies.liberal, policies.fascist)


def _enact(
    context: BotContext, choices: Sequence[ac.Enact | ac.ProposeVeto]
) -> ac.Enact | ac.ProposeVeto:
    """Enact a liberal policy; a fascist betrays the president if that helps."""
    return enact_wanted(choices, "fascist" if _betrays(context) else "liberal")


def enact_wanted(
    choices: Sequence[ac.Enact | ac.ProposeVeto], tile: Tile
) -> ac.Enact | ac.ProposeVeto:
    """Return the action that enacts `tile`; without such a tile, a veto if possible."""
    for choice in choices:
        if isinstance(choice, ac.Enact) and choice.tile == tile:
            return choice
    return choices[-1]


def _betrays(context: BotContext) -> bool:
    """Return whether to enact a fascist policy when both kinds are in the hand."""
    worths = betraying(context)
    if context.scheme is None or worths is None:
        return context.chance(betrays_by_lot(context))
    return context.scheme.draw(worths, context.random) == 0


def betraying(context: BotContext) -> Mapping[int, float] | None:
    """Return the worth of enacting each kind of tile; None if it isn't computed."""
    if (
        context.scheme is None
        or (context.view.hand or ()).count("liberal") != 1
        or context.is_close()
    ):
        return None
    return context.scheme.enacting()


def betrays_by_lot(context: BotContext) -> float:
    """Return the probability of enacting a fascist policy if no worth is computed."""
    policies = context.view.policies
    return fascist_model.betray(context.role, policies.liberal, policies.fascist)


def _answer_veto(context: BotContext, _choices: Sequence[ac.AnswerVeto]) -> ac.AnswerVeto:
    return ac.AnswerVeto(agree=agrees(context))


def agrees(context: BotContext) -> bool:
    """Return whether to agree to a veto: unless one of the two tiles is wanted."""
    passed = context.view.rounds[-1].passed or ()
    return ("fascist" if context.fascist else "liberal") not in passed


# Executive action


def _use_power(context: BotContext, choices: Sequence[Any]) -> Any:
    """Use the power on the target that helps most."""
    if context.view.power not in _WORTH:
        return choices[0]
    return context.best(choices, lambda choice: worth_using(context, choice))


def worth_using(context: BotContext, choice: Any) -> float:
    """Return the worth of this use of the power.

    For a fascist with full knowledge it is a chance to win.
    """
    if context.scheme is not None and isinstance(choice, ac.Execute | ac.Investigate):
        return context.scheme.worth(choice)
    return _WORTH[context.view.power or ""](context, choice.target)


def _worth_killing(context: BotContext, target: Seat) -> float:
    """Return the worth of executing `target`: liberals want Hitler, fascists a trusted liberal."""
    if context.fascist:
        return -10.0 if context.is_ally(target) else -context.doubts[target]
    return marginals.hitler_odds(context.belief)[target] + 0.2 * context.doubts[target]


def _worth_knowing(context: BotContext, target: Seat) -> float:
    """Return the worth of investigating `target`: a doubtful seat; for a fascist, a trusted one."""
    if context.fascist:
        return -10.0 if context.is_ally(target) else -context.doubts[target]
    return -abs(context.doubts[target] - 0.5)


def _worth_calling(context: BotContext, target: Seat) -> float:
    """Return the worth of `target` as next candidate: a trusted seat; for a fascist, an ally."""
    favour = 0.4 if context.is_ally(target) and context.role != HITLER else 0.0
    return favour - context.doubts[target]


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
