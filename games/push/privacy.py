"""Personal data of this app."""

from typing import Any

from accounts.models import User
from games.push.models import Device


def export(user: User) -> dict[str, Any]:
    """Return the devices of `user`, without their URLs and keys."""
    fields = ("language", "zone", "quiet_from", "quiet_to", "added_at")
    return {"notified_devices": list(Device.objects.filter(user=user).values(*fields))}


def erase(user: User) -> None:
    """Delete the devices of `user`."""
    Device.objects.filter(user=user).delete()
