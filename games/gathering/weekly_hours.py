"""A weekly hour of the house, as settings read it."""

from typing import NamedTuple


class HouseHour(NamedTuple):
    """A weekly hour of the house."""

    day: int  #: from Monday, 0
    hour: int
    minute: int
    zone: str
    game: str
