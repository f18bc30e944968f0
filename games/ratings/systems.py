"""Which way of rating a game has, and what one match says of everybody at it.

Two players on two sides are rated by Glicko-2, each side for itself; anything larger as two
teams. Matches of games with more sides than two have no rating.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from games.engine.game import Game
from games.ratings import glicko2, priors, teams
from games.ratings.skill import Skill, grown, logit

AnyGame = Game[Any, Any, Any, Any]
WIN, DRAW, LOSS = 1.0, 0.5, 0.0
#: The side of a rating that holds for all sides.
WHOLE = ""


@dataclass(frozen=True)
class Chair:
    """Somebody at a match: their side, their skill after their last one, the periods since."""

    side: str
    skill: Skill
    idle: float = 0.0


@dataclass(frozen=True)
class Change:
    """What a match did to a skill; `before` is less sure by the time that had passed."""

    before: Skill
    after: Skill
    expected: float
    score: float


def is_rated_by_side(game: AnyGame) -> bool:
    """Return whether people have a rating for each side of `game`: where two play, one each."""
    return len(game.seats) == 1 and game.seats[0] == 2 and len(game.sides) == 2


def sides_of(game: AnyGame) -> tuple[str, ...]:
    """Return the sides that ratings of `game` are kept for, the whole first."""
    return (WHOLE, *game.sides) if is_rated_by_side(game) else (WHOLE,)


def newcomer(game: AnyGame) -> Skill:
    """Return what somebody is taken for who plays `game` for the first time."""
    return glicko2.NEWCOMER if is_rated_by_side(game) else teams.NEWCOMER


def combined(one: Skill, other: Skill) -> Skill:
    """Return how well somebody plays who plays either side as often: the mean of both."""
    return Skill(
        (one.rating + other.rating) / 2,
        sqrt(one.deviation**2 + other.deviation**2) / 2,
        (one.volatility + other.volatility) / 2,
    )


def changes(game: AnyGame, chairs: Sequence[Chair], winner: str) -> list[Change]:
    """Return what a match on exactly two sides says of each of `chairs`; no winner is a draw."""
    ceiling = newcomer(game).deviation
    now = [grown(chair.skill, chair.idle, ceiling) for chair in chairs]
    own_side = chairs[0].side
    score = DRAW if not winner else WIN if winner == own_side else LOSS
    prior = priors.expected(game.key, own_side, len(chairs))
    own = [place for place, chair in enumerate(chairs) if chair.side == own_side]
    other = [place for place, chair in enumerate(chairs) if chair.side != own_side]
    rate = _duel if is_rated_by_side(game) else _teams
    chance, after = rate([now[p] for p in own], [now[p] for p in other], score, prior)
    found: dict[int, Change] = {}
    for place, skill in zip((*own, *other), after, strict=True):
        is_own = chairs[place].side == own_side
        odds, made = (chance, score) if is_own else (1 - chance, 1 - score)
        found[place] = Change(now[place], skill, odds, made)
    return [found[place] for place in range(len(chairs))]


def _duel(
    own: Sequence[Skill], other: Sequence[Skill], score: float, prior: float
) -> tuple[float, list[Skill]]:
    """Return the expected score, and both after one match, which is a period for either."""
    [one], [two], advantage = own, other, logit(prior)
    after = [
        glicko2.update(one, [glicko2.Game(two, score, advantage)]),
        glicko2.update(two, [glicko2.Game(one, 1 - score, -advantage)]),
    ]
    return glicko2.expected(one, two, advantage), after


def _teams(
    own: Sequence[Skill], other: Sequence[Skill], score: float, prior: float
) -> tuple[float, list[Skill]]:
    """Return the expected score, and everybody after the match, `own` first."""
    ours, theirs = teams.update(own, other, score, prior)
    return teams.expected(own, other, prior), [*ours, *theirs]
