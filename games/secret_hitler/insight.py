"""What could be known of a match at each moment, from the views of one pair of eyes."""

from collections.abc import Mapping

from games.engine.game import Line, gettext_noop
from games.engine.insight import Estimate, Finding, Insight, Question, Reading
from games.engine.seats import Seat
from games.secret_hitler.explaining import Explanation, explain
from games.secret_hitler.luck import luck
from games.secret_hitler.marginals import fascist_odds
from games.secret_hitler.pieces import PARTY_TERMS
from games.secret_hitler.posterior import belief_of
from games.secret_hitler.view import View
from games.secret_hitler.weighing import weigh
from games.secret_hitler.winning import RECORDED, TABLE_PLAYERS, liberals_win

PARTY, HITLER, TABLE, WIN = "party", "hitler", "table", "win"

QUESTIONS = (
    Question(
        PARTY,
        gettext_noop("Who is of the fascist party"),
        gettext_noop("Hitler included. From votes, policies, claims and powers so far."),
        brief=gettext_noop("Of the fascist party"),
    ),
    Question(
        HITLER,
        gettext_noop("Who is Hitler"),
        gettext_noop("From the same evidence."),
        brief=gettext_noop("Hitler"),
    ),
    Question(
        TABLE,
        gettext_noop("What the table could think meanwhile"),
        gettext_noop("Who is of the fascist party, from what everybody saw."),
        brief=gettext_noop("By the table"),
    ),
    Question(
        WIN,
        gettext_noop("How often liberals win from here"),
        gettext_noop("By the policies enacted alone, as people's games ended."),
    ),
)

#: what strong bots' liberals said of others among strong bots, beside what was true, by bins
#: (docs/bots.md, Calibration)
CALIBRATION = ((0.120, 0.180), (0.319, 0.320), (0.485, 0.470), (0.669, 0.693), (0.923, 0.975))
OFF_AMONG_MOST, OFF_AMONG_CRUDE = 0.06, 0.23  #: at most, by bins


def read(view: View) -> Reading:
    """Return what could be known at this moment by the eyes of `view`; a seatless one's, all's."""
    found = explain(view)
    answers = {
        PARTY: tuple(Estimate(j.fascist, j.certain_party, j.seat) for j in found.judgements),
        HITLER: tuple(Estimate(j.hitler, j.certain_hitler, j.seat) for j in found.judgements),
    }
    if view.seat is not None and view.roles[view.seat] != "liberal":
        answers[TABLE] = _suspected(view)
    return Reading(
        answers={**answers, WIN: _winning(view)},
        tally=(view.policies.liberal, view.policies.fascist),
        findings=(*_left(view, found), *_deck(found)),
    )


def _suspected(view: View) -> tuple[Estimate, ...]:
    """Return what everybody could think, for those who know better and hide it."""
    odds = fascist_odds(belief_of(view, public=True))
    return tuple(Estimate(share, seat=Seat(seat)) for seat, share in enumerate(odds))


def _winning(view: View) -> tuple[Estimate, ...]:
    chance = liberals_win(view.players, view.policies.liberal, view.policies.fascist)
    return (Estimate(chance, term=PARTY_TERMS["liberal"]),)


def _left(view: View, found: Explanation) -> list[Finding]:
    """Return how many deals are open, where more than one is."""
    text = gettext_noop("Ways to deal the roles that are still possible: {left}.")
    return [Finding(Line(text, numbers={"left": found.deals}))] if found.deals > 1 else []


def _deck(found: Explanation) -> list[Finding]:
    """Return what the next draw promises."""
    if found.top is None:
        return []
    lines = [
        Finding(
            Line(gettext_noop("The next tile is liberal: {chance}.")), shares={"chance": found.top}
        )
    ]
    if found.draw:
        text = gettext_noop("At least one liberal tile among the next three: {chance}.")
        lines.append(Finding(Line(text), shares={"chance": 1.0 - found.draw[0]}))
    return lines


def truth(view: View) -> Mapping[str, frozenset[int]]:
    """Return which estimates are of what is true, from a view of everything."""
    fascist = frozenset(
        seat for seat, role in enumerate(view.roles) if role not in (None, "liberal")
    )
    hitler = frozenset(seat for seat, role in enumerate(view.roles) if role == "hitler")
    return {PARTY: fascist, TABLE: fascist, HITLER: hitler}


def trust(players: int) -> tuple[Finding, ...]:
    """Return how the figures are made, and how far they were off when measured."""
    return (
        Finding(
            Line(
                gettext_noop(
                    "What is marked as certain follows from the rules and from what these eyes"
                    " saw: no model of anybody is needed."
                )
            )
        ),
        Finding(
            Line(
                gettext_noop(
                    "All other likelihoods are the strong bot's: exact, if people play and lie"
                    " as it expects them to. Nobody does quite so."
                )
            )
        ),
        Finding(
            Line(
                gettext_noop(
                    "Measured among bots like itself, and at tables of all kinds, its likelihoods"
                    " of the fascist party were off by up to {most} on average. Where all"
                    " fascists play crudely it is too cautious, by up to {crude}."
                )
            ),
            shares={"most": OFF_AMONG_MOST, "crude": OFF_AMONG_CRUDE},
        ),
        Finding(
            Line(
                gettext_noop(
                    "What the clock chose for somebody who was away is drawn by lot, and says"
                    " nothing of that player: these figures leave it out."
                )
            )
        ),
        _calibrated(),
        _winning_trust(players),
    )


def _calibrated() -> Finding:
    """Return what came true of what was believed, from the least likely to the most."""
    text = gettext_noop(
        "Of those held for {said_1}, {true_1} were of the party; of those held for {said_2},"
        " {true_2}; for {said_3}, {true_3}; for {said_4}, {true_4}; for {said_5}, {true_5}."
    )
    shares: dict[str, float] = {}
    for number, (said, true) in enumerate(CALIBRATION, 1):
        shares |= {f"said_{number}": said, f"true_{number}": true}
    return Finding(Line(text), shares=shares)


def _winning_trust(players: int) -> Finding:
    """Return where the table of chances to win comes from, and what it can't know."""
    if players == TABLE_PLAYERS:
        text = gettext_noop(
            "How often liberals win is counted in {games} games that people recorded with seven"
            " players, smoothed where few came so far. It knows of policies alone: not of who"
            " is dead, suspected or elected."
        )
        return Finding(Line(text, numbers={"games": RECORDED}))
    text = gettext_noop(
        "How often liberals win is counted in {games} games that people recorded with seven"
        " players. With {players} players nobody has counted; the table is shifted so that it"
        " begins where people's liberals stand at this size: at {start}."
    )
    return Finding(
        Line(text, numbers={"games": RECORDED, "players": players}),
        shares={"start": liberals_win(players, 0, 0)},
    )


INSIGHT = Insight(
    questions=QUESTIONS,
    read=read,
    luck=luck,
    truth=truth,
    trust=trust,
    tallies=(gettext_noop("a liberal policy"), gettext_noop("a fascist policy")),
    weigh=weigh,
)
