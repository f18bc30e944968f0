"""Bots' values of the inspector's turns."""

from collections.abc import Mapping, Sequence
from random import Random

from games.noir import actions as ask
from games.noir import pieces
from games.noir.actions import Action
from games.noir.bots import belief
from games.noir.bots.win_probability import InspectorPosition, inspectors_chance
from games.noir.view import View

LONG_GAME = 80  #: turns after which a guess is better than nothing

# Tuned on several thousand games against both killers.
SURE_ENOUGH = 0.6  #: the lowest probability at which the simple inspector names a pair
INVESTIGATION = 0.25  #: the value of a question for the simple inspector
NOISE = 0.005


def simple_scores(view: View, turns: Sequence[Action], random: Random) -> Mapping[Action, float]:
    """Score turns by the chance to win immediately; else investigate, else move closer."""
    if view.identity.inspector is None:
        return {turn: random.random() for turn in turns}
    me = view.identity.inspector
    pairs = belief.killer_pairs(view, own_cards(view))
    likely = belief.identities(pairs)
    chance, pair = belief.likeliest_deduction(pairs)
    grid = belief.grid_of(view)

    def score(turn: Action) -> float:
        if isinstance(turn, ask.Arrest):
            return likely.get(turn.suspect, 0.0)
        if isinstance(turn, ask.Investigate):
            return INVESTIGATION
        around = pieces.neighbours(belief.grid_after(grid, turn), me)
        return 0.5 * max((likely.get(name, 0.0) for name in around), default=0.0)

    scores = {
        turn: score(turn) + random.random() / 100
        for turn in turns
        if not isinstance(turn, ask.Deduce)
    }
    worth = chance if chance > SURE_ENOUGH or view.turn >= LONG_GAME else -1.0
    return scores | {ask.Deduce(pair): worth + (view.turn >= LONG_GAME)}


def position_of(view: View) -> InspectorPosition:
    """Return the position on the killer's turn, as the inspector knows it."""
    return _InspectorTable(view).position


def own_cards(view: View) -> tuple[str, ...]:
    """Return the inspector's cards, including the identity."""
    hand = view.hand.inspector or ()
    identity = view.identity.inspector
    return hand if identity is None else (*hand, identity)


def strong_scores(view: View, turns: Sequence[Action], random: Random) -> Mapping[Action, float]:
    """Score turns by the chance to win; the order of nearly equal turns is random."""
    if view.identity.inspector is None:
        return _choose_scores(view, turns, random)
    scores = {
        turn: worth if isinstance(turn, ask.Deduce) else worth + random.random() * NOISE
        for turn, worth in worths(view, turns).items()
    }
    late = view.turn >= LONG_GAME
    return {turn: 2.0 if late and isinstance(turn, ask.Deduce) else s for turn, s in scores.items()}


def worths(view: View, turns: Sequence[Action]) -> Mapping[Action, float]:
    """Return the chance to win with each turn, once the inspector has an identity.

    Only the likeliest deduction is valued.
    """
    table = _InspectorTable(view)
    worths = {turn: table.value(turn) for turn in turns if not isinstance(turn, ask.Deduce)}
    chance, pair = belief.likeliest_deduction(table.position.pairs)
    return worths | {ask.Deduce(pair): chance}


def _choose_scores(view: View, turns: Sequence[Action], random: Random) -> Mapping[Action, float]:
    """Score identities: far from the killer's likely places, and in the middle of the grid."""
    around = belief.adjacency(belief.grid_of(view))
    return {
        turn: -danger + 0.02 * len(around[turn.suspect]) + random.random() * 0.2
        for turn, danger in dangers(view, turns).items()
    }


def dangers(view: View, turns: Sequence[Action]) -> Mapping[ask.ChooseIdentity, float]:
    """Return the probability that the killer is adjacent to each possible identity."""
    around = belief.adjacency(belief.grid_of(view))
    likely = belief.identities(belief.killer_pairs(view, own_cards(view)))
    return {
        turn: sum(likely.get(name, 0.0) for name in around[turn.suspect])
        for turn in turns
        if isinstance(turn, ask.ChooseIdentity)
    }


class _InspectorTable:
    """The knowledge of a strong inspector: the killer's pairs, and the inspector's own exposure."""

    def __init__(self, view: View) -> None:
        self.grid = belief.grid_of(view)
        self.position = InspectorPosition(
            me=view.identity.inspector or "",
            left=pieces.LAST_MURDER - view.murders,
            pairs=belief.killer_pairs(view, own_cards(view)),
            candidates=frozenset(belief.inspectors(view)),
            around=belief.adjacency(self.grid),
        )

    def value(self, turn: Action) -> float:
        """Return the chance to win after `turn`, from 0 to 1."""
        if isinstance(turn, ask.Arrest):
            return self._arrest_value(turn.suspect)
        if isinstance(turn, ask.Investigate):
            return self._investigate_value(turn.suspect)
        around = belief.adjacency(belief.grid_after(self.grid, turn))
        return inspectors_chance(self.position._replace(around=around))

    def _arrest_value(self, target: str) -> float:
        now = self.position
        hit = sum(weight for pair, weight in now.pairs.items() if pair[0] == target)
        pairs = {pair: weight for pair, weight in now.pairs.items() if pair[0] != target}
        candidates = frozenset(now.candidates) & (now.around[target] | {target})
        miss = now._replace(pairs=pairs, candidates=candidates)
        return hit + (1 - hit) * inspectors_chance(miss)

    def _investigate_value(self, suspect: str) -> float:
        now = self.position
        around, candidates = now.around[suspect], frozenset(now.candidates) - {suspect}
        beside = {pair: weight for pair, weight in now.pairs.items() if pair[0] in around}
        apart = {pair: weight for pair, weight in now.pairs.items() if pair[0] not in around}
        return sum(
            sum(pairs.values())
            * inspectors_chance(now._replace(pairs=pairs, candidates=candidates))
            for pairs in (beside, apart)
        )
