"""The devices that get notifications, and their quiet hours."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.db import transaction

from games.leagues.errors_scheduling import BadAddress
from games.leagues.webhooks import signed_http
from games.push import encryption
from games.push.models import Device

#: How many devices one person may have; a new one replaces the oldest.
MOST = 10


class BadDevice(ValueError):
    """The browser sent an invalid subscription."""


def add(user: Any, endpoint: str, public_key: str, secret: str, zone: str, language: str) -> Device:
    """Add this browser as a device of `user`, and remove it from any other user.

    A new one is quiet in the hours of the user's newest.

    :raises BadDevice: if its address or its keys can't be used.
    """
    try:
        signed_http.check_address(endpoint)
        encryption.check(public_key, secret)
    except (BadAddress, encryption.BadKeys) as error:
        raise BadDevice from error
    with transaction.atomic():
        Device.objects.filter(endpoint=endpoint).exclude(user=user).delete()
        kept = {"public_key": public_key, "secret": secret, "zone": _zone(zone)}
        kept["language"] = language if language in dict(settings.LANGUAGES) else "en"
        own = Device.objects.filter(user=user).order_by("-pk")
        hours: Mapping[str, Any] = own.values("quiet_from", "quiet_to").first() or {}
        device, _new = Device.objects.update_or_create(
            endpoint=endpoint, user=user, defaults=kept, create_defaults={**kept, **hours}
        )
        newest = own.values_list("pk", flat=True)[:MOST]
        own.exclude(pk__in=list(newest)).delete()
    return device


def forget(user: Any, endpoint: str) -> None:
    """Remove a browser of `user`."""
    Device.objects.filter(user=user, endpoint=endpoint).delete()


def set_quiet_hours(user: Any, start: int, end: int) -> None:
    """Send nothing to the devices of `user` between two hours, in the time zone of each."""
    Device.objects.filter(user=user).update(quiet_from=start, quiet_to=end)


def is_quiet(device: Device, now: datetime) -> bool:
    """Return whether it is a quiet hour in the device's time zone; equal hours mean never."""
    hour = now.astimezone(ZoneInfo(device.zone)).hour
    start, end = device.quiet_from, device.quiet_to
    return start <= hour < end if start <= end else hour >= start or hour < end


def _zone(name: str) -> str:
    return name if name in available_timezones() else "UTC"
