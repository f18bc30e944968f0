"""Writes: say, mute, report."""

import unicodedata
import uuid
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.chat.models import LONGEST, Message, Mute, Report
from games.chat.rooms import may_write, readable_by
from games.matches import live, refusals
from games.matches.models import Match
from games.matches.services import locked
from games.matches.viewers import viewer_of

#: At most so many messages of one person in so many seconds.
BURST, WITHIN = 8, 10


class NothingSaid(refusals.Refused):
    """The message has no words."""

    status = 422
    text = refusals._("Write something first.")


class TooLong(refusals.Refused):
    """The message is longer than anybody reads."""

    status = 422
    text = refusals._("That is too long: at most 500 characters.")


class TooFast(refusals.Refused):
    """Too many messages in too short a time."""

    status = 429
    text = refusals._("Slowly: you have written a lot just now.")


def say(match_id: int, user: Any, room: str, text: str) -> None:
    """Say `text` in a room of the match.

    :raises Refused: why not: Silent, NotYourRoom, NothingSaid, TooLong, TooFast and others.
    """
    words = clean(text)
    with transaction.atomic():
        match = locked(match_id)
        viewer = viewer_of(match, user)
        may_write(match, viewer, user, room)
        since = timezone.now() - timedelta(seconds=WITHIN)
        if Message.objects.filter(user=user, said_at__gt=since).count() >= BURST:
            raise TooFast
        player = match.players.filter(user=user).first()
        Message.objects.create(
            match=match,
            room=room,
            user=user,
            name=player.name if player else user.name,
            seat=viewer.seat,
            text=words,
        )
        transaction.on_commit(lambda: live.announce(match_id), robust=True)


def clean(text: str) -> str:
    """Return `text` without control characters (those that turn the direction of text too).

    :raises Refused: NothingSaid or TooLong.
    """
    kept = "".join(c if unicodedata.category(c) not in {"Cc", "Cf", "Cs"} else " " for c in text)
    words = " ".join(kept.split())
    if not words:
        raise NothingSaid
    if len(words) > LONGEST:
        raise TooLong
    return words


def mute(match_id: int, user: Any, seat: int, *, muted: bool) -> None:
    """Stop reading, or read again, whoever sits on `seat`; nobody is told.

    :raises Refused: NotSeated, or NoSuchSeat for a bot, an empty chair or oneself.
    """
    with transaction.atomic():
        match = Match.objects.get(pk=match_id)
        if not match.players.filter(user=user).exists():
            raise refusals.NotSeated
        player = match.players.filter(seat=seat, user__isnull=False).exclude(user=user).first()
        if player is None:
            raise refusals.NoSuchSeat
        if muted:
            Mute.objects.get_or_create(by=user, user=player.user)
        else:
            Mute.objects.filter(by=user, user=player.user).delete()
        transaction.on_commit(lambda: live.announce(match_id), robust=True)


def report(match_id: int, user: Any, key: uuid.UUID) -> None:
    """Ask a moderator to look at a message that one can read; twice is once.

    :raises NoSuchSeat: if there is no such message for these eyes.
    """
    with transaction.atomic():
        match = locked(match_id)  # two clicks at once are one report
        message = match.messages.filter(key=key).first()
        if message is None or not readable_by(match, viewer_of(match, user), message.room):
            raise refusals.NoSuchSeat
        Report.objects.get_or_create(message=message, by=user, defaults={"text": message.text})
