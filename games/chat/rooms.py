"""Access to rooms: the rules of silence (3.5), and three rooms.

During a match living players talk at the table, eliminated players among themselves, and spectators
in the gallery. Anybody, even a living player, can become a spectator in a private window. So only
eliminated players, who have a seat, can read each other's messages. The gallery is for people with
public knowledge; eliminated players may read it immediately, and write there after the end.
"""

from django.utils.translation import gettext_lazy as _

from accounts.requests import Visitor
from games.chat.models import Message
from games.engine.seats import Viewer
from games.matches.models import Match
from games.matches.public import errors, projection_of

ROOMS = (TABLE, DEAD, GALLERY) = tuple(Message.Room)

NoTalk = errors.refusal("NoTalk", _("There is no chat at this table."), errors.NotAllowed)
Silent = errors.refusal(
    "Silent", _("The rules don't allow you to write right now."), errors.NotAllowed
)
NotYourRoom = errors.refusal("NotYourRoom", _("You can't write here."), errors.NotAllowed)


def is_eliminated(match: Match, viewer: Viewer) -> bool:
    """Return whether `viewer` is a player who was eliminated from the running game."""
    if viewer.seat is None or not match.is_running:
        return False
    return viewer.seat in match.rules.talk.eliminated(projection_of(match).state)


def readable_by(match: Match, viewer: Viewer) -> tuple[str, ...]:
    """Return the rooms that `viewer` may read now."""
    return (
        rooms_of(viewer, is_eliminated=is_eliminated(match, viewer)) if match.is_running else ROOMS
    )


def rooms_of(viewer: Viewer, *, is_eliminated: bool) -> tuple[str, ...]:
    """Return the rooms that `viewer` may read during a match; all, if they may see everything."""
    if viewer.sees_all or is_eliminated:
        return ROOMS
    return (TABLE, GALLERY) if viewer.seat is None else (TABLE,)


def room_for(match: Match, viewer: Viewer) -> str:
    """Return the room in which `viewer` may write now."""
    if viewer.seat is None:
        return GALLERY
    return DEAD if is_eliminated(match, viewer) else TABLE


def may_write(match: Match, viewer: Viewer, user: Visitor, room: str) -> None:
    """Check that `user`, whose view is `viewer`, may write in `room` now.

    :raises Refused: NoTalk, NotYourRoom or Silent.
    """
    if not match.has_chat:
        raise NoTalk
    if not user.is_authenticated or room != room_for(match, viewer):
        raise NotYourRoom
    if is_muted(match, viewer):
        raise Silent


def is_muted(match: Match, viewer: Viewer) -> bool:
    """Return whether the rules forbid `viewer` to speak now."""
    if viewer.seat is None or not match.is_running:
        return False
    return viewer.seat in match.rules.talk.muted_seats(projection_of(match).state)
