"""What a program may do at a table: what its owner may do there, and nothing for anybody else.

The seat is the owner's own, marked as played by API when it is taken. One that was taken in
person stays in person.
"""

from typing import Any

import msgspec

from games.api import refusals, shapes
from games.api.positions import position_of
from games.matches import services, tables
from games.matches.models import Match
from games.matches.refusals import AgainstTheRules


def seated_at(code: str, user: Any) -> Match:
    """Return the match with that code, at which a program of `user` has a seat.

    :raises Refused: NoSuchMatch or PlayedInPerson.
    """
    match = Match.objects.select_related("successor").filter(code=code).first()
    player = match and match.players.filter(user=user).first()
    if not player:
        raise refusals.NoSuchMatch
    if not player.is_api:
        raise refusals.PlayedInPerson
    return match


def position_at(code: str, user: Any) -> shapes.Position:
    """Return all that the program of `user` may know at a match.

    :raises Refused: NoSuchMatch or PlayedInPerson.
    """
    position = position_of(seated_at(code, user), user.pk)
    if position is None:  # it has left meanwhile
        raise refusals.NoSuchMatch
    return position


def sit(code: str, user: Any, entropy: str) -> tuple[shapes.Position, bool]:
    """Take a chair for a program of `user`; return the position, and whether the chair is new.

    :raises Refused: NoSuchMatch, PlayedInPerson, NotOpen, TableFull or NoApiBots.
    """
    match = Match.objects.filter(code=code).first()
    if match is None:
        raise refusals.NoSuchMatch
    is_new = not match.players.filter(user=user).exists()
    if is_new:
        tables.sit(match.pk, user, entropy, is_api=True)
    return position_at(code, user), is_new


def leave(code: str, user: Any) -> None:
    """Give the chair up again, before the match begins.

    :raises Refused: NoSuchMatch, PlayedInPerson or NotOpen.
    """
    tables.leave(seated_at(code, user).pk, user)


def be_ready(code: str, user: Any, *, ready: bool) -> shapes.Position:
    """Say whether the match may begin.

    :raises Refused: NoSuchMatch, PlayedInPerson or NotOpen.
    """
    tables.be_ready(seated_at(code, user).pk, user, ready=ready)
    return position_at(code, user)


def act(code: str, user: Any, move: shapes.Move) -> shapes.Position:
    """Take an action for the program's seat.

    :raises Refused: NoSuchMatch, PlayedInPerson, Malformed, NotRunning, Paused, StalePrompt,
        NotYourTurn or AgainstTheRules.
    """
    match = seated_at(code, user)
    action = _action(match, move.action)
    try:
        services.act(match.pk, user.pk, action, move.prompt)
    except AgainstTheRules as refusal:
        if not position_at(code, user).choices:
            raise refusals.NotYourTurn from refusal
        raise
    return position_at(code, user)


def _action(match: Match, raw: msgspec.Raw) -> Any:
    try:
        return msgspec.json.decode(raw, type=match.rules.actions)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise refusals.Malformed(str(error)) from None
