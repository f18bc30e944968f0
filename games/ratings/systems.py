"""Chooses a game's rating system, and computes the changes made by a match.

Two players on two sides are rated by Glicko-2, each side separately. Larger matches are rated as
two teams. Matches with more than two sides are not rated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from games.engine.game import Game
from games.ratings import glicko2, priors, teams
from games.ratings.skill import Skill, after_pause, logit

AnyGame = Game[Any, Any, Any, Any]
WIN, DRAW, LOSS = 1.0, 0.5, 0.0
#: The side of a rating over all sides.
WHOLE = ""


@dataclass(frozen=True)
class RatedSeat:
    """A player of a match: side, skill after their last match, and rating periods since then."""

    side: str
    skill: Skill
    idle: float = 0.0


@dataclass(frozen=True)
class SkillChange:
    """A change made by a match; `before` includes the uncertainty from the time without play."""

    before: Skill
    after: Skill
    expected: float
    score: float


def is_rated_by_side(game: AnyGame) -> bool:
    """Return whether people have a rating for each side of `game`, as in games of two players."""
    return len(game.seats) == 1 and game.seats[0] == 2 and len(game.sides.names) == 2


def sides_of(game: AnyGame) -> tuple[str, ...]:
    """Return the sides that have ratings in `game`, the rating over all sides first."""
    return (WHOLE, *game.sides.names) if is_rated_by_side(game) else (WHOLE,)


def newcomer(game: AnyGame) -> Skill:
    """Return the initial skill of a new player of `game`."""
    return glicko2.NEWCOMER if is_rated_by_side(game) else teams.NEWCOMER


def combine(one: Skill, other: Skill) -> Skill:
    """Return the mean skill, which applies if a person plays both sides equally often."""
    return Skill(
        (one.rating + other.rating) / 2,
        sqrt(one.deviation**2 + other.deviation**2) / 2,
        (one.volatility + other.volatility) / 2,
    )


def changes(game: AnyGame, seats: Sequence[RatedSeat], winner: str) -> list[SkillChange]:
    """Return the changes for each of `seats` after a match on exactly two sides.

    Without a winner, the match was a draw.
    """
    ceiling = newcomer(game).deviation
    now = [after_pause(seat.skill, seat.idle, ceiling) for seat in seats]
    own_side = seats[0].side
    score = DRAW if not winner else WIN if winner == own_side else LOSS
    prior = priors.expected(game.key, own_side, len(seats))
    own = [place for place, seat in enumerate(seats) if seat.side == own_side]
    other = [place for place, seat in enumerate(seats) if seat.side != own_side]
    rate = _duel if is_rated_by_side(game) else _teams
    chance, after = rate([now[p] for p in own], [now[p] for p in other], score, prior)
    changes: dict[int, SkillChange] = {}
    for place, skill in zip((*own, *other), after, strict=True):
        is_own = seats[place].side == own_side
        odds, result = (chance, score) if is_own else (1 - chance, 1 - score)
        changes[place] = SkillChange(now[place], skill, odds, result)
    return [changes[place] for place in range(len(seats))]


def _duel(
    own: Sequence[Skill], other: Sequence[Skill], score: float, prior: float
) -> tuple[float, list[Skill]]:
    """Return the expected score, and both skills after one match, which counts as one period."""
    [one], [two], advantage = own, other, logit(prior)
    after = [
        glicko2.update(one, [glicko2.GameResult(two, score, advantage)]),
        glicko2.update(two, [glicko2.GameResult(one, 1 - score, -advantage)]),
    ]
    return glicko2.expected(one, two, advantage), after


def _teams(
    own: Sequence[Skill], other: Sequence[Skill], score: float, prior: float
) -> tuple[float, list[Skill]]:
    """Return the expected score, and all skills after the match, `own` first."""
    ours, theirs = teams.update(own, other, score, prior)
    return teams.expected(own, other, prior), [*ours, *theirs]
