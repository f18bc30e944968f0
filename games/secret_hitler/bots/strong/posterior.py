"""The exact joint posterior of the roles and the deck, from one viewer's knowledge.

It is updated round by round. An assignment is a deal of the roles. Assignments in which the same
government members had the same roles in every session since the last shuffle share one distribution
of the liberal tiles left in the deck.
"""

from functools import lru_cache
from math import comb
from typing import NamedTuple

from games.engine.seats import Seat
from games.secret_hitler.bots.strong import opponent_model
from games.secret_hitler.bots.strong.assignments import HITLER, assignments_of, pairs, possible
from games.secret_hitler.bots.strong.evidence import RoundEvidence, evidence_of
from games.secret_hitler.bots.strong.opponent_model import BOTS, Company, Odds, Session, Styles
from games.secret_hitler.pieces import FASCIST_FOR_HITLER, HAND, TILES, Party, Role
from games.secret_hitler.view import View

_LIBERAL_TILES = TILES.count("liberal")


class Belief(NamedTuple):
    """A belief after some rounds. Weights are relative."""

    players: int
    assignments: tuple[int, ...]  #: the remaining assignments, as indexes into `assignments_of`
    weights: list[float]
    groups: tuple[int, ...]  #: by assignment, the index of its deck in `decks`
    decks: list[Odds]  #: by group, the probability of each number of liberal tiles left
    deck_size: int
    liberal: int  #: policies enacted
    fascist: int
    talks: int = 0  #: a bit for each seat that claimed something
    silent: int = 0  #: a bit for each seat that was silent about a session


def belief_of(view: View, *, public: bool = False) -> Belief:
    """Return the belief of the seat of `view`; with `public`, the table's."""
    seat = None if public else view.seat
    rounds = evidence_of(view, seat)
    roles = (None,) * view.players if public else view.roles
    belief = fold(roles, rounds, BOTS)
    parties = (None,) * view.players if public else view.parties
    return left_open(belief, roles, parties, view.not_hitler)


def left_open(
    belief: Belief,
    roles: tuple[Role | None, ...],
    parties: tuple[Party | None, ...],
    not_hitler: tuple[Seat, ...],
) -> Belief:
    """Return `belief` in the assignments that agree with known memberships and proofs."""
    left = frozenset(possible(roles, parties, not_hitler))
    if len(left) == len(belief.assignments):
        return belief
    weights = [
        weight if assignment in left else 0.0
        for assignment, weight in zip(belief.assignments, belief.weights, strict=True)
    ]
    return belief._replace(weights=weights) if any(weights) else _prior(roles, belief.assignments)


def _prior(roles: tuple[Role | None, ...], assignments: tuple[int, ...]) -> Belief:
    """Return the belief before the first round: every deal is equally likely."""
    deck = tuple(float(left == _LIBERAL_TILES) for left in range(_LIBERAL_TILES + 1))
    count = len(assignments)
    return Belief(len(roles), assignments, [1.0] * count, (0,) * count, [deck], len(TILES), 0, 0)


@lru_cache(maxsize=512)
def fold(
    roles: tuple[Role | None, ...], rounds: tuple[RoundEvidence, ...], company: Company
) -> Belief:
    """Return the belief after `rounds`; the result for every prefix is cached."""
    if not rounds:
        return _prior(roles, possible(roles, (None,) * len(roles), ()))
    belief, facts = fold(roles, rounds[:-1], company), rounds[-1]
    if facts.votes is not None and company.heeded:
        belief = _after_votes(belief, facts, company.heeded)
    if facts.elected and (facts.enacted is not None or facts.vetoed):
        belief = _after_session(belief, facts, company)
    if facts.chaos is not None:
        belief = _after_chaos(belief, facts.chaos)
    if facts.power is not None:
        belief = _after_power(belief, facts, company)
    return belief


# Votes

_LEANS = (0.8, 1.5, 1.5)  #: a fascist's odds of ja, by number of fascists in the government
_LEAN_TO_HITLER = 3.0  #: if Hitler's election may win
#: by kind of pair, the index of its lean: three by number of fascists, one for Hitler
_GOVERNMENT = tuple(3 if kind % 3 == HITLER else (kind >= 3) + (kind % 3 > 0) for kind in range(9))
_MOST_FASCISTS = 4  #: at any table


@lru_cache(maxsize=1024)
def fold_votes(
    roles: tuple[Role | None, ...], rounds: tuple[RoundEvidence, ...], heeded: float
) -> Belief:
    """Return the belief from only the votes; it also records which officers spoke."""
    if not rounds:
        return _prior(roles, possible(roles, (None,) * len(roles), ()))
    belief, facts = fold_votes(roles, rounds[:-1], heeded), rounds[-1]
    if facts.votes is not None and heeded:
        belief = _after_votes(belief, facts, heeded)
    if facts.elected and (facts.enacted is not None or facts.vetoed):
        belief = _note_speech(belief, facts)
    return belief._replace(
        liberal=belief.liberal + ("liberal" in (facts.enacted, facts.chaos)),
        fascist=belief.fascist + ("fascist" in (facts.enacted, facts.chaos)),
    )


def _after_votes(belief: Belief, facts: RoundEvidence, heeded: float) -> Belief:
    president, chancellor, votes = facts.president, facts.chancellor, facts.votes or ()
    voters = sum(
        1 << seat
        for seat, ja in enumerate(votes)
        if ja is not None and seat not in (president, chancellor)
    )
    if belief.talks:  # players who are silent while others talk also vote at random
        voters &= belief.talks | ~belief.silent
    ayes = sum(1 << seat for seat, ja in enumerate(votes) if ja)
    late = belief.fascist >= FASCIST_FOR_HITLER
    odds = _vote_factors(belief.players, president, chancellor, voters, voters & ayes, late, heeded)
    weights = [
        w * odds[assignment]
        for w, assignment in zip(belief.weights, belief.assignments, strict=True)
    ]
    return belief._replace(weights=weights)


@lru_cache(maxsize=256)
def _vote_factors(
    players: int,
    president: Seat,
    chancellor: Seat | None,
    voters: int,
    ayes: int,
    late: bool,
    heeded: float,
) -> list[float]:
    """Return by assignment the likelihood that these seats voted ja, given the number of ja votes.

    `voters` and `ayes` are bits of seats. The candidates' own votes are not evidence.
    """
    counts = voters.bit_count(), ayes.bit_count()
    leans = (*_LEANS, _LEAN_TO_HITLER if late else _LEANS[1])
    odds = [
        share
        for lean in leans
        for row in opponent_model.vote_odds(lean, *counts, heeded)
        for share in (*row, *(0.0,) * (_MOST_FASCISTS + 1 - len(row)))
    ]
    rows = min(counts[0], _MOST_FASCISTS) + 1
    cells = _vote_cells(players, president, chancellor, voters, ayes, rows)
    return [odds[cell] for cell in cells]


@lru_cache(maxsize=256)
def _vote_cells(
    players: int, president: Seat, chancellor: Seat | None, voters: int, ayes: int, rows: int
) -> list[int]:
    """Return by assignment the index of its odds for `_vote_factors`."""
    width = _MOST_FASCISTS + 1
    return [
        (_GOVERNMENT[kind] * rows + (mask & voters).bit_count()) * width + (mask & ayes).bit_count()
        for mask, kind in zip(
            assignments_of(players).masks, pairs(players, president, chancellor), strict=True
        )
    ]


# Sessions and chaos


def _after_session(belief: Belief, facts: RoundEvidence, company: Company) -> Belief:
    """Update every assignment, and its deck, by the policy and the claims of the government."""
    chancellor = facts.chancellor if facts.chancellor is not None else facts.president
    enacted = None if facts.enacted is None else int(facts.enacted == "liberal")
    session = Session(
        enacted=enacted,
        said=facts.said,
        told=facts.told,
        liberal=belief.liberal,
        fascist=belief.fascist,
        drawn=facts.drawn,
        passed=facts.passed,
        own=facts.own,
        discard_by_lot="discard" in facts.by_lot,
        answer_by_lot=("enact" if enacted is not None else "propose-veto") in facts.by_lot,
    )
    odds = opponent_model.session_odds(
        session,
        _style(belief, facts.president, facts.said, company),
        _style(belief, chancellor, facts.told, company),
        company,
    )
    kinds = pairs(belief.players, facts.president, chancellor)
    belief = _draw_tiles(belief, kinds, odds, HAND)
    return _count_policy(_note_speech(belief, facts), facts.enacted)


def _note_speech(belief: Belief, facts: RoundEvidence) -> Belief:
    """Record whether both officers speak about their session; absent players are not silent."""
    answer = "propose-veto" if facts.enacted is None else "enact"
    belief = _note_claim(belief, facts.president, facts.said, away="discard" in facts.by_lot)
    chancellor = facts.chancellor if facts.chancellor is not None else facts.president
    return _note_claim(belief, chancellor, facts.told, away=answer in facts.by_lot)


def _style(belief: Belief, seat: Seat, says: int | None, company: Company) -> Styles:
    """Return a seat's styles, depending on whether it ever claims what it saw."""
    if says is not None or belief.talks >> seat & 1:
        return company.talker
    return company.silent if belief.silent >> seat & 1 else company.unheard


def _note_claim(belief: Belief, seat: Seat, says: int | None, *, away: bool) -> Belief:
    """Record whether a seat speaks about its session; an absent player is not silent."""
    bit = 1 << seat
    if says is not None:
        return belief._replace(talks=belief.talks | bit)
    if away:
        return belief
    return belief._replace(silent=belief.silent | bit)


def _draw_tiles(
    belief: Belief, kinds: tuple[int, ...], odds: tuple[Odds, ...], count: int
) -> Belief:
    """Draw `count` tiles; `odds` has the likelihood of the liberal ones by kind of assignment."""
    places, pairs_of_places = _split(belief.assignments, belief.groups, kinds)
    steps = [
        _draw(belief.decks[group], belief.deck_size, odds[kind], count)
        for group, kind in pairs_of_places
    ]
    factors = [total for total, _ in steps]
    return belief._replace(
        weights=[w * factors[at] for w, at in zip(belief.weights, places, strict=True)],
        groups=places,
        decks=[deck for _, deck in steps],
        deck_size=belief.deck_size - count,
    )


@lru_cache(maxsize=256)
def _split(
    assignments: tuple[int, ...], groups: tuple[int, ...], kinds: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """Return the new group of each assignment, and the old group and the kind of each new group.

    It depends only on the governments, so it is the same for every model of players.
    """
    keys = [
        group * 9 + kinds[assignment] for assignment, group in zip(assignments, groups, strict=True)
    ]
    places = {key: place for place, key in enumerate(dict.fromkeys(keys))}
    return tuple(places[key] for key in keys), tuple(divmod(key, 9) for key in places)


@lru_cache(maxsize=16384)
def _draw(deck: Odds, size: int, odds: Odds, count: int) -> tuple[float, Odds]:
    """Return the probability of a draw, with the liberal tiles left after it."""
    after = [0.0] * len(deck)
    for left, share in enumerate(deck):
        if share:
            for drawn in range(min(left, count) + 1):
                after[left - drawn] += share * tiles_chance(size, left, drawn, count) * odds[drawn]
    total = sum(after)
    return total, tuple(share / total for share in after) if total else deck


@lru_cache(maxsize=2048)
def tiles_chance(size: int, liberal: int, drawn: int, count: int) -> float:
    """Return the probability of that many liberal tiles among `count` drawn of `size`."""
    ways = comb(liberal, drawn) * comb(max(size - liberal, 0), count - drawn)
    return ways / comb(size, count)


def _after_chaos(belief: Belief, tile: str) -> Belief:
    """Remove the top tile, which chaos enacted."""
    odds: Odds = (0.0, 1.0) if tile == "liberal" else (1.0, 0.0)
    belief = _draw_tiles(belief, (0,) * len(assignments_of(belief.players).masks), (odds,) * 9, 1)
    return _count_policy(belief, tile)


def _count_policy(belief: Belief, tile: str | None) -> Belief:
    """Count a policy, and reshuffle when the deck is short (3.8)."""
    liberal = belief.liberal + (tile == "liberal")
    fascist = belief.fascist + (tile == "fascist")
    belief = belief._replace(liberal=liberal, fascist=fascist)
    if belief.deck_size >= HAND:
        return belief
    deck = tuple(float(n == _LIBERAL_TILES - liberal) for n in range(_LIBERAL_TILES + 1))
    return belief._replace(
        groups=(0,) * len(belief.groups), decks=[deck], deck_size=len(TILES) - liberal - fascist
    )


# Powers

_NEUTRAL: Odds = (1.0,) * 9


def _after_power(belief: Belief, facts: RoundEvidence, company: Company) -> Belief:
    """Update by a president's use of a power, and by the report on it."""
    if facts.target is None or facts.own == 0:
        return belief
    odds = _NEUTRAL
    if facts.power == "execute":
        odds = _NEUTRAL if "execute" in facts.by_lot else company.executions
    elif facts.power == "investigate" and facts.report is not None:
        odds = opponent_model.report_odds(facts.report == "fascist", company.talker, company)
    kinds = pairs(belief.players, facts.president, facts.target)
    weights = [
        w * odds[kinds[assignment]]
        for w, assignment in zip(belief.weights, belief.assignments, strict=True)
    ]
    return belief._replace(weights=weights)
