"""Makes appointments, stores answers, and fixes, moves or cancels dates.

An appointment is public or belongs to a circle. A circle's appointments are visible only to its
members: views look them up in `visible_to`, so everybody else gets a 404.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta, tzinfo
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.models import Block, ConductDecision, User
from accounts.requests import Visitor
from games.catalog import GAMES
from games.gathering import errors
from games.gathering.models import Appointment, DateAnswer, OfferedDate
from games.matches.public import errors as table_errors

Status = Appointment.Status

#: The states in which people can answer.
ON = (Status.ASKED, Status.SET)
#: The maximum number of dates to choose from, and of upcoming appointments per host.
MOST_DATES, MOST_HOSTED = 3, 10
#: How often an appointment may be moved, as each move notifies everybody.
MOST_MOVES = 5
WEEK = timedelta(days=7)
#: The settings that are copied to the next appointment.
SETTINGS = (
    "circle", "name", "game", "seats", "pace", "language", "fills_with_bots", "is_rated",
)  # fmt: skip


def make(
    *,
    host: User | None,
    dates: Sequence[datetime],
    asked: Iterable[User] = (),
    **settings: Any,
) -> Appointment:
    """Make an appointment hosted by `host`, who attends; a single date is fixed immediately.

    `settings` are fields of Appointment: game, seats and so on. Without a circle, it is public.

    :raises Refused: BadDate if a date has passed, or there are too many; TooManyAppointments or
        Restricted.
    """
    now, moments = timezone.now(), sorted(set(dates))
    if not 1 <= len(moments) <= MOST_DATES or moments[0] <= now:
        raise errors.BadDate
    is_public = settings.get("circle") is None
    appointment = Appointment(host=host, changed_at=now, is_public=is_public, **settings)
    with transaction.atomic():
        if host is not None:
            User.objects.select_for_update(no_key=True).get(pk=host.pk)  # for double clicks
            if Appointment.objects.filter(host=host, status__in=ON).count() >= MOST_HOSTED:
                raise errors.TooManyAppointments
            _check_conduct(host, appointment)
        _set(appointment, moments[0] if len(moments) == 1 else None)
        appointment.save()
        appointment.asked.set(asked)
        for at in moments:
            _offer(appointment, at)
    return appointment


def make_once(slot: str, game: str, at: datetime, **settings: Any) -> Appointment | None:
    """Make an appointment hosted by the site; return None if it exists, or its time has passed."""
    seats = GAMES[game].seats.stop - 1
    with suppress(IntegrityError, errors.BadDate), transaction.atomic():
        return make(host=None, dates=[at], slot=slot, game=game, seats=seats, **settings)
    return None


def _check_conduct(user: User, appointment: Appointment) -> None:
    kinds = {"is_public": appointment.is_public, "is_rated": appointment.is_rated}
    if ConductDecision.objects.kept_from([user.pk], **kinds):
        raise table_errors.Restricted


def _set(appointment: Appointment, at: datetime | None) -> None:
    appointment.starts_at = at
    appointment.status = Status.ASKED if at is None else Status.SET


def _offer(appointment: Appointment, at: datetime) -> None:
    """Offer a date, which the host accepts."""
    date, _new = OfferedDate.objects.get_or_create(appointment=appointment, at=at)
    if appointment.host_id is not None:
        DateAnswer.objects.update_or_create(
            date=date, user_id=appointment.host_id, defaults={"comes": True, "at": timezone.now()}
        )


def visible_to(user: Visitor) -> QuerySet[Appointment]:
    """Return the appointments that `user` may see: public ones, and those of their circles.

    An appointment is hidden from users whom a block separates from its host. To the host, they are
    among the people who have not answered, so nobody can tell who blocked whom.
    """
    seen = Q(is_public=True)
    if user.is_authenticated:
        circles = user.circle_memberships.filter(status="member").values("circle")
        seen |= Q(circle__in=circles) & _welcome(user)
    return Appointment.objects.filter(seen)


def asked_by(appointment: Appointment) -> QuerySet[User]:
    """Return the people asked besides the host: the circle's members, or those who chose the time.

    All members of the circle are included, even those whom a block separates from the host, because
    a missing name would reveal the block.
    """
    if appointment.circle is None:
        return appointment.asked.all()
    return appointment.circle.people().exclude(pk=appointment.host_id or 0)


def _welcome(user: User) -> Q:
    """Return a condition for appointments whose host and `user` have not blocked each other."""
    blocked = Block.objects.filter(by=user.pk).values("user")
    blocking = Block.objects.filter(user=user.pk).values("by")
    # `exclude` would treat a null host as unknown.
    return Q(host=None) | (~Q(host__in=blocked) & ~Q(host__in=blocking))


def said_yes() -> QuerySet[DateAnswer]:
    """Return the answers of users who accepted a fixed date."""
    fixed = {"comes": True, "date__at": F("date__appointment__starts_at")}
    return DateAnswer.objects.filter(**fixed)


def comers(appointment: Appointment) -> list[User]:
    """Return the users who accepted the fixed date, in the order of their answers."""
    answers = said_yes().filter(date__appointment=appointment)
    return [answer.user for answer in answers.select_related("user").order_by("at", "pk")]


def answer(appointment_id: int, user: User, date_id: int, *, comes: bool) -> None:
    """Record whether `user` can come on a date; repeating an answer changes nothing.

    :raises Refused: AnsweredTooLate, BadDate for a date that is not offered now, or Restricted.
    """
    with transaction.atomic():
        appointment = Appointment.objects.select_for_update().get(pk=appointment_id)
        if not (appointment.is_on and visible_to(user).filter(pk=appointment_id).exists()):
            raise errors.AnsweredTooLate  # also for people who were removed in the meantime
        if comes:
            _check_conduct(user, appointment)
        date = _date_of(appointment, date_id)
        given = date.answers.filter(user=user).first()
        if given is None or given.comes != comes:  # repeating it keeps the place
            values = {"comes": comes, "at": timezone.now()}
            DateAnswer.objects.update_or_create(date=date, user=user, defaults=values)


def _date_of(appointment: Appointment, date_id: int) -> OfferedDate:
    """Return an offered date that is still to come.

    :raises BadDate: if no such date is offered.
    """
    date = appointment.offered.filter(pk=date_id, at__gt=timezone.now()).first()
    if date is None:
        raise errors.BadDate
    return date


@contextmanager
def _by_host(appointment_id: int, host: User) -> Iterator[Appointment]:
    """Lock an open appointment for a change by its host, and record the time of the change.

    :raises Refused: NotYourAppointment or AnsweredTooLate.
    """
    with transaction.atomic():
        appointment = Appointment.objects.select_for_update().get(pk=appointment_id)
        if appointment.host_id != host.pk:
            raise errors.NotYourAppointment
        if not appointment.is_on:
            raise errors.AnsweredTooLate
        yield appointment
        appointment.changed_at = timezone.now()
        appointment.save()


def fix(appointment_id: int, host: User, date_id: int) -> None:
    """Fix one of the offered dates.

    :raises Refused: as in `_by_host`, or BadDate.
    """
    with _by_host(appointment_id, host) as appointment:
        _set(appointment, _date_of(appointment, date_id).at)


def move(appointment_id: int, host: User, at: datetime) -> None:
    """Move the appointment to another date, and ask everybody again.

    :raises Refused: as in `_by_host`, BadDate for a date that has passed, or MovedTooOften.
    """
    with _by_host(appointment_id, host) as appointment:
        if at <= timezone.now():
            raise errors.BadDate
        if appointment.moves >= MOST_MOVES:
            raise errors.MovedTooOften
        if at != appointment.starts_at:
            _set(appointment, at)
            appointment.moves += 1
            _offer(appointment, at)


def call_off(appointment_id: int, host: User) -> None:
    """Cancel the appointment.

    :raises Refused: as in `_by_host`.
    """
    with _by_host(appointment_id, host) as appointment:
        appointment.status = Status.OFF


def again(appointment_id: int, host: User, zone: tzinfo) -> Appointment:
    """Make the next appointment, a week later in local time of `zone`; ask those who came.

    A second call returns the same appointment.

    :raises Refused: NotYourAppointment, BadDate without a fixed date, or TooManyAppointments.
    """
    with transaction.atomic():
        appointment = Appointment.objects.select_for_update().get(pk=appointment_id)
        if appointment.host_id != host.pk:
            raise errors.NotYourAppointment
        following = Appointment.objects.filter(previous=appointment).first()
        if following is not None:
            return following
        if appointment.starts_at is None:
            raise errors.BadDate
        return make(
            host=host,
            dates=[a_week_later(appointment.starts_at, zone)],
            asked=[user for user in comers(appointment) if user != host],
            previous=appointment,
            **{name: getattr(appointment, name) for name in SETTINGS},
        )


def a_week_later(at: datetime, zone: tzinfo) -> datetime:
    """Return the next time that is a number of weeks later, in local time of `zone`."""
    local, now = at.astimezone(zone), timezone.now()
    while local <= now or local == at:
        local += WEEK  # in local time, so daylight saving changes make it an hour more or less
    return local
