"""Requests by people in a waiting room to be notified when somebody sits down."""

from django.db import transaction

from accounts.models import User
from games.matches import errors, publish
from games.matches.play.services import lock_match


def want_call(match_id: int, user: User, *, wanted: bool) -> None:
    """Set whether `user` wants to be notified when somebody sits down.

    :raises Refused: NotOpen or NotSeated.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        if not match.is_open:
            raise errors.NotOpen
        if not match.players.filter(user=user).update(wants_call=wanted):
            raise errors.NotSeated
        publish.table(match_id)
