"""The fragments of a moment for a viewer's page, as they are sent, for the look-alike test.

They are rendered from an unstored match, so that thousands of moments can be compared.
"""

from functools import lru_cache

from games.engine.projection import Projection
from games.engine.record import Turn
from games.engine.seats import Viewer
from games.matches.drawing.page_states import Face, MatchInfo, PageState
from games.matches.drawing.panels import panels
from games.matches.models import Match
from games.matches.page import fragments
from games.matches.play.memory import begin, follow
from tests.conformance.cases import CASES
from tests.conformance.lookalike import Moment


@lru_cache(maxsize=8)
def projection_after(key: str, turns: tuple[Turn, ...], count: int) -> Projection:
    """Return the projection of `turns`, from the one before it if that is still known."""
    if not turns:
        return begin(CASES[key].game, count)
    before = projection_after(key, turns[:-1], count)
    return follow(before, turns[-1])


def page_state_at(moment: Moment, count: int) -> PageState:
    """Return the input of the fragments of one moment."""
    game, projection = moment.game, projection_after(moment.game.key, moment.turns, count)
    table = MatchInfo(
        code="ABCDEF",
        game=game.key,
        name=game.name,
        language="en",
        status=Match.Status.RUNNING,
        is_public=True,
        seats_min=count,
        seats_max=count,
        has_chat=True,
        allows_spectators=True,
        fills_with_bots=False,
        allows_api_bots=False,
        is_rated=True,
        least_matches=0,
        commitment="0" * 64,
        next_commitment="1" * 64,
        pace=Match.Pace.UNTIMED,
        options=(),
        is_redealable=game.start.redealable(moment.state),
        successor="",
        returned=(),
    )
    faces = tuple(Face(name=f"Player {seat}", seat=seat) for seat in range(count))
    match = Match(
        code="ABCDEF", game=game.key, status=Match.Status.RUNNING, length=projection.length
    )
    match.projection = projection
    # No messages: a stored match would be queried for them.
    read = {panel.name: panel.read(Match(has_chat=False)) for panel in panels()}
    return PageState(
        match=match, table=table, seats={}, faces=faces, projection=projection, panels=read
    )


def see_fragments(moment: Moment, viewer: Viewer, count: int) -> bytes:
    """Return every fragment for `viewer` at a moment of a running match."""
    page_state = page_state_at(moment, count)
    version = str(projection_after(moment.game.key, moment.turns, count).version(viewer))
    shown = {"version": version, **fragments.texts(page_state, viewer)}
    return "\n".join(shown.values()).encode()
