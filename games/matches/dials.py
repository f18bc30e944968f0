"""The clocks on a match's page: how long whoever is asked has, and their reserve beside it.

They are a fragment of their own beside the question. It says when times end, not how long is
left, so it is drawn once for a decision: pages count down by the server's time (clock.js).
"""

import msgspec

from games.engine.seats import Viewer
from games.matches import clocks
from games.matches.fragments import draw
from games.matches.models import Match
from games.matches.scenes import Scene


class Dial(msgspec.Struct, frozen=True):
    """One running clock, as everybody may see it: who owes a decision is public."""

    seat: int
    decide_by: int  #: from when on the reserve is used up, in ms since 1970
    reserve: int  #: in ms, as it was when the decision was asked for


def dials_of(match: Match) -> tuple[Dial, ...]:
    """Return the clocks that run at `match`."""
    if not match.is_running or clocks.clock_of(match) is None:
        return ()
    timed = match.players.filter(asked_at__isnull=False).order_by("seat")
    return tuple(
        Dial(
            player.seat,
            int(until.timestamp() * 1000),
            int(clocks.reserve_of(match, player).total_seconds() * 1000),
        )
        for player in timed
        if (until := clocks.decide_by(match, player))
    )


def render(scene: Scene, dials: tuple[Dial, ...], viewer: Viewer) -> str:
    """Render the clocks, the viewer's own apart; nothing where a table is not timed."""
    if scene.fold is None or clocks.clock_of(scene.match) is None:
        return ""
    return draw("matches/_clocks.html", scene, me=viewer.seat, dials=dials)
