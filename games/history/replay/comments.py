"""Comments on a moment, by the match's players; others can read them only after the end."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import ConductDecision, User
from accounts.requests import Visitor
from games.chat.services import clean
from games.history.models import Comment
from games.matches.models import Match
from games.matches.public import errors

MOST_EACH = 100

TooMany = errors.refusal(
    "TooMany", _("You have reached the comment limit for this match."), status=429
)
NoSuchComment = errors.refusal("NoSuchComment", _("You have no such comment."), status=404)


def pin(match_id: int, user: Visitor, entry: int, text: str) -> Comment:
    """Store a comment on an entry of the log.

    :raises Refused: NothingSaid, TooLong, NotSeated, Restricted or TooMany.
    """
    words = clean(text)
    with transaction.atomic():
        match = Match.objects.get(pk=match_id)
        if not user.is_authenticated:
            raise errors.NotSeated
        player = match.players.filter(user=user).first()
        if player is None:
            raise errors.NotSeated
        if ConductDecision.objects.in_force(user, ConductDecision.Kind.MUTE):
            raise errors.Restricted
        if match.comments.filter(user=user).count() >= MOST_EACH:
            raise TooMany
        return Comment.objects.create(
            match=match, user=user, seat=player.dealt_seat, number=entry, text=words
        )


def unpin(match_id: int, user: Visitor, comment_id: int) -> None:
    """Delete the user's own comment.

    :raises NoSuchComment: if it does not exist.
    """
    own = Comment.objects.filter(match=match_id, user=user.pk, pk=comment_id)
    if not own.delete()[0]:
        raise NoSuchComment


def readable_by(match: Match, user: Visitor) -> QuerySet[Comment]:
    """Return the comments that `user` may read: their own, and all once the match is over."""
    comments = Comment.objects.filter(match=match)
    return comments if match.is_over else comments.filter(user=user.pk)


def export(user: User) -> dict[str, Any]:
    """Return the comments of `user`, for the file with all their data.

    The number of the entry is left out until the match is over, because gaps between numbers would
    reveal that another player changed a vote.
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


def erase(user: User) -> None:
    """Delete all comments of `user`."""
    Comment.objects.filter(user=user).delete()
