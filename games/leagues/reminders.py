"""Mail about fixtures: a row for each person, fixture and kind, so that none is sent twice.

A row is claimed first (`sent_at` is set and committed) and sent then. Whoever is killed in
between loses that one mail, and nobody ever gets two: the page, the calendar and the next mail
say the same, whereas a mail that comes again and again is noise. What the mail server refuses, or
never was asked, is tried again.
"""

import logging
import smtplib
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.core.mail import get_connection
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.leagues import fixtures, letters
from games.leagues.models import Chair, Fixture, Member, Reminder, Round, Season
from games.matches import beside

log = logging.getLogger(__name__)

PUBLISHED, PROPOSED, SCHEDULED = "published", "proposed", "scheduled"
UNSCHEDULED = "unscheduled"
DAY, HOUR, OPENED, WANTED = "day", "hour", "opened", "substitute"

#: How long before the time each reminder is sent.
BEFORE = {DAY: timedelta(hours=24), HOUR: timedelta(hours=1)}
#: After which something new of the same kind is worth another mail.
AGAIN = timedelta(hours=6)
#: How much too late a mail may be sent: an old one only confuses.
STALE = timedelta(hours=12)
#: What is waited after a mail server said no, times the attempt, and how often it is asked.
PAUSE, ATTEMPTS = timedelta(minutes=5), 5
TOGETHER = 20


def tell_published(fixture: Fixture) -> None:
    """Note a mail that the round is published, one to each player for all of its fixtures."""
    told = Reminder.objects.filter(fixture__round=fixture.round_id, kind=PUBLISHED)
    known = set(told.values_list("user", flat=True))
    now = timezone.now()
    Reminder.objects.bulk_create(
        [
            Reminder(
                user_id=user, fixture=fixture, kind=PUBLISHED, due_at=now,
                sent_at=now if user in known else None,
            )
            for user in _users(fixture)
        ],
        ignore_conflicts=True,
    )  # fmt: skip


def tell_proposed(fixture: Fixture, *, but: Any) -> None:
    """Note a mail that somebody proposed a time, to the others."""
    _arm(fixture, PROPOSED, (user for user in _users(fixture) if user != but.pk), again=AGAIN)


def tell_scheduled(fixture: Fixture) -> None:
    """Note a mail that the time is fixed; what was to be said of an older time is forgotten."""
    fixture.reminders.filter(kind__in=[DAY, HOUR, OPENED]).delete()
    _arm(fixture, SCHEDULED, _users(fixture))


def tell_unscheduled(fixture: Fixture, *, since: datetime | None) -> None:
    """Note a mail that the time set at `since` no longer holds, to those who were told of it."""
    of_it = fixture.reminders.filter(kind__in=[SCHEDULED, DAY, HOUR, OPENED])
    told = of_it.filter(sent_at__isnull=False)
    if since is not None:  # the mail that a round is published says the time, if there is one
        told |= fixture.reminders.filter(kind=PUBLISHED, sent_at__gte=since)
    knew = set(told.values_list("user", flat=True))
    of_it.delete()
    _arm(fixture, UNSCHEDULED, knew.intersection(_users(fixture)))


def tell_opened(fixture: Fixture) -> None:
    """Note a mail that the table waits."""
    _arm(fixture, OPENED, _users(fixture))


def tell_wanted(fixture: Fixture) -> None:
    """Note a mail to those who stand in for others, that somebody is wanted."""
    league = fixture.round.division.season.league
    ready = league.members.filter(can_substitute=True, status=Member.Status.ACTIVE)
    users = ready.exclude(user__in=_users(fixture)).values_list("user", flat=True)
    _arm(fixture, WANTED, users, again=AGAIN)


def _users(fixture: Fixture) -> list[int]:
    """Return the accounts of those who are to play."""
    chairs = fixture.chairs.select_related("entry").order_by("seat")
    return [chair.user_id_playing for chair in chairs if chair.user_id_playing]


def _arm(
    fixture: Fixture, kind: str, users: Iterable[int], *, again: timedelta = timedelta()
) -> None:
    """Note a mail for each of `users`; one that was sent less than `again` ago is enough."""
    now = timezone.now()
    wanted = set(users)
    old = fixture.reminders.filter(kind=kind, user__in=wanted, sent_at__lte=now - again)
    old.update(sent_at=None, due_at=now, attempts=0)
    Reminder.objects.bulk_create(
        [Reminder(user_id=pk, fixture=fixture, kind=kind, due_at=now) for pk in sorted(wanted)],
        ignore_conflicts=True,
    )


def plan_due() -> None:
    """Note the reminders of fixtures whose time comes near, once for each kind and person."""
    now = timezone.now()
    for kind, least in ((HOUR, timedelta(0)), (DAY, BEFORE[HOUR])):
        near = Fixture.objects.filter(
            status__in=fixtures.NOT_BEGUN,
            starts_at__gt=now + least,
            starts_at__lte=now + BEFORE[kind],
            round__status=Round.Status.PUBLISHED,
            round__division__season__status=Season.Status.RUNNING,
        ).exclude(reminders__kind=kind)
        if kind == DAY:  # who has just been told when need not be told again
            near = near.exclude(moved_at__gt=now - AGAIN)
        for fixture in near.order_by("starts_at")[:TOGETHER]:
            _arm(fixture, kind, _users(fixture))


def send() -> None:
    """Send what is due, beside whoever asks."""
    plan_due()
    if _due().exists():
        beside.run("reminders", send_due)


def _due() -> Any:
    return Reminder.objects.filter(sent_at=None, due_at__lte=timezone.now())


def send_due() -> int:
    """Send every mail that is due now; return how many were sent.

    :raises OSError: if the mail server can't be reached; nothing is claimed then.
    """
    sent = 0
    while _due().exists():
        with get_connection() as server:
            row = _claim()
            if row is not None and wants(row):
                sent += _send(row, server)
    return sent


def _claim() -> Reminder | None:
    """Take the mail that has been due longest, as sent."""
    with transaction.atomic():
        due = _due().order_by("due_at", "pk")
        row = due.select_for_update(skip_locked=fixtures.can_skip(), of=("self",)).first()
        if row is None:
            return None
        row.sent_at, row.attempts = timezone.now(), row.attempts + 1
        row.save(update_fields=["sent_at", "attempts"])
    return row


def wants(row: Reminder) -> bool:
    """Return whether the mail still makes sense, and goes to a member who reads such mail."""
    fixture = row.fixture
    if timezone.now() - row.due_at > STALE or not _is_current(row.kind, fixture):
        return False
    league = fixture.round.division.season.league
    reads = Q(user=row.user, status=Member.Status.ACTIVE, wants_mail=True)
    return league.members.filter(reads).exists() and has_answered(row.user)


def _is_current(kind: str, fixture: Fixture) -> bool:
    """Return whether what the mail says is still so."""
    if not fixtures.is_playable(fixture) or fixture.status not in fixtures.NOT_BEGUN:
        return False
    now = timezone.now()
    if kind in {DAY, HOUR, SCHEDULED}:
        return fixture.starts_at is not None and fixture.starts_at > now
    if kind in {PROPOSED, UNSCHEDULED}:
        return fixture.starts_at is None
    if kind == WANTED:
        return fixture.chairs.filter(rsvp=Chair.Rsvp.NO, substitute=None).exists()
    if kind == OPENED:
        return fixtures.open_game(fixture) is not None
    return True


def has_answered(user: Any) -> bool:
    """Return whether mail to `user` reaches them: an address that answered, and no guest."""
    if user.is_guest or not user.is_active or not user.email:
        return False
    known = EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=True)
    return known.exists()


def _send(row: Reminder, server: Any) -> int:
    """Send a claimed mail; what was refused for now is due again later.

    :raises OSError: if nobody knows whether it was taken: it is not sent again.
    """
    try:
        return letters.letter(row, server).send()
    except (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused) as refusal:
        log.warning("A reminder was refused: %s", type(refusal).__name__)
        if row.attempts < ATTEMPTS:
            later = timezone.now() + PAUSE * row.attempts
            Reminder.objects.filter(pk=row.pk).update(sent_at=None, due_at=later)
    return 0
