"""Holidays of a season, set in advance, during which no table night or deadline is planned.

Players may still write messages, propose times, and play during a holiday.
"""

from datetime import date, datetime, timedelta

from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.required import required
from games.leagues import errors
from games.leagues.audit.recorder import Recorder, record
from games.leagues.fixtures import deadlines, fixtures, reminders
from games.leagues.models import Fixture, Round, Season
from games.leagues.scheduling import proposals
from games.leagues.seasons import announcements, asking

#: The maximum number of days in a holiday, and how far ahead it may begin.
LONGEST, AHEAD = 90, timedelta(days=366)


def plan(season: Season, actor: User, *, first_day: date, last_day: date, reason: str) -> None:
    """Set a holiday, move the rounds that it affects, and announce it to the players.

    :raises Refused: NotAllowed for all but owners, NeedsReason, WrongStage for a season that is
        over, or BadTime for dates that have passed, are too many, or overlap another holiday.
    """
    days = (last_day - first_day).days + 1
    today = timezone.now().astimezone(season.league.zone).date()
    if not (today <= first_day <= today + AHEAD and 0 < days <= LONGEST):
        raise errors.BadTime
    first, last = first_day.isoformat(), last_day.isoformat()
    with record(
        season, actor, "plan_holiday", about=f"{first} – {last}", reason=reason
    ) as recorder:
        if season.status in {Season.Status.CLOSED, Season.Status.CANCELLED}:
            raise errors.WrongStage
        if any(first <= end and begins <= last for begins, end in season.breaks):
            raise errors.BadTime
        recorder.edit(season, breaks=sorted([*season.breaks, [first, last]]))
        for round_ in _rounds_from(season, first_day):
            _move(season, round_, first_day, days, recorder)
        asking.follow(season)
        _announce(season, actor, first_day, last_day, reason, recorder)


def _rounds_from(season: Season, first_day: date) -> list[Round]:
    """Return the published rounds that end on `first_day` or later."""
    rounds = Round.objects.filter(division__season=season, status=Round.Status.PUBLISHED)
    rows = rounds.exclude(closes_at=None).select_related("division__season__league").order_by("pk")
    return [one for one in rows if _day(season, required(one.closes_at)) >= first_day]


def _day(season: Season, moment: datetime) -> date:
    zone = season.league.zone
    return moment.astimezone(zone).date()


def _move(season: Season, round_: Round, first_day: date, days: int, recorder: Recorder) -> None:
    """Move a round by the days of a holiday, or a table night in it to the next free date."""
    opens = round_.opens_at
    waiting = Fixture.objects.filter(round=round_).exclude(status__in=fixtures.SETTLED)
    waiting = waiting.select_related(fixtures.DEEP).order_by("pk")
    if season.is_by_night and opens is not None and opens > timezone.now():
        if not deadlines.is_holiday(season, _day(season, opens)):
            return
        night = _next_night(season, opens)
        days = (_day(season, night) - _day(season, opens)).days
        for fixture in waiting.filter(starts_at=opens):
            proposals.set_anew(fixture, night, recorder)
    if opens is not None and opens > timezone.now() and _day(season, opens) >= first_day:
        opens = deadlines.shift(season, opens, days)
    closes = deadlines.shift(season, required(round_.closes_at), days)
    recorder.edit(round_, opens_at=opens, closes_at=closes)
    for fixture in waiting:
        reminders.forget_warnings(fixture)
        if fixture.closes_at is not None and _day(season, fixture.closes_at) >= first_day:
            recorder.edit(fixture, closes_at=deadlines.shift(season, fixture.closes_at, days))


def _next_night(season: Season, night: datetime) -> datetime:
    """Return `night`, or the first later date in the season's rhythm outside holidays."""
    days = min(season.round_days, 7)
    while deadlines.is_holiday(season, _day(season, night)):
        night = deadlines.shift(season, night, days)
    return night


def _announce(
    season: Season, actor: User, first_day: date, last_day: date, reason: str, recorder: Recorder
) -> None:
    """Announce the holiday to the players, unless the season is still in preparation."""
    if season.status == Season.Status.DRAFT:
        return
    with translation.override(season.league.language):
        days = {"first": date_format(first_day), "last": date_format(last_day)}
        title = _("No rounds from %(first)s to %(last)s") % days
        if first_day == last_day:
            title = _("No round on %(first)s") % days
    announcements.publish(season, actor, title, reason, recorder)
