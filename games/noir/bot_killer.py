"""How bots weigh the killer's turns."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from random import Random

from games.noir import actions as ask
from games.noir import belief, pieces
from games.noir.actions import Action
from games.noir.notebook import Pair, turned
from games.noir.view import View

Scores = Callable[[View, Sequence[Action], Random], Mapping[Action, float]]
Around = Mapping[str, frozenset[str]]  #: who touches whom

# Found by playing some thousand games against both inspectors.
ARREST_PER_ROUND = 0.08  #: how likely a later round ends with an arrest
OUT_OF_REACH = 0.8  #: what a candidate is worth who is not beside the killer yet
DEDUCTION = 0.5  #: how likely a certain pair is named at once
BOLDNESS = 0.4  #: how readily an inspector arrests whom it hardly suspects
IDLE = 0.01  #: what every idle turn so far takes off another one
NOISE = 0.01


def simple_scores(view: View, turns: Sequence[Action], random: Random) -> Mapping[Action, float]:
    """Score turns: kill who may be the inspector, or anybody; with nobody near, close in."""
    own = _own(view)
    likely = belief.inspectors(view, own)
    found = belief.identities(belief.killer_pairs(view)).get(own[0], 0.0)
    grid = belief.grid_of(view)
    living = set(view.suspects) - set(view.dead)
    wants_swap = random.random() < 0.5

    def score(turn: Action) -> float:
        if isinstance(turn, ask.Murder):
            return 1.0 + (turn.suspect in likely)
        if isinstance(turn, ask.Disguise):
            return found * 0.5 + 0.1 * (turn.swap == wants_swap)
        around = pieces.neighbours(belief.grid_after(grid, turn), own[0])
        return len(around & living) / 10

    return {turn: score(turn) + random.random() / 100 for turn in turns}


def strong_scores(view: View, turns: Sequence[Action], random: Random) -> Mapping[Action, float]:
    """Score turns by the chance to win, with lots where little is between them."""
    return {turn: worth + random.random() * NOISE for turn, worth in worths(view, turns).items()}


def worths(view: View, turns: Sequence[Action]) -> Mapping[Action, float]:
    """Return the chance to win by turn: now, and with what is left after the opponent's turn."""
    table = _Table(view)
    return {turn: table.value(turn) for turn in turns}


def _own(view: View) -> Pair:
    """Return the killer's identity and disguise."""
    return view.identity.killer or "", view.disguise.killer or ""


class _Table:
    """What a strong killer sees: who the inspector may be, and its own exposure."""

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
        """Return the chance to win after `turn`; what leads nowhere is worth less each time."""
        if isinstance(turn, ask.Murder):
            return self._murder_value(turn.suspect)
        if isinstance(turn, ask.Disguise):
            value = self._disguise_value
        else:
            around = belief.adjacency(belief.grid_after(self.grid, turn))
            value = self._prospect(self.identity, self.pairs, around, self.living)
        return value - IDLE * self.idle

    @cached_property
    def _disguise_value(self) -> float:
        """Return the chance to win after a lot between swap and bluff.

        Whoever chose what the inspector suspects less would be found by one who knows that.
        """
        pairs = turned(self.pairs, self.dead)
        hiding = [self.identity] if self.disguise in self.dead else [self.identity, self.disguise]
        values = [self._prospect(name, pairs, self.around, self.living) for name in hiding]
        return sum(values) / len(values)

    def _murder_value(self, victim: str) -> float:
        hit = (victim in self.candidates) / max(1, len(self.candidates))
        if len(self.dead) + 1 >= pieces.LAST_MURDER:
            return 1.0
        seen = self.around[victim]
        pairs = {pair: weight for pair, weight in self.pairs.items() if pair[0] in seen}
        rest = self._prospect(self.identity, pairs, self.around, self.living - {victim})
        return hit + (1 - hit) * rest

    def _prospect(
        self, identity: str, pairs: Mapping[Pair, float], around: Around, living: frozenset[str]
    ) -> float:
        """Return the chance to win, the inspector being on turn."""
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
    """Return how likely the next arrest hits: who is near enough, and suspects me most?"""
    mine = likely.get(identity, 0.0)
    risk = 0.0
    for inspector in candidates:
        if mine and identity in around[inspector]:
            most = max(likely.get(name, 0.0) for name in around[inspector])
            risk += (mine / most) ** 2 * min(1.0, BOLDNESS + mine / 2)
    return risk / max(1, len(candidates))
