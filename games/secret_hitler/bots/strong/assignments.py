"""All ways to deal the roles, as numbers, for a fast computation of the posterior."""

from functools import lru_cache
from typing import NamedTuple

from games.engine.seats import Seat
from games.secret_hitler.deductions import deals_of
from games.secret_hitler.pieces import Party, Role

LIBERAL, FASCIST, HITLER = 0, 1, 2  #: a role as a number
NUMBERS: dict[Role, int] = {"liberal": LIBERAL, "fascist": FASCIST, "hitler": HITLER}


class Worlds(NamedTuple):
    """Every deal of the roles to so many players (a world each), as parallel tuples."""

    roles: tuple[tuple[int, ...], ...]  #: by world, by seat
    masks: tuple[int, ...]  #: bit `seat` is set if the seat is of the fascist party
    hitlers: tuple[int, ...]  #: Hitler's seat


@lru_cache(maxsize=8)
def worlds_of(players: int) -> Worlds:
    """Return every deal of the roles to `players`: 20 worlds for five, 840 for ten."""
    roles = tuple(tuple(NUMBERS[role] for role in deal) for deal in deals_of(players))
    masks = tuple(sum(1 << seat for seat, role in enumerate(deal) if role) for deal in roles)
    return Worlds(roles, masks, tuple(deal.index(HITLER) for deal in roles))


@lru_cache(maxsize=512)
def pairs(players: int, first: Seat, second: Seat) -> tuple[int, ...]:
    """Return the roles of two seats by world, as 3 * role of `first` + role of `second`."""
    return tuple(3 * deal[first] + deal[second] for deal in worlds_of(players).roles)


@lru_cache(maxsize=512)
def possible(
    roles: tuple[Role | None, ...], parties: tuple[Party | None, ...], not_hitler: tuple[Seat, ...]
) -> tuple[int, ...]:
    """Return the worlds that agree with known roles, known memberships and proofs (2.9, 4.4)."""
    worlds = worlds_of(len(roles))
    roles_known = [(seat, NUMBERS[role]) for seat, role in enumerate(roles) if role is not None]
    parties_known = [
        (seat, party == "fascist") for seat, party in enumerate(parties) if party is not None
    ]
    return tuple(
        world
        for world, deal in enumerate(worlds.roles)
        if all(deal[seat] == role for seat, role in roles_known)
        and all((deal[seat] != LIBERAL) == fascist for seat, fascist in parties_known)
        and worlds.hitlers[world] not in not_hitler
    )
