"""The strong bot's analysis of a seat's choices, as text and numbers, for reviews after the end.

The numbers come from the functions of the bot's own decisions.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from games.engine.insight import DecisionAnalysis, WeighedOption
from games.engine.seats import Seat
from games.engine.text import Line, Term, gettext_noop
from games.secret_hitler import actions as ac
from games.secret_hitler.bots.strong import bot, claiming, marginals
from games.secret_hitler.bots.strong.context import BotContext
from games.secret_hitler.bots.strong.fascist_policy import Scheme, scheme_of
from games.secret_hitler.labels import LABELS
from games.secret_hitler.pieces import PARTY_TERMS, POLICY_TERMS, Party, policy_terms
from games.secret_hitler.view import View

#: by choice, its worth and frequency; and the meaning of the worth
_Weights = Mapping[Any, tuple[float | None, float]]
_Weighed = tuple[str, _Weights]

_LIBERALS_WIN = gettext_noop("Each option is rated by the liberals' chance of winning from there.")
_AS_A_LIBERAL = gettext_noop(
    "To avoid exposure, it decides as a liberal in its seat would: each option is rated by the"
    " liberals' apparent chance of winning from there."
)
_ELECTS_HITLER = gettext_noop(
    "Hitler may be elected here, which would win; the other options are rated by the liberals' "
    "apparent chance of winning from there."
)
_OWN_GOVERNMENT = gettext_noop("A presidential candidate votes for their own government.")
_BORROWED_EYES = gettext_noop(
    "It votes as a randomly chosen liberal would: from its own seat it would look for fascists "
    "in the wrong places."
)
_DECISIVE = gettext_noop("The match may hang on this vote, so it votes for its own side.")
_SCHEMES = gettext_noop(
    "Each option is rated by the fascists' chance of winning from there, given what the table "
    "would believe. The better option is picked more often, but not always: predictable "
    "fascists give themselves away."
)
_SCHEMES_SURELY = gettext_noop(
    "Each option is rated by the fascists' chance of winning from there, given what the table "
    "would believe."
)
_BY_LOT = gettext_noop(
    "It calculates nothing here but chooses at random, as fascists do on average."
)
_LIBERAL_POLICY = gettext_noop("A liberal always tries to get a liberal policy enacted.")
_VETO = gettext_noop("It agrees unless one of the two policies is what its side wants.")
_KILLS_HITLER = gettext_noop(
    "Each player is rated by the likelihood of being Hitler and, to a small extent, of being a "
    "member of the fascist party."
)
_KNOWS_LEAST = gettext_noop(
    "It looks where it knows least. The number shows how likely each is to belong to the "
    "fascist party."
)
_TRUSTS_MOST = gettext_noop(
    "It picks the player it trusts most. The number shows how likely each is to belong to the "
    "fascist party."
)
_MOST_TRUSTED = gettext_noop(
    "It picks the player a liberal in its seat would trust most, rather than an ally. The number"
    " shows how likely each would seem to belong to the fascist party."
)
_ALLY_RATHER = gettext_noop(
    "It picks the player a liberal in its seat would trust most, preferably an ally. The number"
    " shows how likely each would seem to belong to the fascist party."
)


def weigh(view: View, choices: Sequence[Any], later: Sequence[Any]) -> Sequence[DecisionAnalysis]:
    """Return the strong bot's analysis of the claims and decisions of the seat of `view`."""
    if view.seat is None:
        return ()
    claims = tuple(_claims(view, claiming.subject_of_claim(view, choices), later))
    if later and isinstance(later[0], ac.Claim):
        return claims  # claims come first, because they change the table's beliefs
    return (*claims, *_duties(view, view.seat, choices, later))


def _duties(
    view: View, seat: Seat, choices: Sequence[Any], later: Sequence[Any]
) -> Iterable[DecisionAnalysis]:
    """Yield the analysis of a decision, if the seat owes one and has a choice."""
    duties = [choice for choice in choices if not isinstance(choice, ac.Claim)]
    if seat not in view.to_act or len(duties) < 2:
        return
    context = BotContext(view, seat, Random(0))  # noqa: S311 - nothing is drawn
    title, weights = _WEIGHED[view.phase](context, duties)
    deed = next((action for action in later if not isinstance(action, ac.Claim)), None)
    yield _analysis(
        title,
        [
            WeighedOption(_line(choice), worth and max(worth, 0.0), often, is_taken=choice == deed)
            for choice, (worth, often) in weights.items()
        ],
    )


def _analysis(title: str, options: Iterable[WeighedOption]) -> DecisionAnalysis:
    """Return the analysis with the most frequent options first, else in the given order."""
    return DecisionAnalysis(
        title, tuple(sorted(options, key=lambda option: -(option.often or 0.0)))
    )


def _line(choice: Any) -> Line:
    """Return a choice as a line."""
    if isinstance(choice, ac.Vote):
        return _words(LABELS["ja/true" if choice.ja else "ja/false"])
    if isinstance(choice, ac.AnswerVeto):
        agreed, refused = gettext_noop("Agree to the veto"), gettext_noop("Refuse the veto")
        return Line(agreed if choice.agree else refused)
    action = LABELS[choice.__struct_config__.tag]
    if isinstance(choice, ac.Discard | ac.Enact):
        return _words(action, POLICY_TERMS[choice.tile])
    if isinstance(choice, ac.ProposeVeto | ac.Peek):
        return _words(action)
    seat = choice.chancellor if isinstance(choice, ac.Nominate) else choice.target
    text = gettext_noop("{action}: {player}")
    return Line(text, terms={"action": (action,)}, seats={"player": seat})


def _words(action: Term, *what: Term) -> Line:
    if not what:
        return Line("{action}", terms={"action": (action,)})
    return Line(gettext_noop("{action}: {what}"), terms={"action": (action,), "what": what})


def _surely(
    worths: Mapping[Any, float], value_of: Callable[[Any], float | None] | None = None
) -> _Weights:
    """Return weights that always choose the best option, at random among equals.

    `value_of` gives other numbers. The better ones come first.
    """
    best = round(max(worths.values()), 9)
    among = [choice for choice, worth in worths.items() if round(worth, 9) == best]
    return {
        choice: (worth if value_of is None else value_of(choice), (choice in among) / len(among))
        for choice, worth in sorted(worths.items(), key=lambda item: -item[1])
    }


def _odds(choices: Sequence[Any], odds: Mapping[Any, float]) -> _Weights:
    return {choice: (None, odds.get(choice, 0.0)) for choice in choices}


# The election


def _nominate(context: BotContext, choices: Sequence[ac.Nominate]) -> _Weighed:
    worths = {choice: bot.worth_naming(context, choice) for choice in choices}
    chances = {choice: context.evaluation.of(context.me, choice.chancellor) for choice in choices}
    title = _AS_A_LIBERAL if context.fascist else _LIBERALS_WIN
    return _ELECTS_HITLER if worths != chances else title, _surely(worths, chances.__getitem__)


def _vote(context: BotContext, choices: Sequence[ac.Vote]) -> _Weighed:
    president, chancellor = context.view.president, context.view.chancellor
    if president is None or chancellor is None or context.me == president:
        return _OWN_GOVERNMENT, _odds(choices, {ac.Vote(ja=True): 1.0})
    if not context.fascist:
        worth = context.evaluation.of(president, chancellor), context.evaluation.of_rejecting()
        ja = worth[0] >= worth[1]
        return _LIBERALS_WIN, {
            ac.Vote(ja=True): (worth[0], float(ja)),
            ac.Vote(ja=False): (worth[1], float(not ja)),
        }
    return _fascist_vote(context, president, chancellor)


def _fascist_vote(context: BotContext, president: Seat, chancellor: Seat) -> _Weighed:
    yes, no = ac.Vote(ja=True), ac.Vote(ja=False)
    settled = bot.settled_vote(context, president, chancellor)
    if settled is None:
        observers = bot.models(context)
        fair = sum(bot.as_seen_by(context, seat).fair(president, chancellor) for seat in observers)
        return _BORROWED_EYES, {
            yes: (None, fair / len(observers)),
            no: (None, 1 - fair / len(observers)),
        }
    if context.scheme is None or not bot.gain_of_electing(context, president, chancellor):
        return _DECISIVE, {yes: (None, float(settled)), no: (None, float(not settled))}
    electing, rejecting = context.scheme.electing(president, chancellor), context.scheme.rejecting()
    return _SCHEMES_SURELY, {
        yes: (electing, float(settled)),
        no: (rejecting, float(not settled)),
    }


# The legislative session


def _discard(context: BotContext, choices: Sequence[ac.Discard]) -> _Weighed:
    held = (context.view.hand or ()).count("liberal")
    liberal, fascist = ac.Discard("liberal"), ac.Discard("fascist")
    if not context.fascist:
        return _LIBERAL_POLICY, _odds(choices, {fascist: 1.0})
    worths = bot.burying(context, held)
    if context.scheme is None or worths is None:
        buries = bot.buries_by_lot(context, held)
        return _BY_LOT, _odds(choices, {liberal: buries, fascist: 1.0 - buries})
    odds = context.scheme.odds(worths)
    return _SCHEMES, {
        liberal: (worths[held - 1], odds[held - 1]),
        fascist: (worths[held], odds[held]),
    }


def _enact(context: BotContext, choices: Sequence[ac.Enact | ac.ProposeVeto]) -> _Weighed:
    worths = bot.betraying(context)
    weighed = worths if context.scheme is not None else None
    odds = {0: bot.betrays_by_lot(context)}
    if context.scheme is not None and worths is not None:
        odds = context.scheme.odds(worths)
    values: dict[Any, tuple[float | None, float]] = dict.fromkeys(choices, (None, 0.0))
    for number, share in ((0, odds[0]), (1, 1.0 - odds[0])):
        choice = bot.enact_wanted(choices, "liberal" if number else "fascist")
        worth = None if weighed is None else weighed[number]
        values[choice] = worth, values[choice][1] + share
    title = _BY_LOT if weighed is None else _SCHEMES
    return title if context.fascist else _LIBERAL_POLICY, values


def _answer_veto(context: BotContext, choices: Sequence[ac.AnswerVeto]) -> _Weighed:
    return _VETO, _odds(choices, {ac.AnswerVeto(agree=bot.agrees(context)): 1.0})


# Executive action


def _use_power(context: BotContext, choices: Sequence[Any]) -> _Weighed:
    worths = {choice: bot.worth_using(context, choice) for choice in choices}
    kills = isinstance(choices[0], ac.Execute)
    if isinstance(choices[0], ac.CallElection):
        return _ALLY_RATHER if context.fascist else _TRUSTS_MOST, _surely(worths, _doubts(context))
    if context.scheme is not None:
        return _SCHEMES_SURELY, _surely(worths)
    if context.fascist:
        return _MOST_TRUSTED, _surely(worths, _doubts(context))
    if kills:
        hitler = marginals.hitler_odds(context.belief)
        return _KILLS_HITLER, _surely(worths, lambda choice: hitler[choice.target])
    return _KNOWS_LEAST, _surely(worths, _doubts(context))


def _doubts(context: BotContext) -> Callable[[Any], float]:
    return lambda choice: context.doubts[choice.target]


_WEIGHED: dict[str, Callable[[BotContext, Sequence[Any]], _Weighed]] = {
    "nominate": _nominate,
    "vote": _vote,
    "discard": _discard,
    "enact": _enact,
    "answer-veto": _answer_veto,
    "power": _use_power,
}


# Claims


def _claims(
    view: View, subject: ac.Claim | None, later: Sequence[Any]
) -> Iterable[DecisionAnalysis]:
    """Yield the analysis of a claim about the latest knowledge, if it may be a lie."""
    role = None if view.seat is None else view.roles[view.seat]
    if view.seat is None or subject is None or subject.about == "peek" or role == "liberal":
        return
    claim = next(
        (
            action
            for action in later
            if isinstance(action, ac.Claim)
            and (action.about, action.round) == (subject.about, subject.round)
        ),
        None,
    )
    scheme = scheme_of(view, view.seat)
    worth_of = _report if subject.about == "investigation" else _hand
    yield worth_of(view, subject, scheme, claim)


def _report(
    view: View, subject: ac.Claim, scheme: Scheme | None, claim: ac.Claim | None
) -> DecisionAnalysis:
    parties: tuple[Party, ...] = ("fascist", "liberal")
    accuses = claiming.accuses(view, subject)
    odds: Mapping[Party, float] = {"fascist": accuses, "liberal": 1.0 - accuses}
    worths: Mapping[Party, float] = {}
    if scheme is not None:
        worths = scheme.reporting(subject)
        odds = scheme.odds(worths)
    return _analysis(
        _SCHEMES if worths else _BY_LOT,
        [
            WeighedOption(
                _words(LABELS["claim"], PARTY_TERMS[party]),
                worths.get(party),
                odds[party],
                is_taken=claim is not None and claim.party == party,
            )
            for party in parties
        ],
    )


def _hand(
    view: View, subject: ac.Claim, scheme: Scheme | None, claim: ac.Claim | None
) -> DecisionAnalysis:
    worths: Mapping[int, float] | None = None if scheme is None else scheme.telling(subject)
    odds: Mapping[int, float] = claiming.stories(view, subject)
    if scheme is not None and worths is not None:
        odds = scheme.odds(worths)
    liberals = None if claim is None else list(claim.tiles or ()).count("liberal")
    return _analysis(
        _SCHEMES if worths else _BY_LOT,
        [
            WeighedOption(
                _words(LABELS["claim"], *policy_terms(claiming.told_as(view, subject, number))),
                None if worths is None else worths.get(number),
                share,
                is_taken=liberals == number,
            )
            for number, share in odds.items()
        ],
    )
