"""What follows from a posterior: how likely single players and the next tiles are what."""

from functools import lru_cache
from itertools import compress

from games.engine.seats import Seat
from games.secret_hitler.pieces import HAND
from games.secret_hitler.posterior import Belief, tiles_chance
from games.secret_hitler.styles import Odds
from games.secret_hitler.worlds import pairs, worlds_of


def fascist_odds(belief: Belief) -> list[float]:
    """Return for every seat how likely it is to be of the fascist party."""
    weights, total = belief.weights, sum(belief.weights)
    chosen = _where_fascist(belief.players, belief.worlds)
    return [sum(compress(weights, where)) / total for where in chosen]


@lru_cache(maxsize=64)
def _where_fascist(players: int, worlds: tuple[int, ...]) -> tuple[tuple[bool, ...], ...]:
    """Return by seat in which of `worlds` it is of the fascist party."""
    masks = worlds_of(players).masks
    return tuple(
        tuple(bool(masks[world] >> seat & 1) for world in worlds) for seat in range(players)
    )


def hitler_odds(belief: Belief) -> list[float]:
    """Return for every seat how likely it is to be Hitler."""
    weights, total = belief.weights, sum(belief.weights)
    chosen = _where_hitler(belief.players, belief.worlds)
    return [sum(compress(weights, where)) / total for where in chosen]


@lru_cache(maxsize=64)
def _where_hitler(players: int, worlds: tuple[int, ...]) -> tuple[tuple[bool, ...], ...]:
    """Return by seat in which of `worlds` it is Hitler."""
    hitlers = worlds_of(players).hitlers
    return tuple(tuple(hitlers[world] == seat for world in worlds) for seat in range(players))


def pair_odds(belief: Belief, first: Seat, second: Seat) -> Odds:
    """Return how likely two seats are what they may be: 3 * role of `first` + of `second`."""
    get, total = belief.weights.__getitem__, sum(belief.weights)
    places = _places(belief.players, belief.worlds, first, second)
    return tuple(sum(map(get, where)) / total for where in places)


@lru_cache(maxsize=4096)
def _places(
    players: int, worlds: tuple[int, ...], first: Seat, second: Seat
) -> tuple[tuple[int, ...], ...]:
    """Return by what two seats are where in `worlds` they are it."""
    kinds = pairs(players, first, second)
    found: list[list[int]] = [[] for _ in range(9)]
    for place, world in enumerate(worlds):
        found[kinds[world]].append(place)
    return tuple(map(tuple, found))


def deck_odds(belief: Belief) -> Odds:
    """Return how likely so many liberal tiles are left in the deck."""
    shares = [0.0] * len(belief.decks)
    for weight, group in zip(belief.weights, belief.groups, strict=True):
        shares[group] += weight
    total = sum(shares)
    left = zip(*belief.decks, strict=True)
    return tuple(sum(s * d for s, d in zip(shares, column, strict=True)) / total for column in left)


def draw_odds(belief: Belief) -> Odds:
    """Return how likely the next draw holds so many liberal tiles."""
    found = [0.0] * (HAND + 1)
    for left, share in enumerate(deck_odds(belief)):
        if share:
            for drawn in range(min(left, HAND) + 1):
                found[drawn] += share * tiles_chance(belief.deck_size, left, drawn, HAND)
    return tuple(found)


def top_odds(belief: Belief) -> float:
    """Return how likely the top tile of the deck is a liberal one."""
    mean = sum(left * share for left, share in enumerate(deck_odds(belief)))
    return mean / belief.deck_size


def as_if_liberal(belief: Belief, seat: Seat) -> Belief:
    """Return `belief` as `seat` would hold it as a liberal who saw no more."""
    where = _where_fascist(belief.players, belief.worlds)[seat]
    weights = [
        0.0 if fascist else weight for weight, fascist in zip(belief.weights, where, strict=True)
    ]
    return belief._replace(weights=weights) if any(weights) else belief
