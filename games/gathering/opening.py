"""Opens the tables of appointments on time, and frees the seats of people who don't come."""

from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts import blocks
from accounts.models import ConductDecision
from games.catalog import GAMES
from games.engine.required import required
from games.gathering import appointments, companies
from games.gathering.models import Appointment, KeptTable
from games.matches.models import Match
from games.matches.public import Refused, reserved_seats

#: How long seats are reserved for people who accepted.
KEPT = timedelta(minutes=5)
#: The minimum number of people at a table that is filled with bots.
WITH_BOTS = 2
#: The delay after which tables are no longer opened, as after an outage.
LONG_PAST = timedelta(hours=1)
#: The settings copied from a circle's usual table, in addition to an appointment's own.
USUAL = (
    "options", "has_chat", "allows_spectators", "allows_api_bots", "talk_seconds", "shows_marks",
)  # fmt: skip


def open_due() -> None:
    """Open the tables of due appointments, and end appointments without a fixed date."""
    now = timezone.now()
    unfixed = Appointment.objects.filter(status=Appointment.Status.ASKED)
    past = unfixed.exclude(dates__at__gt=now)
    past.update(status=Appointment.Status.TOO_FEW, changed_at=now)
    due = Appointment.objects.filter(status=Appointment.Status.SET, starts_at__lte=now)
    for appointment_id in list(due.values_list("pk", flat=True)):
        open_one(appointment_id)


def open_one(appointment_id: int) -> None:
    """Open the tables of an appointment, unless another process is doing or has done so."""
    with transaction.atomic():
        due = Appointment.objects.select_for_update(skip_locked=True)
        due = due.filter(pk=appointment_id, status=Appointment.Status.SET)
        appointment = due.filter(starts_at__lte=(now := timezone.now())).first()
        if appointment is None:
            return
        is_long_past = required(appointment.starts_at) < now - LONG_PAST
        tables = [] if is_long_past else _divided(appointment)
        keep(tables, appointment)
        state = Appointment.Status.OPENED if tables else Appointment.Status.TOO_FEW
        appointment.status, appointment.changed_at = state, now
        appointment.save(update_fields=["status", "changed_at"])


def _divided(appointment: Appointment) -> list[reserved_seats.PlannedTable]:
    """Return the planned tables of an appointment: companies, with the settings of their tables."""
    people = appointments.comers(appointment)
    listing = {"is_public": appointment.is_public, "is_rated": appointment.is_rated}
    out = ConductDecision.objects.kept_from([user.pk for user in people], **listing)
    by_id = {user.pk: user for user in people if user.is_active and user.pk not in out}
    fewest = GAMES[appointment.game].seats.start
    least = WITH_BOTS if appointment.fills_with_bots else fewest
    apart = blocks.kept_apart_from_any(by_id)
    divided = companies.divide(list(by_id), appointment.seats, least, apart)
    return [
        reserved_seats.PlannedTable([by_id[pk] for pk in company], settings_of(appointment))
        for company in divided
    ]


def settings_of(appointment: Appointment) -> dict[str, Any]:
    """Return the fields of Match for the tables of an appointment."""
    usual = appointment.circle.usual_table if appointment.circle else {}
    same = ("game", "pace", "language", "fills_with_bots", "is_rated")
    listing = Match.Visibility.PUBLIC if appointment.is_public else Match.Visibility.LINK
    return {
        **{name: usual[name] for name in USUAL if usual.get("game") == appointment.game},
        **{name: getattr(appointment, name) for name in same},
        "group": appointment.circle and appointment.circle.public_id,
        "visibility": listing,
        "seats_min": GAMES[appointment.game].seats.start,
        "seats_max": appointment.seats,
    }


def keep(
    tables: list[reserved_seats.PlannedTable],
    appointment: Appointment | None = None,
    kept: timedelta = KEPT,
) -> list[Match]:
    """Open tables with reserved seats, in the caller's transaction."""
    matches = reserved_seats.keep_tables(tables)
    until = timezone.now() + kept
    KeptTable.objects.bulk_create(
        KeptTable(match=match, appointment=appointment, until=until) for match in matches
    )
    return matches


def release_due() -> None:
    """Free seats whose reservation has expired, except at tables that have started."""
    due = KeptTable.objects.filter(until__lte=timezone.now(), match__is_reserved=True)
    due = due.filter(match__status=Match.Status.OPEN)
    for match_id in list(due.values_list("match", flat=True)):
        with suppress(Refused, Match.DoesNotExist):  # the match has started, or was just closed
            reserved_seats.release(match_id)
