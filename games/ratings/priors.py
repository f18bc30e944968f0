"""The expected share of wins of each side between equal players."""

from games.catalog import GAMES

EVEN = 0.5


def expected(game_key: str, side: str, size: int) -> float:
    """Return the expected share of wins of `side` between equal players, from 0 to 1.

    Sides count as equal for removed games, and games that don't define `Sides.usual_shares`.
    """
    game = GAMES.get(game_key)
    if game is None or side not in game.sides.names or size not in game.sides.usual_shares:
        return EVEN
    share = game.sides.usual_shares[size]
    return share if side == game.sides.names[0] else 1 - share
