"""Queries for finished matches that a user may see: filtered, newest first, page by page.

Pages begin at a key (the time of the end, the number), not at an offset, so every page takes the
same time. The indexes for it are in `LISTED_BY` in the match's model.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, prefetch_related_objects

from accounts import names
from accounts.models import User
from accounts.requests import Visitor
from games.history.filters import filters_by_name
from games.matches.models import Match, Player
from games.matches.public import shown_players

PAGE = 25
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Key = tuple[datetime, int]  #: when a match ended, and its number


@dataclass(frozen=True, kw_only=True)
class Filters:
    """The filters of a list; an empty one has no effect.

    `side` and `result` are those of the named player or person. Without a name they refer to the
    winning side, and `result` can only be a draw.
    """

    game: str = ""
    player: str = ""
    side: str = ""
    result: str = ""
    reason: str = ""
    size: int | None = None
    since: date | None = None
    until: date | None = None
    bots: str = ""
    #: The values of filters of other apps, by name (see `filters`).
    further: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class MatchPage:
    """Some matches, newest first, and the key of the next page (empty on the last)."""

    matches: list[Match]
    next: str


def cursor_of(key: Key) -> str:
    """Return `key` in the form for URLs: microseconds and number."""
    micros = (key[0] - EPOCH) // timedelta(microseconds=1)
    return f"{micros}-{key[1]}"


def key_of(cursor: str) -> Key | None:
    """Return the key in a URL, or None."""
    micros, _dash, number = cursor.partition("-")
    parts = (micros, number)
    if not all(p.isascii() and p.isdecimal() and len(p) < 18 for p in parts):
        return None
    try:
        return EPOCH + timedelta(microseconds=int(micros)), int(number)
    except OverflowError:
        return None


def page_of(
    user: Visitor,
    filters: Filters,
    cursor: str = "",
    person: User | None = None,
    *,
    size: int = PAGE,
) -> MatchPage:
    """Return a page of the finished matches that `user` may see.

    With `person`, only that person's matches are listed: none if `user` may not see them.
    """
    after = key_of(cursor)
    keys: set[Key] = set()
    for source in _sources(user, filters, person):
        older = source if after is None else source.filter(_older(source, *after))
        keys.update(_top(older, size))
    pks = sorted(keys, reverse=True)[: size + 1]
    matches = Match.objects.in_bulk([number for _at, number in pks[:size]])
    following = cursor_of(pks[size - 1]) if len(pks) > size else ""
    page = [matches[number] for _at, number in pks[:size]]
    prefetch_related_objects(page, shown_players())
    return MatchPage(page, following)


def _sources(user: Visitor, filters: Filters, person: User | None) -> list[QuerySet[Any]]:
    """Return the queries whose merged and sorted results are the list."""
    if person is not None:
        if not person.shows_history_to(user):
            return []
        sat = Player.objects.filter(user=person)
        return [_visible(sat, user, filters)]
    if filters.player:
        return [_visible(_namesakes(user, filters.player), user, filters)]
    public = _matching(Match.objects.filter(is_listed=True), filters)
    if not user.is_authenticated:
        return [public]
    own = _fitting(Player.objects.filter(user=user, match__is_listed=False), filters, named=False)
    imports = Match.objects.filter(host=user, is_imported=True, is_listed=False)
    return [public, own, _matching(imports, filters)]


def _namesakes(user: Visitor, name: str) -> QuerySet[Player]:
    """Return the seats of players called `name`, without people whose history is private."""
    private = Q(user__history_audience=User.Audience.SELF) & ~Q(user=user.pk)
    return Player.objects.filter(name_key=names.fold(name)).exclude(private)


def _visible(seats: QuerySet[Player], user: Visitor, filters: Filters) -> QuerySet[Player]:
    """Return the `seats` with a match that fits the filters, and is public or of `user`."""
    may_see = Q(match__is_listed=True)
    if user.is_authenticated:
        mine = Player.objects.filter(match=OuterRef("match"), user=user)
        may_see |= Q(Exists(mine)) | Q(match__is_imported=True, match__host=user)
    return _fitting(seats, filters, named=True).filter(may_see)


def _fitting(seats: QuerySet[Player], filters: Filters, *, named: bool) -> QuerySet[Player]:
    """Return the `seats` that fit; with `named`, side and result are those of the seat."""
    seats = seats.filter(ended_at__isnull=False)
    condition = _condition(filters, "match__", winner=not named)
    if named and filters.side:
        condition &= Q(side=filters.side)
    if named and filters.result in ("won", "lost"):
        condition &= Q(won=filters.result == "won") & ~Q(match__winner="")
    if filters.result == "draw":
        condition &= Q(match__winner="")
    return _between(seats, filters).filter(condition)


def _matching(matches: QuerySet[Match], filters: Filters) -> QuerySet[Match]:
    """Return the `matches` that fit filters without a name."""
    condition = _condition(filters, "", winner=True)
    if filters.result == "draw":
        condition &= Q(winner="")
    return _between(matches, filters).filter(condition)


def _condition(filters: Filters, prefix: str, *, winner: bool) -> Q:
    """Return the conditions on the match itself."""
    equal: dict[str, Any] = {
        "game": filters.game,
        "reason": filters.reason,
        "size": filters.size,
        "winner": filters.side if winner else "",
    }
    query = Q(**{prefix + name: value for name, value in equal.items() if value})
    if filters.bots:
        query &= Q(**{f"{prefix}has_bots": filters.bots == "with"})
    for name, value in filters.further:
        query &= Q(**{f"{prefix}pk__in": filters_by_name()[name].matches(value)})
    return query


def _between(rows: QuerySet[Any], filters: Filters) -> QuerySet[Any]:
    """Return the `rows` that ended between the filters' days (UTC)."""
    if filters.since:
        rows = rows.filter(ended_at__gte=_midnight(filters.since))
    if filters.until and filters.until < date.max:
        rows = rows.filter(ended_at__lt=_midnight(filters.until + timedelta(days=1)))
    return rows


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=UTC)


def _older(rows: QuerySet[Any], at: datetime, number: int) -> Q:
    """Return the rows after a key, with a condition that an index supports."""
    name = _number(rows)
    same = Q(ended_at=at) & Q(**{f"{name}__lt": number})
    return Q(ended_at__lte=at) & (Q(ended_at__lt=at) | same)


def _top(rows: QuerySet[Any], size: int) -> list[Key]:
    name = _number(rows)
    return list(rows.order_by("-ended_at", f"-{name}").values_list("ended_at", name)[: size + 1])


def _number(rows: QuerySet[Any]) -> str:
    """Return the column with the match's number in `rows`."""
    return "match_id" if rows.model is Player else "id"
