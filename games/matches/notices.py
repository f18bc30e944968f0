"""E-mail to people whose move a match by the day waits for.

That a letter is due stands in the player's row, written with the move that asks them. A chore of
the referee sends it, unless they have acted by then. It is claimed first (the mark is taken away
and committed) and sent then: nobody gets two, and whoever is killed in between loses that one.
"""

import logging
import smtplib
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import signing
from django.core.mail import EmailMessage, get_connection
from django.db import connection, transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.matches import beside, clocks
from games.matches.models import Match, Player

log = logging.getLogger(__name__)

#: Who decides at once was at the table, and needs no letter.
SOON = timedelta(minutes=1)
#: What is waited after a mail server refused a letter, and for how long it is asked again.
PAUSE, STALE = timedelta(minutes=10), timedelta(hours=6)

SALT = "games.matches.notices"


def note(match: Match, asked: Iterable[Player]) -> None:
    """Note, in the caller's transaction, a letter to each of `asked`, and drop what is answered.

    `asked` are the players who have just been asked for a decision.
    """
    people = [player.pk for player in asked if player.user_id and not player.is_api]
    match.players.filter(pk__in=people).update(letter_due_at=timezone.now() + SOON)
    answered = match.players.filter(asked_at=None, letter_due_at__isnull=False)
    answered.update(letter_due_at=None)


def send() -> None:
    """Send what is due, beside whoever asks."""
    if _due().exists():
        beside.run("letters", send_due)


def _due() -> Any:
    """Return the players to whom a letter is due; a table that pauses waits for nobody."""
    due = Player.objects.filter(letter_due_at__lte=timezone.now())
    pausing = Q(match__status=Match.Status.RUNNING, match__paused_at__isnull=False)
    return due.exclude(pausing)


def send_due() -> int:
    """Send every letter that is due now, over one connection; return how many were sent.

    :raises OSError: if the mail server can't be reached; nothing is claimed then.
    """
    sent = 0
    if not _due().exists():
        return sent
    with get_connection() as server:
        while (player := _claim()) is not None:
            if wants(player):
                sent += _send(player, server)
    return sent


def _claim() -> Player | None:
    """Take the letter that has been due longest, as sent."""
    skip = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        due = _due().select_related("match", "user").order_by("letter_due_at", "pk")
        player = due.select_for_update(skip_locked=skip, of=("self",)).first()
        if player is not None:
            Player.objects.filter(pk=player.pk).update(letter_due_at=None)
    return player


def wants(player: Player) -> bool:
    """Return whether the table still waits for `player`, who can be and wants to be written to."""
    waits = player.match.is_running and player.asked_at and not player.is_played_by_bot
    return bool(waits) and player.user.wants_turn_mail and has_answered(player.user)


def has_answered(user: Any) -> bool:
    """Return whether the address of `user` is known to be theirs.

    It has to have answered first, or anybody could have letters sent to a stranger.
    """
    if user.is_guest or not user.is_active or not user.email:
        return False
    return EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=True).exists()


def _send(player: Player, server: Any) -> int:
    """Send a claimed letter; one that was refused for now is due again later.

    :raises OSError: if nobody knows whether it was taken: it is not sent again.
    """
    try:
        return letter(player, server).send()
    except (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused) as refusal:
        log.warning("A letter was refused: %s", type(refusal).__name__)
        now = timezone.now()
        if now - player.asked_at < STALE:
            same = Player.objects.filter(pk=player.pk, asked_at=player.asked_at)
            same.filter(letter_due_at=None).update(letter_due_at=now + PAUSE)
    server.close()  # some servers hang up on whom they refused
    server.open()
    return 0


def letter(player: Player, server: Any = None) -> EmailMessage:
    """Return the letter that the table waits for `player`; nothing secret, and a way to stop it."""
    match, user = player.match, player.user
    stop = f"{settings.SITE_URL}{reverse('matches:letters-stop', args=[token_of(user)])}"
    with translation.override(user.language or match.language):
        game = _(match.rules.name)
        subject = _("Your turn: %(game)s, table %(code)s") % {"game": game, "code": match.code}
        lines = (
            _("The table waits for your decision:"),
            f"{settings.SITE_URL}{match.get_absolute_url()}\n",
            *_until(clocks.deadline(match, player)),
            _("No more mail like this:"),
            f"{stop}\n",
        )
    headers = {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return EmailMessage(
        subject, "\n".join(lines), None, [user.email], headers=headers, connection=server
    )


def _until(deadline: datetime | None) -> list[str]:
    """Return until when there is time, and what happens then, if the clock runs."""
    if deadline is None:
        return []
    at = date_format(deadline, "DATETIME_FORMAT")
    text = _(
        "Your time, reserve included, runs out on %(time)s UTC; then the clock decides by lot."
    )
    return [text % {"time": at} + "\n"]


def token_of(user: Any) -> str:
    """Return what lets somebody stop these letters without logging in."""
    return signing.dumps(user.pk, salt=SALT)


def user_of(token: str) -> Any | None:
    """Return whose letters the token stops; None for one that is not ours."""
    try:
        pk = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return get_user_model().objects.filter(pk=pk).first()


def stop(user: Any) -> None:
    """Write to `user` no more when it is their turn."""
    user.wants_turn_mail = False
    user.save(update_fields=["wants_turn_mail"])
