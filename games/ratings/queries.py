"""Queries for leaderboards."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.requests import Visitor
from games.engine.text import Term
from games.matches.public import regions
from games.ratings.models import GLOBAL, Pool, Rating
from games.ratings.systems import WHOLE, AnyGame, sides_of

PAGE = 50
TOP = 5
#: The selectable minimum numbers of matches for a rank, and the default.
LEAST = 10
LEAST_CHOICES = (1, LEAST, 50)


@dataclass(frozen=True)
class LeaderboardRow:
    """One line of a leaderboard."""

    place: int
    rating: Rating
    is_own: bool

    @property
    def page(self) -> int:
        """Return the number of the page on which the row is."""
        return (self.place - 1) // PAGE + 1


@dataclass(frozen=True)
class LeaderboardPage:
    """A page of a leaderboard, with the reader's own rank, which may be on another page."""

    page: "Page[Rating]"
    standings: tuple[LeaderboardRow, ...]
    own: LeaderboardRow | None
    #: The reader's rating, while they need more matches for a rank.
    unranked: Rating | None
    begun: int  #: the number of people with any rating, for an empty leaderboard


def pool_of(game: AnyGame, key: str = GLOBAL) -> Pool | None:
    """Return the current pool with this key, or None if nothing has been rated in it."""
    return Pool.objects.filter(key=key, game=game.key, state=Pool.State.CURRENT).first()


def side_name(game: AnyGame, side: str) -> str:
    """Return the name of the rating on `side`, in the reader's language."""
    if side == WHOLE:
        return _("Combined")
    return regions.term(
        game.words.labels.get(f"side/{side}") or game.words.labels.get(side) or Term(side)
    ).capitalize()


def sides(game: AnyGame) -> list[tuple[str, str]]:
    """Return the sides that have ratings, with their names; empty if only one does."""
    names = sides_of(game)
    return [(side, side_name(game, side)) for side in names] if len(names) > 1 else []


def visible_ratings(pool: Pool | None, side: str, viewer: Visitor) -> QuerySet[Rating]:
    """Return the ratings of a pool that `viewer` may see, ordered by the lower end of their band.

    One good day hardly raises the lower end. People with a private history are hidden from others'
    leaderboards.
    """
    visible = Q(user__history_audience=User.Audience.EVERYONE)
    if viewer.is_authenticated:
        visible |= Q(user=viewer)
    ratings = Rating.objects.filter(visible, pool=pool, side=side, user__is_active=True)
    return ratings.select_related("user").order_by("-at_least", "id")


def leaderboard(
    pool: Pool | None, *, side: str, viewer: Visitor, least: int = LEAST, number: Any = 1
) -> LeaderboardPage:
    """Return page `number` of the people with at least `least` matches."""
    everybody = visible_ratings(pool, side, viewer)
    rows = everybody.filter(played__gte=least)
    page = Paginator(rows, PAGE).get_page(number)
    own = everybody.filter(user=viewer).first() if viewer.is_authenticated else None
    ranks = None if own is None or own.played < least else own
    return LeaderboardPage(
        page=page,
        standings=_with_places(page.object_list, page.start_index(), viewer),
        own=None if ranks is None else LeaderboardRow(_place(rows, ranks), ranks, is_own=True),
        unranked=own if ranks is None else None,
        begun=0 if page.object_list else everybody.count(),
    )


def top(pool: Pool | None, viewer: Visitor) -> tuple[LeaderboardRow, ...]:
    """Return the top rows of a pool's leaderboard over all sides."""
    return _with_places(
        visible_ratings(pool, WHOLE, viewer).filter(played__gte=LEAST)[:TOP], 1, viewer
    )


def _with_places(ratings: Any, first: int, viewer: Visitor) -> tuple[LeaderboardRow, ...]:
    return tuple(
        LeaderboardRow(place, rating, rating.user_id == viewer.pk)
        for place, rating in enumerate(ratings, first)
    )


def _place(rows: QuerySet[Rating], own: Rating) -> int:
    """Return the rank of `own` among `rows`, from 1."""
    above = Q(at_least__gt=own.at_least) | Q(at_least=own.at_least, id__lt=own.pk)
    return rows.filter(above).count() + 1
