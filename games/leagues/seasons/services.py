"""The stages of a season: settings, registration, start, end, and archiving."""

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.models import User
from games.contests.standings.contest import Standing
from games.contests.standings.movement import DOWN, STAYS, UP, DivisionResult, moves
from games.leagues import errors, rating_pool, roles
from games.leagues.audit.recorder import Recorder, lock, record
from games.leagues.fixtures import deadlines, fixtures
from games.leagues.models import Dispute, Division, Entry, Fixture, League, Notice, Round, Season
from games.leagues.models.season import SEED_BYTES
from games.leagues.models.settings import settings_with
from games.leagues.seasons import announcements, applying, draws, seeding, standings_input

Status = Season.Status
Format = Season.Format
DUELS = {Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN, Format.SWISS}


def formats_of(league: League) -> list[Format]:
    """Return the formats available for the league's game."""
    formats = {Format.KNOCKOUT, *(DUELS if league.plays_duels else set(Format) - DUELS)}
    return [one for one in Format if one in formats]


def open_season(
    league: League, actor: User, *, name: str, divisions: Sequence[dict[str, Any]] = ({},),
    **fields: Any,
) -> Season:  # fmt: skip
    """Prepare a season; `divisions` are dicts of fields, best first.

    :raises Refused: NotAllowed for all but owners, Archived, or BadSetting.
    """
    with record(league, actor, "open_season", about=name) as recorder:
        if league.archived_at:
            raise errors.Archived
        number = (league.seasons.aggregate(last=Max("number"))["last"] or 0) + 1
        season = Season(league=league, name=name, number=number, **fields)
        _check(season)
        recorder.add(season)
        for tier, plan in enumerate(divisions, 1):
            recorder.add(Division(season=season, tier=tier, **{"name": "", **plan}))
    return season


@transaction.atomic
def prepare(league: League, actor: User, *, opens: bool = False, **fields: Any) -> Season:
    """Prepare a season, and open its registration immediately if `opens` is set.

    :raises Refused: as in `open_season`.
    """
    season = open_season(league, actor, **fields)
    if opens:
        open_registration(season, actor)
    return season


def _check(season: Season) -> None:
    """Check that the settings are valid for the league's game.

    :raises BadSetting: if a setting is invalid.
    """
    game, duels = season.league.rules, season.league.plays_duels
    if season.format not in formats_of(season.league):
        raise errors.BadSetting
    if season.is_knockout and season.finalists:
        raise errors.BadSetting
    if not duels and season.table_size not in game.seats:
        raise errors.BadSetting
    if season.games_per_fixture < 1 or (duels and season.games_per_fixture % 2):
        raise errors.BadSetting


def edit_season(season: Season, actor: User, *, reason: str = "", **fields: Any) -> None:
    """Change the settings of a season before it begins; names and dates at any time.

    :raises Refused: NotAllowed for all but owners, SettingsFrozen, BadSetting, NothingChanged, or
        BadTime if an open round's new end would be in the past.
    """
    with record(season, actor, "edit_season", reason=reason) as recorder:
        begun = season.status not in {Status.DRAFT, Status.REGISTRATION}
        changes = {name for name, value in fields.items() if getattr(season, name) != value}
        if begun and changes - {"name", *settings_with("stays_open")}:
            raise errors.SettingsFrozen
        days = season.round_days
        recorder.edit(season, **fields)
        if season.is_running and changes & {"round_days", "deadline"}:
            deadlines.follow(season, recorder, season.round_days - days)
        _check(season)
        if season.status == Status.REGISTRATION and "capacity" in changes:
            move_up(season, recorder)  # with more places, the waiting list moves up


def open_registration(season: Season, actor: User) -> None:
    """Open the registration of a season.

    :raises Refused: NotAllowed for all but owners, or WrongStage.
    """
    with record(season, actor, "open_registration") as recorder:
        _at_stage(season, Status.DRAFT)
        recorder.edit(season, status=Status.REGISTRATION)


def _at_stage(season: Season, *stages: str) -> None:
    """Check the stage of a locked season.

    :raises WrongStage: if the season is in another stage.
    """
    if season.status not in stages:
        raise errors.WrongStage


def begin(season: Season, actor: User) -> None:
    """Begin a season: close registration, assign divisions, fix the scoring, and draw.

    Formats whose rounds are drawn together are drafted here. Players left out are notified.

    :raises Refused: NotAllowed for all but owners, WrongStage, TooFewEntries or CannotBeDrawn.
    """
    with record(season, actor, "begin_season") as recorder:
        _at_stage(season, Status.DRAFT, Status.REGISTRATION)
        entries = list(season.entries.filter(status=Entry.Status.CONFIRMED).select_related("user"))
        divisions = list(season.divisions.all())
        for division, group in zip(divisions, seeding.seed(season, entries), strict=True):
            _enter(division, group, recorder)
        recorder.edit(
            season,
            status=Status.RUNNING,
            seed=secrets.token_hex(SEED_BYTES),
            scoring=msgspec.to_builtins(standings_input.scoring_of(season)),
            rounds_planned=draws.rounds_needed(season, max(map(draws.size_of, divisions))),
        )
        for division in divisions:
            draws.check_size(division)
            if season.draws_all_at_once:
                draws.draft_all(division)
        if season.is_rated:
            rating_pool.name_pool(season.league)
        left_out = season.entries.filter(status__in=Entry.OUTSIDE).order_by("entered_at", "pk")
        users = left_out.values_list("user", flat=True)
        announcements.tell(season, users, Notice.Kind.LEFT_OUT)


def _enter(division: Division, entrants: Sequence[Entry], recorder: Recorder) -> None:
    for rank, entry in enumerate(entrants, 1):
        recorder.edit(entry, division_id=division.pk, seed_rank=rank, seed_rating=entry.seed_rating)


def cancel(season: Season, actor: User, *, reason: str) -> None:
    """Cancel a season; waiting tables are closed, running matches continue.

    :raises Refused: NotAllowed for all but owners, WrongStage, or NeedsReason.
    """
    with record(season, actor, "cancel_season", reason=reason) as recorder:
        _at_stage(season, Status.DRAFT, Status.REGISTRATION, Status.RUNNING)
        recorder.edit(season, status=Status.CANCELLED, closed_at=timezone.now())
        fixtures.close_tables(season)


def outstanding(season: Season) -> list[Fixture]:
    """Return the published, unsettled fixtures of a season."""
    rounds = Round.objects.filter(division__season=season).exclude(status=Round.Status.DRAFT)
    fixtures = Fixture.objects.filter(round__in=rounds).select_related("round__division")
    return [fixture for fixture in fixtures if not fixture.is_settled]


def is_played_out(season: Season) -> bool:
    """Return whether all rounds of a running season were drawn, and have their results."""
    if not season.is_running or outstanding(season):
        return False
    return all(
        division.rounds.exists()
        and not division.rounds.filter(status=Round.Status.DRAFT).exists()
        and (season.draws_all_at_once or not draws.has_next(division))
        for division in season.divisions.all()
    )


def close_season(season: Season, actor: User, *, reason: str = "") -> None:
    """Make the standings final, with promotions and relegations.

    Drafts that were never published are not played.

    :raises Refused: NotAllowed for all but owners, WrongStage, RoundStillOpen, DisputeOpen, or
        FinalToPlay in a knock-out.
    """
    with record(season, actor, "close_season", reason=reason) as recorder:
        _at_stage(season, Status.RUNNING)
        if outstanding(season):
            raise errors.RoundStillOpen
        disputes = Dispute.objects.filter(fixture__round__division__season=season)
        if disputes.filter(status=Dispute.Status.OPEN).exists():
            raise errors.DisputeOpen
        divisions = list(season.divisions.all())
        if season.is_knockout and any(map(draws.has_next, divisions)):
            raise errors.FinalToPlay
        tables = {one: standings_input.table_of(one) for one in divisions}
        movements = _movements(tables)
        for division, rows in tables.items():
            _settle(division, rows, movements, recorder)
        recorder.edit(season, status=Status.CLOSED, closed_at=timezone.now())


def _movements(tables: dict[Division, tuple[Standing, ...]]) -> dict[int, str]:
    """Return the movement of each entry: up, down or none."""
    finals = [
        DivisionResult(rows, division.promotes, division.relegates, division.capacity)
        for division, rows in tables.items()
    ]
    names = {UP: Entry.Movement.UP, STAYS: Entry.Movement.STAYS, DOWN: Entry.Movement.DOWN}
    return {entry: names[step] for entry, step in moves(finals).items()}


def _settle(
    division: Division, rows: Sequence[Standing], movements: dict[int, str], recorder: Recorder
) -> None:
    recorder.edit(division, final=msgspec.json.encode(rows).decode())
    entries = standings_input.names_of(division)
    for row in rows:
        recorder.edit(entries[row.entry], final_rank=row.rank, movement=movements[row.entry])


def archive(league: League, actor: User, *, reason: str = "") -> None:
    """Close a league permanently; its pages stay readable.

    :raises Refused: NotAllowed for all but owners, Archived, or WrongStage while a season runs.
    """
    with record(league, actor, "archive_league", about=league.name, reason=reason) as recorder:
        if league.archived_at:
            raise errors.Archived
        seasons = list(league.seasons.select_for_update(no_key=True).order_by("pk"))
        if any(season.status in {Status.REGISTRATION, Status.RUNNING} for season in seasons):
            raise errors.WrongStage
        recorder.edit(league, archived_at=timezone.now())


@transaction.atomic
def register(season: Season, user: User, *, answers: Sequence[str] = ()) -> Entry:
    """Enter a season, or apply for a place; if it is full, join its waiting list.

    `answers` are in the order of the season's questions.

    :raises Refused: NotAMember, RegistrationClosed, AlreadyEntered or Unanswered.
    """
    roles.require(user, season.league, "play")
    lock(season)
    if not season.takes_entries:
        raise errors.RegistrationClosed
    if season.entries.filter(user=user).exists():
        raise errors.AlreadyEntered
    status = Entry.Status.APPLIED if season.needs_approval else free_place(season)
    return Entry.objects.create(
        season=season, user=user, name=season.free_name(user.name), status=status,
        answers=applying.check(season, answers),
    )  # fmt: skip


def free_place(season: Season) -> Entry.Status:
    """Return the status for the next entry: confirmed, or on the waiting list.

    The caller must hold the season's lock.
    """
    confirmed = season.entries.filter(status=Entry.Status.CONFIRMED)
    full = season.capacity is not None and confirmed.count() >= season.capacity
    return Entry.Status.WAITING if full else Entry.Status.CONFIRMED


@transaction.atomic
def unregister(season: Season, user: User) -> None:
    """Withdraw one's entry before the season begins; the first on the waiting list moves up.

    :raises Refused: RegistrationClosed or NotEntered.
    """
    lock(season)
    if season.status != Status.REGISTRATION:
        raise errors.RegistrationClosed
    count, _rows = season.entries.filter(user=user).delete()
    if not count:
        raise errors.NotEntered
    following = _next_in_line(season)
    if following is None or free_place(season) != Entry.Status.CONFIRMED:
        return
    with record(season, None, "move_up", about=following.name) as recorder:
        move_up(season, recorder)


def move_up(season: Season, recorder: Recorder) -> None:
    """Give free places to the waiting list in order; the caller must hold the season's lock."""
    while free_place(season) == Entry.Status.CONFIRMED:
        entry = _next_in_line(season)
        if entry is None:
            return
        recorder.edit(entry, status=Entry.Status.CONFIRMED)
        announcements.tell(season, [entry.user_id], Notice.Kind.PLACED)


def _next_in_line(season: Season) -> Entry | None:
    """Return the first entry on a season's waiting list."""
    waiting = season.entries.filter(status=Entry.Status.WAITING)
    return waiting.order_by("entered_at", "pk").first()
