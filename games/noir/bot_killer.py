"""How bots weigh the killer's turns."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from games.noir import actions as ask
from games.noir import belief, pieces
from games.noir.actions import Action
from games.noir.notebook import Pair
from games.noir.view import View

Scores = Callable[[View, Sequence[Action], Random], Mapping[Action, float]]


def simple_scores(view: View, turns: Sequence[Action], random: Random) -> Mapping[Action, float]:
    """Score turns: kill who may be the inspector, hide when nearly found, else close in."""
    own = _own(view)
    likely = belief.inspectors(view, own)
    found = belief.identities(belief.killer_pairs(view)).get(own[0], 0.0)
    grid = belief.grid_of(view)
    living = set(view.suspects) - set(view.dead)

    def score(turn: Action) -> float:
        if isinstance(turn, ask.Murder):
            return 1.0 + (turn.suspect in likely)
        if isinstance(turn, ask.Disguise):
            return 3.0 * (found > 1 / 3) + 0.5 * turn.swap
        around = pieces.neighbours(belief.grid_after(grid, turn), own[0])
        return len(around & living) / 10

    return {turn: score(turn) + random.random() / 100 for turn in turns}


def _own(view: View) -> Pair:
    """Return the killer's identity and disguise."""
    return view.identity.killer or "", view.disguise.killer or ""


def strong_scores(view: View, turns: Sequence[Action], random: Random) -> Mapping[Action, float]:
    """Score turns by the chance to win: now, and with what is left after the opponent's turn."""
    table = _Table(view)
    scores = {turn: table.value(turn) for turn in turns}
    return {turn: value + random.random() * 0.02 for turn, value in scores.items()}


class _Table:
    """What a strong killer sees: the inspector's candidates, and its own exposure."""

    def __init__(self, view: View) -> None:
        self.own = _own(view)
        self.grid = belief.grid_of(view)
        self.living = frozenset(view.suspects) - frozenset(view.dead)
        self.dead = view.dead
        self.murders = view.murders
        self.candidates = belief.inspectors(view, self.own)
        self.pairs = belief.killer_pairs(view)
        self.around = belief.adjacency(self.grid)
        self.idle = idle_turns(view)

    def value(self, turn: Action) -> float:
        """Return the chances after `turn`, from 0 to 1 and a little beyond."""
        if isinstance(turn, ask.Murder):
            return self._murder_value(turn.suspect)
        if isinstance(turn, ask.Disguise):
            return self._disguise_value(swap=turn.swap)
        grid = belief.grid_after(self.grid, turn)
        around = belief.adjacency(grid)
        return self._prospect(self.own[0], self.pairs, around, self.living, self.murders) - (
            0.01 * self.idle
        )

    def _murder_value(self, victim: str) -> float:
        hit = (victim in self.candidates) / max(1, len(self.candidates))
        if self.murders + 1 >= pieces.LAST_MURDER:
            return 1.0
        seen = self.around[victim]
        pairs = {pair: weight for pair, weight in self.pairs.items() if pair[0] in seen}
        living = self.living - {victim}
        rest = self._prospect(self.own[0], pairs, self.around, living, self.murders + 1)
        return hit + (1 - hit) * rest

    def _disguise_value(self, *, swap: bool) -> float:
        pairs: dict[Pair, float] = {}
        for (one, other), weight in self.pairs.items():
            if other in self.dead:
                pairs[one, other] = pairs.get((one, other), 0.0) + weight
                continue
            pairs[one, other] = pairs.get((one, other), 0.0) + weight / 2
            pairs[other, one] = pairs.get((other, one), 0.0) + weight / 2
        identity = self.own[1] if swap else self.own[0]
        value = self._prospect(identity, pairs, self.around, self.living, self.murders)
        return value - 0.01 * self.idle

    def _prospect(
        self,
        identity: str,
        pairs: Mapping[Pair, float],
        around: Mapping[str, frozenset[str]],
        living: frozenset[str],
        murders: int,
    ) -> float:
        """Return the chance to win from here, the inspector being on turn."""
        likely = belief.identities(pairs)
        candidates = [name for name in self.candidates if name in living]
        arrest = self._arrest_risk(identity, likely, around, candidates)
        victims = around[identity] & living
        hit = len(victims.intersection(candidates)) > 0
        reach = min(len(victims), 3) / 3
        progress = (murders / pieces.LAST_MURDER) ** 2
        chance = 0.3 * progress + 0.15 * reach + 0.5 * hit / max(1, len(candidates))
        found = likely.get(identity, 0.0)
        return (1 - arrest) * (0.3 + chance - 0.25 * found)

    def _arrest_risk(
        self,
        identity: str,
        likely: belief.Likelihood,
        around: Mapping[str, frozenset[str]],
        candidates: Sequence[str],
    ) -> float:
        """Return how likely the next arrest hits: who is near enough, and suspects me most?"""
        risk = 0.0
        mine = likely.get(identity, 0.0)
        for inspector in candidates:
            if identity in around[inspector]:
                most = max(likely.get(name, 0.0) for name in around[inspector])
                risk += (mine / most) ** 2 * min(1.0, 0.3 + mine) if most else 0.0
        return risk / max(1, len(candidates))


def idle_turns(view: View) -> int:
    """Return how many turns went by without a murder, an arrest or a question."""
    asked = sum(canvass.asked_of == "killer" for canvass in view.canvasses)
    arrests = sum(clue.side == "killer" and clue.says == "outside" for clue in view.clues)
    misses = sum(
        canvass.asked_of == "killer" and not canvass.adjacent for canvass in view.canvasses
    )
    return max(0, view.turn - view.murders - asked - (arrests - misses))
