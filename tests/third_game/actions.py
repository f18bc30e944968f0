"""The actions of a seat; the tags are the names in records."""

import msgspec

from games.engine.seats import Seat


class Silence(msgspec.Struct, frozen=True, tag="silence", tag_field="action"):
    """A wolf takes somebody's vote away (2.1)."""

    target: Seat


class Look(msgspec.Struct, frozen=True, tag="look", tag_field="action"):
    """The seer looks at somebody else's role (2.2)."""

    target: Seat


class Vote(msgspec.Struct, frozen=True, tag="vote", tag_field="action"):
    """Vote to banish somebody (4.1)."""

    target: Seat


Action = Silence | Look | Vote
