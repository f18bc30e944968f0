"""The house's weekly hours: public appointments made from a setting of the operator."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from games.gathering import appointments
from games.gathering.models import HOUSE, Appointment

#: The parsed setting: day of the week (0 is Monday), hour, minute, time zone and game.
HouseHour = tuple[int, int, int, str, str]


def plan_due() -> None:
    """Make the next appointment for each hour, and cancel those of hours that were removed."""
    slots = []
    for hour in settings.HOUSE_HOURS:
        at, game = next_at(hour), hour[-1]
        slots.append(f"{HOUSE}{game} {at:%Y-%m-%dT%H:%M}")
        if not Appointment.objects.filter(slot=slots[-1]).exists():
            wishes = {"fills_with_bots": True, "language": settings.LANGUAGE_CODE}
            appointments.make_once(slots[-1], game, at, **wishes)
    now = timezone.now()
    removed = Appointment.objects.filter(slot__startswith=HOUSE, starts_at__gt=now)
    removed = removed.filter(status=Appointment.Status.SET).exclude(slot__in=slots)
    removed.update(status=Appointment.Status.OFF, changed_at=now)


def next_at(hour: HouseHour) -> datetime:
    """Return the next time of a weekly hour, in local time of its zone."""
    now = timezone.now()
    day, hours, minutes, zone, _game = hour
    today = now.astimezone(ZoneInfo(zone))
    at = today.replace(hour=hours, minute=minutes, second=0, microsecond=0)
    at += timedelta(days=(day - today.weekday()) % 7)
    if at <= now:
        at += timedelta(days=7)
    return at.astimezone(UTC)
