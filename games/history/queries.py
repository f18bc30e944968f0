"""Reads: which finished matches somebody may see, filtered, newest first, a page at a time.

Pages go by key (when it ended, its number), never by count: each costs the same, however many
matches lie before it. `LISTED_BY` in the match's model holds the indexes that this leans on.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts import names
from accounts.models import User
from games.history.filters import known
from games.matches.models import Match, Player

PAGE = 25
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Key = tuple[datetime, int]  #: when a match ended, and its number


@dataclass(frozen=True, kw_only=True)
class Filters:
    """What to list; whatever is empty filters nothing.

    `side` and `result` are those of the player or person named; with nobody named they are the
    winning side's, and `result` can only be a draw.
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
    #: Values of filters that other apps bring, by name (see `filters`).
    further: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Page:
    """Some matches, newest first, and the key of the next page (empty on the last)."""

    matches: list[Match]
    next: str


def cursor_of(key: Key) -> str:
    """Return `key` as addresses hold it: microseconds and number."""
    micros = (key[0] - EPOCH) // timedelta(microseconds=1)
    return f"{micros}-{key[1]}"


def key_of(cursor: str) -> Key | None:
    """Return the key that an address holds, None where it holds none."""
    micros, _dash, number = cursor.partition("-")
    parts = (micros, number)
    if not all(p.isascii() and p.isdecimal() and len(p) < 18 for p in parts):
        return None
    try:
        return EPOCH + timedelta(microseconds=int(micros)), int(number)
    except OverflowError:
        return None


def page_of(user: Any, filters: Filters, cursor: str = "", person: User | None = None) -> Page:
    """Return a page of the finished matches that `user` may see.

    With `person` only theirs are listed, and none if they don't show them to `user`.
    """
    after = key_of(cursor)
    keys: set[Key] = set()
    for source in _sources(user, filters, person):
        found = source if after is None else source.filter(_older(source, *after))
        keys.update(_top(found))
    chosen = sorted(keys, reverse=True)[: PAGE + 1]
    matches = Match.objects.in_bulk([number for _at, number in chosen[:PAGE]])
    following = cursor_of(chosen[PAGE - 1]) if len(chosen) > PAGE else ""
    with_players = _with_players(matches[number] for _at, number in chosen[:PAGE])
    return Page(with_players, following)


def _with_players(matches: Iterable[Match]) -> list[Match]:
    """Return `matches` with their players read, in one query."""
    found = list(matches)
    seated: dict[int, list[Player]] = {match.pk: [] for match in found}
    for player in Player.objects.filter(match__in=seated).order_by("seat"):
        seated[player.match_id].append(player)
    for match in found:
        match.seated = seated[match.pk]
    return found


def _sources(user: Any, filters: Filters, person: User | None) -> list[QuerySet[Any]]:
    """Return the queries whose results together, sorted, are what is asked for."""
    if person is not None:
        if not person.shows_history_to(user):
            return []
        sat = Player.objects.filter(user=person)
        return [_visible(sat, user, filters)]
    if filters.player:
        return [_visible(_namesakes(user, filters.player), user, filters)]
    listed = _matching(Match.objects.filter(is_listed=True), filters)
    if not user.is_authenticated:
        return [listed]
    own = _fitting(Player.objects.filter(user=user, match__is_listed=False), filters, named=False)
    brought = Match.objects.filter(host=user, is_imported=True, is_listed=False)
    return [listed, own, _matching(brought, filters)]


def _namesakes(user: Any, name: str) -> QuerySet[Player]:
    """Return the chairs of those who were called `name`, but for who hides what they played."""
    hidden = Q(user__history_audience=User.Audience.SELF) & ~Q(user=user.pk)
    return Player.objects.filter(name_key=names.fold(name)).exclude(hidden)


def _visible(chairs: QuerySet[Player], user: Any, filters: Filters) -> QuerySet[Player]:
    """Return those of `chairs` whose match fits, and is listed or one that `user` was at."""
    may_see = Q(match__is_listed=True)
    if user.is_authenticated:
        mine = Player.objects.filter(match=OuterRef("match"), user=user)
        may_see |= Q(Exists(mine)) | Q(match__is_imported=True, match__host=user)
    return _fitting(chairs, filters, named=True).filter(may_see)


def _fitting(chairs: QuerySet[Player], filters: Filters, *, named: bool) -> QuerySet[Player]:
    """Return those of `chairs` that `filters` want; `named`: side and result are the chair's."""
    chairs = chairs.filter(ended_at__isnull=False)
    wanted = _wanted(filters, "match__", winner=not named)
    if named and filters.side:
        wanted &= Q(side=filters.side)
    if named and filters.result in ("won", "lost"):
        wanted &= Q(won=filters.result == "won") & ~Q(match__winner="")
    if filters.result == "draw":
        wanted &= Q(match__winner="")
    return _between(chairs, filters).filter(wanted)


def _matching(matches: QuerySet[Match], filters: Filters) -> QuerySet[Match]:
    """Return those of `matches` that `filters` want, with nobody named."""
    wanted = _wanted(filters, "", winner=True)
    if filters.result == "draw":
        wanted &= Q(winner="")
    return _between(matches, filters).filter(wanted)


def _wanted(filters: Filters, prefix: str, *, winner: bool) -> Q:
    """Return the conditions on the match itself."""
    equal: dict[str, Any] = {
        "game": filters.game,
        "reason": filters.reason,
        "size": filters.size,
        "winner": filters.side if winner else "",
    }
    wanted = Q(**{prefix + name: value for name, value in equal.items() if value})
    if filters.bots:
        wanted &= Q(**{f"{prefix}has_bots": filters.bots == "with"})
    for name, value in filters.further:
        wanted &= Q(**{f"{prefix}pk__in": known()[name].matches(value)})
    return wanted


def _between(rows: QuerySet[Any], filters: Filters) -> QuerySet[Any]:
    """Return those of `rows` that ended within the days asked for (UTC)."""
    if filters.since:
        rows = rows.filter(ended_at__gte=_midnight(filters.since))
    if filters.until and filters.until < date.max:
        rows = rows.filter(ended_at__lt=_midnight(filters.until + timedelta(days=1)))
    return rows


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=UTC)


def _older(rows: QuerySet[Any], at: datetime, number: int) -> Q:
    """Return what lies after a key; said so that an index can be entered at it."""
    name = _number(rows)
    same = Q(ended_at=at) & Q(**{f"{name}__lt": number})
    return Q(ended_at__lte=at) & (Q(ended_at__lt=at) | same)


def _top(rows: QuerySet[Any]) -> list[Key]:
    name = _number(rows)
    return list(rows.order_by("-ended_at", f"-{name}").values_list("ended_at", name)[: PAGE + 1])


def _number(rows: QuerySet[Any]) -> str:
    """Return the column that numbers the matches of `rows`."""
    return "match_id" if rows.model is Player else "id"
