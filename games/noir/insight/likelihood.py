"""The probabilities of hidden identities, for the viewer of a view."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeVar

from games.noir.bots import belief
from games.noir.notebook import Pair, possible_inspectors, weigh_pairs
from games.noir.pieces import INSPECTOR, KILLER
from games.noir.state import Clue
from games.noir.view import View

WHO_KILLS, WHO_HUNTS = "killer", "inspector"

Likelihood = Mapping[str, float]
Thing = TypeVar("Thing", str, Pair)


def likelihoods(view: View) -> dict[str, Likelihood]:
    """Return by question the probability of each suspect that is still possible for this viewer.

    A player asks only about the opponent. A viewer without a seat has the public's knowledge.
    """
    if view.seat == KILLER:
        return {WHO_HUNTS: of_inspector(view)}
    if view.seat == INSPECTOR:
        return {WHO_KILLS: _identities(pairs_of(view))}
    kills, hunts = of_table(view.suspects, view.clues, belief.face_up(view))
    return {WHO_KILLS: kills, WHO_HUNTS: hunts}


def of_inspector(view: View) -> Likelihood:
    """Return each suspect's probability as the inspector, for the holder of the killer's cards."""
    own = (view.identity.killer, view.disguise.killer)
    open_cards = belief.face_up(view).union(card for card in own if card)
    return _alike(possible_inspectors(view.suspects, view.clues, open_cards))


def pairs_of(view: View) -> Mapping[Pair, float]:
    """Return the chance of each (identity, disguise), for the holder of the inspector's cards."""
    own = (*(view.hand.inspector or ()), view.identity.inspector)
    open_cards = belief.face_up(view).union(card for card in own if card)
    return _shares(weigh_pairs(view.suspects, view.clues, open_cards))


@lru_cache(maxsize=512)
def of_table(
    suspects: tuple[str, ...], clues: tuple[Clue, ...], cards: frozenset[str]
) -> tuple[Likelihood, Likelihood]:
    """Return each suspect's probability as the killer, and as the inspector, by public knowledge.

    Both are computed together, because no suspect is both, and the disguise is not the inspector.
    """
    hunts = dict.fromkeys(possible_inspectors(suspects, clues, cards), 0.0)
    kills: dict[str, float] = {}
    for pair, weight in weigh_pairs(suspects, clues, cards).items():
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
