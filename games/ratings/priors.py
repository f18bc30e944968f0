"""How often each side wins between equal players."""

from games.catalog import GAMES

EVEN = 0.5


def expected(game_key: str, side: str, size: int) -> float:
    """Return how often `side` wins between equal players, from 0 to 1.

    The sides are equal where the game does not say (`Game.usual_shares`), and for removed games.
    """
    game = GAMES.get(game_key)
    if game is None or side not in game.sides or size not in game.usual_shares:
        return EVEN
    share = game.usual_shares[size]
    return share if side == game.sides[0] else 1 - share
