"""Who may look at a match, and through whose eyes."""

from typing import Any

from games.engine.seats import PUBLIC, Seat, Viewer
from games.matches import refusals
from games.matches.models import Match


def viewer_of(match: Match, user: Any) -> Viewer:
    """Return the eyes that `user` has at `match`: the own seat's, or the public's.

    :raises NoSpectators: if somebody without a seat looks at a table behind closed doors.
    """
    seat = None
    if user.is_authenticated:
        seat = match.players.filter(user=user).values_list("seat", flat=True).first()
    return eyes(match, seat)


def eyes(match: Match, seat: int | None) -> Viewer:
    """Return the viewer for a known `seat`, or for somebody who has none.

    :raises NoSpectators: as `viewer_of`.
    """
    if seat is not None:
        return Viewer(Seat(seat))
    if not (match.allows_spectators or match.is_open or match.is_published):
        raise refusals.NoSpectators
    return PUBLIC
