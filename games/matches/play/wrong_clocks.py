"""Corrects times that were written by a machine with a wrong clock."""

from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.matches.models import Match, Player, Pulse
from games.matches.play import outbox

#: How many seconds without a heartbeat count as downtime of a referee or the site. Smaller
#: differences are not attributed to a wrong clock.
ABSENCE = 20.0


def turn_back(was: datetime, now: datetime) -> None:
    """Turn players' clocks back with the machine's clock, which was set back from `was` to `now`.

    Otherwise everybody would have that much more time. Questions from the last few seconds are not
    changed, as they may have been asked after the change. The clocks of a paused match are set when
    the pause ends. Other times are changed only if they are in the future, as only the wrong clock
    could have written them.
    """
    shift, recent = now - was, now - timedelta(seconds=2 * ABSENCE)
    matches = Match.objects.filter(status__in=[Match.Status.OPEN, Match.Status.RUNNING])
    list(matches.select_for_update().order_by("pk").values_list("pk"))  # in the order of moves
    timed = matches.filter(status=Match.Status.RUNNING, paused_at=None)
    players = Player.objects.filter(match__in=timed).exclude(asked_at__range=(recent, now))
    players.update(asked_at=F("asked_at") + shift)
    timed.filter(due_at__gt=now).update(due_at=now)
    matches.filter(seen_at__gt=now).update(seen_at=F("seen_at") + shift)
    for name in ("gone_at", "letter_due_at"):
        players = Player.objects.filter(match__in=matches, **{f"{name}__gt": now})
        players.update(**{name: F(name) + shift})
    matches.update(touched=F("touched") + 1)
    Pulse.objects.filter(pk=Pulse.FAILED, at__gt=now).update(at=F("at") + shift)
    for kind in outbox.kinds():
        kind.turn_back(now, shift)


def correct(now: datetime) -> None:
    """Set times that are impossible for a correct clock to `now`, so tables don't wait for them.

    A process whose clock is ahead, if only for a moment, stores times in the future for questions,
    absences and bots' actions. Checks that are too early are harmless: see `compensate_downtime`.
    """
    later = now + timedelta(seconds=ABSENCE)
    players = Player.objects.filter(match__status=Match.Status.RUNNING, match__paused_at=None)
    wrong = Q(asked_at__gt=later) | Q(gone_at__gt=later)
    matches = {*players.filter(wrong).values_list("match", flat=True), *_late_bots(later)}
    if not matches:
        return
    rows = Match.objects.filter(pk__in=matches)
    list(rows.select_for_update().order_by("pk").values_list("pk"))  # in the order of moves
    for name in ("asked_at", "gone_at"):
        players.filter(match__in=matches, **{f"{name}__gt": later}).update(**{name: now})
    rows.filter(reading_until=None).update(due_at=now)
    rows.update(touched=F("touched") + 1)


def _late_bots(later: datetime) -> QuerySet[Match, int]:
    """Return the matches that have waited too long for bots only."""
    matches = Match.objects.filter(
        status=Match.Status.RUNNING, paused_at=None, reading_until=None, due_at__gt=later
    )
    people_to_ask = Player.objects.filter(match=OuterRef("pk"), asked_at__isnull=False)
    return matches.exclude(Exists(people_to_ask)).values_list("pk", flat=True)
