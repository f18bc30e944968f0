"""The attendance question before a round. If a season requires it, players are asked whether they
will play by e-mail, notification and on the front page, and once more before the draw."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.leagues import errors, roles
from games.leagues.audit.recorder import lock
from games.leagues.fixtures import deadlines
from games.leagues.models import Division, Entry, Notice, Round, Season
from games.leagues.seasons import announcements, sitting_out

#: How long before a table night silent players are asked again; without a date, how long after the
#: first question.
BEFORE, AFTER = timedelta(days=1), timedelta(days=2)
#: How often organisers may remind players.
AGAIN = timedelta(hours=6)
ASKED = Notice.Kind.ASKED


def ask_due() -> None:
    """Ask the players of each division whose last round is over, once per round."""
    waiting = Division.objects.filter(
        season__status=Season.Status.RUNNING, season__asks_attendance=True, season__paused_at=None
    ).exclude(rounds__status=Round.Status.PUBLISHED)
    for division in waiting.select_related("season__league").order_by("pk"):
        number = sitting_out.number_asked(division) if division.season.may_sit_out else 0
        if division.asked_round < number:
            _ask(division)


@transaction.atomic
def _ask(division: Division) -> None:
    lock(division.season)
    lock(division)
    number = sitting_out.number_asked(division)
    if division.asked_round >= number:
        return
    division.asked_round = number
    division.save(update_fields=["asked_round"])
    now, night = timezone.now(), deadlines.night_of(division.season, number)
    _tell(division, number)
    again = night - BEFORE if night else now + AFTER
    if again > now + AGAIN:
        _tell(division, number, due_at=again)


def _tell(division: Division, number: int, **fields: Any) -> int:
    """Schedule the question to players who have not answered; return their number."""
    entries = Entry.objects.filter(pk__in=sitting_out.answers(division, number)["none"])
    users = list(entries.exclude(user=None).order_by("pk").values_list("user", flat=True))
    announcements.tell(division.season, users, ASKED, round_number=number, **fields)
    return len(users)


def remind(season: Season, actor: User) -> int:
    """Remind the players who have not answered; return their number.

    :raises Refused: NotAllowed, WrongStage if there is nobody to ask, or AskedJustNow.
    """
    roles.require(actor, season.league, "schedule")
    with transaction.atomic():
        lock(season)
        now = timezone.now()
        if season.notices.filter(kind=ASKED, due_at__range=(now - AGAIN, now)).exists():
            raise errors.AskedJustNow
        count = 0
        if season.is_running and season.asks_attendance and season.may_sit_out:
            for division in season.divisions.all():
                division.season = season
                if number := sitting_out.number_asked(division):
                    count += _tell(division, number)
        if not count:
            raise errors.WrongStage
    return count


def follow(season: Season) -> None:
    """Move the second question to the day before a table night that a holiday has moved."""
    later = season.notices.filter(kind=ASKED, sent_at=None, due_at__gt=timezone.now())
    for number in set(later.values_list("round_number", flat=True)):
        if night := deadlines.night_of(season, number or 0):
            later.filter(round_number=number).update(due_at=night - BEFORE)
