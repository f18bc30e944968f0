"""What one seat may know, as the API tells it: the game's own view, choices and log lines."""

from collections.abc import Iterable
from typing import Any

from games.api import shapes
from games.engine.game import Line
from games.engine.seats import Seat, Viewer
from games.matches import clocks, folds
from games.matches.models import Match, Player


def position_of(match: Match, user_id: int) -> shapes.Position | None:
    """Return what the program of that user may know; None where it has no seat."""
    return positions_of(match, {user_id})[user_id]


def positions_of(match: Match, users: Iterable[int]) -> dict[int, shapes.Position | None]:
    """Return what the programs of `users` may know of `match`, which is read once for all."""
    players = list(match.players.order_by("seat"))
    fold = None if match.is_open else folds.fold_of(match)
    seats = {player.user_id: player.seat for player in players if player.is_api}
    faces = tuple(_player(match, player) for player in players)
    whole = folds.whole_log(match) if match.is_over else None
    return {
        user: _position(match, fold, seats[user], faces, whole) if user in seats else None
        for user in users
    }


def _position(
    match: Match,
    fold: folds.Fold | None,
    number: int,
    faces: tuple[shapes.Player, ...],
    whole: tuple[Line, ...] | None,
) -> shapes.Position:
    seat = Seat(number)
    known: dict[str, Any] = {"seat": None, "prompt": 0, "owes": False, "choices": (), "view": None}
    log: tuple[Line, ...] = ()
    if fold is not None:
        viewer = Viewer(seat)
        known = {
            "seat": seat,
            "prompt": fold.prompts[seat],
            "owes": match.is_running and seat in fold.game.to_act(fold.state),
            "choices": tuple(fold.choices[seat]) if match.is_running else (),
            "view": fold.game.view(fold.state, viewer),
        }
        log = fold.log(viewer) if whole is None else whole
    return shapes.POSITIONS[match.game](
        code=match.code,
        game=match.game,
        status=match.status,
        players=faces,
        is_paused=match.is_paused,
        log_start=0,
        log=log,
        next_code=match.successor.code if match.successor else None,
        **known,
    )


def _player(match: Match, player: Player) -> shapes.Player:
    return shapes.Player(
        name=player.name,
        is_bot=bool(player.bot),
        is_api=player.is_api,
        is_ready=player.is_ready,
        is_away=not player.bot and player.is_played_by_bot,
        decide_by=clocks.deadline(match, player) if match.is_running else None,
    )
