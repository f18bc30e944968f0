"""Queries for leagues, seasons, rounds and fixtures that a visitor may see."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, F, Max, Min, Prefetch, Q, QuerySet, Sum, When
from django.db.models.functions import Lower

from accounts.models import User
from accounts.requests import Visitor
from games.contests.standings.contest import Standing
from games.leagues.audit.acts import RULINGS
from games.leagues.context import LeagueContext, listed_for
from games.leagues.fixtures import fixtures as playable
from games.leagues.fixtures.fixtures import SETTLED
from games.leagues.models import (
    Audit,
    Chair,
    Dispute,
    Division,
    Entry,
    Fixture,
    FixtureMatch,
    League,
    Member,
    Round,
    Sanction,
    Season,
)
from games.leagues.public.standings_table import final_of

PAGE = 20
AUDIT_PAGE = 50
MEMBERS_PAGE = 100
MOST_TO_CHOOSE = 200
NEXT = 5  #: how many fixtures a front page shows
#: The columns that a front page reads for a fixture, because rows of seasons are wide.
LEAGUE = "round__division__season__league"
ROW = (
    *("starts_at", "closes_at", "round__closes_at", "round__division__season__number"),
    *(f"{LEAGUE}__slug", f"{LEAGUE}__name"),
)
SHOWN_OF_CHAIRS = (
    *("fixture", "seat", "substitute", "rsvp", "checked_in_at", "forfeited"),
    *(f"entry__{name}" for name in ("name", "season", "former", "replaced_after", "seed_rank")),
    *(f"entry__user__{name}" for name in User.SHOWN),
)
SHOWN_OF_GAMES = (
    *("fixture", "ordinal", "is_counted", "placings", "corrected", "reason", "match__code"),
    *(f"match__{name}" for name in ("game", "status", "reason", "allows_spectators")),
    "match__is_published",
)
FACES = 6  #: how many members of each league its list entry shows

PUBLISHED = ~Q(status=Round.Status.DRAFT)
OPEN = tuple(status for status in Fixture.Status if status not in SETTLED)
#: Acts after which a fixture is no longer decided by its games.
SET_ASIDE = ("forfeit_fixture", "void_fixture")
RUNS = (Season.Status.REGISTRATION, Season.Status.RUNNING)
OPEN_DISPUTES = Prefetch(
    "disputes", Dispute.objects.filter(status=Dispute.Status.OPEN), to_attr="open_disputes"
)
#: Annotations for rounds: the numbers of fixtures and of settled fixtures.
COUNTS = {
    "total": Count("fixtures"),
    "settled": Count("fixtures", filter=Q(fixtures__status__in=SETTLED)),
}


@dataclass
class LeagueSummary:
    """A league in the list: its running season, and its number of players."""

    league: League
    season: Season | None
    round: int


def leagues(user: Visitor, search: str, number: str) -> "Page[LeagueSummary]":
    """Return a page of the leagues listed for `user`, their own first."""
    rows = listed_for(user).annotate(
        people=Count("members", filter=Q(members__status=Member.Status.ACTIVE))
    )
    if search:
        rows = rows.filter(name__icontains=search)
    own = ["-is_own"] if user.is_authenticated else []
    # Order active leagues before archived ones, and larger before smaller ones.
    rows = rows.order_by(*own, F("archived_at").asc(nulls_first=True), "-people", "name", "pk")
    active = Member.objects.filter(status=Member.Status.ACTIVE).select_related("user")
    first = active.only("league", *(f"user__{name}" for name in User.SHOWN)).order_by("pk")
    rows = rows.prefetch_related(Prefetch("members", first[:FACES], to_attr="first_members"))
    page = Paginator(rows, PAGE).get_page(number)
    summaries = _with_what_runs(list(page.object_list))
    return Page(summaries, page.number, cast("Paginator[LeagueSummary]", page.paginator))


def _with_what_runs(rows: list[League]) -> list[LeagueSummary]:
    """Return summaries of leagues, each with its newest running season."""
    running: dict[int, Season] = {}
    seasons = Season.objects.filter(league__in=rows, status__in=RUNS).order_by("number")
    for season in seasons:
        running[season.league_id] = season
    now = _rounds_now(running.values())
    return [
        LeagueSummary(one, season, now.get(season.pk, 0) if season else 0)
        for one in rows
        for season in [running.get(one.pk)]
    ]


def _rounds_now(seasons: Iterable[Season]) -> dict[int, int]:
    """Return the number of each season's current round: the first open one, or the last."""
    rounds = Round.objects.filter(PUBLISHED, division__season__in=list(seasons))
    last = rounds.values_list("division__season").annotate(Max("number")).order_by()
    open_ones = rounds.filter(fixtures__status__in=OPEN)
    first = open_ones.values_list("division__season").annotate(Min("number")).order_by()
    return {**dict(last), **dict(first)}


def current_season(context: LeagueContext) -> Season | None:
    """Return the season to show: a running one, or the newest one that has begun."""
    order = (Season.Status.RUNNING, Season.Status.REGISTRATION, Season.Status.CLOSED)
    rows = [s for status in order for s in context.visible_seasons if s.status == status]
    return rows[0] if rows else None


def own_tier(season: Season, user: Visitor) -> str:
    """Return the tier of the division that `user` plays in; empty for anybody else."""
    if not user.is_authenticated:
        return ""
    own = season.entries.filter(user=user, division__isnull=False)
    tier = own.values_list("division__tier", flat=True).first()
    return "" if tier is None else str(tier)


def leagues_to_filter_by(user: User) -> list[tuple[str, str]]:
    """Return the slugs and names of the leagues by which `user` may filter matches."""
    rows = FixtureMatch.objects.filter(match__status="finished").values(
        "fixture__round__division__season__league"
    )
    leagues = listed_for(user).filter(pk__in=rows).order_by("name", "pk")
    return list(leagues.values_list("slug", "name")[:MOST_TO_CHOOSE])


def matches_of(slug: str) -> "QuerySet[FixtureMatch, Any]":
    """Return the keys of the matches of the league `slug`."""
    rows = FixtureMatch.objects.filter(
        fixture__round__division__season__league__slug=slug, match__isnull=False
    )
    return rows.values("match")


@dataclass
class PastSeason:
    """A closed season, with its champion (None if all players have left) and final standings."""

    season: Season
    champion: Entry | None
    players: int
    finals: list["FinalTable"] = field(default_factory=list)


@dataclass
class FinalTable:
    """A division's stored final standings: rows with their players."""

    division: Division
    rows: list[tuple[Standing, Entry]]


def archive(context: LeagueContext) -> list[PastSeason]:
    """Return the closed seasons of a league, the newest first, with their champions."""
    seasons = [one for one in context.visible_seasons if one.status == Season.Status.CLOSED]
    if not seasons:
        return []
    players = dict(
        Entry.objects.filter(season__in=seasons, final_rank__isnull=False)
        .values_list("season")
        .annotate(Count("pk"))
        .order_by()
    )
    champions = Entry.objects.filter(season__in=seasons, final_rank=1).select_related("division")
    first: dict[int, Entry] = {}
    for entry in champions.order_by("-division__tier"):
        first[entry.season_id] = entry
    return [PastSeason(one, first.get(one.pk), players.get(one.pk, 0)) for one in seasons]


def with_finals(past: list[PastSeason]) -> list[PastSeason]:
    """Return closed seasons with their stored final standings."""
    by_season = {one.season.pk: one for one in past}
    divisions = Division.objects.filter(season__in=by_season).exclude(final="")
    entries = Entry.objects.select_related("user").filter(season__in=by_season)
    people = {entry.pk: entry for entry in entries}
    for division in divisions.order_by("tier"):
        rows = [(row, people[row.entry]) for row in final_of(division) if row.entry in people]
        by_season[division.season_id].finals.append(FinalTable(division, rows))
    return past


@dataclass
class Progress:
    """The state of a division's rounds: `current` is the open round, None before the first."""

    rounds: Sequence[Any]
    planned: int

    @property
    def current(self) -> Any:
        """Return the current round: the first open one, or the last."""
        open_ones = [one for one in self.rounds if one.settled < one.total]
        return next(iter(open_ones), self.rounds[-1] if self.rounds else None)


def progress_of(division: Division) -> Progress:
    """Return the published rounds, each with its numbers of fixtures and of settled fixtures."""
    rounds = list(division.rounds.filter(PUBLISHED).order_by("number").annotate(**COUNTS))
    last = rounds[-1].number if rounds else 0
    return Progress(rounds, max(division.season.rounds_planned, last))


def points_taken(division: Division) -> dict[int, float]:
    """Return the points that arbiters granted or deducted, by entry."""
    sanctions = Sanction.objects.filter(entry__division=division).exclude(points=0)
    return dict(sanctions.values_list("entry").annotate(Sum("points")).order_by())


def _fixtures(disputes: "Prefetch[Any]" = OPEN_DISPUTES) -> QuerySet[Fixture]:
    """Return a query of fixtures with their players, games and disputes."""
    chairs = Chair.objects.select_related("entry__user").prefetch_related("substitute")
    chairs = chairs.only(*SHOWN_OF_CHAIRS).order_by("seat")
    games = FixtureMatch.objects.select_related("match").only(*SHOWN_OF_GAMES).order_by("ordinal")
    return Fixture.objects.prefetch_related(
        Prefetch("chairs", chairs),
        Prefetch("games", games),
        disputes,
    ).order_by("number")


def ruling_about(fixture: Fixture) -> Audit | None:
    """Return the arbiter's act that awarded or annulled a fixture, or None."""
    if fixture.goes_by_games:
        return None
    acts = Audit.objects.filter(
        season=fixture.round.division.season_id, about=fixture.place,
        verb__in=RULINGS, undone_by=None,
    )  # fmt: skip
    last = acts.order_by("-pk").first()
    return last if last is not None and last.verb in SET_ASIDE else None


def _visible(division: Division, context: LeagueContext) -> QuerySet[Round]:
    rounds = division.rounds.order_by("number")
    return rounds if context.organises else rounds.filter(PUBLISHED)


def round_list(division: Division, context: LeagueContext) -> list[Any]:
    """Return the visible rounds, each with its numbers of fixtures and of settled fixtures."""
    return list(_visible(division, context).annotate(**COUNTS))


def rounds_of(
    division: Division, context: LeagueContext, *, only: int | None = None
) -> list[Round]:
    """Return the visible rounds with their fixtures and byes, or the round numbered `only`."""
    rounds = _visible(division, context)
    if only is not None:
        rounds = rounds.filter(number=only)
    round_list = list(rounds.prefetch_related("byes__entry__user"))
    fixtures: dict[int, list[Fixture]] = defaultdict(list)
    for fixture in _fixtures().filter(round__in=round_list):
        fixtures[fixture.round_id].append(fixture)
    for one in round_list:
        one.division = division
        one.known_fixtures = fixtures[one.pk]
        for fixture in one.known_fixtures:
            fixture.round = one
    return round_list


def fixtures_due(season: Season, user: Visitor, most: int = NEXT) -> list[Fixture]:
    """Return the next published fixtures, those of `user` first, then those with a time."""
    due = _fixtures().filter(round__division__season=season, status__in=OPEN)
    due = due.exclude(round__status=Round.Status.DRAFT).select_related("round__division")
    current = season.draws_all_at_once and due.order_by("round__number").first()
    if current:  # all rounds are drawn: take the open fixtures of the first open round
        due = due.filter(Q(round__number=current.round.number) | Q(starts_at__isnull=False))
    rows = list(due.order_by(F("starts_at").asc(nulls_last=True), "round__number", "number")[:60])
    own = {
        fixture.pk
        for fixture in rows
        if user.is_authenticated
        and any(chair.user_id_playing == user.pk for chair in fixture.chairs.all())
    }
    return sorted(rows, key=lambda fixture: fixture.pk not in own)[:most]


def _plays(user: Visitor) -> Q:
    """Return a condition for fixtures in which `user` is a player or substitute."""
    return Q(chairs__entry__user=user, chairs__substitute=None) | Q(chairs__substitute=user)


def next_fixtures(user: User, most: int = NEXT) -> list[Fixture]:
    """Return the next fixtures of `user` in all leagues; those with a time come first."""
    own = Chair.objects.filter(Q(entry__user=user, substitute=None) | Q(substitute=user))
    due = Fixture.objects.filter(
        playable.PLAYABLE, status__in=OPEN, pk__in=own.filter(forfeited=False).values("fixture")
    )
    due = due.select_related("round__division__season__league").only(*ROW)
    chairs = Chair.objects.select_related("entry").prefetch_related("substitute")
    chairs = chairs.only("fixture", "substitute", "entry__name", "entry__user")
    due = due.prefetch_related(Prefetch("chairs", chairs))
    by_time = F("starts_at").asc(nulls_last=True), F("round__closes_at").asc(nulls_last=True)
    return list(due.order_by(*by_time, "pk")[:most])


def next_of(division: Division, user: Visitor) -> Fixture | None:
    """Return the next published fixture in which `user` is a player or substitute."""
    due = _fixtures().filter(_plays(user), round__division=division, status__in=OPEN)
    due = due.exclude(round__status=Round.Status.DRAFT).select_related("round")
    return due.order_by("round__number", F("starts_at").asc(nulls_last=True), "number").first()


def fixture_of(season: Season, number: int, context: LeagueContext) -> Fixture | None:
    """Return a visible fixture of the season, with all its related rows."""
    disputes = Prefetch("disputes", Dispute.objects.select_related("by"))
    rows = _fixtures(disputes).select_related("round__division")
    fixture = rows.filter(pk=number, round__division__season=season).first()
    if fixture is not None:
        fixture.round.division.season = season
    if fixture is None or (fixture.round.is_draft and not context.organises):
        return None
    fixture.open_disputes = [one for one in fixture.disputes.all() if one.status == one.Status.OPEN]
    return fixture


def fixtures_of(entry: Entry) -> list[Fixture]:
    """Return the published fixtures of a player, in the order of the rounds."""
    fixtures = _fixtures().filter(chairs__entry=entry).exclude(round__status=Round.Status.DRAFT)
    fixtures = fixtures.select_related("round__division__season")
    return list(fixtures.order_by("round__number", "number"))


def _people(league: League) -> QuerySet[Member]:
    """Return a query of a league's members: owners, arbiters, schedulers, then others by name."""
    places = [When(role=role, then=place) for place, role in enumerate(Member.Role.values)]
    members = league.members.filter(status=Member.Status.ACTIVE, user__is_active=True)
    return members.select_related("user").order_by(
        Case(*places, default=len(places)), Lower("user__display_name"), "pk"
    )


def members(context: LeagueContext, number: str) -> "Page[Member]":
    """Return a page of the members: organisers first, then by name."""
    return Paginator(_people(context.league), MEMBERS_PAGE).get_page(number)


def organisers(league: League) -> list[Member]:
    """Return a league's organisers: owners, then arbiters, then schedulers."""
    return list(_people(league).exclude(role=Member.Role.MEMBER))


@dataclass
class AuditPage:
    """A page of the audit, newest first, and the key at which the next page begins (0: none)."""

    audits: list[Audit] = field(default_factory=list)
    next: int = 0


def audits(context: LeagueContext, before: int) -> AuditPage:
    """Return a page of the acts before the audit with key `before` (0: the newest acts)."""
    rows = context.league.audits.select_related("actor", "season", "undoes", "undone_by__actor")
    if before:
        rows = rows.filter(pk__lt=before)
    page = list(rows.order_by("-pk")[: AUDIT_PAGE + 1])
    return AuditPage(page[:AUDIT_PAGE], page[AUDIT_PAGE - 1].pk if len(page) > AUDIT_PAGE else 0)
