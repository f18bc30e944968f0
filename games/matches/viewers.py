"""Access to a match, and each user's view of it."""

from accounts.requests import Visitor
from games.engine.seats import PUBLIC, Seat, Viewer
from games.matches import errors, removals
from games.matches.models import Match


def viewer_of(match: Match, user: Visitor) -> Viewer:
    """Return the viewer for `user` at `match`: their own seat, or the public.

    :raises NoSpectators: if the table doesn't admit spectators, and the user has no seat.
    :raises Removed: if the host has removed the user.
    """
    seat = None
    if user.is_authenticated:
        seat = match.players.filter(user=user).values_list("seat", flat=True).first()
    if seat is None:
        removals.check(match, user)
    return viewer_in_seat(match, seat)


def viewer_in_seat(match: Match, seat: int | None, *, is_removed: bool = False) -> Viewer:
    """Return the viewer for a known `seat`, or the public for None.

    :raises NoSpectators: as in `viewer_of`.
    :raises Removed: if the host removed the user, who has no seat.
    """
    if is_removed:
        raise errors.Removed
    if seat is not None:
        return Viewer(Seat(seat))
    if not (match.allows_spectators or match.is_open or match.is_published):
        raise errors.NoSpectators
    return PUBLIC
