"""From rows to standings: a division's contest as the pure functions want it."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec
from django.core.cache import cache

from games.leagues.models import Bye, Chair, Division, Entry, Fixture, Round, Sanction, Season
from games.leagues.pairing.draw import Contender
from games.leagues.standings import VERSION, standings
from games.leagues.standings import contest as pure

#: Fixtures with a result that nobody disputes, or with nothing but forfeits.
CONFIRMED = (Fixture.Status.FINISHED, Fixture.Status.FORFEITED, Fixture.Status.VOID)
#: What the pure functions call the formats.
FORMATS = {Season.Format.DOUBLE_ROUND_ROBIN: "round_robin"}


def scoring_of(season: Season) -> pure.Scoring:
    """Return how the season is scored: as fixed at its start, else as its format usually is."""
    if season.scoring:
        return msgspec.convert(season.scoring, pure.Scoring)
    usual = pure.SCORINGS[_format(season)]
    return msgspec.structs.replace(usual, games=season.games_per_fixture)


def _format(season: Season) -> str:
    return FORMATS.get(Season.Format(season.format), season.format)


def contest_of(division: Division) -> pure.Contest:
    """Return all that the table of `division` depends on."""
    season = division.season
    entries = [e for e in division.entries.all() if e.status != Entry.Status.WAITING]
    scoring = scoring_of(season)
    public = Round.objects.filter(division=division).exclude(status=Round.Status.DRAFT)
    planned = _planned(division) if season.draws_all_at_once else {}
    return pure.Contest(
        format=_format(season),
        scoring=scoring,
        rounds_planned=season.rounds_planned or max((r.number for r in public), default=0),
        contestants=tuple(
            _contestant(entry, planned.get(entry.pk))
            for entry in sorted(entries, key=lambda entry: entry.pk)
        ),
        results=tuple(_results(public)),
        byes=tuple(
            pure.Bye(bye.round.number, bye.entry_id, scoring.bye)
            for bye in Bye.objects.filter(round__in=public).select_related("round").order_by("pk")
        ),
        sanctions=tuple(
            pure.Sanction(one.round_number, one.entry_id, one.points)
            for one in Sanction.objects.filter(entry__division=division).order_by("pk")
            if one.points
        ),
        lot=hashlib.sha256(f"lot/{season.seed}".encode()).hexdigest()[:32],
    )


def _contestant(entry: Entry, planned: int | None) -> pure.Contestant:
    return pure.Contestant(
        entry=entry.pk,
        planned=planned,
        seed=entry.seed_rank,
        withdrawn_after=entry.withdrawn_after,
        joined_round=entry.joined_round,
        late_points=entry.late_points,
        is_disqualified=entry.status == Entry.Status.DISQUALIFIED,
    )


def _planned(division: Division) -> dict[int, int]:
    """Return how many fixtures each is to play where all are drawn before the first."""
    seated = Chair.objects.filter(fixture__round__division=division)
    return Counter(seated.values_list("entry_id", flat=True))


def _results(rounds: Iterable[Round]) -> Iterable[pure.Result]:
    fixtures = Fixture.objects.filter(round__in=rounds, status__in=CONFIRMED)
    fixtures = fixtures.select_related("round").prefetch_related("chairs", "games")
    for fixture in fixtures.order_by("round__number", "number"):
        chairs = sorted(fixture.chairs.all(), key=lambda chair: chair.seat)
        counts = fixture.status != Fixture.Status.VOID
        result = pure.Result(
            fixture=fixture.pk,
            round=fixture.round.number,
            table=fixture.number,
            kind="duel" if len(chairs) == 2 else "table",
            entries=tuple(chair.entry_id for chair in chairs),
            games=tuple(_games(fixture)) if counts else (),
            forfeited=tuple(chair.entry_id for chair in chairs if chair.forfeited),
        )
        if result.games or result.forfeited:
            yield result


def _games(fixture: Fixture) -> Iterable[pure.Played]:
    for game in sorted(fixture.games.all(), key=lambda game: game.ordinal):
        placings = game.placings if game.corrected is None else game.corrected
        if game.is_counted and placings:
            yield pure.Played(msgspec.convert(placings, tuple[pure.Placing, ...]))


def table_of(division: Division) -> tuple[pure.Row, ...]:
    """Return the table as it stands; what follows from the same results is computed once."""
    contest = contest_of(division)
    text = msgspec.json.encode(contest)
    key = f"standings/{VERSION}/{hashlib.sha256(text).hexdigest()}"
    known = cache.get(key)
    if known is None:
        known = msgspec.json.encode(standings(contest))
        cache.set(key, known, 24 * 3600)
    return msgspec.json.decode(known, type=tuple[pure.Row, ...])


def names_of(division: Division) -> dict[int, Entry]:
    """Return the entries of `division` by key, with their accounts."""
    return {entry.pk: entry for entry in division.entries.select_related("user")}


def contenders_of(division: Division) -> list[Contender]:
    """Return what the next draw needs to know of everybody who plays on."""
    entries = [entry for entry in division.entries.all() if entry.plays]
    drawn = Round.objects.filter(division=division).exclude(status=Round.Status.DRAFT)
    rows = {row.entry: row for row in table_of(division)}
    chairs = Chair.objects.filter(fixture__round__in=drawn).select_related("fixture__round")
    past = _past(chairs.order_by("fixture__round__number"))
    byes = Counter(Bye.objects.filter(round__in=drawn).values_list("entry_id", flat=True))
    return [_contender(entry, rows.get(entry.pk), past, byes) for entry in entries]


def _past(chairs: Iterable[Chair]) -> dict[int, list[tuple[int, list[int]]]]:
    """Return for each entry the seats and the tables that it was drawn to, oldest first."""
    tables: dict[int, list[Chair]] = defaultdict(list)
    for chair in chairs:
        tables[chair.fixture_id].append(chair)
    past: dict[int, list[tuple[int, list[int]]]] = defaultdict(list)
    for seated in tables.values():
        everybody = [chair.entry_id for chair in seated]
        for chair in seated:
            past[chair.entry_id].append((chair.seat, everybody))
    return past


def _contender(entry: Entry, row: pure.Row | None, past: Any, byes: Counter[int]) -> Contender:
    tables = past[entry.pk]
    seats = Counter(seat for seat, _table in tables)
    met = Counter(other for _seat, table in tables for other in table if other != entry.pk)
    return Contender(
        entry=entry.pk,
        points=row.points if row else entry.late_points,
        rank=row.rank if row and past else entry.seed_rank,
        met=dict(met),
        sides=(seats[0], seats[1]),
        last_side=tables[-1][0] if tables else None,
        seats=dict(seats),
        sizes=dict(Counter(len(table) for _seat, table in tables)),
        byes=byes[entry.pk],
    )
