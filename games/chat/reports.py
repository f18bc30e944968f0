"""Reports: users report something to moderators, and are notified of the outcome.

A report stores the last lines that the reporter could read, so it survives erased messages, and
moderators don't have to search a log. As they play too, they see reports only after the match.
"""

import uuid
from datetime import timedelta
from html import unescape
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from accounts.mail import has_verified_address, letter
from accounts.models import User
from games.chat.models import LONGEST, Report
from games.chat.rooms import readable_by
from games.chat.services import TooManyMessages, clean
from games.engine.required import required
from games.engine.seats import Viewer
from games.matches.models import Match, Player
from games.matches.public import (
    Emails,
    as_shown,
    errors,
    frame_of,
    lock_match,
    projection_of,
    regions,
    viewer_of,
)

#: The number of log lines, and of messages, stored with a report.
KEPT = 15
#: The maximum number of reports per person and hour.
MOST = 20
#: The wait after the first failed attempt to send an e-mail, which grows linearly, and the maximum
#: number of attempts.
PAUSE, ATTEMPTS = timedelta(minutes=10), 5

Kind = Report.Kind


def report_message(match_id: int, user: User, key: uuid.UUID) -> None:
    """Report a message that the user can read; reporting it twice changes nothing.

    :raises Refused: NoSuchSeat if the user cannot read such a message; TooManyMessages.
    """
    with transaction.atomic():
        match = as_shown(lock_match(match_id))  # so that a double click makes only one report
        viewer = viewer_of(match, user)
        message = match.messages.filter(key=key).first()
        if message is None or message.room not in readable_by(match, viewer):
            raise errors.NoSuchSeat
        if Report.objects.filter(message=message, by=user).exists():
            return
        fields = {"message": message, "text": message.text, "name": message.name}
        _store(match, viewer, user, kind=Kind.MESSAGE, about=message.user, **fields)


def report_player(match_id: int, user: User, who: uuid.UUID, kind: str, words: str) -> None:
    """Report the behaviour or identity of a person at the table, in the reporter's words.

    `who` is a public id, because seats are drawn again at the start.

    :raises Refused: NoSuchSeat for oneself or an absent person; NothingSaid, TooLong,
        TooManyMessages.
    """
    with transaction.atomic():
        match = as_shown(lock_match(match_id))
        viewer, player = viewer_of(match, user), _person(match, who)
        if player is None or player.user == user or kind not in (Kind.DEED, Kind.PERSON):
            raise errors.NoSuchSeat
        about = {"about": player.user, "name": player.name, "text": player.name}
        _store(match, viewer, user, kind=kind, words=clean(words), **about)


def report_words(
    user: User, about: User | None, *, name: str, text: str, address: str, moment: str
) -> None:
    """Report a text other than a message at a table; reporting it again changes nothing.

    `address` is the URL of the text; `moment` is the text around it that `user` could read.

    :raises TooManyMessages: if the person has reported too often.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # for double clicks
        if Report.objects.filter(by=user, address=address).exists():
            return
        _check_rate(user)
        Report.objects.create(
            by=user, about=about, kind=Kind.MESSAGE, name=name, text=text, address=address,
            moment=moment,
        )  # fmt: skip


def _person(match: Match, who: uuid.UUID) -> Player | None:
    return match.players.filter(user__public_id=who).select_related("user").first()


def _store(match: Match, viewer: Viewer, user: User, **fields: Any) -> None:
    """Store a report with its context, the lines that `viewer` could read.

    :raises TooManyMessages: if the person has made too many reports.
    """
    _check_rate(user)
    moment = moment_of(match, viewer)
    Report.objects.create(match=match, by=user, number=match.length, moment=moment, **fields)


def _check_rate(user: User) -> None:
    """Check that a user has not made too many reports within the hour.

    :raises TooManyMessages: if they have.
    """
    since = timezone.now() - timedelta(hours=1)
    if Report.objects.filter(by=user, reported_at__gt=since).count() >= MOST:
        raise TooManyMessages


def moment_of(match: Match, viewer: Viewer) -> str:
    """Return the latest lines and messages that `viewer` could read at `match`, as plain text."""
    lines: list[str] = []
    if not match.is_open:
        faces = frame_of(match).faces
        log = projection_of(match).log(viewer)[-KEPT:]
        lines += [unescape(strip_tags(str(regions.say(line, faces)))) for line in log]
    readable = match.messages.filter(room__in=readable_by(match, viewer)).order_by("-pk")[:KEPT]
    lines += [f"{m.name} ({m.get_room_display()}): {m.text}" for m in reversed(readable)]
    return "\n".join(lines)


def of(user: User) -> QuerySet[Report]:
    """Return the reports by `user`, newest first."""
    return Report.objects.filter(by=user).select_related("match").order_by("-pk")


def has_unread(user: User) -> bool:
    """Return whether `user` has reports with an unseen outcome."""
    return Report.objects.filter(by=user.pk, is_settled=True, is_read=False).exists()


def to_moderate(moderator: User) -> QuerySet[Report]:
    """Return the reports on finished matches, except those about `moderator`.

    Superusers also see those about themselves, because there may be nobody else.
    """
    running = Match.Status.RUNNING
    reports = Report.objects.exclude(message__match__status=running)
    over = reports.exclude(match__status=running)
    return over if moderator.is_superuser else over.exclude(about=moderator)


def settle(report: Report, outcome: str, answer: str = "") -> None:
    """Store the outcome of `report`, and schedule an e-mail to the reporter."""
    report.outcome, report.answer = outcome, answer[:LONGEST]
    report.is_settled, report.is_read = bool(outcome), False
    report.letter_due_at, report.letter_attempts = timezone.now() if outcome else None, 0
    report.save(
        update_fields=[
            *("outcome", "answer", "is_settled", "is_read", "letter_due_at", "letter_attempts")
        ]
    )


class Outcomes(Emails[Report]):
    """E-mails about the outcomes of reports, for users with an e-mail address."""

    name = "reports"
    due_field = "letter_due_at"
    order = ("letter_due_at", "pk")

    def due(self) -> QuerySet[Report]:
        """Return the reports about whose outcome an e-mail is due."""
        return Report.objects.filter(letter_due_at__lte=timezone.now()).select_related("by")

    def claim(self, row: Report) -> None:
        """Mark the e-mail as sent."""
        row.letter_due_at, row.letter_attempts = None, row.letter_attempts + 1
        row.save(update_fields=["letter_due_at", "letter_attempts"])

    def wants(self, row: Report) -> bool:
        """Return whether the report has an outcome, and a reporter with an e-mail address."""
        return row.is_settled and row.by is not None and has_verified_address(row.by)

    def message(self, row: Report, server: Any) -> EmailMultiAlternatives:
        """Return the e-mail about the outcome, without the reported text."""
        reader = required(row.by)
        with translation.override(reader.language or settings.LANGUAGE_CODE):
            lines = (
                _("Outcome of your report: %(outcome)s.") % {"outcome": row.get_outcome_display()},
                row.answer,
                _("See your reports:") + f"\n{settings.SITE_URL}{reverse('chat:reports')}",
            )
            text = "\n\n".join(filter(None, lines))
            return letter(_("Your report"), text, reader.email, server=server)

    def try_later(self, row: Report) -> None:
        """Try again after a growing wait, a few times."""
        if row.letter_attempts < ATTEMPTS:
            later = timezone.now() + PAUSE * row.letter_attempts
            Report.objects.filter(pk=row.pk, letter_due_at=None).update(letter_due_at=later)


KIND = Outcomes()
