"""Pauses of a season: no table opens, nobody forfeits, and deadlines move."""

from datetime import datetime, timedelta
from math import ceil

from django.utils import timezone

from accounts.models import User
from games.engine.required import required
from games.leagues import errors, roles
from games.leagues.audit.recorder import Recorder, record
from games.leagues.fixtures import deadlines, fixtures
from games.leagues.models import Fixture, Notice, Round, Season
from games.leagues.scheduling import proposals
from games.leagues.seasons import announcements
from games.matches.models import Match


def pause(season: Season, actor: User, *, reason: str) -> None:
    """Pause a season, and tell its players; waiting tables are closed, running matches go on.

    :raises Refused: NotAllowed for all but owners, NeedsReason, or WrongStage unless it runs.
    """
    roles.require(actor, season.league, "run")
    with record(
        season.league, actor, "pause_season", season=season, about=season, reason=reason,
        needs_reason=True,
    ) as recorder:  # fmt: skip
        if not season.is_running or season.is_paused:
            raise errors.WrongStage
        recorder.edit(season, paused_at=timezone.now())
        fixtures.close_tables(season)
        readers = announcements.readers(season)
        announcements.tell(season, readers, Notice.Kind.PAUSED, text=reason)


def resume(season: Season, actor: User, *, reason: str = "") -> int:
    """Resume a season; return by how many days its deadlines have moved.

    Times in the pause no longer hold: their players agree on others.

    :raises Refused: NotAllowed for all but owners, or WrongStage unless it is paused.
    """
    roles.require(actor, season.league, "run")
    with record(
        season.league, actor, "resume_season", season=season, about=season, reason=reason
    ) as recorder:
        if not season.is_running or not season.is_paused:
            raise errors.WrongStage
        since = required(season.paused_at)
        recorder.edit(season, paused_at=None)
        return go_on(season, since, recorder)


def go_on(season: Season, since: datetime, recorder: Recorder) -> int:
    """Give a season that goes on the time since it stopped; return by how many days it has moved.

    Its players agree on other times where the time has passed.
    """
    now = timezone.now()
    days = ceil((now - since) / timedelta(days=1))
    waiting = _move_on(season, since, days, recorder)
    for fixture in waiting:
        if fixture.status == Fixture.Status.RUNNING:
            _wait_for_next_game(fixture, now, recorder)
        elif fixture.starts_at is not None and fixture.starts_at <= now:
            proposals.set_anew(fixture, None, recorder)
    deadlines.tell(waiting)
    return days


def _wait_for_next_game(fixture: Fixture, now: datetime, recorder: Recorder) -> None:
    """Give a fixture between two games until its deadline, and at least a day: nobody is there."""
    if fixture.games.filter(match__status=Match.Status.RUNNING).exists():
        return
    ends = max(fixture.deadline or now, now + fixtures.LAST_CHANCE)
    recorder.edit(fixture, starts_at=None, closes_at=ends)


def _move_on(season: Season, since: datetime, days: int, recorder: Recorder) -> list[Fixture]:
    """Move the openings after the start of the pause, and the ends whose last day it took.

    A round that was published in the pause, to open at once, is open. Return the fixtures without a
    result.
    """
    ended = since - fixtures.LAST_CHANCE
    rounds = Round.objects.filter(division__season=season, status=Round.Status.PUBLISHED)
    for one in rounds.order_by("pk"):
        least = {"opens_at": max(since, one.published_at or since), "closes_at": ended}
        later = {
            name: deadlines.shift(season, getattr(one, name), days)
            for name, after in least.items()
            if getattr(one, name) and getattr(one, name) > after
        }
        recorder.edit(one, **later)
    waiting = list(
        Fixture.objects.filter(round__in=rounds)
        .exclude(status__in=fixtures.SETTLED)
        .select_related(fixtures.DEEP)
        .order_by("pk")
    )
    for fixture in waiting:
        if fixture.closes_at is not None and fixture.closes_at > ended:
            ends = deadlines.shift(season, fixture.closes_at, days)
            recorder.edit(fixture, closes_at=ends)
    return waiting
