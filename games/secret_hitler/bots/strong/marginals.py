"""Marginals of a posterior: probabilities about single players, and about the next tiles."""

from functools import lru_cache
from itertools import compress
from operator import mul

from games.engine.seats import Seat
from games.secret_hitler.bots.strong.assignments import assignments_of, pairs
from games.secret_hitler.bots.strong.opponent_model import Odds
from games.secret_hitler.bots.strong.posterior import Belief, tiles_chance
from games.secret_hitler.pieces import HAND


def fascist_odds(belief: Belief) -> list[float]:
    """Return for each seat the probability that it is of the fascist party."""
    weights, total = belief.weights, sum(belief.weights)
    chosen = _where_fascist(belief.players, belief.assignments)
    return [sum(compress(weights, where)) / total for where in chosen]


@lru_cache(maxsize=64)
def _where_fascist(players: int, assignments: tuple[int, ...]) -> tuple[tuple[bool, ...], ...]:
    """Return for each seat the indexes in `assignments` in which it is of the fascist party."""
    masks = assignments_of(players).masks
    return tuple(
        tuple(bool(masks[assignment] >> seat & 1) for assignment in assignments)
        for seat in range(players)
    )


def hitler_odds(belief: Belief) -> list[float]:
    """Return for each seat the probability that it is Hitler."""
    weights, total = belief.weights, sum(belief.weights)
    chosen = _where_hitler(belief.players, belief.assignments)
    return [sum(compress(weights, where)) / total for where in chosen]


@lru_cache(maxsize=64)
def _where_hitler(players: int, assignments: tuple[int, ...]) -> tuple[tuple[bool, ...], ...]:
    """Return for each seat the indexes in `assignments` in which it is Hitler."""
    hitlers = assignments_of(players).hitlers
    return tuple(
        tuple(hitlers[assignment] == seat for assignment in assignments) for seat in range(players)
    )


def pair_odds(belief: Belief, first: Seat, second: Seat) -> Odds:
    """Return the probability of two seats' roles: 3 * role of `first` + role of `second`."""
    get, total = belief.weights.__getitem__, sum(belief.weights)
    places = _places(belief.players, belief.assignments, first, second)
    return tuple(sum(map(get, where)) / total for where in places)


@lru_cache(maxsize=4096)
def _places(
    players: int, assignments: tuple[int, ...], first: Seat, second: Seat
) -> tuple[tuple[int, ...], ...]:
    """Return the indexes in `assignments` by the roles of two seats."""
    kinds = pairs(players, first, second)
    places: list[list[int]] = [[] for _ in range(9)]
    for place, assignment in enumerate(assignments):
        places[kinds[assignment]].append(place)
    return tuple(map(tuple, places))


def deck_odds(belief: Belief) -> Odds:
    """Return the probability of each number of liberal tiles left in the deck."""
    if len(belief.decks) == 1:
        return belief.decks[0]
    shares = [0.0] * len(belief.decks)
    for weight, group in zip(belief.weights, belief.groups, strict=True):
        shares[group] += weight
    total = sum(shares)
    left = zip(*belief.decks, strict=True)
    return tuple(sum(map(mul, shares, column)) / total for column in left)


def draw_odds(belief: Belief) -> Odds:
    """Return the probability of each number of liberal tiles in the next draw."""
    odds = [0.0] * (HAND + 1)
    for left, share in enumerate(deck_odds(belief)):
        if share:
            for drawn in range(min(left, HAND) + 1):
                odds[drawn] += share * tiles_chance(belief.deck_size, left, drawn, HAND)
    return tuple(odds)


def top_odds(belief: Belief) -> float:
    """Return the probability that the top tile of the deck is liberal."""
    mean = sum(left * share for left, share in enumerate(deck_odds(belief)))
    return mean / belief.deck_size


def as_if_liberal(belief: Belief, seat: Seat) -> Belief:
    """Return the belief of `seat` if it were a liberal with the same public knowledge."""
    where = _where_fascist(belief.players, belief.assignments)[seat]
    weights = [
        0.0 if fascist else weight for weight, fascist in zip(belief.weights, where, strict=True)
    ]
    return belief._replace(weights=weights) if any(weights) else belief
