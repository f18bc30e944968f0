"""Bots' values of the killer's turns."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from random import Random

from games.noir import actions as ask
from games.noir import pieces
from games.noir.actions import Action
from games.noir.bots import belief
from games.noir.notebook import Pair, turn_over
from games.noir.view import View

Scores = Callable[[View, Sequence[Action], Random], Mapping[Action, float]]
Around = Mapping[str, frozenset[str]]  #: the neighbours of each suspect

# Tuned on several thousand games against both inspectors.
ARREST_PER_ROUND = 0.08  #: the probability that a later round ends with an arrest
OUT_OF_REACH = 0.8  #: the value of a candidate who is not yet adjacent to the killer
DEDUCTION = 0.5  #: the probability that a certain pair is named immediately
BOLDNESS = 0.4  #: the probability that an inspector arrests a hardly suspected neighbour
IDLE = 0.01  #: the cost of an idle turn, per earlier idle turn
NOISE = 0.01


def simple_scores(view: View, turns: Sequence[Action], random: Random) -> Mapping[Action, float]:
    """Score turns: kill a possible inspector, else anybody; without neighbours, move closer."""
    own = _own(view)
    likely = belief.inspectors(view, own)
    odds = belief.identities(belief.killer_pairs(view)).get(own[0], 0.0)
    grid = belief.grid_of(view)
    living = set(view.suspects) - set(view.dead)
    wants_swap = random.random() < 0.5

    def score(turn: Action) -> float:
        if isinstance(turn, ask.Murder):
            return 1.0 + (turn.suspect in likely)
        if isinstance(turn, ask.Disguise):
            return odds * 0.5 + 0.1 * (turn.swap == wants_swap)
        around = pieces.neighbours(belief.grid_after(grid, turn), own[0])
        return len(around & living) / 10

    return {turn: score(turn) + random.random() / 100 for turn in turns}


def strong_scores(view: View, turns: Sequence[Action], random: Random) -> Mapping[Action, float]:
    """Score turns by the chance to win; the order of nearly equal turns is random."""
    return {turn: worth + random.random() * NOISE for turn, worth in worths(view, turns).items()}


def worths(view: View, turns: Sequence[Action]) -> Mapping[Action, float]:
    """Return the chance to win with each turn: immediately, and after the opponent's next turn."""
    table = _KillerTable(view)
    return {turn: table.value(turn) for turn in turns}


def _own(view: View) -> Pair:
    """Return the killer's identity and disguise."""
    return view.identity.killer or "", view.disguise.killer or ""


class _KillerTable:
    """The knowledge of a strong killer: the possible inspectors, and the killer's own exposure."""

    def __init__(self, view: View) -> None:
        self.identity, self.disguise = _own(view)
        self.grid = belief.grid_of(view)
        self.count = len(view.suspects)
        self.dead = frozenset(view.dead)
        self.living = frozenset(view.suspects) - self.dead
        self.candidates = frozenset(belief.inspectors(view, (self.identity, self.disguise)))
        self.pairs = belief.killer_pairs(view)
        self.around = belief.adjacency(self.grid)
        self.idle = belief.idle_turns(view)

    def value(self, turn: Action) -> float:
        """Return the chance to win after `turn`.

        Turns that lead nowhere are worth less each time.
        """
        if isinstance(turn, ask.Murder):
            return self._murder_value(turn.suspect)
        if isinstance(turn, ask.Disguise):
            value = self._disguise_value
        else:
            around = belief.adjacency(belief.grid_after(self.grid, turn))
            value = self._chance_to_win(self.identity, self.pairs, around, self.living)
        return value - IDLE * self.idle

    @cached_property
    def _disguise_value(self) -> float:
        """Return the chance to win after a random choice between swap and bluff.

        A killer who always chose the less suspected option could be predicted.
        """
        pairs = turn_over(self.pairs, self.dead)
        hiding = [self.identity] if self.disguise in self.dead else [self.identity, self.disguise]
        values = [self._chance_to_win(name, pairs, self.around, self.living) for name in hiding]
        return sum(values) / len(values)

    def _murder_value(self, victim: str) -> float:
        hit = (victim in self.candidates) / max(1, len(self.candidates))
        if len(self.dead) + 1 >= pieces.LAST_MURDER:
            return 1.0
        witnesses = self.around[victim]
        pairs = {pair: weight for pair, weight in self.pairs.items() if pair[0] in witnesses}
        rest = self._chance_to_win(self.identity, pairs, self.around, self.living - {victim})
        return hit + (1 - hit) * rest

    def _chance_to_win(
        self, identity: str, pairs: Mapping[Pair, float], around: Around, living: frozenset[str]
    ) -> float:
        """Return the chance to win, on the inspector's turn."""
        likely = belief.identities(pairs)
        candidates = self.candidates & living
        victims = around[identity] & living
        near = 1.0 if victims & candidates else OUT_OF_REACH
        left = pieces.LAST_MURDER - (self.count - len(living)) + (not victims)
        certain = belief.likeliest_deduction(pairs)[0] / sum(pairs.values())
        safe = (1 - _arrest_risk(identity, likely, around, candidates)) * (
            1 - DEDUCTION * certain**2
        )
        return safe * belief.race(left, near / max(1, len(candidates)), ARREST_PER_ROUND)


def _arrest_risk(
    identity: str, likely: belief.Likelihood, around: Around, candidates: Collection[str]
) -> float:
    """Return the chance that the next arrest hits, by adjacency and suspicion of the killer."""
    mine = likely.get(identity, 0.0)
    risk = 0.0
    for inspector in candidates:
        if mine and identity in around[inspector]:
            most = max(likely.get(name, 0.0) for name in around[inspector])
            risk += (mine / most) ** 2 * min(1.0, BOLDNESS + mine / 2)
    return risk / max(1, len(candidates))
