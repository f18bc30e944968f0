"""The wall page of a table night, for a projector: public data in large type.

It reloads to cycle through pages of tables until it is paused, and works without JavaScript.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from games.leagues.confirmation import page
from games.leagues.context import LeagueContext
from games.leagues.models import Division, Round
from games.leagues.paging import number_in
from games.leagues.public import queries
from games.leagues.public.fixture_card import FixtureCard, card_of
from games.leagues.public.views import season_frame

#: How many duels and tables fit on a page, and for how many seconds each page is shown.
DUELS, TABLES, SECONDS = 8, 3, 15
#: For a round that ends later than this, the day is shown instead of the time left.
TONIGHT = timedelta(hours=12)


@dataclass(frozen=True)
class WallRound:
    """The round in play: some of its fixtures, and its end."""

    number: int
    cards: list[FixtureCard]
    page: int
    pages: int
    ends_at: datetime | None
    left: timedelta | None
    is_over: bool
    following: int  #: the next round; 0 if it is the last

    @property
    def clock(self) -> str:
        """Return the time left as hours and minutes, rounded up."""
        minutes = -(-int((self.left or timedelta()).total_seconds()) // 60)
        return f"{minutes // 60}:{minutes % 60:02d}"


@page()
def wall(request: HttpRequest, context: LeagueContext, number: int) -> HttpResponse:
    """Show a division's pairings, seats and time left; the page reloads as the next one."""
    values, division = season_frame(context, number, "rounds", request.GET.get("division", ""))
    values["now"] = timezone.now()
    values["seconds"] = SECONDS
    if division is not None:
        values |= _round(context, division, request.GET.get("page", ""))
        values["next"] = _next_page(division, values["divisions"], values.get("round"))
    return render(request, "leagues/public/wall.html", values)


def _round(context: LeagueContext, division: Division, page_number: str) -> dict[str, Any]:
    round_list = [one for one in queries.round_list(division, context) if not one.is_draft]
    if not round_list:
        return {}
    current = next((one for one in round_list if one.settled < one.total), round_list[-1])
    (whole,) = queries.rounds_of(division, context, only=current.number)
    size = DUELS if context.league.plays_duels else TABLES
    pages = max(1, -(-len(whole.known_fixtures) // size))
    number = min(max(number_in(page_number), 1), pages)
    page = whole.known_fixtures[(number - 1) * size : number * size]
    rest = whole.closes_at - timezone.now() if whole.closes_at else None
    is_near = rest is not None and timedelta() < rest < TONIGHT
    following = current.number + 1
    count = division.season.rounds_planned
    shown_round = WallRound(
        number=current.number,
        cards=[card_of(one, context.league, AnonymousUser()) for one in page],
        page=number,
        pages=pages,
        ends_at=whole.closes_at,
        left=rest if is_near else None,
        is_over=current.settled == current.total,
        following=following if not count or following <= count else 0,
    )
    return {"round": shown_round}


def _next_page(division: Division, divisions: list[Division], shown: WallRound | None) -> str:
    """Return the query string of the next page: of this division, or the next one with a round."""
    if shown is not None and shown.page < shown.pages:
        return f"?division={division.tier}&page={shown.page + 1}"
    public = Round.objects.filter(division__in=divisions).exclude(status=Round.Status.DRAFT)
    tiers = sorted(set(public.values_list("division__tier", flat=True)))
    later = [tier for tier in tiers if tier > division.tier] or tiers or [division.tier]
    return f"?division={later[0]}"
