"""Readings of a match at each moment, from the views of one viewer."""

from collections.abc import Mapping, Sequence

from games.engine.insight import BOTS, PEOPLE, Estimate, Finding, Insight, Reading
from games.engine.seats import Seat
from games.engine.text import Line, gettext_noop
from games.secret_hitler.bots.strong.marginals import fascist_odds
from games.secret_hitler.insight.analysis import weigh
from games.secret_hitler.insight.explanation import Explanation, explain
from games.secret_hitler.insight.luck import luck
from games.secret_hitler.insight.people_fit import fit
from games.secret_hitler.insight.people_model import SHIPPED, Prior, belief_of
from games.secret_hitler.insight.questions import HITLER, PARTY, QUESTIONS, TABLE, WIN
from games.secret_hitler.insight.summary import summary
from games.secret_hitler.insight.win_rates import RECORDED, TABLE_PLAYERS, liberals_win
from games.secret_hitler.pieces import PARTY_TERMS
from games.secret_hitler.view import View

#: beliefs of strong bots' liberals about other strong bots, and the truth, by bins (docs/bots.md,
#: Calibration)
AMONG_BOTS = ((0.120, 0.180), (0.319, 0.320), (0.485, 0.470), (0.669, 0.693), (0.923, 0.975))
#: the same for the model of people at tables of simulated people, by a seat (docs/bots.md, People)
AMONG_PEOPLE = ((0.133, 0.123), (0.333, 0.312), (0.477, 0.480), (0.670, 0.712), (0.893, 0.910))
OFF_AMONG_PEOPLE = 0.04  #: the largest error of a bin
OFF_AMONG_MOST, OFF_AMONG_CRUDE = 0.06, 0.23  #: the largest error of a bin


def read(view: View, model: Prior | None) -> Reading:
    """Return the reading at this moment for the viewer of `view`, a seat or the public.

    With a prior it uses the model of people, otherwise that of bots.
    """
    explanation = explain(view, model)
    answers = {
        PARTY: tuple(Estimate(j.fascist, j.certain_party, j.seat) for j in explanation.judgements),
        HITLER: tuple(Estimate(j.hitler, j.certain_hitler, j.seat) for j in explanation.judgements),
    }
    if view.seat is not None and view.roles[view.seat] != "liberal":
        answers[TABLE] = _public_suspicion(view, model)
    return Reading(
        answers={**answers, WIN: _winning(view)},
        tally=_tally(view),
        findings=(*_deals_left(view, explanation), *_deck(explanation)),
    )


def _tally(view: View) -> tuple[int, int]:
    """Return the enacted policies of each side."""
    return view.policies.liberal, view.policies.fascist


def _public_suspicion(view: View, prior: Prior | None) -> tuple[Estimate, ...]:
    """Return the public's suspicion, which matters to fascists: they know more, and hide it."""
    odds = fascist_odds(belief_of(view, prior, public=True))
    return tuple(Estimate(share, seat=Seat(seat)) for seat, share in enumerate(odds))


def _winning(view: View) -> tuple[Estimate, ...]:
    chance = liberals_win(view.players, view.policies.liberal, view.policies.fascist)
    return (Estimate(chance, term=PARTY_TERMS["liberal"]),)


def _deals_left(view: View, explanation: Explanation) -> list[Finding]:
    """Return the number of open deals, if there is more than one."""
    text = gettext_noop("Ways to deal the roles that are still possible: {left}.")
    return (
        [Finding(Line(text, numbers={"left": explanation.deals}))] if explanation.deals > 1 else []
    )


def _deck(explanation: Explanation) -> list[Finding]:
    """Return the likelihoods of the next draw."""
    if explanation.top is None:
        return []
    lines = [
        Finding(
            Line(gettext_noop("The next tile is liberal: {chance}.")),
            shares={"chance": explanation.top},
        )
    ]
    if explanation.draw:
        text = gettext_noop("At least one liberal tile among the next three: {chance}.")
        lines.append(Finding(Line(text), shares={"chance": 1.0 - explanation.draw[0]}))
    return lines


def truth(view: View) -> Mapping[str, frozenset[int]]:
    """Return the true answers to each question, from a view of everything."""
    fascist = frozenset(
        seat for seat, role in enumerate(view.roles) if role not in (None, "liberal")
    )
    hitler = frozenset(seat for seat, role in enumerate(view.roles) if role == "hitler")
    return {PARTY: fascist, TABLE: fascist, HITLER: hitler}


def trust(players: int, model: Prior | None) -> tuple[Finding, ...]:
    """Return sentences on the computation of the estimates, and on their measured errors."""
    certain = gettext_noop(
        "What is marked as certain follows from the rules and from what was seen here, without "
        "any model of people."
    )
    by_lot = gettext_noop(
        "Random moves made for an absent player say nothing about that player: these numbers "
        "leave them out."
    )
    return (
        Finding(Line(certain)),
        *(_trust_in_bots() if model is None else _trust_in_people()),
        Finding(Line(by_lot)),
        _winning_trust(players),
    )


def _trust_in_people() -> tuple[Finding, ...]:
    """Return the sentences on the model of people."""
    model = gettext_noop(
        "All other likelihoods come from a model of people. People make mistakes, test each "
        "other and vote out of habit, at some tables more than at others: the model assesses "
        "the table together with the players, and is more certain where people play carefully."
    )
    text = gettext_noop(
        "Tested on tables of simulated people, as varied as possible, its likelihoods were off "
        "by up to {most} on average."
    )
    return (
        Finding(Line(model)),
        Finding(Line(text), shares={"most": OFF_AMONG_PEOPLE}),
        _calibration_finding(AMONG_PEOPLE),
    )


def _trust_in_bots() -> tuple[Finding, ...]:
    """Return the sentences on the model of bots."""
    model = gettext_noop(
        "Only bots decided here. All other likelihoods are the strong bot's: exact, if everybody"
        " plays and lies as it expects bots to."
    )
    text = gettext_noop(
        "Measured among bots like itself, and at tables of all kinds, its likelihoods of the"
        " fascist party were off by up to {most} on average. Where all fascists play crudely it"
        " is too cautious, by up to {crude}."
    )
    shares = {"most": OFF_AMONG_MOST, "crude": OFF_AMONG_CRUDE}
    return (
        Finding(Line(model)),
        Finding(Line(text), shares=shares),
        _calibration_finding(AMONG_BOTS),
    )


def _calibration_finding(bins: Sequence[tuple[float, float]]) -> Finding:
    """Return the frequency of true beliefs, from the least likely to the most."""
    text = gettext_noop(
        "Of those rated {said_1}, {true_1} belonged to the party; of those rated {said_2}, "
        "{true_2}; for {said_3}, {true_3}; for {said_4}, {true_4}; for {said_5}, {true_5}."
    )
    shares: dict[str, float] = {}
    for number, (odds, true) in enumerate(bins, 1):
        shares |= {f"said_{number}": odds, f"true_{number}": true}
    return Finding(Line(text), shares=shares)


def _winning_trust(players: int) -> Finding:
    """Return sentences on the source and the limits of the table of win rates."""
    if players == TABLE_PLAYERS:
        text = gettext_noop(
            "The liberals' win rate comes from {games} games that people recorded with seven "
            "players, smoothed where few got that far. It considers only policies: not who is "
            "dead, suspected or elected."
        )
        return Finding(Line(text, numbers={"games": RECORDED}))
    text = gettext_noop(
        "The liberals' win rate comes from {games} games that people recorded with seven "
        "players. There is no such data for {players} players; the table is shifted so that it "
        "begins at the liberals' usual win rate for this size: {start}."
    )
    return Finding(
        Line(text, numbers={"games": RECORDED, "players": players}),
        shares={"start": liberals_win(players, 0, 0)},
    )


INSIGHT = Insight(
    questions=QUESTIONS,
    models={PEOPLE: SHIPPED, BOTS: None},
    read=read,
    fit=fit,
    luck=luck,
    truth=truth,
    trust=trust,
    tally=_tally,
    tallies=(gettext_noop("a liberal policy"), gettext_noop("a fascist policy")),
    weigh=weigh,
    summary=summary,
)
