"""Who sits where, and through whose eyes something is looked at."""

from typing import NewType

import msgspec

Seat = NewType("Seat", int)


class Viewer(msgspec.Struct, frozen=True):
    """A pair of eyes: a seat's, the public's (neither field set) or everything's."""

    seat: Seat | None = None
    sees_all: bool = False


PUBLIC = Viewer()
EVERYTHING = Viewer(sees_all=True)


def seats_of(count: int) -> tuple[Seat, ...]:
    """Return the seats of a table of `count` players, in play order (clockwise)."""
    return tuple(Seat(number) for number in range(count))
