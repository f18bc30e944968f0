"""Converts rows of a division to a contest, the input for pure functions such as standings."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TypeVar, cast

import msgspec
from django.core.cache import cache
from django.db.models import Count, QuerySet

from games.contests.pairing import knockout
from games.contests.pairing.draw import Contender
from games.contests.standings import VERSION, standings
from games.contests.standings import contest as pure
from games.leagues.fixtures.fixtures import SETTLED
from games.leagues.models import (
    Bye,
    Chair,
    Division,
    Entry,
    Fixture,
    FixtureMatch,
    Round,
    Sanction,
    Season,
)
from games.matches.public import shown_name

#: The fields of an entry that a contest needs.
CONTESTANT = ("status", "seed_rank", "withdrawn_after", "joined_round", "late_points")
#: The fields of a fixture that a result needs.
FIXTURE = ("pk", "round", "number", "status")
#: A chair of a settled fixture: the fixture's fields above, the entry, and whether it forfeited.
SeatedChair = tuple[int, int, int, str, int, bool]
Result = TypeVar("Result")
#: How many seconds computed values are cached.
KEPT = 24 * 3600
#: The formats that have another name in the pure functions.
FORMATS = {Season.Format.DOUBLE_ROUND_ROBIN: "round_robin"}


def scoring_of(season: Season) -> pure.Scoring:
    """Return the season's scoring: as fixed at its start, or before that its format's default."""
    if season.scoring:
        return msgspec.convert(season.scoring, pure.Scoring)
    usual = pure.SCORINGS[_format(season)]
    return msgspec.structs.replace(
        usual,
        games=season.games_per_fixture,
        goes_on=season.goes_on if season.is_knockout else 1,
        nights=(season.nights_counted or 0) if season.is_by_night else 0,
    )


def _format(season: Season) -> pure.Format:
    return cast(pure.Format, FORMATS.get(Season.Format(season.format), season.format))


def contest_of(division: Division) -> pure.Contest:
    """Return the contest of `division`, the input of its standings."""
    return contests_of([division])[0]


def contests_of(divisions: Sequence[Division]) -> list[pure.Contest]:
    """Return the contest of each division, with a constant number of queries."""
    rounds: dict[int, list[Round]] = defaultdict(list)
    for one in _public_rounds(divisions):
        rounds[one.division_id].append(one)
    drawn = [one for own in rounds.values() for one in own]
    chairs, games = _chairs_of(drawn), _games_of(drawn)
    byes: dict[int, list[Bye]] = defaultdict(list)
    for bye in Bye.objects.filter(round__in=drawn).order_by("pk"):
        byes[bye.round_id].append(bye)
    sanctions: dict[int | None, list[Sanction]] = defaultdict(list)
    given = Sanction.objects.filter(entry__division__in=divisions).exclude(points=0)
    for sanction in given.select_related("entry").order_by("pk"):
        sanctions[sanction.entry.division_id].append(sanction)
    return [
        _contest(one, rounds[one.pk], chairs, games, byes, sanctions[one.pk]) for one in divisions
    ]


def _public_rounds(divisions: Sequence[Division]) -> QuerySet[Round]:
    public = Round.objects.filter(division__in=divisions).exclude(status=Round.Status.DRAFT)
    public = public.order_by("division", "number")
    if any(one.season.is_knockout for one in divisions):
        return public.annotate(tables=Count("fixtures"))
    return public.only("division", "number")  # skips the large report of the draw


def _contest(
    division: Division,
    rounds: Sequence[Round],
    chairs: Mapping[int, Sequence[SeatedChair]],
    games: Mapping[int, Sequence[pure.PlayedGame]],
    byes: Mapping[int, Sequence[Bye]],
    sanctions: Sequence[Sanction],
) -> pure.Contest:
    season, scoring = division.season, scoring_of(division.season)
    entries = [e for e in division.entries.all() if e.status not in Entry.OUTSIDE]
    counts = _planned_fixtures(division) if season.draws_all_at_once else {}
    given = sorted(
        ((bye.pk, drawn.number, bye) for drawn in rounds for bye in byes.get(drawn.pk, ())),
        key=itemgetter(0),
    )
    return pure.Contest(
        format=_format(season),
        scoring=scoring,
        rounds_planned=season.rounds_planned or max((r.number for r in rounds), default=0),
        contestants=tuple(
            _contestant(entry, counts.get(entry.pk))
            for entry in sorted(entries, key=lambda entry: entry.pk)
        ),
        results=tuple(_results(rounds, chairs, games, with_void=season.is_knockout)),
        byes=tuple(_bye(number, bye, scoring) for _pk, number, bye in given),
        sanctions=tuple(
            pure.PointsAdjustment(one.round_number, one.entry_id, one.points) for one in sanctions
        ),
        drawn=tuple(vars(one)["tables"] for one in rounds) if season.is_knockout else (),
        lot=hashlib.sha256(f"lot/{season.seed}".encode()).hexdigest()[:32],
    )


def _bye(number: int, bye: Bye, scoring: pure.Scoring) -> pure.ByeResult:
    points = scoring.bye if bye.points is None else bye.points
    return pure.ByeResult(number, bye.entry_id, points, was_asked=bye.was_asked)


def _contestant(entry: Entry, count: int | None) -> pure.Contestant:
    return pure.Contestant(
        entry=entry.pk,
        planned=count,
        seed=entry.seed_rank,
        withdrawn_after=entry.withdrawn_after,
        joined_round=entry.joined_round,
        late_points=entry.late_points,
        is_disqualified=entry.status == Entry.Status.DISQUALIFIED,
    )


def _planned_fixtures(division: Division) -> dict[int, int]:
    """Return the number of planned fixtures by entry, for a season drawn in advance.

    Annulled fixtures are left out.
    """
    chairs = Chair.objects.filter(fixture__round__division=division)
    chairs = chairs.exclude(fixture__status=Fixture.Status.VOID)
    return Counter(chairs.values_list("entry_id", flat=True))


def _chairs_of(rounds: Iterable[Round]) -> dict[int, list[SeatedChair]]:
    """Return the chairs of settled fixtures by round, in order of fixture and seat."""
    chairs = Chair.objects.filter(fixture__round__in=rounds, fixture__status__in=SETTLED)
    chairs = chairs.order_by("fixture__round", "fixture__number", "seat")
    rows: dict[int, list[SeatedChair]] = defaultdict(list)
    for row in chairs.values_list(*(f"fixture__{name}" for name in FIXTURE), "entry", "forfeited"):
        rows[row[1]].append(row)
    return rows


def _results(
    rounds: Iterable[Round],
    chairs: Mapping[int, Sequence[SeatedChair]],
    games: Mapping[int, Sequence[pure.PlayedGame]],
    *,
    with_void: bool,
) -> Iterable[pure.FixtureResult]:
    """Yield fixtures' results; `with_void` includes annulled fixtures, as knock-outs need."""
    for drawn in rounds:
        own = chairs.get(drawn.pk, ())
        for (key, _round, number, status), seated in groupby(own, itemgetter(0, 1, 2, 3)):
            seats = [(entry, forfeited) for *_fixture, entry, forfeited in seated]
            result = pure.FixtureResult(
                fixture=key,
                round=drawn.number,
                table=number,
                kind="duel" if len(seats) == 2 else "table",
                entries=tuple(entry for entry, _forfeited in seats),
                games=tuple(games.get(key, ())) if status != Fixture.Status.VOID else (),
                forfeited=tuple(entry for entry, forfeited in seats if forfeited),
                is_for_third=with_void and _is_for_third(drawn, number),
            )
            if result.games or result.forfeited or with_void:
                yield result


def _is_for_third(drawn: Round, number: int) -> bool:
    """Return whether a fixture is a knock-out's match for third place."""
    groups = drawn.report.get("groups") or []
    return len(groups) >= number and groups[number - 1] == knockout.THIRD


def _games_of(rounds: Iterable[Round]) -> dict[int, list[pure.PlayedGame]]:
    """Return the games that count by fixture, in order."""
    rows: dict[int, list[pure.PlayedGame]] = defaultdict(list)
    games = FixtureMatch.objects.filter(fixture__round__in=rounds, is_counted=True)
    games = games.filter(fixture__status__in=SETTLED).order_by("ordinal")
    for key, stored, corrected in games.values_list("fixture", "placings", "corrected"):
        placings = stored if corrected is None else corrected
        if placings:
            rows[key].append(pure.PlayedGame(msgspec.convert(placings, tuple[pure.Placing, ...])))
    return rows


def computed(
    contest: pure.Contest, name: str, compute: Callable[[pure.Contest], Result],
    shape: type[Result],
) -> Result:  # fmt: skip
    """Return `compute(contest)`, cached under `name` for equal contests."""
    key = f"{name}/{VERSION}/{hashlib.sha256(msgspec.json.encode(contest)).hexdigest()}"
    result = cache.get(key)
    if result is None:
        result = msgspec.json.encode(compute(contest))
        cache.set(key, result, KEPT)
    return msgspec.json.decode(result, type=shape)


def table_of(division: Division) -> tuple[pure.Standing, ...]:
    """Return the division's current standings."""
    return computed(contest_of(division), "standings", standings, tuple[pure.Standing, ...])


def names_of(division: Division) -> dict[int, Entry]:
    """Return the entries of `division` by key, with their accounts."""
    return {entry.pk: entry for entry in division.entries.select_related("user")}


def contenders_of(division: Division) -> list[Contender]:
    """Return the remaining players, as input for the next draw."""
    entries = [entry for entry in division.entries.all() if entry.plays]
    rounds = Round.objects.filter(division=division).exclude(status=Round.Status.DRAFT)
    rows = {row.entry: row for row in table_of(division)}
    rows_of_fixtures = Fixture.objects.filter(round__in=rounds).prefetch_related("chairs", "games")
    fixtures = list(rows_of_fixtures.order_by("round__number", "number"))
    past = _past(fixtures)
    given_byes = Bye.objects.filter(round__in=rounds, was_asked=False)
    byes = Counter(given_byes.values_list("entry_id", flat=True))
    byes.update(_won_by_forfeit(fixtures))
    return [
        _contender(entry, rows.get(entry.pk) if fixtures else None, past[entry.pk], byes[entry.pk])
        for entry in entries
    ]


def attended(fixture: Fixture) -> list[Chair]:
    """Return the chairs of a fixture whose players have met or are still to meet.

    A player who forfeits or has a substitute counts as not having met anybody, nor used a side
    (C.04.2).
    """
    chairs = sorted(fixture.chairs.all(), key=lambda chair: chair.seat)
    if fixture.status == Fixture.Status.VOID:
        return []
    if not fixture.is_settled:
        return [chair for chair in chairs if not chair.forfeited and chair.substitute_id is None]
    players = {
        one["entry"]
        for game in fixture.games.all()
        for one in (() if game.was_missed else game.placings or ())
        if not one.get("is_substitute")
    }
    return [chair for chair in chairs if chair.entry_id in players]


def _past(fixtures: Iterable[Fixture]) -> dict[int, list[tuple[int, list[int]]]]:
    """Return each entry's seat and the entries at its table in earlier fixtures, oldest first."""
    past: dict[int, list[tuple[int, list[int]]]] = defaultdict(list)
    for fixture in fixtures:
        chairs = attended(fixture)
        everybody = [chair.entry_id for chair in chairs]
        for chair in chairs:
            past[chair.entry_id].append((chair.seat, everybody))
    return past


def _won_by_forfeit(fixtures: Iterable[Fixture]) -> Iterable[int]:
    """Yield the entries that won a duel without playing, who don't get a bye (C.04.1)."""
    for fixture in fixtures:
        if fixture.status == Fixture.Status.FORFEITED and not attended(fixture):
            yield from (one.entry_id for one in fixture.chairs.all() if not one.forfeited)


def _contender(
    entry: Entry, row: pure.Standing | None, tables: list[tuple[int, list[int]]], byes: int
) -> Contender:
    seats = Counter(seat for seat, _table in tables)
    meetings = Counter(other for _seat, table in tables for other in table if other != entry.pk)
    return Contender(
        entry=entry.pk,
        points=row.points if row else entry.late_points,
        rank=row.rank if row else entry.seed_rank,
        met=dict(meetings),
        sides=(seats[0], seats[1]),
        last_side=tables[-1][0] if tables else None,
        seats=dict(seats),
        sizes=dict(Counter(len(table) for _seat, table in tables)),
        byes=byes,
    )


def best_of(slug: str, number: int, tier: int, most: int = 5) -> list[tuple[int, str, float]]:
    """Return the rank, name and points of a division's `most` best players at present."""
    seasons = Division.objects.select_related("season__league")
    division = seasons.get(season__league__slug=slug, season__number=number, tier=tier)
    names = names_of(division)
    best = table_of(division)[:most]
    return [(row.rank, shown_name(names[row.entry].name), row.points) for row in best]
