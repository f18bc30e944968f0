"""The record of governments in regions: candidates, votes, claims and policies."""

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from games.engine.regions import PlayerInfo, Region, RegionPart
from games.engine.seats import Seat
from games.secret_hitler.pieces import About, Party, Power, Tile
from games.secret_hitler.view import ClaimView, RoundView, View

#: The number of past governments of a candidate shown during the vote.
REMEMBERED = 5


class PersonInfo(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A player in the record."""

    seat: Seat
    name: str
    portrait: str


class PublicClaim(msgspec.Struct, frozen=True, gc=False):
    """A public claim about a player's secret knowledge."""

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
    ending: str = ""  #: the reason for the end, if the match ended in this round

    def parts_since(self, before: "Government") -> Sequence[RegionPart]:
        """Return the truth, or the line and new claims, if nothing else has changed.

        At the end all rounds are opened.
        """
        truth = (self.drawn, self.passed, self.peeked, self.party)
        if any(truth):
            hidden = replace(self, drawn=None, passed=None, peeked=None, party=None)
            return (Truth(self.number, *truth),) if hidden == before else ()
        told = {name: getattr(self, name) for name in ("enacted", "drew", "got", "claims")}
        known = len(before.claims)
        if replace(before, **told) != self or self.claims[:known] != before.claims:
            return ()
        line, new = GovernmentLine(self), self.claims[known:]
        return (line, NewClaims(self.number, new)) if new else (line,)


class GovernmentLine(RegionPart, frozen=True):
    """The one line of a round that is always visible."""

    kind: ClassVar[str] = "line"

    government: Government

    @property
    def target(self) -> str:
        """Return the id of the line."""
        return f"line-{self.government.number}"


class NewClaims(RegionPart, frozen=True):
    """The new claims about a round."""

    kind: ClassVar[str] = "new_claims"
    swap: ClassVar[Literal["outerMorph", "beforeend"]] = "beforeend"

    number: int
    claims: tuple[PublicClaim, ...]

    @property
    def target(self) -> str:
        """Return the id of the element that holds the round's claims."""
        return f"claims-{self.number}"


class Truth(RegionPart, frozen=True):
    """The truth about a round, for viewers who know it."""

    kind: ClassVar[str] = "truth"
    swap: ClassVar[Literal["outerMorph", "beforeend"]] = "beforeend"

    number: int
    drawn: tuple[Tile, ...] | None
    passed: tuple[Tile, ...] | None
    peeked: tuple[Tile, ...] | None
    party: Party | None

    @property
    def target(self) -> str:
        """Return the id of the round's details."""
        return f"more-{self.number}"


class Deed(msgspec.Struct, frozen=True, gc=False):
    """One past government of a candidate."""

    round: int
    tile: Tile | None
    claimed: tuple[Tile, ...] | None
    is_contradicted: bool


class CandidateRecord(msgspec.Struct, frozen=True, gc=False):
    """A candidate's record, the newest government last."""

    person: PersonInfo
    deeds: tuple[Deed, ...]
    is_investigated: bool
    is_not_hitler: bool


def record_of(view: View, players: Sequence[PlayerInfo]) -> dict[str, Region]:
    """Return one region for each round, the newest first."""
    regions = _governments(view.rounds, people_of(tuple(players)))
    if view.result is None:
        return regions
    name, last = next(iter(regions.items()))
    return {**regions, name: replace(last, ending=view.result.reason)}


@lru_cache(maxsize=1024)
def people_of(players: tuple[PlayerInfo, ...]) -> tuple[PersonInfo, ...]:
    """Return the players by seat, for the record."""
    return tuple(
        PersonInfo(Seat(seat), player.name, player.portrait) for seat, player in enumerate(players)
    )


def evidence_of(view: View, players: Sequence[PlayerInfo]) -> tuple[CandidateRecord, ...]:
    """Return the candidates' records during a vote; None otherwise."""
    if view.phase != "vote" or view.president is None or view.chancellor is None:
        return ()
    people = people_of(tuple(players))
    return tuple(
        CandidateRecord(
            person=people[seat],
            deeds=_deeds(view.rounds, seat),
            is_investigated=seat in view.investigated,
            is_not_hitler=seat in view.not_hitler,
        )
        for seat in (view.president, view.chancellor)
    )


def contradicting(round_: RoundView) -> tuple[int, ...]:
    """Return the seats whose newest claims about a round can't all be true; may be empty."""
    drew, got = _newest(round_, "president-hand"), _newest(round_, "chancellor-hand")
    chancellor = () if round_.chancellor is None else (round_.chancellor + 1,)
    clash: set[int] = set()
    if round_.enacted and drew and round_.enacted not in drew:
        clash.add(round_.president + 1)
    if round_.enacted and got and round_.enacted not in got:
        clash.update(chancellor)
    if drew and got and any(got.count(tile) > drew.count(tile) for tile in got):
        clash.update((round_.president + 1, *chancellor))
    return tuple(sorted(clash))


def _newest(round_: RoundView, about: About) -> tuple[Tile, ...] | None:
    tiles = [claim.tiles for claim in round_.claims if claim.about == about]
    return tiles[-1] if tiles else None


@lru_cache(maxsize=4096)
def _governments(
    rounds: tuple[RoundView, ...], people: tuple[PersonInfo, ...]
) -> dict[str, Region]:
    """Return the regions of all rounds, cached: most moves change none, or only the last one."""
    if not rounds:
        return {}
    latest = {f"round-{len(rounds)}": _government(rounds[-1], people)}
    return {**latest, **_governments(rounds[:-1], people)}


def _government(round_: RoundView, people: tuple[PersonInfo, ...]) -> Government:
    """Return the region of a round."""
    votes = list(enumerate(round_.votes or ()))
    return Government(
        number=round_.number,
        president=people[round_.president],
        chancellor=None if round_.chancellor is None else people[round_.chancellor],
        is_called=round_.called,
        is_elected=round_.elected,
        ja=tuple(people[seat] for seat, vote in votes if vote),
        nein=tuple(people[seat] for seat, vote in votes if vote is False),
        enacted=round_.enacted,
        is_vetoed=round_.vetoed,
        is_veto_refused=round_.veto_refused,
        chaos=round_.chaos,
        power=round_.power if round_.power_used else None,
        target="" if round_.target is None else people[round_.target].name,
        claims=tuple(_claimed(claim, round_, people) for claim in round_.claims),
        drew=_newest(round_, "president-hand"),
        got=_newest(round_, "chancellor-hand"),
        contradicts=contradicting(round_),
        drawn=round_.drawn,
        passed=round_.passed,
        peeked=round_.peeked,
        party=round_.party,
        by_lot=tuple(people[lot.seat].name for lot in round_.by_lot),
    )


def _claimed(claim: ClaimView, round_: RoundView, people: Sequence[PersonInfo]) -> PublicClaim:
    target = "" if round_.target is None else people[round_.target].name
    name = people[claim.seat].name
    return PublicClaim(claim.seat, name, claim.about, claim.tiles, claim.party, target)


@lru_cache(maxsize=1024)
def _deeds(rounds: tuple[RoundView, ...], seat: Seat) -> tuple[Deed, ...]:
    """Return the last governments of `seat` before the current round."""
    elections = [round_ for round_ in rounds[:-1] if round_.elected]
    own = [round_ for round_ in elections if seat in (round_.president, round_.chancellor)]
    return tuple(_deed(round_, seat) for round_ in own[-REMEMBERED:])


@lru_cache(maxsize=4096)
def _deed(round_: RoundView, seat: Seat) -> Deed:
    about: About = "president-hand" if seat == round_.president else "chancellor-hand"
    return Deed(
        round_.number,
        round_.enacted,
        _newest(round_, about),
        seat + 1 in contradicting(round_),
    )
