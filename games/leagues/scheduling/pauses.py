"""Pauses of a season, during which no table opens and nobody forfeits; deadlines then move."""

from datetime import UTC, datetime, timedelta
from math import ceil

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.engine.required import required
from games.leagues import errors
from games.leagues.audit.recorder import Recorder, record
from games.leagues.fixtures import deadlines, fixtures
from games.leagues.models import Fixture, Notice, Round, Season
from games.leagues.scheduling import proposals
from games.leagues.seasons import announcements
from games.matches.models import Match

#: A shorter pause moves only times that passed during it, and rounds of one evening.
SHORT = timedelta(hours=6)


def pause(season: Season, actor: User, *, reason: str) -> None:
    """Pause a season, and notify its players; waiting tables are closed, running matches continue.

    :raises Refused: NotAllowed for all but owners, NeedsReason, or WrongStage unless the season is
        running.
    """
    with record(season, actor, "pause_season", reason=reason) as recorder:
        if not season.is_running or season.is_paused:
            raise errors.WrongStage
        recorder.edit(season, paused_at=timezone.now())
        fixtures.close_tables(season)
        readers = announcements.readers(season)
        announcements.tell(season, readers, Notice.Kind.PAUSED, text=reason)


def resume(season: Season, actor: User, *, reason: str = "") -> None:
    """Resume a season; deadlines move by the days of the pause.

    Times that passed during the pause are removed, and the players agree on new ones.

    :raises Refused: NotAllowed for all but owners, or WrongStage unless the season is paused.
    """
    with record(season, actor, "resume_season", reason=reason) as recorder:
        if not season.is_running or not season.is_paused:
            raise errors.WrongStage
        since = required(season.paused_at)
        recorder.edit(season, paused_at=None)
        go_on(season, since, recorder)


def is_short(since: datetime) -> bool:
    """Return whether a pause that began at `since` has been a short one so far."""
    return timezone.now() - since < SHORT


def go_on(season: Season, since: datetime, recorder: Recorder) -> None:
    """Extend a resumed season by the time since `since`, and notify the affected players.

    Times that have passed are removed, and the players agree on new ones. After a short pause, this
    affects only times within the pause.
    """
    now = timezone.now()
    first = since if is_short(since) else datetime.min.replace(tzinfo=UTC)
    published = Round.objects.filter(division__season=season, status=Round.Status.PUBLISHED)
    before = {one.pk: one.deadline for one in _unsettled(published)}
    _move_on(published, since, recorder)
    waiting = _unsettled(published)
    for fixture in waiting:
        if fixture.status == Fixture.Status.RUNNING:
            _wait_for_next_game(fixture, now, recorder)
        elif fixture.starts_at is not None and first <= fixture.starts_at <= now:
            proposals.set_anew(fixture, None, recorder)
    deadlines.tell([fixture for fixture in waiting if fixture.deadline != before[fixture.pk]])


def _unsettled(rounds: QuerySet[Round]) -> list[Fixture]:
    """Return the unsettled fixtures of these rounds."""
    rows = Fixture.objects.filter(round__in=rounds).exclude(status__in=fixtures.SETTLED)
    return list(rows.select_related(fixtures.DEEP).order_by("pk"))


def _wait_for_next_game(fixture: Fixture, now: datetime, recorder: Recorder) -> None:
    """Let a fixture between two games start the next one until its deadline, for at least a day."""
    if fixture.games.filter(match__status=Match.Status.RUNNING).exists():
        return
    ends = max(fixture.deadline or now, now + fixtures.LAST_CHANCE)
    recorder.edit(fixture, starts_at=None, closes_at=ends)


def _move_on(published: QuerySet[Round], since: datetime, recorder: Recorder) -> None:
    """Move rounds' openings that follow the start of the pause, and their ends.

    A round that was published during the pause, to open immediately, remains open.
    """
    rounds = published.select_related("division__season__league").order_by("pk")
    for one in rounds:
        begun = max(since, one.published_at or since)
        opens = one.opens_at
        if one.is_one_evening or not is_short(since):
            opens = _later(one, opens, after=begun, since=since)
        recorder.edit(one, opens_at=opens, closes_at=_end_later(one, one.closes_at, since))
    for fixture in _unsettled(published):
        recorder.edit(fixture, closes_at=_end_later(fixture.round, fixture.closes_at, since))


def _end_later(round_: Round, ends: datetime | None, since: datetime) -> datetime | None:
    """Return a deadline after a pause; a round of days also moves if its last chance was in it."""
    if round_.is_one_evening:
        since = max(since, round_.published_at or since)
        return _later(round_, ends, after=since, since=since)
    return _later(round_, ends, after=since - fixtures.LAST_CHANCE, since=since)


def _later(
    round_: Round, moment: datetime | None, *, after: datetime, since: datetime
) -> datetime | None:
    """Return `moment` delayed by the length of the pause, if it is after `after`.

    Rounds that last days move by whole days, to end at the usual time; after a short pause only if
    the moment, or the last chance after it, passed during the pause.
    """
    if moment is None or moment <= after:
        return moment
    now = timezone.now()
    stood = now - since
    if round_.is_one_evening:
        return moment + stood
    lasts = (moment, moment + fixtures.LAST_CHANCE)
    if is_short(since) and not any(since <= one <= now for one in lasts):
        return moment
    return deadlines.shift(round_.division.season, moment, ceil(stood / timedelta(days=1)))
