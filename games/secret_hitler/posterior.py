"""The exact joint posterior over the roles and the deck, from what somebody may know.

Folded round by round. Worlds (deals of the roles) whose officers were alike in every session
since the last shuffle share one distribution of the liberal tiles left in the deck.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from games.engine.seats import Seat
from games.secret_hitler import styles
from games.secret_hitler.facts import Facts, facts_of
from games.secret_hitler.pieces import FASCIST_FOR_HITLER, HAND, TILES, Role
from games.secret_hitler.styles import Odds, Session, Styles
from games.secret_hitler.view import View
from games.secret_hitler.worlds import HITLER, pairs, possible, worlds_of

_LIBERAL_TILES = TILES.count("liberal")


class Belief(NamedTuple):
    """What somebody believes after some rounds. Weights are relative."""

    players: int
    worlds: tuple[int, ...]  #: the worlds left, as indexes into `worlds_of`
    weights: list[float]
    groups: list[int]  #: by world, which of `decks` it shares
    decks: list[Odds]  #: by group, how likely so many liberal tiles are left
    deck_size: int
    liberal: int  #: policies enacted
    fascist: int
    talks: int = 0  #: bits of seats that claimed something
    silent: int = 0  #: bits of seats that let a session pass without a word


def belief_of(view: View, *, public: bool = False) -> Belief:
    """Return what the seat of `view` believes, or with `public` what the table does."""
    eyes = None if public else view.seat
    rounds = facts_of(view, eyes)
    roles = (None,) * view.players if public else view.roles
    belief = fold(roles, rounds)
    parties = (None,) * view.players if public else view.parties
    left = frozenset(possible(roles, parties, view.not_hitler))
    weights = [
        weight if world in left else 0.0
        for world, weight in zip(belief.worlds, belief.weights, strict=True)
    ]
    return belief._replace(weights=weights) if any(weights) else _prior(roles, belief.worlds)


def _prior(roles: tuple[Role | None, ...], worlds: tuple[int, ...]) -> Belief:
    """Return what is believed before the first round: every deal is as likely."""
    deck = tuple(float(left == _LIBERAL_TILES) for left in range(_LIBERAL_TILES + 1))
    count = len(worlds)
    return Belief(len(roles), worlds, [1.0] * count, [0] * count, [deck], len(TILES), 0, 0)


@lru_cache(maxsize=512)
def fold(roles: tuple[Role | None, ...], rounds: tuple[Facts, ...]) -> Belief:
    """Return the belief after `rounds`; every prefix is kept, so that one more is cheap."""
    if not rounds:
        return _prior(roles, possible(roles, (None,) * len(roles), ()))
    belief, played = fold(roles, rounds[:-1]), rounds[-1]
    if played.votes is not None:
        belief = _after_votes(belief, played)
    if played.elected and (played.enacted is not None or played.vetoed):
        belief = _after_session(belief, played)
    if played.chaos is not None:
        belief = _after_chaos(belief, played.chaos)
    if played.power is not None:
        belief = _after_power(belief, played)
    return belief


# Votes

_LEANS = {0: 0.8, 1: 1.5, 2: 1.5}  #: a fascist's odds of ja, by fascists in the government
_LEAN_TO_HITLER = 3.0  #: where that may win


def _after_votes(belief: Belief, played: Facts) -> Belief:
    president, chancellor, votes = played.president, played.chancellor, played.votes or ()
    voters = sum(
        1 << seat
        for seat, ja in enumerate(votes)
        if ja is not None and seat not in (president, chancellor)
    )
    if belief.talks:  # who keeps silent among people who talk votes at random, too
        voters &= belief.talks | ~belief.silent
    ayes = sum(1 << seat for seat, ja in enumerate(votes) if ja)
    late = belief.fascist >= FASCIST_FOR_HITLER
    odds = _vote_factors(belief.players, president, chancellor, voters, voters & ayes, late)
    weights = [w * odds[world] for w, world in zip(belief.weights, belief.worlds, strict=True)]
    return belief._replace(weights=weights)


@lru_cache(maxsize=256)
def _vote_factors(
    players: int, president: Seat, chancellor: Seat | None, voters: int, ayes: int, late: bool
) -> list[float]:
    """Return by world how likely it is that these voted ja, given how many did.

    `voters` and `ayes` are bits of seats. The candidates' own votes say nothing.
    """
    counts = voters.bit_count(), ayes.bit_count()
    tables = [styles.vote_odds(_LEANS[kind], *counts) for kind in range(3)]
    wanted = styles.vote_odds(_LEAN_TO_HITLER if late else _LEANS[1], *counts)
    found = worlds_of(players)
    kinds = pairs(players, president, chancellor)
    factors = []
    for mask, kind in zip(found.masks, kinds, strict=True):
        table = tables[(kind >= 3) + (kind % 3 > 0)]
        if kind % 3 == HITLER:
            table = wanted
        factors.append(table[(mask & voters).bit_count()][(mask & ayes).bit_count()])
    return factors


# Sessions and chaos


def _after_session(belief: Belief, played: Facts) -> Belief:
    """Weigh every world by what the government enacted and said, and the deck with it."""
    chancellor = played.chancellor if played.chancellor is not None else played.president
    enacted = None if played.enacted is None else int(played.enacted == "liberal")
    session = Session(
        enacted=enacted,
        said=played.said,
        told=played.told,
        liberal=belief.liberal,
        fascist=belief.fascist,
        drawn=played.drawn,
        passed=played.passed,
        own=played.own,
        discard_by_lot="discard" in played.by_lot,
        answer_by_lot=("enact" if enacted is not None else "propose-veto") in played.by_lot,
    )
    odds = styles.session_odds(
        session,
        _style(belief, played.president, played.said),
        _style(belief, chancellor, played.told),
    )
    kinds = pairs(belief.players, played.president, chancellor)
    belief = _drawn(belief, kinds, odds, HAND)
    belief = _heard(belief, played.president, played.said, away=session.discard_by_lot)
    belief = _heard(belief, chancellor, played.told, away=session.answer_by_lot)
    return _enacted(belief, played.enacted)


def _style(belief: Belief, seat: Seat, says: int | None) -> Styles:
    """Return how a seat seems to play: by whether it ever speaks of what it saw."""
    if says is not None or belief.talks >> seat & 1:
        return styles.TALKER
    return styles.SILENT if belief.silent >> seat & 1 else styles.UNHEARD


def _heard(belief: Belief, seat: Seat, says: int | None, *, away: bool) -> Belief:
    """Note whether a seat speaks of its session; who was away then does not keep silent."""
    bit = 1 << seat
    if says is not None:
        return belief._replace(talks=belief.talks | bit)
    if away:
        return belief
    return belief._replace(silent=belief.silent | bit)


def _drawn(belief: Belief, kinds: Sequence[int], odds: tuple[Odds, ...], count: int) -> Belief:
    """Draw `count` tiles, whose liberal ones are as likely as `odds` by kind of world."""
    groups: dict[int, int] = {}
    steps: list[tuple[float, Odds]] = []
    weights, places = [], []
    for world, weight, group in zip(belief.worlds, belief.weights, belief.groups, strict=True):
        kind = kinds[world]
        place = groups.get(group * 9 + kind)
        if place is None:
            place = groups[group * 9 + kind] = len(steps)
            steps.append(_draw(belief.decks[group], belief.deck_size, odds[kind], count))
        weights.append(weight * steps[place][0])
        places.append(place)
    return belief._replace(
        weights=weights,
        groups=places,
        decks=[deck for _, deck in steps],
        deck_size=belief.deck_size - count,
    )


@lru_cache(maxsize=16384)
def _draw(deck: Odds, size: int, odds: Odds, count: int) -> tuple[float, Odds]:
    """Return how likely a draw is, and the liberal tiles left after it."""
    found = [0.0] * len(deck)
    for left, share in enumerate(deck):
        if share:
            for drawn in range(min(left, count) + 1):
                found[left - drawn] += share * tiles_chance(size, left, drawn, count) * odds[drawn]
    total = sum(found)
    return total, tuple(share / total for share in found) if total else deck


@lru_cache(maxsize=2048)
def tiles_chance(size: int, liberal: int, drawn: int, count: int) -> float:
    """Return the chance to draw so many liberal tiles among `count` of `size`."""
    ways = comb(liberal, drawn) * comb(max(size - liberal, 0), count - drawn)
    return ways / comb(size, count)


def _after_chaos(belief: Belief, tile: str) -> Belief:
    """Take the top tile, which chaos enacted."""
    odds: Odds = (0.0, 1.0) if tile == "liberal" else (1.0, 0.0)
    belief = _drawn(belief, (0,) * len(worlds_of(belief.players).masks), (odds,) * 9, 1)
    return _enacted(belief, tile)


def _enacted(belief: Belief, tile: str | None) -> Belief:
    """Count a policy, and shuffle anew when the deck is short (3.8)."""
    liberal = belief.liberal + (tile == "liberal")
    fascist = belief.fascist + (tile == "fascist")
    belief = belief._replace(liberal=liberal, fascist=fascist)
    if belief.deck_size >= HAND:
        return belief
    deck = tuple(float(n == _LIBERAL_TILES - liberal) for n in range(_LIBERAL_TILES + 1))
    return belief._replace(
        groups=[0] * len(belief.groups), decks=[deck], deck_size=len(TILES) - liberal - fascist
    )


# Powers

#: how likely a victim is, by 3 * president's role + target's: fascists spare their own
_EXECUTION: Odds = (1.0, 1.0, 1.0, 1.3, 0.3, 0.05, 1.2, 0.6, 1.0)
_NEUTRAL: Odds = (1.0,) * 9


def _after_power(belief: Belief, played: Facts) -> Belief:
    """Weigh what a president did with a power, and said of it."""
    if played.target is None or played.own == 0:
        return belief
    odds = _NEUTRAL
    if played.power == "execute":
        odds = _NEUTRAL if "execute" in played.by_lot else _EXECUTION
    elif played.power == "investigate" and played.report is not None:
        odds = styles.report_odds(played.report == "fascist", styles.TALKER)
    kinds = pairs(belief.players, played.president, played.target)
    weights = [
        w * odds[kinds[world]] for w, world in zip(belief.weights, belief.worlds, strict=True)
    ]
    return belief._replace(weights=weights)
