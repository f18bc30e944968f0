"""The games under test, each with what only a test may know of it: invariants and resamples."""

from collections import Counter
from typing import Any

from games.catalog import GAMES
from games.noir import GAME as NOIR
from games.noir.pieces import LAST_MURDER
from games.secret_hitler.pieces import ROLES, TILES
from tests.conformance import resample_noir, resample_secret_hitler
from tests.conformance.case import Case
from tests.third_game.case import CASE as NIGHTFALL


def _secret_hitler_conserved(state: Any) -> bool:
    tiles = Counter(state.deck + state.discards + state.hand)
    tiles.update(liberal=state.liberal, fascist=state.fascist)
    return tiles == Counter(TILES) and Counter(state.roles) == Counter(ROLES[len(state.roles)])


def _noir_conserved(state: Any) -> bool:
    if not state.deck and state.identity is None:
        return True  # the grid is laid before there are cards
    on_grid = [suspect for row in state.grid for suspect in row]
    mine = [state.identity, state.disguise, state.inspector]
    cards = [*state.deck, *state.hand, *state.innocent, *state.discards]
    cards += [card for card in mine if card is not None]
    return (
        sorted([*on_grid, *state.removed]) == list(state.suspects)
        and sorted(cards) == list(state.suspects)
        and (len(state.grid), len(state.grid[0])) in {(5, 5), (5, 4), (4, 5), (4, 4)}
        and state.identity not in state.dead
        and len(state.dead) <= LAST_MURDER
    )


CASES = {
    "secret-hitler": Case(
        game=GAMES["secret-hitler"],
        conserved=_secret_hitler_conserved,
        resample=resample_secret_hitler.resample,
        secrets={
            "who is Hitler": lambda state: state.roles.index("hitler"),
            "the next tile": lambda state: state.deck[:1],
            "the discards": lambda state: state.discards.count("liberal"),
            "the votes": lambda state: state.votes.count(True),
        },
        rare=frozenset({"claim"}),
    ),
    "noir": Case(
        game=NOIR,
        conserved=_noir_conserved,
        resample=resample_noir.resample,
        secrets={
            "the killer": lambda state: state.identity,
            "the disguise": lambda state: state.disguise,
            "the inspector": lambda state: state.inspector,
            "the next card": lambda state: state.deck[:1],
        },
        rare=frozenset({"deduce", "arrest", "offer-draw", "accept-draw", "resign"}),
        talk=0.01,
    ),
    "nightfall": NIGHTFALL,
}
