"""A bot's beliefs: likelihoods from the public record and its own cards."""

from collections.abc import Iterable, Mapping
from itertools import chain

from games.noir import actions as ask
from games.noir import pieces
from games.noir.notebook import Pair, possible_inspectors, weigh_pairs
from games.noir.pieces import Grid
from games.noir.view import View

Likelihood = Mapping[str, float]


def grid_of(view: View) -> Grid:
    """Return the names in the view's grid."""
    return tuple(tuple(cell.suspect for cell in row) for row in view.grid)


def grid_after(grid: Grid, action: ask.Action) -> Grid:
    """Return `grid` after a shift or a collapse; other actions don't change it."""
    if isinstance(action, ask.Shift):
        return pieces.shift_line(grid, action.line, action.index, action.direction)
    if isinstance(action, ask.Collapse):
        return pieces.collapse_grid(grid, action.remove, action.suspects)
    return grid


def adjacency(grid: Grid) -> Mapping[str, frozenset[str]]:
    """Return the neighbours of every suspect on `grid`."""
    return {suspect: pieces.neighbours(grid, suspect) for row in grid for suspect in row}


def face_up(view: View) -> frozenset[str]:
    """Return the suspects with face-up cards."""
    innocent = (cell.suspect for cell in chain.from_iterable(view.grid) if cell.innocent)
    return frozenset((*innocent, *view.discards))


def killer_pairs(view: View, own: Iterable[str] = ()) -> Mapping[Pair, float]:
    """Return the weight of every (identity, disguise), for a player whose own cards are `own`."""
    pairs = weigh_pairs(view.suspects, view.clues, face_up(view).union(own))
    total = sum(pairs.values())
    return {pair: weight / total for pair, weight in pairs.items()}


def identities(pairs: Mapping[Pair, float]) -> Likelihood:
    """Return the weight of each suspect as the killer's identity, from weighted pairs."""
    total = sum(pairs.values())
    likely: dict[str, float] = {}
    for (identity, _), weight in pairs.items():
        likely[identity] = likely.get(identity, 0.0) + weight / total
    return likely


def likeliest_deduction(pairs: Mapping[Pair, float]) -> tuple[float, Pair]:
    """Return the likeliest unordered pair and its likelihood."""
    both: dict[Pair, float] = {}
    for (one, other), weight in pairs.items():
        key = (one, other) if one < other else (other, one)
        both[key] = both.get(key, 0.0) + weight
    pair = max(both, key=both.__getitem__)
    return both[pair], pair


def inspectors(view: View, own: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the possible inspectors, all equally likely, for a player with the cards `own`."""
    return possible_inspectors(view.suspects, view.clues, face_up(view).union(own))


def race(murders: int, hit: float, arrest: float) -> float:
    """Return the killer's chance with `murders` left, on the killer's turn.

    In every round a murder hits the inspector with probability `hit`, then an arrest hits the
    killer with probability `arrest`. The last murder wins.
    """
    killer, open_still = 0.0, 1.0
    for left in range(murders, 0, -1):
        killer += open_still * (hit if left > 1 else 1.0)
        open_still *= (1 - hit) * (1 - arrest)
    return killer if murders > 0 else 1.0


def idle_turns(view: View) -> int:
    """Return the number of turns without a murder, an arrest or a question."""
    questions = sum(canvass.asked_of == "killer" for canvass in view.canvasses)
    refusals = sum(
        canvass.asked_of == "killer" and not canvass.adjacent for canvass in view.canvasses
    )
    ruled_out = sum(clue.side == "killer" and clue.says == "outside" for clue in view.clues)
    misses = ruled_out - refusals
    murders = view.murders - 1  # the murder in the set-up is not a turn
    return max(0, view.turn - murders - questions - misses)
