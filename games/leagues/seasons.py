"""From a new season to its archive: settings, registration, the start, and the end."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from games.leagues import contests, draws, fixtures, pools, refusals, roles, seeding, webhooks
from games.leagues.forfeits import SETTLED
from games.leagues.ledger import Ledger, hold, recorded
from games.leagues.models import Division, Entry, Fixture, League, Round, Season
from games.leagues.models.season import SEED_BYTES
from games.leagues.standings.contest import Row
from games.leagues.standings.movement import Final, moves
from games.matches.refusals import NotOpen

Status, Format = Season.Status, Season.Format
DUELS = {Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN, Format.SWISS}


def formats_of(league: League) -> list[Format]:
    """Return the formats that the league's game can be played in."""
    return [one for one in Format if (one in DUELS) == league.plays_duels]


def open_season(
    league: League, actor: Any, *, name: str, divisions: Sequence[dict[str, Any]] = ({},),
    **fields: Any,
) -> Season:  # fmt: skip
    """Prepare a season; each of `divisions` is a dict of fields, the best first.

    :raises Refused: NotAllowed for all but owners, Archived, or BadSetting.
    """
    roles.require(actor, league, "run")
    with recorded(league, actor, "open_season", about=name) as ledger:
        if league.archived_at:
            raise refusals.Archived
        season = Season(league=league, name=name, number=_next_number(league), **fields)
        _check(season)
        ledger.add(season)
        for tier, known in enumerate(divisions, 1):
            ledger.add(Division(season=season, tier=tier, **{"name": "", **known}))
    return season


def _next_number(league: League) -> int:
    return (league.seasons.aggregate(last=Max("number"))["last"] or 0) + 1


def _check(season: Season) -> None:
    """Check that the league's game can be played like this.

    :raises BadSetting: if not.
    """
    game, duels = season.league.rules, season.league.plays_duels
    if season.format not in formats_of(season.league):
        raise refusals.BadSetting
    if not duels and season.table_size not in game.seats:
        raise refusals.BadSetting
    if season.games_per_fixture < 1 or (duels and season.games_per_fixture % 2):
        raise refusals.BadSetting


def edit_season(season: Season, actor: Any, *, reason: str = "", **fields: Any) -> None:
    """Change how a season is played, before it begins; names and dates at any time.

    :raises Refused: NotAllowed for all but owners, SettingsFrozen, or BadSetting.
    """
    roles.require(actor, season.league, "run")
    always = {"name", "capacity", "registration_closes_at", "starts_at", "round_days"}
    with recorded(
        season.league, actor, "edit_season", season=season, about=season, reason=reason
    ) as ledger:
        begun = season.status not in {Status.DRAFT, Status.REGISTRATION}
        changed = {name for name, value in fields.items() if getattr(season, name) != value}
        if begun and changed - always:
            raise refusals.SettingsFrozen
        ledger.edit(season, **fields)
        _check(season)
        if season.status == Status.REGISTRATION and "capacity" in changed:
            move_up(season)  # more places: who waits gets them


def open_registration(season: Season, actor: Any) -> None:
    """Let members enter.

    :raises Refused: NotAllowed for all but owners, or WrongStage.
    """
    roles.require(actor, season.league, "run")
    with recorded(season.league, actor, "open_registration", season=season, about=season) as ledger:
        _at_stage(season, Status.DRAFT)
        ledger.edit(season, status=Status.REGISTRATION)
        webhooks.tell(season.league, "season.registration", {"season": season.number})


def _at_stage(season: Season, *stages: str) -> None:
    """Check where the season stands, which is locked.

    :raises WrongStage: if elsewhere.
    """
    if season.status not in stages:
        raise refusals.WrongStage


def begin(season: Season, actor: Any) -> None:
    """Close registration, put everybody into a division, fix how it is scored, and draw.

    What is known before the first round is drafted at once.

    :raises Refused: NotAllowed for all but owners, WrongStage, TooFewEntries or CannotBeDrawn.
    """
    roles.require(actor, season.league, "run")
    with recorded(season.league, actor, "begin_season", season=season, about=season) as ledger:
        _at_stage(season, Status.DRAFT, Status.REGISTRATION)
        entries = list(season.entries.filter(status=Entry.Status.CONFIRMED).select_related("user"))
        divisions = list(season.divisions.all())
        for division, seeded in zip(divisions, seeding.seed(season, entries), strict=True):
            _enter(division, seeded, ledger)
        ledger.edit(
            season,
            status=Status.RUNNING,
            seed=secrets.token_hex(SEED_BYTES),
            scoring=msgspec.to_builtins(contests.scoring_of(season)),
            rounds_planned=draws.rounds_needed(season, max(map(draws.size_of, divisions))),
        )
        for division in divisions:
            draws.check_size(division)
            if season.draws_all_at_once:
                draws.draft_all(division)
        if season.is_rated:
            pools.name_pool(season.league)
        webhooks.tell(season.league, "season.begun", {"season": season.number})


def _enter(division: Division, seeded: Sequence[Entry], ledger: Ledger) -> None:
    for rank, entry in enumerate(seeded, 1):
        ledger.edit(entry, division_id=division.pk, seed_rank=rank, seed_rating=entry.seed_rating)


def cancel(season: Season, actor: Any, *, reason: str) -> None:
    """Call a season off; tables that wait are closed, matches that have begun stay.

    :raises Refused: NotAllowed for all but owners, WrongStage, or NeedsReason.
    """
    roles.require(actor, season.league, "run")
    with recorded(
        season.league, actor, "cancel_season", season=season, about=season, reason=reason,
        needs_reason=True,
    ) as ledger:  # fmt: skip
        _at_stage(season, Status.DRAFT, Status.REGISTRATION, Status.RUNNING)
        ledger.edit(season, status=Status.CANCELLED, closed_at=timezone.now())
        _close_tables(season)
        webhooks.tell(season.league, "season.cancelled", {"season": season.number})


def _close_tables(season: Season) -> None:
    """Close the tables of a season at which nobody plays yet: they open anew if it goes on."""
    fixtures.note_beginnings(round__division__season=season)
    known = Fixture.objects.filter(round__division__season=season).exclude(status__in=SETTLED)
    for key in known.order_by("pk").values_list("pk", flat=True):
        fixture = fixtures.locked(key)
        with suppress(NotOpen), transaction.atomic():  # it has begun at this very moment
            fixtures.take_back(fixture)


def outstanding(season: Season) -> list[Fixture]:
    """Return the published fixtures that have no result yet, or whose result is disputed."""
    published = Round.objects.filter(division__season=season).exclude(status=Round.Status.DRAFT)
    known = Fixture.objects.filter(round__in=published).select_related("round__division")
    return [fixture for fixture in known if not fixture.is_settled]


def close_season(season: Season, actor: Any, *, reason: str = "") -> None:
    """Make the tables final, and say who goes up and down.

    Rounds that were drafted and never published are not played.

    :raises Refused: NotAllowed for all but owners, WrongStage, or RoundStillOpen.
    """
    roles.require(actor, season.league, "run")
    with recorded(
        season.league, actor, "close_season", season=season, about=season, reason=reason
    ) as ledger:
        _at_stage(season, Status.RUNNING)
        if outstanding(season):
            raise refusals.RoundStillOpen
        tables = {one: contests.table_of(one) for one in season.divisions.all()}
        movements = _movements(tables)
        for division, rows in tables.items():
            _settle(division, rows, movements, ledger)
        ledger.edit(season, status=Status.CLOSED, closed_at=timezone.now())
        webhooks.tell(season.league, "season.closed", {"season": season.number})


def _movements(tables: dict[Division, tuple[Row, ...]]) -> dict[int, str]:
    """Return for each entry whether it goes up, stays or goes down."""
    tiers = {division.pk: division.tier for division in tables}
    finals = [
        Final(division.pk, rows, division.promotes, division.relegates, division.capacity)
        for division, rows in tables.items()
    ]
    steps = {move.entry: tiers[move.target] - tiers[move.origin] for move in moves(finals)}
    names = {-1: Entry.Movement.UP, 0: Entry.Movement.STAYS, 1: Entry.Movement.DOWN}
    return {entry: names[step] for entry, step in steps.items()}


def _settle(
    division: Division, rows: Sequence[Row], movements: dict[int, str], ledger: Ledger
) -> None:
    ledger.edit(division, final=msgspec.json.encode(rows).decode())
    entries = contests.names_of(division)
    for row in rows:
        ledger.edit(entries[row.entry], final_rank=row.rank, movement=movements[row.entry])


def archive(league: League, actor: Any, *, reason: str = "") -> None:
    """Close a league for good; everything in it stays to be looked at.

    :raises Refused: NotAllowed for all but owners, or WrongStage while a season runs.
    """
    roles.require(actor, league, "run")
    with recorded(league, actor, "archive_league", about=league.name, reason=reason) as ledger:
        known = list(league.seasons.select_for_update(no_key=True).order_by("pk"))
        if any(season.status in {Status.REGISTRATION, Status.RUNNING} for season in known):
            raise refusals.WrongStage
        ledger.edit(league, archived_at=timezone.now())


@transaction.atomic
def register(season: Season, user: Any) -> Entry:
    """Enter a season; where it is full, its waiting list.

    :raises Refused: NotAMember, RegistrationClosed or AlreadyEntered.
    """
    roles.require(user, season.league, "play")
    hold(season)
    late = season.registration_closes_at and season.registration_closes_at < timezone.now()
    if season.status != Status.REGISTRATION or late:
        raise refusals.RegistrationClosed
    if season.entries.filter(user=user).exists():
        raise refusals.AlreadyEntered
    full = season.capacity is not None and _confirmed(season) >= season.capacity
    status = Entry.Status.WAITING if full else Entry.Status.CONFIRMED
    return Entry.objects.create(season=season, user=user, name=user.name, status=status)


def _confirmed(season: Season) -> int:
    return season.entries.filter(status=Entry.Status.CONFIRMED).count()


@transaction.atomic
def unregister(season: Season, user: Any) -> None:
    """Take one's entry back before the season begins; the first who waits moves up.

    :raises Refused: RegistrationClosed or NotEntered.
    """
    hold(season)
    if season.status != Status.REGISTRATION:
        raise refusals.RegistrationClosed
    gone, _rows = season.entries.filter(user=user).delete()
    if not gone:
        raise refusals.NotEntered
    move_up(season)


def move_up(season: Season) -> None:
    """Give free places to those who have waited longest; the caller holds the season's lock."""
    waiting = season.entries.filter(status=Entry.Status.WAITING).order_by("entered_at", "pk")
    for entry in waiting:
        if season.capacity is not None and _confirmed(season) >= season.capacity:
            return
        entry.status = Entry.Status.CONFIRMED
        entry.save(update_fields=["status"])
