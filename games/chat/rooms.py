"""Who may read and write where: the rules of silence (3.5) and of the gallery (7.2)."""

from typing import Any

from games.chat.models import Message
from games.engine.seats import Viewer
from games.matches import refusals
from games.matches.folds import fold_of
from games.matches.models import Match

TABLE, GALLERY = Message.Room.TABLE, Message.Room.GALLERY


class NoTalk(refusals.NotAllowed):
    """The table was opened without talk."""

    text = refusals._("This table plays without written talk.")


class Silent(refusals.NotAllowed):
    """The rules of the game have this player be silent."""

    text = refusals._("By the rules you can't write just now.")


class NotYourRoom(refusals.NotAllowed):
    """The living talk at the table, the dead and the spectators in the gallery."""

    text = refusals._("You can't write here.")


def is_gone(match: Match, viewer: Viewer) -> bool:
    """Return whether `viewer` is a player who is out of the running game."""
    if viewer.seat is None or not match.is_running:
        return False
    return viewer.seat in match.rules.gone(fold_of(match).state)


def readable_by(match: Match, viewer: Viewer, room: str) -> bool:
    """Return whether `viewer` may read `room`: the gallery is closed to the living till the end."""
    if room == TABLE or not match.is_running:
        return True
    return viewer.seat is None or is_gone(match, viewer)


def room_for(match: Match, viewer: Viewer) -> str:
    """Return where `viewer` talks now."""
    if viewer.seat is None or is_gone(match, viewer):
        return GALLERY
    return TABLE


def may_write(match: Match, viewer: Viewer, user: Any, room: str) -> None:
    """Check that `user`, who has these eyes, may write in `room` now.

    :raises Refused: NoTalk, NotYourRoom or Silent.
    """
    if not match.has_chat:
        raise NoTalk
    if not user.is_authenticated or room != room_for(match, viewer):
        raise NotYourRoom
    if is_silent(match, viewer):
        raise Silent


def is_silent(match: Match, viewer: Viewer) -> bool:
    """Return whether the rules forbid `viewer` to speak now."""
    if viewer.seat is None or not match.is_running:
        return False
    return viewer.seat in match.rules.silent(fold_of(match).state)
