"""The opponent model: how likely players of each role are to play and speak as they did.

A mixture of styles: thinkers play by `sabotage`, bold ones take every chance, random ones any
tile. Against one crude style alone, an exact inference is confidently wrong.
"""

from functools import lru_cache
from math import comb
from typing import NamedTuple

from games.secret_hitler import sabotage
from games.secret_hitler.pieces import HAND
from games.secret_hitler.worlds import LIBERAL

THINKER, BOLD, RANDOM = range(3)
Styles = tuple[float, float, float]  #: how likely a seat is of each style

TALKER: Styles = (0.9, 0.05, 0.05)  #: says what it saw, as thinkers do
UNHEARD: Styles = (0.5, 0.35, 0.15)  #: says nothing of its first session, or not yet
SILENT: Styles = (0.3, 0.3, 0.4)  #: never does
_SLIP = 0.03  #: people err, and mean something else by it
_DARING = (0.0, 0.3, 0.1)  #: by role, how often at least to expect a betrayal, however unwise
_ADMIT = 0.05  #: who betrayed a president says so, which no strong bot does

Odds = tuple[float, ...]


class Session(NamedTuple):
    """One legislative session as somebody saw it; tiles are counts of liberal ones."""

    enacted: int | None  #: 1 or 0; None if vetoed
    said: int | None  #: claimed by the president, of three
    told: int | None  #: claimed by the chancellor, of two
    liberal: int  #: policies before
    fascist: int
    drawn: int | None = None  #: where seen
    passed: int | None = None
    own: int | None = None  #: 0 for the president's own eyes, 1 for the chancellor's
    discard_by_lot: bool = False  #: the clock decided for the president
    answer_by_lot: bool = False  #: for the chancellor: which to enact, or to propose a veto


@lru_cache(maxsize=8192)
def session_odds(session: Session, president: Styles, chancellor: Styles) -> tuple[Odds, ...]:
    """Return how likely `session` is, by 3 * president's role + chancellor's, by tiles drawn."""
    found = tuple(
        tuple(
            _hand_odds(session, (first, second), drawn, president, chancellor)
            if session.drawn in (None, drawn)
            else 0.0
            for drawn in range(HAND + 1)
        )
        for first in range(3)
        for second in range(3)
    )
    spoken = session.said is not None and session.told is not None
    return _tempered(found) if spoken and session.own is None else found


_TRUSTED = 0.75  #: how far a session that others held is taken for what it seems


def _tempered(found: tuple[Odds, ...]) -> tuple[Odds, ...]:
    """Return odds less far apart: a fascist picks the moment when it will be misjudged."""
    means = [(1.0 - _TRUSTED) * sum(odds) / len(found) for odds in zip(*found, strict=True)]
    return tuple(
        tuple(_TRUSTED * odds + mean for odds, mean in zip(row, means, strict=True))
        for row in found
    )


def _hand_odds(
    session: Session, roles: tuple[int, int], drawn: int, president: Styles, chancellor: Styles
) -> float:
    """Return how likely `session` is if the president drew so many liberal tiles."""
    total = 0.0
    for passed in (drawn - 1, drawn):
        if not 0 <= passed <= HAND - 1 or session.passed not in (None, passed):
            continue
        if session.enacted is not None and not _possible(passed, session.enacted):
            continue
        total += _president_odds(session, roles, drawn, passed, president) * _chancellor_odds(
            session, roles[1], passed, chancellor
        )
    return total


def _possible(passed: int, enacted: int) -> bool:
    return passed > 0 if enacted else passed < HAND - 1


def _president_odds(
    session: Session, roles: tuple[int, int], drawn: int, passed: int, styles: Styles
) -> float:
    """Return how likely a president is to pass this of that, and to say so afterwards."""
    if session.own == 0:
        return 1.0
    role, liberal, fascist = roles[0], session.liberal, session.fascist
    buried = passed < drawn
    enacted = passed if session.enacted is None else session.enacted
    burials = (
        _slipping(sabotage.bury(role, drawn, liberal, fascist), drawn),
        _slipping(float(role != LIBERAL and drawn > 0), drawn),
        drawn / HAND,
    )
    stories = (
        sabotage.president_story(role, roles[1], drawn, passed, enacted),
        {drawn if role == LIBERAL or enacted else 0: 1.0},
    )
    if session.discard_by_lot:
        burials = (_lots(drawn),) * 3
        stories = _guiltless(stories[0], drawn), _guiltless(stories[1], drawn)
    total = 0.0
    for style, share in enumerate(styles):
        odds = burials[style] if buried else 1.0 - burials[style]
        total += share * odds * _speech(style, session.said, stories, HAND + 1)
    return total


def _slipping(odds: float, drawn: int) -> float:
    """Return `odds` of burying a liberal tile with slips, where there is anything to choose."""
    if drawn in (0, HAND):
        return float(drawn == HAND)
    return _at_most_sure(odds)


def _at_most_sure(odds: float) -> float:
    """Return `odds` of a choice, as far from never and always as people err."""
    return min(max(odds, _SLIP), 1.0 - _SLIP)


_EVEN = 0.5  #: the clock draws one of two kinds of tiles, however many of each there are


def _lots(drawn: int) -> float:
    """Return how often the clock buries one of so many liberal tiles."""
    return float(drawn == HAND) if drawn in (0, HAND) else _EVEN


_GUILTLESS = 0.6  #: how often a fascist for whom the clock decided tells the truth of it at once


def _guiltless(story: dict[int, float], truth: int) -> dict[int, float]:
    """Return `story` as told of what the clock chose: nobody has a choice of their own to hide.

    Or a fascist would be late on purpose, and win all the trust that the truth deserves elsewhere.
    """
    told = {claim: (1.0 - _GUILTLESS) * odds for claim, odds in story.items()}
    told[truth] = told.get(truth, 0.0) + _GUILTLESS
    return told


def _chancellor_odds(session: Session, role: int, passed: int, styles: Styles) -> float:
    """Return how likely a chancellor is to enact this of that, and to say so afterwards."""
    if session.own == 1:
        return 1.0
    if session.enacted is None:
        return 1.0 if session.answer_by_lot else (0.9, 0.1, 0.02)[passed]
    betrayals = (
        max(sabotage.betray(role, session.liberal, session.fascist), _DARING[role]),
        float(role != LIBERAL),
        0.5,
    )
    stories = (
        _admitting(sabotage.chancellor_story(role, passed, session.enacted), role),
        {passed if role == LIBERAL or session.enacted else 0: 1.0},
    )
    if session.answer_by_lot:
        betrayals = (_EVEN,) * 3
        stories = _guiltless(stories[0], passed), _guiltless(stories[1], passed)
    total = 0.0
    for style, share in enumerate(styles):
        odds = 1.0
        if passed == 1:
            betrayal = _at_most_sure(betrayals[style])
            odds = 1.0 - betrayal if session.enacted else betrayal
        total += share * odds * _speech(style, session.told, stories, HAND)
    return total


def _admitting(story: dict[int, float], role: int) -> dict[int, float]:
    """Return `story` with a betrayal owned up to at times: more often than a liberal errs."""
    if role == LIBERAL or story != {0: 1.0}:
        return story
    return {0: 1.0 - _ADMIT, 1: _ADMIT}


def _speech(
    style: int, said: int | None, stories: tuple[dict[int, float], dict[int, float]], kinds: int
) -> float:
    """Return how likely a player of `style` is to claim what was said, one of `kinds` of hands."""
    if said is None:  # what silence tells of a style, the styles given know already
        return 1.0
    if style == RANDOM:
        return 1.0 / kinds
    return (1.0 - _SLIP) * stories[style].get(said, 0.0) + _SLIP / kinds


@lru_cache(maxsize=4096)
def vote_odds(lean: float, voters: int, ayes: int) -> tuple[Odds, ...]:
    """Return how likely the fascists' share of the ja is, given how many ja there were.

    By fascists among the voters, by ja among those; 1 says nothing. A fascist's odds of a ja are
    `lean` times a liberal's: with the count given, nothing else matters, however the table votes.
    """
    return tuple(
        tuple(_share_odds(lean, voters, ayes, fascists, own) for own in range(fascists + 1))
        for fascists in range(min(voters, 4) + 1)
    )


_HEEDED = 0.5  #: how far votes are taken for more than noise


def _share_odds(lean: float, voters: int, ayes: int, fascists: int, own: int) -> float:
    ways = [comb(fascists, a) * _choose(voters - fascists, ayes - a) for a in range(fascists + 1)]
    weighed = sum(way * lean**a for a, way in enumerate(ways))
    ratio = lean**own * sum(ways) / weighed if weighed else 1.0
    return 1.0 - _HEEDED + _HEEDED * ratio


def _choose(count: int, chosen: int) -> int:
    return comb(count, chosen) if 0 <= chosen <= count else 0


@lru_cache(maxsize=256)
def report_odds(said_fascist: bool, styles: Styles) -> Odds:
    """Return how likely an investigator's report is, by 3 * investigator's role + target's."""
    found = []
    for role in range(3):
        for target in range(3):
            planned = _at_most_sure(sabotage.accusation(role, target))
            accuse = (planned, planned, 0.5)
            said = (odds if said_fascist else 1.0 - odds for odds in accuse)
            found.append(sum(share * odds for share, odds in zip(styles, said, strict=True)))
    return tuple(found)
