"""Personal data in the chat: exported on request, erased with the account."""

import re
from typing import Any

from django.db.models import F

from accounts.models import User
from games.chat.models import Message, Mute, Reaction, Report
from games.matches.public import DELETED


def export(user: User) -> dict[str, Any]:
    """Return the messages, reactions and reports of `user`, and the users that `user` muted."""
    messages = Message.objects.filter(user=user).select_related("match").order_by("pk")
    reports = Report.objects.filter(by=user).order_by("pk")
    reactions = Reaction.objects.filter(user=user).order_by("pk")
    return {
        "messages": [
            {
                "match": message.match.code,
                "room": message.room,
                "name": message.name,
                "text": message.text,
                "said_at": message.said_at,
            }
            for message in messages
        ],
        "reactions": list(reactions.values("kind", "at", match=F("message__match__code"))),
        "muted": [mute.user.name for mute in Mute.objects.filter(by=user).select_related("user")],
        "reports": list(
            reports.values("kind", "text", "words", "reported_at", "outcome", "answer")
        ),
    }


def erase(user: User) -> None:
    """Remove the name of `user` from their messages and reports about them, and delete reactions.

    The texts remain in other people's chats.
    """
    Message.objects.filter(user=user).update(name=DELETED)
    Reaction.objects.filter(user=user).delete()
    reports = Report.objects.filter(about=user)
    for report in reports.exclude(name=""):
        moment = re.sub(rf"(?<!\w){re.escape(report.name)}(?!\w)", DELETED, report.moment)
        Report.objects.filter(pk=report.pk).update(moment=moment)
    reports.exclude(kind=Report.Kind.MESSAGE).update(text=DELETED)
    reports.update(name=DELETED)
