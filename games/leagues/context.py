"""The visitor to a league's pages, and the pages they may see.

Everybody may see a listed league; an unlisted one is visible to anybody with its link. An unlisted,
invitation-only league is visible only to its members. Draft rounds and seasons are visible only to
organisers.
"""

from dataclasses import dataclass
from functools import cached_property
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import User
from accounts.moments import zone_of
from accounts.requests import Visitor
from games.leagues import errors, roles
from games.leagues.models import Division, Fixture, League, Member, Round, Season


@dataclass(frozen=True)
class LeagueContext:
    """A visitor to a league; `member` is None for visitors who are not members."""

    league: League
    user: Visitor
    member: Member | None

    @property
    def actor(self) -> User:
        """Return the visitor's membership, as the actor of a step.

        :raises NotAMember: if the visitor is not a member.
        """
        if not self.user.is_authenticated:
            raise errors.NotAMember
        return self.user

    def may(self, power: str) -> bool:
        """Return whether the visitor has `power` in the league (roles.POWERS)."""
        return roles.has(self.member, power)

    def require(self, power: str) -> Member:
        """Return the visitor's membership, which must have `power`.

        :raises NotAMember: if the visitor is not a member.
        :raises NotAllowed: if their role does not have this power.
        """
        return roles.with_power(self.member, power)

    @property
    def organises(self) -> bool:
        """Return whether the visitor is an owner, arbiter or scheduler, who may see drafts."""
        return self.may("schedule")

    @property
    def arbitrates(self) -> bool:
        """Return whether the visitor may decide about results."""
        return self.may("arbitrate")

    @property
    def zone(self) -> ZoneInfo:
        """Return the time zone for times: the member's own, else the league's."""
        return zone_of(self.member.timezone) if self.member else self.league.zone

    @property
    def open_season(self) -> Season | None:
        """Return the newest season whose registration is open."""
        now, taking = timezone.now(), Season.Status.REGISTRATION
        for season in self.visible_seasons:
            closes = season.registration_closes_at
            if season.status == taking and (closes is None or closes >= now):
                return season
        return None

    @cached_property
    def visible_seasons(self) -> tuple[Season, ...]:
        """Return the seasons that the visitor may see, the newest first, read once a request."""
        rows = tuple(self.seasons())
        for season in rows:
            season.league = self.league
        return rows

    def seasons(self) -> QuerySet[Season]:
        """Return a query of the seasons that the visitor may see, the newest first."""
        rows = self.league.seasons.all()
        return rows if self.organises else rows.exclude(status=Season.Status.DRAFT)


def context_of(user: Visitor, slug: str) -> LeagueContext:
    """Return the context for `user` in the league with this slug.

    :raises Http404: if it does not exist, or if they may not see it.
    """
    league = get_object_or_404(League, slug=slug)
    member = roles.member_of(league, user)
    is_hidden = league.access == League.Access.INVITATION and not league.is_listed
    if is_hidden and member is None:
        raise Http404
    return LeagueContext(league, user, member)


def season_of(context: LeagueContext, number: int) -> Season:
    """Return a season of the visited league.

    :raises Http404: if it does not exist, or if it is a draft.
    """
    season = get_object_or_404(context.seasons(), number=number)
    season.league = context.league
    return season


def fixture_in(context: LeagueContext, season: Season, key: int) -> Fixture:
    """Return a fixture of a season; fixtures of drafts are visible only to organisers.

    :raises Http404: if it does not exist, or if the visitor may not see it.
    """
    rows = Fixture.objects.select_related("round__division__season__league")
    if not context.organises:
        rows = rows.exclude(round__status=Round.Status.DRAFT)
    return get_object_or_404(rows, pk=key, round__division__season=season)


def divisions_of(season: Season, tier: str) -> tuple[list[Division], Division | None]:
    """Return the divisions of a season, and the requested division: by default the first.

    :raises Http404: if there is no such division.
    """
    divisions = list(season.divisions.all())
    for division in divisions:
        division.season = season
    divisions_here = [one for one in divisions if str(one.tier) == tier] if tier else divisions
    if tier and not divisions_here:
        raise Http404
    return divisions, divisions_here[0] if divisions_here else None


def listed_for(user: Visitor) -> QuerySet[League]:
    """Return the leagues to show in lists for `user`: listed ones, and their own."""
    if not user.is_authenticated:
        return League.objects.filter(is_listed=True)
    own = Member.objects.filter(league=OuterRef("pk"), user=user, status=Member.Status.ACTIVE)
    return League.objects.annotate(is_own=Exists(own)).filter(Q(is_listed=True) | Q(is_own=True))
