"""Drawing rounds: organisers review a draft, then publish it with its explanation and seed."""

import hmac
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from math import ceil, log2
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.contests.pairing import round_robin, swiss
from games.contests.pairing import tables as seating
from games.contests.pairing.draw import CannotDraw, Contender, Pairing
from games.leagues import errors, roles
from games.leagues.audit.recorder import Recorder, lock, record
from games.leagues.fixtures import deadlines, forfeits
from games.leagues.models import Audit, Bye, Chair, Division, Entry, Fixture, Round, Season
from games.leagues.seasons import knockouts, sitting_out, standings_input, teams
from games.matches.models import Match

Format = Season.Format
#: The default number of rounds in a season of table nights.
NIGHTS = 6
#: The weight of equal points in Swiss table nights, relative to that of repeat opponents.
LEVEL = 0.25


def size_of(division: Division) -> int:
    """Return the number of players in `division` to be drawn."""
    return division.entries.filter(status=Entry.Status.CONFIRMED).count()


def rounds_needed(season: Season, size: int) -> int:
    """Return the number of rounds: the season's setting, or what its format requires for `size`."""
    single = size - 1 + size % 2
    if season.format == Format.ROUND_ROBIN:
        return single
    if season.format == Format.DOUBLE_ROUND_ROBIN:
        return 2 * single
    if season.is_knockout:
        return knockouts.rounds_needed(season, size)
    if season.format == Format.SWISS:
        return min(season.rounds_planned or ceil(log2(max(size, 2))) + 1, single)
    return season.rounds_planned or NIGHTS


def check_size(division: Division) -> None:
    """Check that the division can be drawn.

    :raises TooFewEntries: with fewer than a table needs.
    :raises CannotBeDrawn: if there are too many for a knock-out.
    """
    season, size = division.season, size_of(division)
    if size < season.league.rules.seats.start:
        raise errors.TooFewEntries
    if season.is_knockout:
        knockouts.check(season, size)


def seed_of(season: Season, name: str) -> str:
    """Return the seed of the draw `name`; publishing it reveals nothing about later draws."""
    return hmac.digest(season.seed.encode(), name.encode(), "sha256").hex()[:32]


def draft_all(division: Division) -> None:
    """Draw drafts of all rounds, for a format in which all are drawn before the first."""
    season = division.season
    entries = [entry.pk for entry in division.entries.all() if entry.plays]
    seed = seed_of(season, f"{division.tier}")
    double = season.format == Format.DOUBLE_ROUND_ROBIN
    pairings = round_robin.rounds(entries, seed=seed, double=double)
    drafts = [
        Round(division=division, number=number, seed=seed, report=asdict(draw.report))
        for number, draw in enumerate(pairings, 1)
    ]
    _seat(zip(Round.objects.bulk_create(drafts), pairings, strict=True))


def version_of(division: Division) -> str:
    """Return the state that an organiser sees before drawing: the next round, and its draft."""
    number = sitting_out.next_round(division)
    draft = division.rounds.filter(number=number, status=Round.Status.DRAFT).first()
    return f"{number}/{draft.pk if draft else 0}"


@dataclass(frozen=True)
class DrawPlan:
    """The complete input of a draw; equal plans produce the same round."""

    number: int
    seed: str
    points: dict[int, float]  #: of the remaining players, by entry
    contenders: list[Contender]
    pair: Callable[..., Pairing]
    options: dict[str, Any]

    def draw(self) -> Pairing:
        """Draw the round; with hundreds of players this takes seconds.

        :raises CannotBeDrawn: if no draw meets the conditions.
        """
        try:
            return self.pair(self.contenders, seed=self.seed, **self.options)
        except CannotDraw as error:
            raise errors.CannotBeDrawn from error


def draft_round(division: Division, actor: User, *, version_seen: str = "") -> Round:
    """Draw the next round of `division` as a draft.

    The number of draws is public, so organisers can't secretly redraw until they like the result.
    With `version_seen`, a draft is replaced only if the organiser has seen it.

    :raises Refused: NotAllowed, WrongStage, NoMoreRounds, RoundStillOpen, CannotBeDrawn, or
        ChangedMeanwhile if `version_of` no longer returns `version_seen`, or the input of the draw
        has changed.
    """
    season = division.season
    roles.require(actor, season.league, "schedule")
    try:
        season.refresh_from_db()
    except Season.DoesNotExist as error:
        raise errors.ChangedMeanwhile from error
    if version_seen and version_seen != version_of(division):
        raise errors.ChangedMeanwhile
    plan = plan_of(division)
    return store_draft(division, actor, plan, plan.draw(), version_seen=version_seen)


def store_draft(
    division: Division, actor: User, plan: DrawPlan, pairing: Pairing, *, version_seen: str = ""
) -> Round:
    """Store `pairing`, drawn from `plan`, as the draft of the next round.

    No lock is held while drawing: on SQLite it would block all other writers.

    :raises Refused: as in `draft_round`.
    """
    season = division.season
    number = plan.number
    with transaction.atomic():
        lock(season)
        if version_seen and version_seen != version_of(division):
            raise errors.ChangedMeanwhile
        about = f"{division.tier}/{number}"
        with record(season, actor, "draft_round", about=about):
            if plan_of(division) != plan:
                raise errors.ChangedMeanwhile
            division.rounds.filter(number=number, status=Round.Status.DRAFT).delete()
            draft = store(division, number, plan.seed, pairing)
            draft.report["points"] = list(plan.points.items())
            draft.save(update_fields=["report"])
            Bye.objects.bulk_create(
                Bye(round=draft, entry=entry, points=points, was_asked=True)
                for entry, points in sitting_out.away(division, number)
            )
            return draft


def plan_of(division: Division) -> DrawPlan:
    """Return the current input for drawing the next round of `division`.

    :raises Refused: WrongStage, NoMoreRounds, RoundStillOpen, TooFewCome, or CannotBeDrawn.
    """
    season = division.season
    if not season.is_running or season.draws_all_at_once:
        raise errors.WrongStage
    check_before(division)
    number = sitting_out.next_round(division)
    about = f"{division.tier}/{number}"
    seed = seed_of(season, f"{about}/{attempts(season, about) + 1}")
    contenders = sorted(standings_input.contenders_of(division), key=lambda one: one.entry)
    points = {one.entry: one.points for one in contenders}
    if season.is_knockout:
        pairing = knockouts.draw(division, number, seed)
        return DrawPlan(number, seed, points, [], _drawn_before, {"pairing": pairing})
    there = sitting_out.coming(division, number)
    coming = [one for one in contenders if one.entry in there]
    if len(coming) < season.league.rules.seats.start:
        raise errors.TooFewCome
    return DrawPlan(number, seed, points, coming, *_procedure(season, number))


def _drawn_before(_contenders: list[Contender], *, seed: str, pairing: Pairing) -> Pairing:
    """Return a given pairing, in place of a function that draws one."""
    return pairing


def _procedure(season: Season, number: int) -> tuple[Callable[..., Pairing], dict[str, Any]]:
    """Return the function that draws a round, and its options."""
    apart = frozenset(teams.kept_apart(season))
    if season.format == Format.SWISS:
        rounds = {"round_number": number, "rounds_planned": season.rounds_planned}
        return swiss.pair, {**rounds, "avoid": apart}
    level = LEVEL if season.format == Format.SWISS_TABLES and number > 1 else 0.0
    target, games = season.table_size, season.games_per_fixture
    return seating.seat, {"target": target, "level": level, "games": games, "avoid": apart}


def attempts(season: Season, about: str) -> int:
    """Return how often the round `about` was drawn; 0 if all rounds were drawn together."""
    return Audit.objects.filter(season=season, verb="draft_round", about=about).count()


def check_before(division: Division) -> None:
    """Check that the next round may be drawn: there is one, and the current one is over.

    :raises Refused: NoMoreRounds or RoundStillOpen.
    """
    if not has_next(division):
        raise errors.NoMoreRounds
    if waits_for(division) is not None:
        raise errors.RoundStillOpen


def has_next(division: Division) -> bool:
    """Return whether another round is to be drawn; a knock-out ends once it is decided."""
    number = sitting_out.next_round(division)
    if number > division.season.rounds_planned:
        return False
    return not division.season.is_knockout or number == 1 or not knockouts.is_decided(division)


def too_few_come(division: Division) -> bool:
    """Return whether fewer players attend the next round than a table needs."""
    season = division.season
    if not season.may_sit_out:
        return False
    there = sitting_out.coming(division, sitting_out.next_round(division))
    return len(there) < season.league.rules.seats.start


def waits_for(division: Division) -> Round | None:
    """Return the round that must be finished before the next draw, or None."""
    if not division.season.goes_by_results:
        return None
    return division.rounds.filter(status=Round.Status.PUBLISHED).order_by("number").first()


def store(
    division: Division, number: int, seed: str, draw: Pairing, recorder: Recorder | None = None
) -> Round:
    """Store a drawn round as a draft; with a `recorder`, this can be undone."""
    draft = Round(division=division, number=number, seed=seed, report=asdict(draw.report))
    if recorder is None:
        draft.save()
    else:
        recorder.add(draft)
    _seat([(draft, draw)])
    return draft


def _seat(drawn: Iterable[tuple[Round, Pairing]]) -> None:
    """Store the fixtures and byes of any number of drafts, with a constant number of queries."""
    rounds = [*drawn]
    tables = [(draft, *one) for draft, draw in rounds for one in enumerate(draw.tables, 1)]
    fixtures = Fixture.objects.bulk_create(
        Fixture(round=draft, number=place) for draft, place, _table in tables
    )
    Chair.objects.bulk_create(
        Chair(fixture=fixture, entry_id=entry, seat=seat)
        for fixture, (_draft, _place, table) in zip(fixtures, tables, strict=True)
        for seat, entry in enumerate(table)
    )
    Bye.objects.bulk_create(
        Bye(round=draft, entry_id=entry) for draft, draw in rounds for entry in draw.byes
    )


def discard_round(draft: Round, actor: User) -> None:
    """Delete a draft.

    :raises Refused: NotAllowed, WrongStage for a public round or one that cannot be redrawn, or
        ChangedMeanwhile for a deleted draft.
    """
    season = draft.division.season
    about = draft.place
    with record(season, actor, "discard_round", about=about) as recorder:
        lock(draft, key=True)
        if not draft.is_draft or season.draws_all_at_once:
            raise errors.WrongStage
        recorder.remove(draft, Chair.objects.filter(fixture__round=draft), draft.byes.all(),
                        draft.fixtures.all())  # fmt: skip


def publish_round(
    draft: Round, actor: User, *, opens_at: datetime | None = None, minutes: int | None = None
) -> None:
    """Publish a draft, to be played from `opens_at` for `minutes` or the season's days.

    The tables of a table night all begin at `opens_at`; without it, each table agrees on a time.

    :raises Refused: NotAllowed, WrongStage, RoundStillOpen if an earlier round is a draft or was
        reopened, DisputeOpen in a knock-out, AttendanceChanged, ResultsChanged, BadTime if it would
        end in the past, or ChangedMeanwhile for a deleted draft.
    """
    season = draft.division.season
    about = draft.place
    with record(season, actor, "publish_round", about=about) as recorder:
        lock(draft)
        if not draft.is_draft or not season.is_running:
            raise errors.WrongStage
        earlier = draft.division.rounds.filter(number__lt=draft.number)
        if earlier.filter(status=Round.Status.DRAFT).exists():
            raise errors.RoundStillOpen
        if waits_for(draft.division) is not None:
            raise errors.RoundStillOpen
        sitting_out.check_draft(draft)
        knockouts.check_draft(draft)
        _check_points(draft)
        sitting_out.give_points(draft, recorder)
        now = timezone.now()
        begins = opens_at or now
        ends = deadlines.closing(season, begins, minutes=minutes)
        if ends <= now:
            raise errors.BadTime
        recorder.edit(
            draft,
            status=Round.Status.PUBLISHED,
            published_at=now,
            opens_at=begins,
            closes_at=ends,
        )
        if season.is_by_night and opens_at and season.pace != Match.Pace.DAILY:
            for fixture in draft.fixtures.order_by("pk"):
                recorder.edit(fixture, starts_at=max(opens_at, now))
        forfeits.settle_absentees(draft, recorder)


def _check_points(draft: Round) -> None:
    """Check that the players in a draft still have the points with which it was drawn.

    :raises ResultsChanged: if they don't; rounds made by hand are not checked.
    """
    if not draft.division.season.goes_by_results:
        return
    now = {one.entry: one.points for one in standings_input.contenders_of(draft.division)}
    before = draft.report.get("points", ())
    if any(now.get(entry, points) != points for entry, points in before):
        raise errors.ResultsChanged
