"""How likely every suspect is to be a hidden identity, for the eyes of a view."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

from games.noir import belief
from games.noir.notebook import Pair, possible_inspectors, weigh_pairs
from games.noir.pieces import INSPECTOR, KILLER
from games.noir.state import Clue
from games.noir.view import View

WHO_KILLS, WHO_HUNTS = "killer", "inspector"

Likelihood = Mapping[str, float]
Thing = TypeVar("Thing", str, Pair)


def likelihoods(view: View) -> dict[str, Likelihood]:
    """Return by question how likely every suspect is that is still possible for these eyes.

    Each player wonders about the other alone; whoever has no seat, or sees all, stands for the
    table and what all have seen.
    """
    if view.seat == KILLER:
        return {WHO_HUNTS: of_inspector(view)}
    if view.seat == INSPECTOR:
        return {WHO_KILLS: _identities(pairs_of(view))}
    kills, hunts = of_table(view.suspects, view.clues, belief.shown(view))
    return {WHO_KILLS: kills, WHO_HUNTS: hunts}


def of_inspector(view: View) -> Likelihood:
    """Return how likely everybody is the inspector, for who knows the killer's two cards."""
    own = (view.identity.killer, view.disguise.killer)
    seen = belief.shown(view).union(card for card in own if card)
    return _alike(possible_inspectors(view.suspects, view.clues, seen))


def pairs_of(view: View) -> Mapping[Pair, float]:
    """Return how likely every (identity, disguise) is, for who knows the inspector's cards."""
    own = (*(view.hand.inspector or ()), view.identity.inspector)
    seen = belief.shown(view).union(card for card in own if card)
    return _shares(weigh_pairs(view.suspects, view.clues, seen))


@lru_cache(maxsize=512)
def of_table(
    suspects: tuple[str, ...], clues: tuple[Clue, ...], shown: frozenset[str]
) -> tuple[Likelihood, Likelihood]:
    """Return how likely everybody is the killer, and the inspector, from what all have seen.

    The two are weighed together: nobody is both, nor is the disguise the inspector.
    """
    hunts = dict.fromkeys(possible_inspectors(suspects, clues, shown), 0.0)
    kills: dict[str, float] = {}
    for pair, weight in weigh_pairs(suspects, clues, shown).items():
        others = [name for name in hunts if name not in pair]
        if others:
            kills[pair[0]] = kills.get(pair[0], 0.0) + weight * len(others)
        for name in others:
            hunts[name] += weight
    return _shares(kills), _shares(hunts)


def _identities(pairs: Mapping[Pair, float]) -> Likelihood:
    return belief.identities(pairs) if pairs else {}


def _alike(names: Iterable[str]) -> Likelihood:
    return _shares(dict.fromkeys(names, 1.0))


def _shares(weights: Mapping[Thing, float]) -> Mapping[Thing, float]:
    total = sum(weights.values())
    return {name: weight / total for name, weight in weights.items() if weight}
