"""Perspectives: the viewers of a replay, and access to them."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from accounts.requests import Visitor
from games.engine.seats import EVERYTHING, PUBLIC, Seat, Viewer
from games.matches.models import Match
from games.matches.public import errors, viewer_of

PUBLIC_PERSPECTIVE, SPECTATOR_PERSPECTIVE, ALL_PERSPECTIVE = "public", "spectator", "all"

NoSuchPerspective = errors.refusal(
    "NoSuchPerspective", _("There is no such view at this table."), status=404
)
NotYourPerspective = errors.refusal(
    "NotYourPerspective",
    _("Until the match is over you can replay it from your own seat only."),
    errors.NotAllowed,
)
NothingToReplay = errors.refusal(
    "NothingToReplay", _("There is nothing to replay at this table."), status=404
)


@dataclass(frozen=True)
class Perspective:
    """A viewer by its name in URLs: a seat's number, public, spectator or all.

    The end of a match reveals the cards to a spectator, but never to the public.
    """

    name: str
    viewer: Viewer

    @property
    def stays_closed(self) -> bool:
        """Return whether the end reveals nothing to this viewer."""
        return self.name == PUBLIC_PERSPECTIVE


_NAMED = {PUBLIC_PERSPECTIVE: PUBLIC, SPECTATOR_PERSPECTIVE: PUBLIC, ALL_PERSPECTIVE: EVERYTHING}


def perspective_of(match: Match, user: Visitor, name: str, players: int) -> Perspective:
    """Return the perspective called `name` (empty: the default of `user`).

    :raises Refused: NothingToReplay, NoSpectators, NoSuchPerspective or NotYourPerspective.
    """
    if not (match.is_over or match.is_running):
        raise NothingToReplay
    own = _own(match, user)
    if match.is_running:
        if name and name != own.name:
            raise NotYourPerspective
        return own
    return _perspective_called(
        name or (own.name if own.viewer.seat is not None else ALL_PERSPECTIVE), players
    )


def _own(match: Match, user: Visitor) -> Perspective:
    """Return the perspective that `user` has at the table itself.

    :raises NoSpectators: if the table admits none.
    """
    if match.is_imported and user.is_authenticated and match.host_id == user.pk:
        return Perspective(PUBLIC_PERSPECTIVE, PUBLIC)
    viewer = viewer_of(match, user)
    return Perspective(PUBLIC_PERSPECTIVE if viewer.seat is None else str(viewer.seat), viewer)


def _perspective_called(name: str, players: int) -> Perspective:
    if name in _NAMED:
        return Perspective(name, _NAMED[name])
    if not (name.isascii() and name.isdecimal() and len(name) < 3 and int(name) < players):
        raise NoSuchPerspective
    return Perspective(str(int(name)), Viewer(Seat(int(name))))


def was_there(match: Match, user: Visitor) -> bool:
    """Return whether `user` played in `match`, or imported it."""
    if not user.is_authenticated:
        return False
    if match.is_imported and match.host_id == user.pk:
        return True
    return any(player.user_id == user.pk for player in match.players.all())
