"""The list of games: one line each."""

from typing import Any

from games.engine.game import Game
from games.noir import GAME as NOIR
from games.secret_hitler import GAME as SECRET_HITLER

GAMES: dict[str, Game[Any, Any, Any, Any]] = {game.key: game for game in (SECRET_HITLER, NOIR)}
