"""The events: facts, with the results of chance."""

from typing import Literal

import msgspec

from games.engine.seats import Seat

Role = Literal["villager", "seer", "wolf"]


class Dealt(msgspec.Struct, frozen=True, tag="dealt", tag_field="event"):
    """Everybody has a role (1.1)."""

    roles: tuple[Role, ...]


class Silenced(msgspec.Struct, frozen=True, tag="silenced", tag_field="event"):
    """A wolf chose the player without a vote; nobody else knows yet (2.1)."""

    wolf: Seat
    target: Seat


class Looked(msgspec.Struct, frozen=True, tag="looked", tag_field="event"):
    """The seer saw a role (2.2)."""

    seer: Seat
    target: Seat


class DieThrown(msgspec.Struct, frozen=True, tag="die-thrown", tag_field="event"):
    """The die of dawn: 1 to 6 (3.1)."""

    number: int


class DayBroke(msgspec.Struct, frozen=True, tag="day-broke", tag_field="event"):
    """Everybody learns who has no vote (3.2)."""

    silenced: tuple[Seat, ...]


class Voted(msgspec.Struct, frozen=True, tag="voted", tag_field="event"):
    """A player voted; nobody sees for whom (4.1)."""

    seat: Seat
    target: Seat


class Banished(msgspec.Struct, frozen=True, tag="banished", tag_field="event"):
    """The votes are shown, and the chosen player leaves, if any (4.2)."""

    votes: tuple[Seat | None, ...]
    seat: Seat | None


Event = Dealt | Silenced | Looked | DieThrown | DayBroke | Voted | Banished
