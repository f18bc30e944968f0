"""Which side usually wins, by game and number of players: what equal players may expect.

A table by the catalog's names; a game that is not in it has even odds.
"""

EVEN = 0.5

#: The share of matches that a side wins, by game, by side, by how many play.
#: Secret Hitler: people's matches at secrethitler.io since 2020. Noir: people win about as often
#: on either side, the inspector by a hair.
_SHARES: dict[str, tuple[str, str, dict[int, float]]] = {
    "secret-hitler": (
        "liberal",
        "fascist",
        {5: 0.46, 6: 0.57, 7: 0.48, 8: 0.54, 9: 0.42, 10: 0.46},
    ),
    "noir": ("killer", "inspector", {2: 0.49}),
}


def expected(game_key: str, side: str, size: int) -> float:
    """Return the share of matches that `side` wins among equal players, from 0 to 1."""
    if game_key not in _SHARES:
        return EVEN
    first, second, shares = _SHARES[game_key]
    if size not in shares or side not in (first, second):
        return EVEN
    return shares[size] if side == first else 1 - shares[size]
