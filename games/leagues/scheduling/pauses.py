"""Pauses of a season: no table opens, nobody forfeits, and deadlines move."""

from datetime import datetime, timedelta
from math import ceil

from django.utils import timezone

from accounts.models import User
from games.engine.required import required
from games.leagues import errors, roles
from games.leagues.audit.recorder import Recorder, recorded
from games.leagues.fixtures import deadlines, fixtures
from games.leagues.models import Fixture, Round, Season
from games.leagues.scheduling import proposals


def pause(season: Season, actor: User, *, reason: str) -> None:
    """Pause a season; waiting tables are closed, running matches go on.

    :raises Refused: NotAllowed for all but owners, NeedsReason, or WrongStage unless it runs.
    """
    roles.require(actor, season.league, "run")
    with recorded(
        season.league, actor, "pause_season", season=season, about=season, reason=reason,
        needs_reason=True,
    ) as ledger:  # fmt: skip
        if not season.is_running or season.is_paused:
            raise errors.WrongStage
        ledger.edit(season, paused_at=timezone.now())
        fixtures.close_tables(season)


def resume(season: Season, actor: User, *, reason: str = "") -> int:
    """Resume a season; return by how many days its deadlines have moved.

    Times in the pause no longer hold: their players agree on others.

    :raises Refused: NotAllowed for all but owners, or WrongStage unless it is paused.
    """
    roles.require(actor, season.league, "run")
    with recorded(
        season.league, actor, "resume_season", season=season, about=season, reason=reason
    ) as ledger:
        if not season.is_running or not season.is_paused:
            raise errors.WrongStage
        since, now = required(season.paused_at), timezone.now()
        days = ceil((now - since) / timedelta(days=1))
        ledger.edit(season, paused_at=None)
        waiting = _move_on(season, since, days, ledger)
        for fixture in waiting:
            if fixture.starts_at is not None and since <= fixture.starts_at <= now:
                proposals.set_anew(fixture, None, ledger)
        deadlines.tell(waiting)
    return days


def _move_on(season: Season, since: datetime, days: int, ledger: Recorder) -> list[Fixture]:
    """Move the ends and openings after the start of the pause; return the open rounds."""
    rounds = Round.objects.filter(division__season=season, status=Round.Status.PUBLISHED)
    for one in rounds.order_by("pk"):
        later = {
            name: deadlines.shifted(season, getattr(one, name), days)
            for name in ("opens_at", "closes_at")
            if getattr(one, name) and getattr(one, name) > since
        }
        ledger.edit(one, **later)
    waiting = list(
        Fixture.objects.filter(round__in=rounds)
        .exclude(status__in=fixtures.SETTLED)
        .select_related(fixtures.DEEP)
        .order_by("pk")
    )
    for fixture in waiting:
        if fixture.closes_at is not None and fixture.closes_at > since:
            ends = deadlines.shifted(season, fixture.closes_at, days)
            ledger.edit(fixture, closes_at=ends)
    return waiting
