"""Who looks at a league's pages, and which of them they may see.

A league that is listed is everybody's to look at, and one that is not can be seen by link. One
that takes people by invitation and is not listed shows itself to its members alone: to others
it is not there. What is in preparation (drafts of rounds and of seasons) is the organisers'.
"""

from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from games.leagues import roles
from games.leagues.models import Division, League, Member, Season

UTC = ZoneInfo("UTC")


@dataclass(frozen=True)
class Visit:
    """Somebody who looks at a league; `member` is None for all who do not belong to it."""

    league: League
    user: Any
    member: Member | None

    @property
    def organises(self) -> bool:
        """Return whether they see what is in preparation: owners, arbiters and schedulers."""
        return self.member is not None and self.member.role in roles.POWERS["schedule"]

    @property
    def arbitrates(self) -> bool:
        """Return whether they decide about results."""
        return self.member is not None and self.member.role in roles.POWERS["arbitrate"]

    @property
    def zone(self) -> ZoneInfo:
        """Return the zone that times are shown in: the member's own, else the league's."""
        name = self.member.timezone if self.member else self.league.timezone
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError):  # an old or a broken name
            return UTC

    def seasons(self) -> QuerySet[Season]:
        """Return the seasons that they may see, the newest first."""
        known = self.league.seasons.all()
        return known if self.organises else known.exclude(status=Season.Status.DRAFT)


def visit(user: Any, slug: str) -> Visit:
    """Return the visit of `user` to the league at `slug`.

    :raises Http404: if there is none, or none for them.
    """
    league = get_object_or_404(League, slug=slug)
    member = roles.member_of(league, user)
    is_hidden = league.access == League.Access.INVITATION and not league.is_listed
    if is_hidden and member is None:
        raise Http404
    return Visit(league, user, member)


def season_of(here: Visit, number: int) -> Season:
    """Return a season of the league that is visited.

    :raises Http404: if there is none, or it is still in preparation.
    """
    season = get_object_or_404(here.seasons(), number=number)
    season.league = here.league
    return season


def divisions_of(season: Season, tier: str) -> tuple[list[Division], Division | None]:
    """Return the divisions of a season, and the one asked for: the first, if none was.

    :raises Http404: if there is no such division.
    """
    divisions = list(season.divisions.all())
    for division in divisions:
        division.season = season
    wanted = [one for one in divisions if str(one.tier) == tier] if tier else divisions
    if tier and not wanted:
        raise Http404
    return divisions, wanted[0] if wanted else None


def listed_for(user: Any) -> QuerySet[League]:
    """Return the leagues that lists may name to `user`: the listed ones, and their own."""
    if not user.is_authenticated:
        return League.objects.filter(is_listed=True)
    own = Member.objects.filter(league=OuterRef("pk"), user=user, status=Member.Status.ACTIVE)
    return League.objects.annotate(is_own=Exists(own)).filter(Q(is_listed=True) | Q(is_own=True))
