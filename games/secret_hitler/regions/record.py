"""The record of governments in regions: candidates, votes, claims and policies."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Literal

import msgspec

from games.engine.regions import PlayerInfo, Region
from games.engine.seats import Seat
from games.secret_hitler.pieces import About, Party, Power, Tile
from games.secret_hitler.view import ClaimView, RoundView, View

#: How many past governments of a candidate are shown during the vote.
REMEMBERED = 5


class PersonInfo(msgspec.Struct, frozen=True):
    """A player as the record names them."""

    seat: Seat
    name: str
    portrait: str


class PublicClaim(msgspec.Struct, frozen=True):
    """A public claim about what only that player saw."""

    seat: Seat
    name: str
    about: About
    tiles: tuple[Tile, ...] | None
    party: Party | None
    target: str = ""


class Government(Region, frozen=True):
    """One round: its government, its votes, its result and the claims about it."""

    kind: ClassVar[str] = "round"
    into: ClassVar[str] = "governments"
    at: ClassVar[Literal["afterbegin", "beforeend"]] = "afterbegin"

    number: int
    president: PersonInfo
    chancellor: PersonInfo | None
    is_called: bool
    is_elected: bool | None
    ja: tuple[PersonInfo, ...]
    nein: tuple[PersonInfo, ...]
    enacted: Tile | None
    is_vetoed: bool
    is_veto_refused: bool
    chaos: Tile | None
    power: Power | None  #: once it is used
    target: str
    claims: tuple[PublicClaim, ...]
    drew: tuple[Tile, ...] | None  #: the newest claims, for the line that is always visible
    got: tuple[Tile, ...] | None
    contradicts: tuple[int, ...]  #: the seats whose claims can't all be true
    drawn: tuple[Tile, ...] | None  #: the truth, for viewers who know it
    passed: tuple[Tile, ...] | None
    peeked: tuple[Tile, ...] | None
    party: Party | None
    by_lot: tuple[str, ...]  #: the roles that did not choose in time


class Deed(msgspec.Struct, frozen=True):
    """One past government of a candidate."""

    round: int
    is_president: bool
    tile: Tile | None
    claimed: tuple[Tile, ...] | None
    is_contradicted: bool


class CandidateRecord(msgspec.Struct, frozen=True):
    """A candidate's record, the newest government last."""

    person: PersonInfo
    deeds: tuple[Deed, ...]
    is_investigated: bool
    is_not_hitler: bool


def record_of(view: View, players: Sequence[PlayerInfo]) -> Mapping[str, Region]:
    """Return one region for each round, the newest first."""
    people = tuple(_person(players, Seat(seat)) for seat in range(len(players)))
    return {
        f"round-{played.number}": _government(played, people) for played in reversed(view.rounds)
    }


def evidence_of(view: View, players: Sequence[PlayerInfo]) -> tuple[CandidateRecord, ...]:
    """Return the candidates' records during a vote; None otherwise."""
    if view.phase != "vote" or view.president is None or view.chancellor is None:
        return ()
    return tuple(_standing(view, seat, players) for seat in (view.president, view.chancellor))


def contradicting(played: RoundView) -> tuple[int, ...]:
    """Return the seats whose newest claims about a round can't all be true; may be empty."""
    drew, got = _newest(played, "president-hand"), _newest(played, "chancellor-hand")
    chancellor = () if played.chancellor is None else (played.chancellor + 1,)
    clash: set[int] = set()
    if played.enacted and drew and played.enacted not in drew:
        clash.add(played.president + 1)
    if played.enacted and got and played.enacted not in got:
        clash.update(chancellor)
    if drew and got and any(got.count(tile) > drew.count(tile) for tile in got):
        clash.update((played.president + 1, *chancellor))
    return tuple(sorted(clash))


def _newest(played: RoundView, about: About) -> tuple[Tile, ...] | None:
    said = [claim.tiles for claim in played.claims if claim.about == about]
    return said[-1] if said else None


@lru_cache(maxsize=4096)
def _government(played: RoundView, people: tuple[PersonInfo, ...]) -> Government:
    """Return the region of a round, cached: most rounds don't change with a move."""
    votes = list(enumerate(played.votes or ()))
    return Government(
        number=played.number,
        president=people[played.president],
        chancellor=None if played.chancellor is None else people[played.chancellor],
        is_called=played.called,
        is_elected=played.elected,
        ja=tuple(people[seat] for seat, vote in votes if vote),
        nein=tuple(people[seat] for seat, vote in votes if vote is False),
        enacted=played.enacted,
        is_vetoed=played.vetoed,
        is_veto_refused=played.veto_refused,
        chaos=played.chaos,
        power=played.power if played.power_used else None,
        target="" if played.target is None else people[played.target].name,
        claims=tuple(_claimed(claim, played, people) for claim in played.claims),
        drew=_newest(played, "president-hand"),
        got=_newest(played, "chancellor-hand"),
        contradicts=contradicting(played),
        drawn=played.drawn,
        passed=played.passed,
        peeked=played.peeked,
        party=played.party,
        by_lot=tuple(people[lot.seat].name for lot in played.by_lot),
    )


def _person(players: Sequence[PlayerInfo], seat: Seat) -> PersonInfo:
    return PersonInfo(seat, players[seat].name, players[seat].portrait)


def _claimed(claim: ClaimView, played: RoundView, people: Sequence[PersonInfo]) -> PublicClaim:
    target = "" if played.target is None else people[played.target].name
    name = people[claim.seat].name
    return PublicClaim(claim.seat, name, claim.about, claim.tiles, claim.party, target)


def _standing(view: View, seat: Seat, players: Sequence[PlayerInfo]) -> CandidateRecord:
    held = [played for played in view.rounds if played.elected and played.number < view.round]
    mine = [played for played in held if seat in (played.president, played.chancellor)]
    return CandidateRecord(
        _person(players, seat),
        tuple(_deed(played, seat) for played in mine[-REMEMBERED:]),
        seat in view.investigated,
        seat in view.not_hitler,
    )


def _deed(played: RoundView, seat: Seat) -> Deed:
    is_president = seat == played.president
    about: About = "president-hand" if is_president else "chancellor-hand"
    return Deed(
        played.number,
        is_president,
        played.enacted,
        _newest(played, about),
        seat + 1 in contradicting(played),
    )
