"""Mole: papers, roles, actions, events, the state and what a viewer may know of it."""

from typing import Literal

import msgspec

from games.engine.game import Outcome
from games.engine.seats import Seat

Paper = Literal["true", "false"]
Role = Literal["clerk", "mole"]
PAPERS: tuple[Paper, ...] = ("true",) * 3 + ("false",) * 3
TO_WIN = 2


class File(msgspec.Struct, frozen=True, tag="file", tag_field="action"):
    """Lay the paper face up."""


class Burn(msgspec.Struct, frozen=True, tag="burn", tag_field="action"):
    """Lay the paper face down."""


class Vote(msgspec.Struct, frozen=True, tag="vote", tag_field="action"):
    """Vote on dismissing the player who has just had a paper."""

    dismiss: bool


class Say(msgspec.Struct, frozen=True, tag="say", tag_field="action"):
    """Say what the paper was, true or not."""

    paper: Paper


Action = File | Burn | Vote | Say


class Dealt(msgspec.Struct, frozen=True, tag="dealt", tag_field="event"):
    roles: tuple[Role, ...]
    deck: tuple[Paper, ...]


class Filed(msgspec.Struct, frozen=True, tag="filed", tag_field="event"):
    paper: Paper


class Burnt(msgspec.Struct, frozen=True, tag="burnt", tag_field="event"):
    paper: Paper


class Voted(msgspec.Struct, frozen=True, tag="voted", tag_field="event"):
    seat: Seat
    dismiss: bool


class Counted(msgspec.Struct, frozen=True, tag="counted", tag_field="event"):
    votes: tuple[bool, ...]


class Shuffled(msgspec.Struct, frozen=True, tag="shuffled", tag_field="event"):
    deck: tuple[Paper, ...]


class Drawn(msgspec.Struct, frozen=True, tag="drawn", tag_field="event"):
    seat: Seat
    paper: Paper


class Said(msgspec.Struct, frozen=True, tag="said", tag_field="event"):
    seat: Seat
    paper: Paper


class Ended(msgspec.Struct, frozen=True, tag="ended", tag_field="event"):
    winner: str
    reason: str


PLAIN = {
    Dealt: "The roles are dealt.",
    Burnt: "{player} burns a paper.",
    Shuffled: "The burnt papers are shuffled.",
}
Event = Dealt | Filed | Burnt | Voted | Counted | Shuffled | Drawn | Said | Ended


class State(msgspec.Struct, frozen=True):
    """The whole truth."""

    roles: tuple[Role, ...] = ()
    deck: tuple[Paper, ...] = ()
    burnt: tuple[Paper, ...] = ()
    filed: tuple[Paper, ...] = ()
    hand: Paper | None = None
    on_turn: Seat = Seat(0)
    votes: tuple[bool | None, ...] = ()
    turns: int = 0
    shuffles: int = 0
    may_say: tuple[Seat, ...] = ()
    said: tuple[tuple[Seat, Paper], ...] = ()
    ended: Outcome | None = None

    @property
    def phase(self) -> str:
        """Return "over", "paper" or "vote"."""
        return "over" if self.ended else "vote" if self.hand is None else "paper"


class View(msgspec.Struct, frozen=True):
    """What one viewer may know."""

    phase: str
    to_act: tuple[Seat, ...]
    result: dict[str, str | None] | None
    on_turn: Seat
    roles: tuple[Role | None, ...]
    hand: Paper | None
    filed: tuple[Paper, ...]
    deck_size: int
    burnt_size: int
    deck: tuple[Paper, ...] | None
    has_voted: tuple[bool, ...]
    own_vote: bool | None
    may_say: tuple[Seat, ...]
    said: tuple[tuple[Seat, Paper], ...]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hidden start."""

    roles: tuple[Role, ...]
    deck: tuple[Paper, ...]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing to choose."""
