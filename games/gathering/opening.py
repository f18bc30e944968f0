"""Opens the tables of appointments at their time, and frees the seats of people who don't come."""

from contextlib import suppress
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts import blocks
from accounts.models import ConductDecision, User
from games.catalog import GAMES
from games.gathering import appointments, companies
from games.gathering.models import Appointment, KeptTable
from games.matches.models import Match
from games.matches.public import Refused, reserved_seats

#: How long seats are kept for people who said yes.
KEPT = timedelta(minutes=5)
#: The fewest people at a table that bots fill.
WITH_BOTS = 2


def open_due() -> None:
    """Open the tables of every appointment whose time has come; end those never fixed."""
    now = timezone.now()
    unfixed = Appointment.objects.filter(status=Appointment.Status.ASKED)
    past = unfixed.exclude(dates__at__gt=now)
    past.update(status=Appointment.Status.TOO_FEW, changed_at=now)
    due = Appointment.objects.filter(
        status=Appointment.Status.SET, starts_at__lte=timezone.now()
    ).values_list("pk", flat=True)
    for appointment_id in list(due):
        open_one(appointment_id)


def open_one(appointment_id: int) -> None:
    """Open the tables of an appointment, unless another process does or just did."""
    with transaction.atomic():
        due = Appointment.objects.select_for_update(skip_locked=True)
        due = due.filter(pk=appointment_id, status=Appointment.Status.SET)
        appointment = due.filter(starts_at__lte=timezone.now()).first()
        if appointment is None:
            return
        people = appointments.comers(appointment)
        tables = [] if _is_long_past(appointment) else _divided(appointment, people)
        keep(tables, appointment)
        state = Appointment.Status.OPENED if tables else Appointment.Status.TOO_FEW
        appointment.status, appointment.changed_at = state, timezone.now()
        appointment.save(update_fields=["status", "changed_at"])


def _is_long_past(appointment: Appointment) -> bool:
    """Return whether the site was off at the time, so that nobody expects a table any more."""
    starts_at = appointment.starts_at
    return starts_at is not None and starts_at < timezone.now() - timedelta(hours=1)


def _divided(appointment: Appointment, people: list[User]) -> list[reserved_seats.PlannedTable]:
    """Return the companies of an appointment, with the settings of their tables."""
    rules = GAMES[appointment.game]
    listing = {"is_public": appointment.is_public, "is_rated": appointment.is_rated}
    out = ConductDecision.objects.kept_from([user.pk for user in people], **listing)
    by_id = {user.pk: user for user in people if user.is_active and user.pk not in out}
    least = WITH_BOTS if appointment.fills_with_bots else rules.seats.start
    apart = blocks.kept_apart_from_any(by_id)
    divided = companies.divide(list(by_id), appointment.seats, least, apart)
    return [
        reserved_seats.PlannedTable([by_id[pk] for pk in company], settings_of(appointment))
        for company in divided
    ]


def settings_of(appointment: Appointment) -> dict[str, object]:
    """Return the fields of Match for the tables of an appointment."""
    listing = Match.Visibility.PUBLIC if appointment.is_public else Match.Visibility.LINK
    added = [owner.table(appointment) for owner in appointments.owners()]
    return {
        **{name: value for fields in added for name, value in fields.items()},
        "game": appointment.game,
        "pace": appointment.pace,
        "language": appointment.language,
        "fills_with_bots": appointment.fills_with_bots,
        "is_rated": appointment.is_rated,
        "visibility": listing,
        "seats_min": GAMES[appointment.game].seats.start,
        "seats_max": appointment.seats,
    }


def keep(
    tables: list[reserved_seats.PlannedTable],
    appointment: Appointment | None = None,
    kept: timedelta = KEPT,
) -> list[Match]:
    """Open tables with kept seats, in the caller's transaction."""
    matches = reserved_seats.keep_tables(tables)
    until = timezone.now() + kept
    KeptTable.objects.bulk_create(
        KeptTable(match=match, appointment=appointment, until=until) for match in matches
    )
    return matches


def release_due() -> None:
    """Free the seats that were kept long enough; tables that have begun keep theirs."""
    due = KeptTable.objects.filter(until__lte=timezone.now(), match__is_reserved=True)
    for match_id in list(
        due.filter(match__status=Match.Status.OPEN).values_list("match", flat=True)
    ):
        with suppress(Refused, Match.DoesNotExist):  # it has begun, or was just closed
            reserved_seats.release(match_id)
