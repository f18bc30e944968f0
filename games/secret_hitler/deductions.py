"""Certain knowledge of a seat: what it saw, and conclusions from that."""

from functools import lru_cache
from itertools import combinations

from games.engine.seats import Seat, Viewer
from games.engine.text import Line, Term, gettext_noop
from games.secret_hitler.pieces import ROLE_TERMS, ROLES, TILES, Party, Role, Tile, policy_terms
from games.secret_hitler.state import State
from games.secret_hitler.view import View, view

Deal = tuple[Role, ...]


def deductions(state: State, viewer: Viewer) -> tuple[Line, ...]:
    """Return the certain knowledge of `viewer`: roles, tiles, and the number of open deals."""
    own_view = view(state, viewer)
    if not own_view.players:
        return ()
    if all(own_view.roles):
        return (*_roles(own_view), *_cards(own_view))
    return (*own_view.knowledge, *_deductions(own_view), *_cards(own_view))


def _roles(own_view: View) -> list[Line]:
    """Return all roles, for a viewer who sees everything."""
    return [
        _line(gettext_noop("{player}: {role}."), {"player": Seat(seat)}, role=(ROLE_TERMS[role],))
        for seat, role in enumerate(own_view.roles)
        if role is not None
    ]


def _deductions(own_view: View) -> list[Line]:
    """Return the number of possible deals of the roles, and their common facts."""
    facts = (own_view.roles, own_view.parties, frozenset(own_view.not_hitler))
    deals = possible_deals(*facts)
    one = gettext_noop("Of {all} ways to deal the roles, {left} is still possible.")
    several = gettext_noop("Of {all} ways to deal the roles, {left} are still possible.")
    count = Line(
        one if len(deals) == 1 else several,
        numbers={"all": len(deals_of(own_view.players)), "left": len(deals)},
    )
    sure = [
        _line(gettext_noop("{player} is not Hitler."), {"player": seat})
        for seat in own_view.not_hitler
    ]
    return [*sure, *_roles_that_follow(deals, own_view), count]


def _roles_that_follow(deals: tuple[Deal, ...], own_view: View) -> list[Line]:
    """Return the roles that follow from others, without having been shown."""
    lines = []
    for seat, role in enumerate(own_view.roles):
        possible = {deal[seat] for deal in deals}
        if role is None and len(possible) == 1:
            text = gettext_noop("It follows that {player} is {role}.")
            lines.append(_line(text, {"player": Seat(seat)}, role=(ROLE_TERMS[possible.pop()],)))
    return lines


@lru_cache(maxsize=16)
def deals_of(players: int) -> tuple[Deal, ...]:
    """Return every deal of the roles to `players` (1.1)."""
    fascists = ROLES[players].count("fascist")
    deals: list[Deal] = []
    for hitler in range(players):
        others = [seat for seat in range(players) if seat != hitler]
        deals += [_deal(players, hitler, seats) for seats in combinations(others, fascists)]
    return tuple(deals)


def _deal(players: int, hitler: int, fascists: tuple[int, ...]) -> Deal:
    return tuple(
        "hitler" if seat == hitler else "fascist" if seat in fascists else "liberal"
        for seat in range(players)
    )


@lru_cache(maxsize=1024)
def possible_deals(
    roles: tuple[Role | None, ...], parties: tuple[Party | None, ...], not_hitler: frozenset[Seat]
) -> tuple[Deal, ...]:
    """Return the deals that agree with everything seen: roles, memberships, proofs (2.9, 4.4)."""
    return tuple(
        deal
        for deal in deals_of(len(roles))
        if all(own_role in (None, role) for own_role, role in zip(roles, deal, strict=True))
        and all(
            party is None or (party == "liberal") == (role == "liberal")
            for party, role in zip(parties, deal, strict=True)
        )
        and not any(deal[seat] == "hitler" for seat in not_hitler)
    )


def _cards(own_view: View) -> list[Line]:
    """Return the tiles that this viewer sees now, and the numbers of tiles not enacted."""
    lines = [
        _tiles(text, tiles)
        for text, tiles in (
            (gettext_noop("In hand: {tiles}."), own_view.hand),
            (gettext_noop("On top of the deck: {tiles}."), own_view.peeked),
            (gettext_noop("The deck, top first: {tiles}."), own_view.deck),
        )
        if tiles
    ]
    rest = {
        "liberal": TILES.count("liberal") - own_view.policies.liberal,
        "fascist": TILES.count("fascist") - own_view.policies.fascist,
    }
    text = gettext_noop("Policies not enacted: {liberal} liberal, {fascist} fascist.")
    return [*lines, Line(text, numbers=rest)]


def _tiles(text: str, tiles: tuple[Tile, ...]) -> Line:
    return _line(text, {}, tiles=policy_terms(tiles))


def _line(text: str, seats: dict[str, Seat], **terms: tuple[Term, ...]) -> Line:
    return Line(text, seats=seats, terms=terms)
