"""A user's ratings on their profile page."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.requests import Visitor
from games.catalog import GAMES
from games.charts.lines import Drawing, Point, Series, draw
from games.ratings import queries
from games.ratings.models import GLOBAL, Pool, Rating, RatingChange
from games.ratings.skill import BAND
from games.ratings.systems import WHOLE, AnyGame, is_rated_by_side, sides_of


@dataclass(frozen=True)
class RatingRow:
    """One current rating; it is provisional while more matches are needed for a rank."""

    name: str
    side: str
    rating: Rating

    @property
    def is_provisional(self) -> bool:
        """Return whether more matches are needed for a rank."""
        return self.rating.played < queries.LEAST


@dataclass(frozen=True)
class GameRatings:
    """A person's ratings in one game."""

    game: AnyGame
    rows: tuple[RatingRow, ...]
    drawing: Drawing | None


def ratings_of(person: User, viewer: Visitor) -> dict[str, Any]:
    """Return the ratings of `person` in the global pool, with their history."""
    del viewer  # anybody who may see the matches may see the ratings based on them
    current = Rating.objects.filter(user=person, pool__key=GLOBAL, pool__state=Pool.State.CURRENT)
    ratings = list(current.select_related("pool"))
    by_game: dict[str, dict[str, Rating]] = {}
    for rating in ratings:
        by_game.setdefault(rating.pool.game, {})[rating.side] = rating
    points = _points(ratings)
    sheets = [_sheet(game, by_game[key], points) for key, game in GAMES.items() if key in by_game]
    return {"person": person, "sheets": sheets}


def _points(ratings: Iterable[Rating]) -> dict[int, list[Point]]:
    """Return the history of each rating, oldest first, with one query."""
    changes = RatingChange.objects.filter(rating__in=ratings).order_by("rating", "at", "id")
    points: dict[int, list[Point]] = defaultdict(list)
    for key, at, after, deviation in changes.values_list(
        "rating", "at", "after", "deviation_after"
    ):
        points[key].append(Point(at, after, BAND * deviation))
    return points


def _sheet(
    game: AnyGame, ratings: dict[str, Rating], points: dict[int, list[Point]]
) -> GameRatings:
    sides = [side for side in sides_of(game) if side in ratings]
    rows = tuple(RatingRow(_name(game, side), side, ratings[side]) for side in sides)
    visible = [row for row in rows if row.side != WHOLE or not is_rated_by_side(game)]
    series = [Series(row.name, row.side, tuple(points[row.rating.pk])) for row in visible]
    return GameRatings(game, rows, draw(series))


def _name(game: AnyGame, side: str) -> str:
    return queries.side_name(game, side) if is_rated_by_side(game) else _("Rating")
