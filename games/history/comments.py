"""Words pinned to a moment by those who were there; nobody else reads them before the end."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.chat.services import clean
from games.history.models import Comment
from games.matches import refusals
from games.matches.models import Match

MOST_EACH = 100


class TooMany(refusals.Refused):
    """Somebody has pinned more than anybody reads."""

    status = 429
    text = _("You have pinned a lot to this match already.")


class NoSuchComment(refusals.Refused):
    """The comment is gone, or somebody else's."""

    status = 404
    text = _("There is no such comment of yours.")


def pin(match_id: int, user: Any, entry: int, text: str) -> Comment:
    """Pin `text` to an entry of the log.

    :raises Refused: NothingSaid, TooLong, NotSeated or TooMany.
    """
    words = clean(text)
    with transaction.atomic():
        match = Match.objects.get(pk=match_id)
        player = match.players.filter(user=user).first() if user.is_authenticated else None
        if player is None:
            raise refusals.NotSeated
        if match.comments.filter(user=user).count() >= MOST_EACH:
            raise TooMany
        return Comment.objects.create(
            match=match, user=user, seat=player.seat, number=entry, text=words
        )


def unpin(match_id: int, user: Any, comment_id: int) -> None:
    """Take one's own comment away.

    :raises NoSuchComment: if there is none of that number.
    """
    own = Comment.objects.filter(match=match_id, user=user.pk, pk=comment_id)
    if not own.delete()[0]:
        raise NoSuchComment


def readable_by(match: Match, user: Any) -> QuerySet[Comment]:
    """Return the comments that `user` may read: one's own, and everybody's once it is over."""
    found = Comment.objects.filter(match=match)
    return found if match.is_over else found.filter(user=user.pk)


def export(user: Any) -> dict[str, Any]:
    """Return what `user` has pinned, for the file of everything kept about them.

    Which moment of the log it was is told once the match is over: before, gaps between numbers
    would betray that somebody else changed a vote.
    """
    rows = Comment.objects.filter(user=user).select_related("match").order_by("pk")
    return {
        "comments": [
            {
                "match__code": row.match.code,
                "number": row.number if row.match.is_over else None,
                "text": row.text,
                "made_at": row.made_at,
            }
            for row in rows
        ]
    }


def erase(user: Any) -> None:
    """Take all comments of `user` away."""
    Comment.objects.filter(user=user).delete()
