"""What the talk keeps about a person: to be shown to them, and to be let go of when they go."""

from typing import Any

from games.chat.models import Message, Mute, Report
from games.matches.personal import DELETED


def export(user: Any) -> dict[str, Any]:
    """Return what `user` said and reported, and whom they do not read."""
    said = Message.objects.filter(user=user).select_related("match").order_by("pk")
    reported = Report.objects.filter(by=user).order_by("pk")
    return {
        "messages": [
            {
                "match": message.match.code,
                "room": message.room,
                "name": message.name,
                "text": message.text,
                "said_at": message.said_at,
            }
            for message in said
        ],
        "muted": [mute.user.name for mute in Mute.objects.filter(by=user).select_related("user")],
        "reports": list(reported.values("text", "reported_at")),
    }


def erase(user: Any) -> None:
    """Take the name off what `user` said; the words belong to the talk of others."""
    Message.objects.filter(user=user).update(name=DELETED)
