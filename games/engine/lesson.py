"""A first match that teaches a game: always the same deal, bots that follow a script, a coach."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from games.engine.seats import Seat

if TYPE_CHECKING:
    from games.engine.game import Bot

#: The name of the bot in the rows of a lesson's match. No table can choose it.
LESSON_BOT = "lesson"


class Lesson(msgspec.Struct, frozen=True):
    """The definition of a lesson; its seed, without entropy, gives the same chance each time."""

    seed: bytes
    players: int
    seat: Seat  #: the learner's
    bot: "Bot"  #: plays all other seats, each from its own view
    coach: Callable[[Any], str]
    #: returns the current advice to the learner, from the learner's own view: translatable
