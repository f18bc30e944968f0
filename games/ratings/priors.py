"""How often each side wins between equal players."""

from games.catalog import GAMES

EVEN = 0.5


def expected(game_key: str, side: str, size: int) -> float:
    """Return how often `side` wins between equal players, from 0 to 1.

    The sides are equal where the game does not say (`Sides.usual_shares`), and for removed games.
    """
    game = GAMES.get(game_key)
    if game is None or side not in game.sides.names or size not in game.sides.usual_shares:
        return EVEN
    share = game.sides.usual_shares[size]
    return share if side == game.sides.names[0] else 1 - share
