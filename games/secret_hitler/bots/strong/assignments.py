"""All ways to deal the roles, as numbers, for a fast computation of the posterior."""

from functools import lru_cache
from typing import NamedTuple

from games.engine.seats import Seat
from games.secret_hitler.deductions import deals_of, possible_deals
from games.secret_hitler.pieces import Party, Role

LIBERAL, FASCIST, HITLER = 0, 1, 2  #: a role as a number
NUMBERS: dict[Role, int] = {"liberal": LIBERAL, "fascist": FASCIST, "hitler": HITLER}


class Assignments(NamedTuple):
    """Every deal of the roles to a number of players (an assignment each), as parallel tuples."""

    roles: tuple[tuple[int, ...], ...]  #: by assignment, by seat
    masks: tuple[int, ...]  #: bit `seat` is set if the seat is of the fascist party
    hitlers: tuple[int, ...]  #: Hitler's seat


@lru_cache(maxsize=8)
def assignments_of(players: int) -> Assignments:
    """Return every deal of the roles to `players`: 20 assignments for five, 840 for ten."""
    roles = tuple(tuple(NUMBERS[role] for role in deal) for deal in deals_of(players))
    masks = tuple(sum(1 << seat for seat, role in enumerate(deal) if role) for deal in roles)
    return Assignments(roles, masks, tuple(deal.index(HITLER) for deal in roles))


@lru_cache(maxsize=512)
def pairs(players: int, first: Seat, second: Seat) -> tuple[int, ...]:
    """Return the roles of two seats by assignment, as 3 * role of `first` + role of `second`."""
    return tuple(3 * deal[first] + deal[second] for deal in assignments_of(players).roles)


@lru_cache(maxsize=512)
def possible(
    roles: tuple[Role | None, ...], parties: tuple[Party | None, ...], not_hitler: tuple[Seat, ...]
) -> tuple[int, ...]:
    """Return the assignments that agree with known roles, memberships and proofs (2.9, 4.4)."""
    deals = frozenset(possible_deals(roles, parties, frozenset(not_hitler)))
    return tuple(number for number, deal in enumerate(deals_of(len(roles))) if deal in deals)
