"""Through whose eyes a match may be gone over again, and by whom."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.engine.seats import EVERYTHING, PUBLIC, Seat, Viewer
from games.matches import refusals
from games.matches.models import Match
from games.matches.viewers import viewer_of

PUBLIC_EYES, SPECTATOR_EYES, ALL_EYES = "public", "spectator", "all"


class NoSuchEyes(refusals.Refused):
    """The address names eyes that this match does not have."""

    status = 404
    text = _("Nobody at this table has these eyes.")


class NotYourEyes(refusals.NotAllowed):
    """While a match runs everybody has their own eyes only."""

    text = _("Until the match is over you can look back through your own eyes only.")


class NothingToReplay(refusals.Refused):
    """The match has not begun, or its deal was taken back."""

    status = 404
    text = _("There is nothing to look back on at this table.")


@dataclass(frozen=True)
class Eyes:
    """A viewer by the name that addresses use: a seat's number, public, spectator or all.

    Public eyes never see the cards opened, not even at the end; a spectator's do, at the end.
    """

    name: str
    viewer: Viewer

    @property
    def stays_closed(self) -> bool:
        """Return whether the end opens nothing to these eyes."""
        return self.name == PUBLIC_EYES


_NAMED = {PUBLIC_EYES: PUBLIC, SPECTATOR_EYES: PUBLIC, ALL_EYES: EVERYTHING}


def eyes_of(match: Match, user: Any, name: str, players: int) -> Eyes:
    """Return the eyes called `name` (empty: those that suit `user`), if `user` may have them.

    :raises Refused: NothingToReplay, NoSpectators, NoSuchEyes or NotYourEyes.
    """
    if not (match.is_over or match.is_running):
        raise NothingToReplay
    own = _own(match, user)
    if match.is_running:
        if name and name != own.name:
            raise NotYourEyes
        return own
    return _named(name or (own.name if own.viewer.seat is not None else ALL_EYES), players)


def _own(match: Match, user: Any) -> Eyes:
    """Return the eyes that `user` has at the table itself.

    :raises NoSpectators: if there are none.
    """
    if match.is_imported and user.is_authenticated and match.host_id == user.pk:
        return Eyes(PUBLIC_EYES, PUBLIC)
    viewer = viewer_of(match, user)
    return Eyes(PUBLIC_EYES if viewer.seat is None else str(viewer.seat), viewer)


def _named(name: str, players: int) -> Eyes:
    if name in _NAMED:
        return Eyes(name, _NAMED[name])
    if not (name.isascii() and name.isdecimal() and len(name) < 3 and int(name) < players):
        raise NoSuchEyes
    return Eyes(str(int(name)), Viewer(Seat(int(name))))


def was_there(match: Match, user: Any) -> bool:
    """Return whether `user` played in `match`, or brought it here."""
    if not user.is_authenticated:
        return False
    if match.is_imported and match.host_id == user.pk:
        return True
    return match.players.filter(user=user).exists()
