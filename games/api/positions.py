"""The position of one seat in the API's format: the game's view, choices and log lines."""

from typing import Any, cast

from games.api import shapes
from games.engine.projection import Projection
from games.engine.required import required
from games.engine.seats import EVERYTHING, Seat, Viewer
from games.engine.text import Line
from games.matches.models import Match, Player
from games.matches.public import PageState, deadline, projection_of


def position_of(match: Match, user_id: int) -> shapes.Position | None:
    """Return the position of the user's program; None if it has no seat."""
    players = tuple(match.players.order_by("seat"))
    projection = None if match.is_open else projection_of(match)
    next_code = match.successor.code if match.successor else ""
    return _of(match, players, projection, next_code, user_id)


def position_in(page_state: PageState, user_id: int | None) -> shapes.Position | None:
    """Return the position from a page state, without database queries."""
    match, next_code = page_state.match, page_state.table.successor
    return _of(match, page_state.players, page_state.projection, next_code, user_id)


def _of(
    match: Match,
    players: tuple[Player, ...],
    projection: Projection | None,
    next_code: str,
    user_id: int | None,
) -> shapes.Position | None:
    mine = next((player for player in players if player.is_api and player.user_id == user_id), None)
    if mine is None:
        return None
    faces = tuple(_player(match, player) for player in players)
    return _position(match, projection, next_code, mine.seat, faces)


def _position(
    match: Match,
    projection: Projection | None,
    next_code: str,
    number: int | None,
    faces: tuple[shapes.Player, ...],
) -> shapes.Position:
    fields: dict[str, Any] = {"seat": None, "prompt": 0, "owes": False, "choices": (), "view": None}
    log: tuple[Line, ...] = ()
    if projection is not None:
        seat = Seat(required(number))
        viewer = Viewer(seat)
        fields = {
            "seat": seat,
            "prompt": projection.prompts[seat],
            "owes": match.is_running
            and not match.reading_until
            and seat in projection.game.to_act(projection.state),
            "choices": tuple(projection.choices[seat]) if match.is_running else (),
            "view": projection.game.view(projection.state, viewer),
        }
        log = projection.log(EVERYTHING if match.is_over else viewer)
    return shapes.POSITIONS[match.game](
        code=match.code,
        game=match.game,
        status=cast("shapes.Status", match.status),
        players=faces,
        is_paused=match.is_paused,
        log_start=0,
        log=log,
        next_code=next_code or None,
        **fields,
    )


def _player(match: Match, player: Player) -> shapes.Player:
    return shapes.Player(
        name=player.name,
        is_bot=bool(player.bot),
        is_api=player.is_api,
        is_ready=player.is_ready,
        is_away=not player.bot and player.is_played_by_bot,
        decide_by=deadline(match, player) if match.is_running else None,
    )
