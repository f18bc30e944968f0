"""The actions of a seat, by their names and keys in the portable record."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.engine.seats import Seat
from games.secret_hitler.pieces import About, Party, Tile

#: the names of the actions that the game waits for: all but claims
Decision = Literal[
    "nominate",
    "vote",
    "discard",
    "enact",
    "propose-veto",
    "answer-veto",
    "investigate",
    "call-election",
    "peek",
    "execute",
]


class _Action(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="action"
):
    """The common base of all actions."""


class Nominate(_Action, frozen=True, tag="nominate"):
    """The presidential candidate names a chancellor candidate (2.2)."""

    chancellor: Seat


class Vote(_Action, frozen=True, tag="vote"):
    """A living player votes, or changes the vote before the last vote is in (2.5)."""

    ja: bool


class Discard(_Action, frozen=True, tag="discard"):
    """The president discards one of three tiles (3.2)."""

    tile: Tile


class Enact(_Action, frozen=True, tag="enact"):
    """The chancellor enacts one of two tiles (3.3)."""

    tile: Tile


class ProposeVeto(_Action, frozen=True, tag="propose-veto"):
    """The chancellor proposes to enact neither tile (5.1)."""


class AnswerVeto(_Action, frozen=True, tag="answer-veto"):
    """The president agrees to a veto or refuses it (5.2, 5.3)."""

    agree: bool


class Investigate(_Action, frozen=True, tag="investigate"):
    """The president looks at a party membership (4.3)."""

    target: Seat


class CallElection(_Action, frozen=True, tag="call-election"):
    """The president names the next presidential candidate (4.6)."""

    target: Seat


class Peek(_Action, frozen=True, tag="peek"):
    """The president looks at the top three tiles (4.5)."""


class Execute(_Action, frozen=True, tag="execute"):
    """The president has a player executed (4.4)."""

    target: Seat


class Claim(_Action, frozen=True, tag="claim"):
    """A player says, truly or not, what only they saw (7.1).

    Either `tiles` (3 of a president or a peek, 2 of a chancellor) or `party` is set.
    """

    about: About
    round: int
    tiles: tuple[Tile, ...] | UnsetType = UNSET
    party: Party | UnsetType = UNSET


Action = (
    Nominate
    | Vote
    | Discard
    | Enact
    | ProposeVeto
    | AnswerVeto
    | Investigate
    | CallElection
    | Peek
    | Execute
    | Claim
)


def duties_of(choices: Sequence[Any]) -> Sequence[Any]:
    """Return the duties among a seat's `choices`: all that come before the claims."""
    if not choices or type(choices[-1]) is not Claim:
        return choices
    count = 0
    while type(choices[count]) is not Claim:
        count += 1
    return choices[:count]
