"""Reads: who stands where, for whom to see."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.game import Term
from games.matches.fragments import term
from games.ratings.models import GLOBAL, Pool, Rating
from games.ratings.systems import WHOLE, AnyGame, sides_of

PAGE = 50
TOP = 5
#: How many matches it takes to be ranked, unless one asks for another number of these.
LEAST = 10
LEAST_CHOICES = (1, LEAST, 50)


@dataclass(frozen=True)
class Standing:
    """One line of a leaderboard."""

    place: int
    rating: Rating
    is_own: bool

    @property
    def page(self) -> int:
        """Return the number of the page that it is on."""
        return (self.place - 1) // PAGE + 1


@dataclass(frozen=True)
class Board:
    """A page of a leaderboard, and where the reader stands, on this page or not."""

    page: Page
    standings: tuple[Standing, ...]
    own: Standing | None
    #: The reader's rating while it takes more matches to be ranked.
    unranked: Rating | None
    begun: int  #: how many have a rating at all, where nobody is listed


def pool_of(game: AnyGame, key: str = GLOBAL) -> Pool | None:
    """Return the current pool of that key; None if nothing was ever rated there."""
    return Pool.objects.filter(key=key, game=game.key, state=Pool.State.CURRENT).first()


def side_name(game: AnyGame, side: str) -> str:
    """Return what a rating of `side` is called, in the reader's language."""
    if side == WHOLE:
        return _("Combined")
    return term(game.words.get(f"side/{side}") or game.words.get(side) or Term(side)).capitalize()


def sides(game: AnyGame) -> list[tuple[str, str]]:
    """Return the sides that ratings are kept for with their names; nothing if there is one."""
    kept = sides_of(game)
    return [(side, side_name(game, side)) for side in kept] if len(kept) > 1 else []


def shown(pool: Pool | None, side: str, viewer: Any) -> QuerySet[Rating]:
    """Return the ratings of a pool that `viewer` may see, the best proven first.

    Who shows nobody what they played is on no leaderboard but their own. The order is that of
    the lower end of the band, which a lucky start does not lift far.
    """
    visible = Q(user__history_audience=User.Audience.EVERYONE)
    if viewer.is_authenticated:
        visible |= Q(user=viewer)
    ratings = Rating.objects.filter(visible, pool=pool, side=side, user__is_active=True)
    return ratings.select_related("user").order_by("-at_least", "id")


def leaderboard(
    pool: Pool | None, *, side: str, viewer: Any, least: int = LEAST, number: Any = 1
) -> Board:
    """Return page `number` of those who have played at least `least` matches."""
    everybody = shown(pool, side, viewer)
    ranked = everybody.filter(played__gte=least)
    page = Paginator(ranked, PAGE).get_page(number)
    own = everybody.filter(user=viewer).first() if viewer.is_authenticated else None
    is_ranked = own is not None and own.played >= least
    return Board(
        page=page,
        standings=_placed(page.object_list, page.start_index(), viewer),
        own=Standing(_place(ranked, own), own, is_own=True) if is_ranked else None,
        unranked=None if is_ranked else own,
        begun=0 if page.object_list else everybody.count(),
    )


def top(pool: Pool | None, viewer: Any) -> tuple[Standing, ...]:
    """Return the first few of a pool, whatever side they play."""
    return _placed(shown(pool, WHOLE, viewer).filter(played__gte=LEAST)[:TOP], 1, viewer)


def _placed(ratings: Any, first: int, viewer: Any) -> tuple[Standing, ...]:
    return tuple(
        Standing(place, rating, rating.user_id == viewer.pk)
        for place, rating in enumerate(ratings, first)
    )


def _place(ranked: QuerySet[Rating], own: Rating) -> int:
    """Return which place `own` has among `ranked`, from 1."""
    above = Q(at_least__gt=own.at_least) | Q(at_least=own.at_least, id__lt=own.pk)
    return ranked.filter(above).count() + 1
