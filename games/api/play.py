"""Actions of a program at a table, with the same rules as for its owner.

The seat belongs to the owner, and is marked as played by API when it is taken. A seat taken in
person cannot be played by a program.
"""

from typing import Any

import msgspec

from accounts.models import User
from games.api import errors, shapes
from games.api.positions import position_of
from games.engine.seats import Seat, Viewer
from games.matches import public as matches
from games.matches.models import Match


def seated_at(code: str, user: User) -> Match:
    """Return the match with this code, in which a program of `user` has a seat.

    :raises Refused: NoSuchMatch or PlayedInPerson.
    """
    match = Match.objects.filter(code=code).first()
    player = None if match is None else match.players.filter(user=user).first()
    if match is None or player is None:
        raise errors.NoSuchMatch
    if not player.is_api:
        raise errors.PlayedInPerson
    if player.seat is not None:
        matches.note_visit(match, Viewer(Seat(player.seat)), user.pk)
    return match


def position_at(code: str, user: User) -> shapes.Position:
    """Return the position of a match for the program of `user`.

    :raises Refused: NoSuchMatch or PlayedInPerson.
    """
    return _position(seated_at(code, user), user)


def _position(match: Match | None, user: User) -> shapes.Position:
    """Return the position of `match` for the program of `user`.

    :raises NoSuchMatch: if the program has left in the meantime, or the match was deleted.
    """
    position = None if match is None else position_of(match, user.pk)
    if position is None:
        raise errors.NoSuchMatch
    return position


def _position_now(match: Match, user: User) -> shapes.Position:
    """Return the current position of a match that was read earlier.

    :raises NoSuchMatch: as in `_position`.
    """
    return _position(Match.objects.filter(pk=match.pk).first(), user)


def sit(code: str, user: User, entropy: str) -> tuple[shapes.Position, bool]:
    """Take a seat for a program of `user`; return the position, and whether it was newly taken.

    :raises Refused: NoSuchMatch, PlayedInPerson, NotOpen, TableFull or NoApiBots.
    """
    match = Match.objects.filter(code=code).first()
    if match is None:
        raise errors.NoSuchMatch
    is_new = not match.players.filter(user=user).exists()
    if is_new:
        matches.sit(match.pk, user, entropy, is_api=True)
    return position_at(code, user), is_new


def leave(code: str, user: User) -> None:
    """Give up the program's seat before the match starts.

    :raises Refused: NoSuchMatch, PlayedInPerson or NotOpen.
    """
    matches.leave(seated_at(code, user).pk, user)


def be_ready(code: str, user: User, *, ready: bool) -> shapes.Position:
    """Set whether the program is ready.

    :raises Refused: NoSuchMatch, PlayedInPerson or NotOpen.
    """
    match = seated_at(code, user)
    matches.be_ready(match.pk, user, ready=ready)
    return _position_now(match, user)


def act(code: str, user: User, move: shapes.Move) -> shapes.Position:
    """Take an action for the program's seat.

    :raises Refused: NoSuchMatch, PlayedInPerson, Malformed, NotRunning, Paused, StillReading,
        StalePrompt, NotAllowed, NotYourTurn or AgainstTheRules.
    """
    match = seated_at(code, user)
    action = _action(match, move.action)
    try:
        matches.act(match.pk, user.pk, action, move.prompt)
    except matches.errors.AgainstTheRules as refusal:
        if not _position_now(match, user).choices:
            raise errors.NotYourTurn from refusal
        raise
    return _position_now(match, user)


def _action(match: Match, raw: msgspec.Raw) -> Any:
    try:
        return msgspec.json.decode(raw, type=match.rules.records.actions)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise errors.Malformed(str(error)) from None
