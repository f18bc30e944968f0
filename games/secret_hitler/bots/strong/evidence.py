"""The rounds of a view as one viewer knows them, in a short form that can be a cache's key."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.engine.seats import Seat
from games.secret_hitler.view import ClaimView, RoundView, View


class Facts(NamedTuple):
    """One round as one viewer knows it; tiles are counts of liberal ones.

    A vote that the clock drew is no evidence; it is None, like the votes of dead players.
    """

    president: Seat
    chancellor: Seat | None
    votes: tuple[bool | None, ...] | None
    elected: bool | None
    enacted: str | None
    vetoed: bool
    chaos: str | None
    power: str | None
    target: Seat | None
    said: int | None = None
    told: int | None = None
    report: str | None = None
    drawn: int | None = None
    passed: int | None = None
    own: int | None = None
    peeked: tuple[str, ...] | None = None  #: only for the president who peeked
    by_lot: frozenset[str] = frozenset()  #: what the clock decided, apart from votes


def facts_of(view: View, seat: Seat | None) -> tuple[Facts, ...]:
    """Return what `seat` knows of every round of `view`; for None, what everybody knows."""
    return _with_peeks([_facts(played, seat) for played in view.rounds])


def known_of(view: View, seat: Seat | None) -> tuple[Facts, ...]:
    """Return `facts_of` without a last round in which nothing has happened."""
    rounds = facts_of(view, seat)
    is_open = rounds and (rounds[-1].votes, rounds[-1].chaos, rounds[-1].power) == (None,) * 3
    return rounds[:-1] if is_open else rounds


@lru_cache(maxsize=8192)
def _facts(played: RoundView, seat: Seat | None) -> Facts:
    """Return what `seat` knows of a round; for None, what everybody knows."""
    president, chancellor = played.president, played.chancellor
    own = None if seat is None else 0 if seat == president else 1 if seat == chancellor else None
    return Facts(
        president=president,
        chancellor=chancellor,
        votes=_votes(played),
        elected=played.elected,
        enacted=played.enacted,
        vetoed=played.vetoed,
        chaos=played.chaos,
        power=played.power if played.power_used else None,
        target=played.target,
        said=_claimed(played.claims, president, "president-hand"),
        told=_claimed(played.claims, chancellor, "chancellor-hand"),
        report=_reported(played.claims),
        drawn=_count(played.drawn) if own == 0 else None,
        passed=_count(played.passed) if own is not None else None,
        own=own,
        peeked=played.peeked if own == 0 else None,
        by_lot=frozenset(lot.action for lot in played.by_lot if lot.action != "vote"),
    )


def _votes(played: RoundView) -> tuple[bool | None, ...] | None:
    """Return the votes that are public and that a player chose."""
    by_clock = {lot.seat for lot in played.by_lot if lot.action == "vote"}
    if not by_clock or played.votes is None:
        return played.votes
    return tuple(None if seat in by_clock else ja for seat, ja in enumerate(played.votes))


def _with_peeks(rounds: Sequence[Facts]) -> tuple[Facts, ...]:
    """Return `rounds` with the draws that the seat's own peeks had shown (4.5)."""
    found, foreseen = [], None
    for played in rounds:
        if played.chaos is not None:
            foreseen = None
        elif foreseen is not None and (played.enacted is not None or played.vetoed):
            played, foreseen = played._replace(drawn=foreseen), None
        if played.peeked is not None:
            foreseen = _count(played.peeked)
        found.append(played)
    return tuple(found)


def _count(tiles: Sequence[str] | None) -> int | None:
    return None if tiles is None else sum(tile == "liberal" for tile in tiles)


def _claimed(claims: tuple[ClaimView, ...], seat: Seat | None, about: str) -> int | None:
    """Return the number of liberal tiles that `seat` last claimed to have seen."""
    said = [_count(c.tiles) for c in claims if c.seat == seat and c.about == about]
    return said[-1] if said else None


def _reported(claims: tuple[ClaimView, ...]) -> str | None:
    said = [claim.party for claim in claims if claim.about == "investigation"]
    return said[-1] if said else None
