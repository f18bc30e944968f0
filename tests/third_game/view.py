"""What one viewer may know: built from nothing, field by field."""

import msgspec

from games.engine.seats import Seat, Viewer
from tests.third_game.events import Role
from tests.third_game.rules import secret_duties, to_act
from tests.third_game.state import State


class Ending(msgspec.Struct, frozen=True):
    """The result of the match."""

    winner: str | None
    reason: str


class View(msgspec.Struct, frozen=True):
    """What one viewer may know."""

    phase: str
    to_act: tuple[Seat, ...]
    result: Ending | None
    roles: tuple[Role | None, ...]
    marked: Seat | None  #: whom this wolf silenced
    die: int
    silenced: tuple[Seat, ...]
    has_voted: tuple[bool, ...]
    own_vote: Seat | None


def view(state: State, viewer: Viewer) -> View:
    """Return what `viewer` may know."""
    secret, outcome = secret_duties(state), state.ended
    seat = None if outcome else viewer.seat
    return View(
        phase=state.phase,
        to_act=to_act(state) if secret is None else secret,
        result=Ending(outcome.winner, outcome.reason) if outcome else None,
        roles=tuple(
            role if _knows(state, viewer, Seat(owner)) else None
            for owner, role in enumerate(state.roles)
        ),
        marked=None if seat is None else dict(state.marks).get(seat),
        die=state.die,
        silenced=state.silenced,
        has_voted=tuple(vote is not None for vote in state.votes),
        own_vote=None if seat is None else state.votes[seat],
    )


def _knows(state: State, viewer: Viewer, owner: Seat) -> bool:
    """Return whether `viewer` knows the role of the seat `owner`."""
    if viewer.sees_all or state.ended or viewer.seat == owner:
        return True
    if viewer.seat is None:
        return False
    role = state.roles[viewer.seat]
    is_fellow = role == "wolf" and state.roles[owner] == "wolf"
    return is_fellow or (role == "seer" and state.looked_at == owner)
