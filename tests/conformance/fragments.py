"""What a viewer's page shows of a moment: the fragments as they are sent, for the look-alike test.

Rendered from a match that is stored nowhere, so that thousands of moments can be looked at.
"""

from functools import lru_cache

from games.engine.record import Turn
from games.engine.seats import Viewer
from games.matches.models import Match
from games.matches.page import fragments
from games.matches.page.page_state import Face, MatchInfo, PageState
from games.matches.page.panels import panels
from games.matches.play.projection import Projection, begin, follow
from tests.conformance.cases import CASES
from tests.conformance.lookalike import Moment


@lru_cache(maxsize=8)
def fold_after(key: str, turns: tuple[Turn, ...], count: int) -> Projection:
    """Return the fold of `turns`, from the one before it if that is still known."""
    if not turns:
        return begin(CASES[key].game, count)
    before = fold_after(key, turns[:-1], count)
    return follow(before, turns[-1])


def scene_at(moment: Moment, count: int) -> PageState:
    """Return all that the fragments of one moment are drawn from."""
    game, fold = moment.game, fold_after(moment.game.key, moment.turns, count)
    table = MatchInfo(
        code="ABCDEF",
        game=game.key,
        name=game.name,
        status=Match.Status.RUNNING,
        is_public=True,
        seats_min=count,
        seats_max=count,
        has_chat=True,
        allows_spectators=True,
        fills_with_bots=False,
        allows_api_bots=False,
        commitment="0" * 64,
        next_commitment="1" * 64,
        pace=Match.Pace.UNTIMED,
        options=(),
        credit=game.words.credit,
        is_redealable=game.redealable(moment.state),
        successor="",
        returned=(),
    )
    faces = tuple(Face(name=f"Player {seat}", seat=seat) for seat in range(count))
    match = Match(code="ABCDEF", game=game.key, status=Match.Status.RUNNING, length=fold.length)
    match.projection = fold
    # Nothing was said: a stored match would be asked for its messages.
    read = {panel.name: panel.read(Match(has_chat=False)) for panel in panels()}
    return PageState(match=match, table=table, seats={}, faces=faces, fold=fold, panels=read)


def see_fragments(moment: Moment, viewer: Viewer, count: int) -> bytes:
    """Return every fragment that `viewer` is sent at a moment of a running match."""
    scene = scene_at(moment, count)
    version = str(fold_after(moment.game.key, moment.turns, count).version(viewer))
    shown = {"version": version, **fragments.texts(scene, viewer)}
    return "\n".join(shown.values()).encode()
