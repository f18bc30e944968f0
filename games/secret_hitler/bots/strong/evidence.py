"""The rounds of a view as one viewer knows them, in a short form for cache keys."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.engine.seats import Seat
from games.secret_hitler.view import ClaimView, RoundView, View


class RoundEvidence(NamedTuple):
    """One round as one viewer knows it; tiles are counts of liberal ones.

    A vote drawn by the clock is not evidence; it is None, like the votes of dead players.
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
    by_lot: frozenset[str] = frozenset()  #: decisions by the clock, apart from votes


def evidence_of(view: View, seat: Seat | None) -> tuple[RoundEvidence, ...]:
    """Return the evidence of every round of `view` for `seat`; for None, the public evidence."""
    return _with_peeks([_facts(round_, seat) for round_ in view.rounds])


def known_of(view: View, seat: Seat | None) -> tuple[RoundEvidence, ...]:
    """Return `evidence_of` without a last round in which nothing has happened."""
    rounds = evidence_of(view, seat)
    is_open = rounds and (rounds[-1].votes, rounds[-1].chaos, rounds[-1].power) == (None,) * 3
    return rounds[:-1] if is_open else rounds


@lru_cache(maxsize=8192)
def _facts(round_: RoundView, seat: Seat | None) -> RoundEvidence:
    """Return the evidence of a round for `seat`; for None, the public evidence."""
    president, chancellor = round_.president, round_.chancellor
    own = None if seat is None else 0 if seat == president else 1 if seat == chancellor else None
    return RoundEvidence(
        president=president,
        chancellor=chancellor,
        votes=_votes(round_),
        elected=round_.elected,
        enacted=round_.enacted,
        vetoed=round_.vetoed,
        chaos=round_.chaos,
        power=round_.power if round_.power_used else None,
        target=round_.target,
        said=_last_claim(round_.claims, president, "president-hand"),
        told=_last_claim(round_.claims, chancellor, "chancellor-hand"),
        report=_last_report(round_.claims),
        drawn=_count(round_.drawn) if own == 0 else None,
        passed=_count(round_.passed) if own is not None else None,
        own=own,
        peeked=round_.peeked if own == 0 else None,
        by_lot=frozenset(lot.action for lot in round_.by_lot if lot.action != "vote"),
    )


def _votes(round_: RoundView) -> tuple[bool | None, ...] | None:
    """Return the public votes that a player chose."""
    by_clock = {lot.seat for lot in round_.by_lot if lot.action == "vote"}
    if not by_clock or round_.votes is None:
        return round_.votes
    return tuple(None if seat in by_clock else ja for seat, ja in enumerate(round_.votes))


def _with_peeks(rounds: Sequence[RoundEvidence]) -> tuple[RoundEvidence, ...]:
    """Return `rounds` with the draws that the seat's own peeks had shown (4.5)."""
    facts, foreseen = [], None
    for round_facts in rounds:
        if round_facts.chaos is not None:
            foreseen = None
        elif foreseen is not None and (round_facts.enacted is not None or round_facts.vetoed):
            round_facts, foreseen = round_facts._replace(drawn=foreseen), None
        if round_facts.peeked is not None:
            foreseen = _count(round_facts.peeked)
        facts.append(round_facts)
    return tuple(facts)


def _count(tiles: Sequence[str] | None) -> int | None:
    return None if tiles is None else sum(tile == "liberal" for tile in tiles)


def _last_claim(claims: tuple[ClaimView, ...], seat: Seat | None, about: str) -> int | None:
    """Return the number of liberal tiles that `seat` last claimed to have seen."""
    counts = [_count(c.tiles) for c in claims if c.seat == seat and c.about == about]
    return counts[-1] if counts else None


def _last_report(claims: tuple[ClaimView, ...]) -> str | None:
    parties = [claim.party for claim in claims if claim.about == "investigation"]
    return parties[-1] if parties else None
