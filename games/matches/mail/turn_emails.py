"""E-mails to players whose turn it is in a correspondence match.

The time at which an e-mail is due is stored in the player's row by the move that asks the player
(`schedule.note_turns`). The outbox sends the e-mail, unless the player has acted by then.
"""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts import mail
from accounts.models import User
from games.engine.required import required
from games.matches.mail.letters import Emails
from games.matches.models import Match, Player
from games.matches.play import clocks

#: The wait after a mail server has refused an e-mail, and how long sending is retried.
PAUSE, STALE = timedelta(minutes=10), timedelta(hours=6)

SALT = "games.matches.mail.turn_emails"


class TurnEmails(Emails[Player]):
    """E-mails to players, due at `Player.letter_due_at`."""

    name = "letters"
    due_field = "letter_due_at"
    order = ("letter_due_at", "pk")

    def due(self) -> QuerySet[Player]:
        """Return the players who are due an e-mail, except at paused tables."""
        due = Player.objects.filter(letter_due_at__lte=timezone.now())
        pausing = Q(match__status=Match.Status.RUNNING, match__paused_at__isnull=False)
        return due.exclude(pausing).select_related("match", "user")

    def claim(self, row: Player) -> None:
        """Mark the e-mail as sent."""
        Player.objects.filter(pk=row.pk).update(letter_due_at=None)

    def wants(self, row: Player) -> bool:
        """Return whether the table is waiting for the player, and they want such e-mails."""
        waits = row.match.is_running and row.asked_at and not row.is_played_by_bot
        if not waits or row.user is None:
            return False
        return row.user.wants_turn_mail and mail.has_verified_address(row.user)

    def message(self, row: Player, server: Any) -> EmailMultiAlternatives:
        """Return the e-mail that notifies the player of their turn."""
        return email(row, server)

    def try_later(self, row: Player) -> None:
        """Try again after a while, unless the question is old."""
        now = timezone.now()
        if row.asked_at is not None and now - row.asked_at < STALE:
            same = Player.objects.filter(pk=row.pk, asked_at=row.asked_at, letter_due_at=None)
            same.update(letter_due_at=now + PAUSE)


KIND = TurnEmails()


def email(player: Player, server: Any = None) -> EmailMultiAlternatives:
    """Return the turn e-mail for `player`, without secrets, with a link to unsubscribe."""
    match, user = player.match, required(player.user)
    stop = f"{settings.SITE_URL}{reverse('matches:letters-stop', args=[token_of(user)])}"
    with translation.override(user.language or match.language):
        game = _(match.rules.name)
        subject = _("Your turn at table %(code)s (%(game)s)") % {"game": game, "code": match.code}
        lines = (
            _("The table is waiting for your decision.") + "\n",
            _("Go to the table:"),
            f"{settings.SITE_URL}{match.get_absolute_url()}\n",
            *_until(clocks.deadline(match, player)),
            "-- ",
            _("Unsubscribe:") + f" {stop}\n",
        )
        return mail.letter(subject, "\n".join(lines), user.email, stop=stop, server=server)


def _until(deadline: datetime | None) -> list[str]:
    """Return sentences about the deadline and its effect, if a clock is running."""
    if deadline is None:
        return []
    at = date_format(deadline, "DATETIME_FORMAT")
    text = _(
        "Your time, including the reserve, runs out on %(time)s UTC; then a random move is made."
    )
    return [text % {"time": at} + "\n"]


def token_of(user: User) -> str:
    """Return a token with which `user` can unsubscribe without logging in."""
    return signing.dumps(user.pk, salt=SALT)


def user_of(token: str) -> Any | None:
    """Return the user identified by the token; None for an invalid token."""
    try:
        pk = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return get_user_model().objects.filter(pk=pk).first()


def stop(user: User) -> None:
    """Stop turn e-mails to `user`."""
    user.wants_turn_mail = False
    user.save(update_fields=["wants_turn_mail"])
