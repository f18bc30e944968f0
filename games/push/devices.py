"""The devices that get notifications, and their quiet hours."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from accounts.requests import Visitor
from games.leagues.errors import BadAddress
from games.leagues.webhooks import signed_http
from games.matches.public import without_session
from games.push import encryption
from games.push.models import Device

#: The maximum number of devices per person; a new device replaces the oldest.
MOST = 10


class BadDevice(ValueError):
    """The browser sent an invalid subscription."""


def add(
    user: User,
    endpoint: str,
    public_key: str,
    secret: str,
    zone: str,
    language: str,
    session_key: str | None,
) -> Device:
    """Add this browser as a device of `user`, and remove it from any other user.

    It gets calls while the session with `session_key` lasts. Its quiet hours are copied from the
    user's newest device.

    :raises BadDevice: if its URL or its keys are invalid.
    """
    try:
        signed_http.check_address(endpoint)
        encryption.check(public_key, secret)
    except (BadAddress, encryption.BadKeys) as error:
        raise BadDevice from error
    fields: dict[str, Any] = {"public_key": public_key, "secret": secret, "zone": _zone(zone)}
    fields["session_key"] = session_key or ""
    fields["language"] = language if language in dict(settings.LANGUAGES) else "en"
    with suppress(IntegrityError):
        return _store(user, endpoint, fields)
    return _store(user, endpoint, fields)  # another user has just subscribed with this browser


def add_address(user: User, url: str, language: str, zone: str) -> Device:
    """Add a URL to which the user's notifications are posted as plain text.

    :raises BadDevice: if it is not allowed, or another user has added it.
    """
    try:
        signed_http.check_address(url)
    except BadAddress as error:
        raise BadDevice from error
    if Device.objects.filter(endpoint=url).exclude(user=user).exists():
        raise BadDevice
    return _store(user, url, {"language": language, "zone": _zone(zone)})


def replace(user: User, endpoint: str, before: str) -> None:
    """Remove the old URL of a browser that now has `endpoint`."""
    if endpoint != before:
        forget(user, before)


def lose(user: User, endpoint: str) -> None:
    """Record that a browser of `user` can no longer be reached."""
    Device.objects.filter(user=user, endpoint=endpoint).update(lost_at=timezone.now())


def lost_of(user: User, _viewer: Visitor) -> dict[str, Any]:
    """Return the number of the user's unreachable devices, for the front page."""
    return {"lost": Device.objects.filter(user=user, lost_at__isnull=False).count()}


@transaction.atomic
def _store(user: User, endpoint: str, fields: dict[str, Any]) -> Device:
    Device.objects.filter(endpoint=endpoint).exclude(user=user).delete()
    own = Device.objects.filter(user=user).order_by("-pk")
    own.filter(lost_at__isnull=False).exclude(endpoint=endpoint).delete()
    fields["lost_at"] = None
    hours: Mapping[str, object] = own.values("quiet_from", "quiet_to").first() or {}
    device, _new = Device.objects.update_or_create(
        endpoint=endpoint, user=user, defaults=fields, create_defaults={**fields, **hours}
    )
    newest = own.values_list("pk", flat=True)[:MOST]
    own.exclude(pk__in=list(newest)).delete()
    return device


def forget(user: User, endpoint: str) -> None:
    """Remove a browser of `user`."""
    Device.objects.filter(user=user, endpoint=endpoint).delete()


def follow_session(before: str, after: str | None, user_id: int | None) -> None:
    """Follow a browser's session to its new key; remove the device if the user has changed."""
    own = Device.objects.filter(session_key=before)
    if after and user_id:
        own.filter(user=user_id).update(session_key=after)
    own.delete()


def is_logged_in(device: Device) -> bool:
    """Return whether the device's session is still logged in."""
    opened = (device.session_key, device.user_id)
    return not device.session_key or not without_session({opened})


def set_quiet_hours(user: User, start: int, end: int) -> None:
    """Set the quiet hours of the user's devices, in the time zone of each device."""
    Device.objects.filter(user=user).update(quiet_from=start, quiet_to=end)


def is_quiet(device: Device, now: datetime) -> bool:
    """Return whether `now` is in the device's quiet hours; equal start and end mean none."""
    hour = now.astimezone(ZoneInfo(device.zone)).hour
    start, end = device.quiet_from, device.quiet_to
    return start <= hour < end if start <= end else hour >= start or hour < end


def _zone(name: str) -> str:
    return name if name in available_timezones() else "UTC"
