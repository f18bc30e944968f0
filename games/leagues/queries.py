"""Reads: which leagues, seasons, rounds and fixtures there are, for whom to see."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, F, Max, Min, Prefetch, Q, QuerySet, Sum, When
from django.db.models.functions import Lower

from games.leagues.models import (
    Audit,
    Chair,
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
from games.leagues.standings.contest import Row
from games.leagues.visits import Visit, listed_for
from games.leagues.watching import final_of

PAGE = 20
AUDIT_PAGE = 50
MEMBERS_PAGE = 100
MOST_TO_CHOOSE = 200
NEXT = 5  #: how many fixtures a front page announces

PUBLISHED = ~Q(status=Round.Status.DRAFT)
SETTLED = (Fixture.Status.FINISHED, Fixture.Status.FORFEITED, Fixture.Status.VOID)
OPEN = tuple(status for status in Fixture.Status if status not in SETTLED)
RUNS = (Season.Status.REGISTRATION, Season.Status.RUNNING)


@dataclass
class Listed:
    """A league in the list: what runs in it now, and how many play."""

    league: League
    season: Season | None
    round: int


def leagues(user: Any, search: str, number: str) -> Page:
    """Return a page of the leagues that lists may name to `user`, their own first."""
    found = listed_for(user).annotate(
        people=Count("members", filter=Q(members__status=Member.Status.ACTIVE))
    )
    if search:
        found = found.filter(name__icontains=search)
    own = ["-is_own"] if user.is_authenticated else []
    # What still goes on comes before what is archived, and the larger before the smaller.
    found = found.order_by(*own, F("archived_at").asc(nulls_first=True), "-people", "name", "pk")
    page = Paginator(found, PAGE).get_page(number)
    page.object_list = _with_what_runs(list(page.object_list))
    return page


def _with_what_runs(known: list[League]) -> list[Listed]:
    """Return leagues with the season that runs in each, the newest if several do."""
    running: dict[int, Season] = {}
    seasons = Season.objects.filter(league__in=known, status__in=RUNS).order_by("number")
    for season in seasons:
        running[season.league_id] = season
    now = _rounds_now(running.values())
    return [
        Listed(one, season, now.get(season.pk, 0) if season else 0)
        for one in known
        for season in [running.get(one.pk)]
    ]


def _rounds_now(seasons: Iterable[Season]) -> dict[int, int]:
    """Return the round that each season is at: the first with something open, else the last."""
    rounds = Round.objects.filter(PUBLISHED, division__season__in=list(seasons))
    last = rounds.values_list("division__season").annotate(Max("number")).order_by()
    open_ones = rounds.filter(fixtures__status__in=OPEN)
    first = open_ones.values_list("division__season").annotate(Min("number")).order_by()
    return {**dict(last), **dict(first)}


def current_season(here: Visit) -> Season | None:
    """Return the season that matters now: one that runs, else the newest that did."""
    seasons = list(here.seasons().exclude(status=Season.Status.CANCELLED)[:10])
    order = (Season.Status.RUNNING, Season.Status.REGISTRATION, Season.Status.CLOSED)
    known = [s for status in order for s in seasons if s.status == status]
    found = known[0] if known else None
    if found:
        found.league = here.league
    return found


def leagues_to_filter_by(user: Any) -> list[tuple[str, str]]:
    """Return the addresses and names of leagues whose matches `user` may look for."""
    played = FixtureMatch.objects.filter(match__status="finished").values(
        "fixture__round__division__season__league"
    )
    found = listed_for(user).filter(pk__in=played).order_by("name", "pk")
    return list(found.values_list("slug", "name")[:MOST_TO_CHOOSE])


def matches_of(slug: str) -> QuerySet[FixtureMatch]:
    """Return the keys of the matches that were played for the league at `slug`."""
    played = FixtureMatch.objects.filter(
        fixture__round__division__season__league__slug=slug, match__isnull=False
    )
    return played.values("match")


@dataclass
class Past:
    """A season that is over, with its champion (None if nobody was left) and final tables."""

    season: Season
    champion: Entry | None
    players: int
    finals: list["Final"] = field(default_factory=list)


@dataclass
class Final:
    """A division's final table as it was stored: rows and who they are."""

    division: Division
    rows: list[tuple[Row, Entry]]


def archive(here: Visit) -> list[Past]:
    """Return the closed seasons of a league, the newest first, with their champions."""
    seasons = list(here.seasons().filter(status=Season.Status.CLOSED))
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
    for season in seasons:
        season.league = here.league
    return [Past(one, first.get(one.pk), players.get(one.pk, 0)) for one in seasons]


def with_finals(known: list[Past]) -> list[Past]:
    """Return seasons that are over with their final tables, as they were stored."""
    by_season = {one.season.pk: one for one in known}
    divisions = Division.objects.filter(season__in=by_season).exclude(final="")
    entries = Entry.objects.select_related("user").filter(season__in=by_season)
    people = {entry.pk: entry for entry in entries}
    for division in divisions.order_by("tier"):
        rows = [(row, people[row.entry]) for row in final_of(division) if row.entry in people]
        by_season[division.season_id].finals.append(Final(division, rows))
    return known


@dataclass
class Progress:
    """How far a division's rounds are: `current` is the round being played, None before any."""

    rounds: list[Round]
    planned: int

    @property
    def current(self) -> Round | None:
        """Return the round that is played: the first with something open, else the last."""
        open_ones = [one for one in self.rounds if one.settled < one.fixtures_count]
        return next(iter(open_ones), self.rounds[-1] if self.rounds else None)


def progress_of(division: Division) -> Progress:
    """Return the published rounds, each with how many fixtures it has and how many are settled."""
    rounds = division.rounds.filter(PUBLISHED).annotate(
        fixtures_count=Count("fixtures"),
        settled=Count("fixtures", filter=Q(fixtures__status__in=SETTLED)),
    )
    known = list(rounds.order_by("number"))
    last = known[-1].number if known else 0
    return Progress(known, max(division.season.rounds_planned, last))


def points_taken(division: Division) -> dict[int, float]:
    """Return the points that arbiters gave or took, by entry; only where there are any."""
    found = Sanction.objects.filter(entry__division=division).exclude(points=0)
    return dict(found.values_list("entry").annotate(Sum("points")).order_by())


def _fixtures() -> QuerySet[Fixture]:
    """Return fixtures with who plays in them and what was played."""
    chairs = Chair.objects.select_related("entry", "substitute").order_by("seat")
    games = FixtureMatch.objects.select_related("match").order_by("ordinal")
    return Fixture.objects.prefetch_related(
        Prefetch("chairs", chairs), Prefetch("games", games)
    ).order_by("number")


def rounds_of(division: Division, here: Visit) -> list[Round]:
    """Return the rounds that one may see, each with its fixtures and byes."""
    rounds = division.rounds.order_by("number")
    if not here.organises:
        rounds = rounds.filter(PUBLISHED)
    known = list(rounds.prefetch_related("byes__entry"))
    fixtures: dict[int, list[Fixture]] = defaultdict(list)
    for fixture in _fixtures().filter(round__in=known):
        fixtures[fixture.round_id].append(fixture)
    for one in known:
        one.division = division
        one.known_fixtures = fixtures[one.pk]
        for fixture in one.known_fixtures:
            fixture.round = one
    return known


def fixtures_due(season: Season, user: Any, most: int = NEXT) -> list[Fixture]:
    """Return the published fixtures that come next, those of `user` first; those agreed lead."""
    due = _fixtures().filter(round__division__season=season, status__in=OPEN)
    due = due.exclude(round__status=Round.Status.DRAFT).select_related("round__division")
    current = season.draws_all_at_once and due.order_by("round__number").first()
    if current:  # everything is drawn: what comes next is what is open in the first open round
        due = due.filter(Q(round__number=current.round.number) | Q(starts_at__isnull=False))
    known = list(due.order_by(F("starts_at").asc(nulls_last=True), "round__number", "number")[:60])
    for fixture in known:
        fixture.is_own = user.is_authenticated and any(
            chair.user_id_playing == user.pk for chair in fixture.chairs.all()
        )
    return sorted(known, key=lambda fixture: not fixture.is_own)[:most]


def next_of(division: Division, user: Any) -> Fixture | None:
    """Return the next published fixture that `user` plays in, for themselves or for another."""
    theirs = Q(chairs__entry__user=user, chairs__substitute=None) | Q(chairs__substitute=user)
    due = _fixtures().filter(theirs, round__division=division, status__in=OPEN)
    due = due.exclude(round__status=Round.Status.DRAFT).select_related("round")
    return due.order_by("round__number", F("starts_at").asc(nulls_last=True), "number").first()


def fixture_of(season: Season, number: int, here: Visit) -> Fixture | None:
    """Return a fixture of the season that one may see, with all that hangs on it."""
    found = (
        _fixtures()
        .filter(pk=number, round__division__season=season)
        .select_related("round__division__season__league")
        .prefetch_related("disputes__by")
        .first()
    )
    if found is None or (found.round.is_draft and not here.organises):
        return None
    return found


def fixtures_of(entry: Entry) -> list[Fixture]:
    """Return the published fixtures of a player, in the order of the rounds."""
    found = _fixtures().filter(chairs__entry=entry).exclude(round__status=Round.Status.DRAFT)
    return list(found.select_related("round").order_by("round__number", "number"))


def _people(league: League) -> QuerySet[Member]:
    """Return the members of a league: owners, arbiters, schedulers, then all others, by name."""
    places = [When(role=role, then=place) for place, role in enumerate(Member.Role.values)]
    known = league.members.filter(status=Member.Status.ACTIVE, user__is_active=True)
    return known.select_related("user").order_by(
        Case(*places, default=len(places)), Lower("user__display_name"), "pk"
    )


def members(here: Visit, number: str) -> Page:
    """Return a page of the members: organisers first, then by name."""
    return Paginator(_people(here.league), MEMBERS_PAGE).get_page(number)


def organisers(league: League) -> list[Member]:
    """Return who runs a league: owners, then arbiters, then schedulers."""
    return list(_people(league).exclude(role=Member.Role.MEMBER))


@dataclass
class Trail:
    """A page of the audit, newest first, and where the next begins (0 on the last)."""

    audits: list[Audit] = field(default_factory=list)
    next: int = 0


def audits(here: Visit, before: int) -> Trail:
    """Return a page of what organisers did, back from the audit numbered `before` (0: newest)."""
    known = here.league.audits.select_related("actor", "season", "undoes", "undone_by__actor")
    if before:
        known = known.filter(pk__lt=before)
    page = list(known.order_by("-pk")[: AUDIT_PAGE + 1])
    return Trail(page[:AUDIT_PAGE], page[AUDIT_PAGE - 1].pk if len(page) > AUDIT_PAGE else 0)
