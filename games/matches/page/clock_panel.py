"""The clocks on a match's page: the time limits of players who must decide, and their reserve.

They are a separate fragment. It contains the times at which clocks end, not the time left, so it is
rendered once per decision. Pages count down using the server's time (clock.js).
"""

from collections.abc import Iterable

import msgspec

from games.matches.models import Match, Player
from games.matches.play import clocks


class PlayerClock(msgspec.Struct, frozen=True):
    """A running clock. Everybody may see it, because its decision is publicly owed."""

    seat: int
    decide_by: int  #: when the reserve begins to run, in ms since 1970
    reserve: int  #: in ms, as it was when the decision was requested


def clocks_of(match: Match, players: Iterable[Player]) -> tuple[PlayerClock, ...]:
    """Return the clocks running at `match`."""
    return tuple(
        PlayerClock(
            player.dealt_seat,
            int(until.timestamp() * 1000),
            int(clocks.reserve_of(match, player).total_seconds() * 1000),
        )
        for player in players
        if match.is_running and (until := clocks.decide_by(match, player))
    )
