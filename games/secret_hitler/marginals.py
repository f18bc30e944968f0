"""What follows from a posterior: how likely single players and the next tiles are what."""

from games.engine.seats import Seat
from games.secret_hitler.pieces import HAND
from games.secret_hitler.posterior import Belief, tiles_chance
from games.secret_hitler.styles import Odds
from games.secret_hitler.worlds import LIBERAL, pairs, worlds_of


def fascist_odds(belief: Belief) -> list[float]:
    """Return for every seat how likely it is to be of the fascist party."""
    found = [0.0] * belief.players
    total = sum(belief.weights)
    roles = worlds_of(belief.players).roles
    for world, weight in zip(belief.worlds, belief.weights, strict=True):
        if weight:
            for seat, role in enumerate(roles[world]):
                if role != LIBERAL:
                    found[seat] += weight
    return [weight / total for weight in found]


def hitler_odds(belief: Belief) -> list[float]:
    """Return for every seat how likely it is to be Hitler."""
    found = [0.0] * belief.players
    hitlers = worlds_of(belief.players).hitlers
    for world, weight in zip(belief.worlds, belief.weights, strict=True):
        found[hitlers[world]] += weight
    total = sum(belief.weights)
    return [weight / total for weight in found]


def pair_odds(belief: Belief, first: Seat, second: Seat) -> Odds:
    """Return how likely two seats are what they may be: 3 * role of `first` + of `second`."""
    found = [0.0] * 9
    kinds = pairs(belief.players, first, second)
    for world, weight in zip(belief.worlds, belief.weights, strict=True):
        found[kinds[world]] += weight
    total = sum(belief.weights)
    return tuple(weight / total for weight in found)


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
    masks = worlds_of(belief.players).masks
    weights = [
        0.0 if masks[world] >> seat & 1 else weight
        for world, weight in zip(belief.worlds, belief.weights, strict=True)
    ]
    return belief._replace(weights=weights) if any(weights) else belief
