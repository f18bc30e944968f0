"""The opponent model: the likelihood of players' actions and claims by role.

Each player is a mixture of styles. Thinkers play by the fascist model, bold players take every
chance, and random players choose any tile. With a single crude style, exact inference would be
confident and wrong.
"""

from functools import lru_cache
from math import comb
from typing import NamedTuple

from games.secret_hitler.bots.strong import fascist_model
from games.secret_hitler.bots.strong.assignments import LIBERAL
from games.secret_hitler.pieces import HAND

THINKER, BOLD, RANDOM = range(3)
Styles = tuple[float, float, float]  #: the probability of each style for a seat


class Company(NamedTuple):
    """The expected play and claims at one kind of table."""

    habits: fascist_model.Habits
    talker: Styles  #: of seats that claim what they saw
    unheard: Styles  #: of seats without a claim about their first session, so far
    silent: Styles  #: of seats that never claim anything
    slip: float  #: the frequency of mistakes
    tests: float  #: a liberal president passes one of two liberal tiles, to test the chancellor
    daring: tuple[float, float, float]  #: by role, the lowest probability of a betrayal
    admit: float  #: a player who betrayed a president admits it
    trusted: float  #: the weight of evidence from other people's sessions
    heeded: float  #: the weight of votes
    #: the odds of a victim, by 3 * president's role + target's: fascists spare their own
    executions: tuple[float, ...]


#: thinkers nearly always speak; strong bots never admit a betrayal, but other players may
BOTS = Company(
    habits=fascist_model.BOTS,
    talker=(0.9, 0.05, 0.05),
    unheard=(0.5, 0.35, 0.15),
    silent=(0.3, 0.3, 0.4),
    slip=0.03,
    tests=0.0,
    daring=(0.0, 0.3, 0.1),
    admit=0.05,
    trusted=0.75,
    heeded=0.5,
    executions=(1.0, 1.0, 1.0, 1.3, 0.3, 0.05, 1.2, 0.6, 1.0),
)

Odds = tuple[float, ...]


class Session(NamedTuple):
    """One legislative session as one viewer saw it; tiles are counts of liberal ones."""

    enacted: int | None  #: 1 or 0; None if vetoed
    said: int | None  #: the president's claim, of three
    told: int | None  #: the chancellor's claim, of two
    liberal: int  #: policies before
    fascist: int
    drawn: int | None = None  #: if the viewer saw it
    passed: int | None = None
    own: int | None = None  #: 0 in the president's own view, 1 in the chancellor's
    discard_by_lot: bool = False  #: the clock decided for the president
    answer_by_lot: bool = False  #: it decided for the chancellor: the policy, or a veto


@lru_cache(maxsize=8192)
def session_odds(
    session: Session, president: Styles, chancellor: Styles, company: Company
) -> tuple[Odds, ...]:
    """Return the likelihood of `session`, by 3 * president's role + chancellor's, by draw."""
    rows = tuple(
        tuple(
            _hand_odds(session, (first, second), drawn, president, chancellor, company)
            if session.drawn in (None, drawn)
            else 0.0
            for drawn in range(HAND + 1)
        )
        for first in range(3)
        for second in range(3)
    )
    spoken = session.said is not None and session.told is not None
    return _temper(rows, company.trusted) if spoken and session.own is None else rows


def _temper(rows: tuple[Odds, ...], trusted: float) -> tuple[Odds, ...]:
    """Return odds that are closer together: fascists pick moments when they are misjudged."""
    means = [(1.0 - trusted) * sum(odds) / len(rows) for odds in zip(*rows, strict=True)]
    return tuple(
        tuple(trusted * odds + mean for odds, mean in zip(row, means, strict=True)) for row in rows
    )


def _hand_odds(
    session: Session,
    roles: tuple[int, int],
    drawn: int,
    president: Styles,
    chancellor: Styles,
    company: Company,
) -> float:
    """Return the likelihood of `session` if the president drew that many liberal tiles."""
    total = 0.0
    for passed in (drawn - 1, drawn):
        if not 0 <= passed <= HAND - 1 or session.passed not in (None, passed):
            continue
        if session.enacted is not None and not _possible(passed, session.enacted):
            continue
        total += _president_odds(
            session, roles, drawn, passed, president, company
        ) * _chancellor_odds(session, roles[1], passed, chancellor, company)
    return total


def _possible(passed: int, enacted: int) -> bool:
    return passed > 0 if enacted else passed < HAND - 1


def _president_odds(
    session: Session,
    roles: tuple[int, int],
    drawn: int,
    passed: int,
    styles: Styles,
    company: Company,
) -> float:
    """Return the likelihood of a president's passed tiles and claim, given the drawn tiles."""
    if session.own == 0:
        return 1.0
    role, liberal, fascist = roles[0], session.liberal, session.fascist
    buried = passed < drawn
    enacted = passed if session.enacted is None else session.enacted
    planned = fascist_model.bury(role, drawn, liberal, fascist, company.habits)
    if role == LIBERAL and drawn == HAND - 1:
        planned = company.tests
    burials = (
        _slipping(planned, drawn, company.slip),
        _slipping(float(role != LIBERAL and drawn > 0), drawn, company.slip),
        drawn / HAND,
    )
    stories = (
        fascist_model.president_story(role, roles[1], drawn, passed, enacted, company.habits),
        {drawn if role == LIBERAL or enacted else 0: 1.0},
    )
    if session.discard_by_lot:
        burials = (_lots(drawn),) * 3
        stories = _guiltless(stories[0], drawn), _guiltless(stories[1], drawn)
    total = 0.0
    for style, share in enumerate(styles):
        odds = burials[style] if buried else 1.0 - burials[style]
        total += share * odds * _speech(style, session.said, stories, HAND + 1, company.slip)
    return total


def _slipping(odds: float, drawn: int, slip: float) -> float:
    """Return `odds` of discarding a liberal tile, with mistakes if there is a choice."""
    if drawn in (0, HAND):
        return float(drawn == HAND)
    return _at_most_sure(odds, slip)


def _at_most_sure(odds: float, slip: float) -> float:
    """Return `odds` of a choice, no closer to 0 and 1 than people's mistakes allow."""
    return min(max(odds, slip), 1.0 - slip)


_EVEN = 0.5  #: the clock draws one of two kinds of tiles, whatever their numbers


def _lots(drawn: int) -> float:
    """Return the probability that the clock discards one of the `drawn` liberal tiles."""
    return float(drawn == HAND) if drawn in (0, HAND) else _EVEN


_GUILTLESS = 0.6  #: how likely a fascist simply tells the truth about a decision of the clock


def _guiltless(story: dict[int, float], truth: int) -> dict[int, float]:
    """Return `story` for a tile that the clock chose, so the player has no choice to hide.

    Without this a fascist would let the clock decide on purpose, and gain the trust that true
    claims earn elsewhere.
    """
    likely = {claim: (1.0 - _GUILTLESS) * odds for claim, odds in story.items()}
    likely[truth] = likely.get(truth, 0.0) + _GUILTLESS
    return likely


def _chancellor_odds(
    session: Session, role: int, passed: int, styles: Styles, company: Company
) -> float:
    """Return the likelihood of a chancellor's policy and claim, given the passed tiles."""
    if session.own == 1:
        return 1.0
    if session.enacted is None:
        return 1.0 if session.answer_by_lot else (0.9, 0.1, 0.02)[passed]
    betrayals = (
        max(
            fascist_model.betray(role, session.liberal, session.fascist, company.habits),
            company.daring[role],
        ),
        float(role != LIBERAL),
        0.5,
    )
    story = fascist_model.chancellor_story(role, passed, session.enacted, company.habits)
    stories = (
        _admitting(story, role, company.admit),
        {passed if role == LIBERAL or session.enacted else 0: 1.0},
    )
    if session.answer_by_lot:
        betrayals = (_EVEN,) * 3
        stories = _guiltless(stories[0], passed), _guiltless(stories[1], passed)
    total = 0.0
    for style, share in enumerate(styles):
        odds = 1.0
        if passed == 1:
            betrayal = _at_most_sure(betrayals[style], company.slip)
            odds = 1.0 - betrayal if session.enacted else betrayal
        total += share * odds * _speech(style, session.told, stories, HAND, company.slip)
    return total


def _admitting(story: dict[int, float], role: int, admit: float) -> dict[int, float]:
    """Return `story` with a betrayal sometimes admitted, more often than a liberal's mistake."""
    if role == LIBERAL or story != {0: 1.0}:
        return story
    return {0: 1.0 - admit, 1: admit}


def _speech(
    style: int,
    said: int | None,
    stories: tuple[dict[int, float], dict[int, float]],
    kinds: int,
    slip: float,
) -> float:
    """Return the likelihood that a player of `style` makes this claim, one of `kinds` of hands."""
    if said is None:  # the styles already include the evidence of silence
        return 1.0
    if style == RANDOM:
        return 1.0 / kinds
    return (1.0 - slip) * stories[style].get(said, 0.0) + slip / kinds


@lru_cache(maxsize=4096)
def vote_odds(lean: float, voters: int, ayes: int, heeded: float) -> tuple[Odds, ...]:
    """Return the likelihood of the fascists' share of the ja votes, given the number of ja votes.

    The rows are fascists among the voters, the columns ja votes among those; 1 is neutral. A
    fascist's odds of a ja are `lean` times a liberal's. Given the number of ja votes, nothing else
    matters.
    """
    return tuple(
        tuple(_share_odds(lean, voters, ayes, fascists, own, heeded) for own in range(fascists + 1))
        for fascists in range(min(voters, 4) + 1)
    )


def _share_odds(
    lean: float, voters: int, ayes: int, fascists: int, own: int, heeded: float
) -> float:
    ways = [comb(fascists, a) * _choose(voters - fascists, ayes - a) for a in range(fascists + 1)]
    weighed = sum(way * lean**a for a, way in enumerate(ways))
    ratio = lean**own * sum(ways) / weighed if weighed else 1.0
    return 1.0 - heeded + heeded * ratio


def _choose(count: int, chosen: int) -> int:
    return comb(count, chosen) if 0 <= chosen <= count else 0


@lru_cache(maxsize=256)
def report_odds(said_fascist: bool, styles: Styles, company: Company) -> Odds:
    """Return the likelihood of an investigator's report, by 3 * investigator's role + target's."""
    odds = []
    for role in range(3):
        for target in range(3):
            planned = _at_most_sure(
                fascist_model.accusation(role, target, company.habits), company.slip
            )
            accuse = (planned, planned, 0.5)
            said = (odds if said_fascist else 1.0 - odds for odds in accuse)
            odds.append(sum(share * odds for share, odds in zip(styles, said, strict=True)))
    return tuple(odds)
