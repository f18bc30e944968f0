"""The clocks on a match's page: the time of players who are asked, and their reserve.

They are a separate fragment. It contains the times at which clocks end, not the time left, so it is
drawn once per decision. Pages count down by the server's time (clock.js).
"""

from collections.abc import Iterable

import msgspec

from games.matches.models import Match, Player
from games.matches.play import clocks


class PlayerClock(msgspec.Struct, frozen=True):
    """One running clock. Everybody may see it, because it is public who owes a decision."""

    seat: int
    decide_by: int  #: when the reserve begins to run, in ms since 1970
    reserve: int  #: in ms, as it was when the decision was asked


def clocks_of(match: Match, players: Iterable[Player]) -> tuple[PlayerClock, ...]:
    """Return the clocks that run at `match`."""
    return tuple(
        PlayerClock(
            player.dealt_seat,
            int(until.timestamp() * 1000),
            int(clocks.reserve_of(match, player).total_seconds() * 1000),
        )
        for player in players
        if match.is_running and (until := clocks.decide_by(match, player))
    )
