"""The liberals' chance to win with a given government, from a posterior's marginals."""

from collections.abc import Sequence
from functools import cached_property, lru_cache

from games.engine.seats import Seat
from games.secret_hitler.bots.strong import fascist_model, marginals
from games.secret_hitler.bots.strong.assignments import HITLER
from games.secret_hitler.bots.strong.opponent_model import Odds
from games.secret_hitler.bots.strong.posterior import Belief
from games.secret_hitler.pieces import (
    FASCIST_FOR_HITLER,
    FASCIST_TO_WIN,
    HAND,
    LIBERAL_TO_WIN,
    TRACKER_FOR_CHAOS,
)
from games.secret_hitler.view import View

#: the liberals' chance to win by liberal (down) and fascist (across) policies; smoothed from
#: people's recorded games of seven players
_CHANCES = (
    (0.48, 0.44, 0.38, 0.28, 0.22, 0.10),
    (0.53, 0.48, 0.42, 0.32, 0.28, 0.14),
    (0.58, 0.53, 0.46, 0.37, 0.33, 0.20),
    (0.66, 0.61, 0.53, 0.44, 0.41, 0.30),
    (0.80, 0.77, 0.70, 0.60, 0.57, 0.43),
)
_BOLDNESS = 0.4  #: the frequency of sabotage beyond that in the fascist model
_DELAY = 0.01  #: the cost of a rejected government, as a probability of winning
_DELAY_TRACKED = 0.01  #: the additional cost per step of the election tracker


def liberal_chance(liberal: int, fascist: int) -> float:
    """Return the liberals' chance to win at these numbers of policies."""
    if liberal >= LIBERAL_TO_WIN:
        return 1.0
    return 0.0 if fascist >= FASCIST_TO_WIN else _CHANCES[liberal][fascist]


@lru_cache(maxsize=4096)
def enacts_liberal(drawn: Odds, liberal: int, fascist: int) -> Odds:
    """Return the probability of a liberal policy, by 3 * president's role + chancellor's.

    `drawn` has the probability of each number of liberal tiles in the draw.
    """
    return tuple(
        sum(
            share * _liberal_share(president, chancellor, held, liberal, fascist)
            for held, share in enumerate(drawn)
        )
        for president in range(3)
        for chancellor in range(3)
    )


def _liberal_share(president: int, chancellor: int, held: int, liberal: int, fascist: int) -> float:
    buries = _bolder(president, fascist_model.bury(president, held, liberal, fascist))
    betrays = _bolder(chancellor, fascist_model.betray(chancellor, liberal, fascist))
    if held == 0:
        return 0.0
    if held == 1:
        return (1.0 - buries) * (1.0 - betrays)
    return 1.0 if held == HAND else 1.0 - buries * betrays


def _bolder(role: int, odds: float) -> float:
    return odds + _BOLDNESS * (1.0 - odds) if role else odds


class Evaluation:
    """The liberals' chances by one posterior, at one moment of a match."""

    def __init__(self, view: View, belief: Belief) -> None:
        self._view = view
        self._belief = belief
        self._liberal = view.policies.liberal
        self._fascist = view.policies.fascist

    @cached_property
    def _odds(self) -> Odds:
        """Return the probability of a liberal policy by the government's roles."""
        drawn = marginals.draw_odds(self._belief)
        return enacts_liberal(drawn, self._liberal, self._fascist)

    def of(self, president: Seat, chancellor: Seat) -> float:
        """Return the liberals' chance to win if this government is elected."""
        after_liberal = liberal_chance(self._liberal + 1, self._fascist)
        after_fascist = liberal_chance(self._liberal, self._fascist + 1)
        late = self._fascist >= FASCIST_FOR_HITLER
        total = 0.0
        kinds = marginals.pair_odds(self._belief, president, chancellor)
        for kind, share in enumerate(kinds):
            if share and not (late and kind % 3 == HITLER):
                odds = self._odds[kind]
                total += share * (odds * after_liberal + (1.0 - odds) * after_fascist)
        return total

    def fair(self, president: Seat, chancellor: Seat) -> bool:
        """Return whether a liberal prefers this government to none."""
        return self.of(president, chancellor) >= self.of_rejecting()

    def of_rejecting(self) -> float:
        """Return the liberals' chance after a rejection: by the next government, or by chaos."""
        if self._view.tracker + 1 >= TRACKER_FOR_CHAOS:
            odds = marginals.top_odds(self._belief)
            return odds * liberal_chance(self._liberal + 1, self._fascist) + (
                1.0 - odds
            ) * liberal_chance(self._liberal, self._fascist + 1)
        delay = _DELAY + _DELAY_TRACKED * self._view.tracker
        return self._next_best() - delay

    def _next_best(self) -> float:
        """Return the chances of the next candidate with the most trusted chancellor."""
        view = self._view
        following = next_president(view, view.alive)
        barred = {following, view.last_chancellor}
        if sum(view.alive) > 5:
            barred.add(view.last_president)
        doubts = marginals.fascist_odds(self._belief)
        if self._fascist >= FASCIST_FOR_HITLER:
            hitler = marginals.hitler_odds(self._belief)
            doubts = [doubt + 3.0 * odds for doubt, odds in zip(doubts, hitler, strict=True)]
        open_seats = [Seat(s) for s, alive in enumerate(view.alive) if alive and s not in barred]
        best = min(open_seats, key=lambda seat: doubts[seat])
        return self.of(following, best)


def next_president(view: View, alive: Sequence[bool]) -> Seat:
    """Return the next presidential candidate in the regular order, given which seats are alive."""
    regular = [round_.president for round_ in view.rounds if not round_.called]
    seat = regular[-1] if regular else Seat(0)
    while True:
        seat = Seat((seat + 1) % view.players)
        if alive[seat]:
            return seat
