"""What other apps add to the appointments that belong to them, such as a circle's."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.module_loading import import_string

from games.gathering.models import Appointment


class Owner(NamedTuple):
    """An app's additions; both functions ignore appointments that are not its own.

    `table(appointment)` returns further fields of Match for its tables. `follow(appointment, next)`
    is called in the transaction that makes the next one.
    """

    table: Callable[[Appointment], dict[str, Any]]
    follow: Callable[[Appointment, Appointment], None]


def owners() -> tuple[Owner, ...]:
    """Return the owners that config/wiring.py lists."""
    wiring: tuple[Owner, ...] = import_string(settings.APPOINTMENT_OWNERS)
    return wiring
