"""Seats, and viewers of a state."""

from typing import NewType

import msgspec

Seat = NewType("Seat", int)


class Viewer(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A viewer: a seat, the public (neither field set), or one who sees everything."""

    seat: Seat | None = None
    sees_all: bool = False


PUBLIC = Viewer()
EVERYTHING = Viewer(sees_all=True)


def seats_of(count: int) -> tuple[Seat, ...]:
    """Return the seats of a table of `count` players, clockwise."""
    return tuple(Seat(number) for number in range(count))
