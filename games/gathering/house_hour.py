"""The weekly hours of the house: the operator's setting makes a public appointment each week."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from games.gathering import appointments
from games.gathering.models import HOUSE, Appointment
from games.gathering.weekly_hours import HouseHour


def plan_due() -> None:
    """Make the next appointment of each hour; call off those of hours that were removed."""
    slots = []
    for hour in settings.HOUSE_HOURS:
        at = next_at(hour)
        slots.append(f"{HOUSE}{hour.game} {at:%Y-%m-%dT%H:%M}")
        if not Appointment.objects.filter(slot=slots[-1]).exists():
            wishes = {"fills_with_bots": True, "language": settings.LANGUAGE_CODE}
            appointments.make_once(slots[-1], hour.game, at, **wishes)
    now = timezone.now()
    removed = Appointment.objects.filter(slot__startswith=HOUSE, starts_at__gt=now)
    removed = removed.filter(status=Appointment.Status.SET).exclude(slot__in=slots)
    removed.update(status=Appointment.Status.OFF, changed_at=now)


def next_at(hour: HouseHour) -> datetime:
    """Return the next time of a weekly hour, by the clocks of its zone."""
    now = timezone.now()
    today = now.astimezone(ZoneInfo(hour.zone))
    at = today.replace(hour=hour.hour, minute=hour.minute, second=0, microsecond=0)
    at += timedelta(days=(hour.day - today.weekday()) % 7)
    if at <= now:
        at += timedelta(days=7)
    return at.astimezone(UTC)
