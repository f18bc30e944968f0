"""The public table in regions: one slice for each piece that changes independently."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Literal

from msgspec.structs import replace

from games.engine.regions import PlayerInfo, Region, RegionPart, Regions, readers_of, unread_of
from games.engine.required import required
from games.engine.seats import Seat
from games.secret_hitler.pieces import (
    FASCIST_FOR_HITLER,
    FASCIST_TO_WIN,
    HELD_PHASES,
    LIBERAL_TO_WIN,
    Party,
    Phase,
    Power,
    Role,
)
from games.secret_hitler.regions.news import News, is_close, news_of
from games.secret_hitler.regions.own import own_regions
from games.secret_hitler.regions.record import CandidateRecord, evidence_of, record_of
from games.secret_hitler.view import ClaimView, RoundView, View

#: The corner of a portrait: nothing, a place for a ballot, a closed or an open ballot.
Ballot = Literal["", "missing", "cast", "ja", "nein"]
Office = Literal["", "president", "chancellor"]


class Track(Region, frozen=True):
    """One side's enacted policies, and the effects of the next ones."""

    kind: ClassVar[str] = "track"

    side: Party
    laid: int
    places: int
    powers: tuple[Power | None, ...]


class Counts(Region, frozen=True):
    """The round, the deck, and the number of failed elections."""

    kind: ClassVar[str] = "counts"

    players: int
    round: int
    tracker: int
    deck: int
    discards: int
    hitler_wins: bool  #: if elected chancellor
    veto_unlocked: bool


class Baize(Region, frozen=True):
    """The middle of the table: the newest event, then the next question."""

    kind: ClassVar[str] = "baize"

    phase: Phase
    power: Power | None
    round: int
    president: str
    chancellor: str
    ballots: int  #: votes cast so far
    voters: int
    unread: int  #: the number of `readers` with unread letters
    readers: int
    news: tuple[News, ...]
    winner: str
    reason: str

    def parts_since(self, before: "Baize") -> Sequence[RegionPart]:
        """Return the count of ballots, if nothing else has changed."""
        same = self.phase == "vote" and replace(before, ballots=self.ballots) == self
        return (Ballots(self.ballots, self.voters),) if same else ()


class Ballots(RegionPart, frozen=True):
    """The number of ballots cast."""

    kind: ClassVar[str] = "ballots"

    count: int
    voters: int

    @property
    def target(self) -> str:
        """Return the id of the count's line."""
        return "ballots"


class Evidence(Region, frozen=True):
    """The record of the two candidates, during the vote on them."""

    kind: ClassVar[str] = "evidence"

    standings: tuple[CandidateRecord, ...]


class Person(Region, frozen=True):
    """The person in a seat: the part that does not change with a move."""

    kind: ClassVar[str] = "person"

    seat: Seat
    name: str
    portrait: str
    is_bot: bool
    is_api: bool


class PublicSeat(Region, frozen=True):
    """The public pieces at a player's seat."""

    kind: ClassVar[str] = "seat"

    seat: Seat
    is_away: bool  #: a bot plays for them
    is_offline: bool  #: does not have this table open, during the match
    is_alive: bool
    owes: bool
    office: Office
    is_candidate: bool
    ballot: Ballot
    ballot_round: int
    is_term_limited: bool
    is_not_hitler: bool
    is_investigated: bool
    claim: ClaimView | None  #: their last claim about the newest government
    role: Role | None
    party: Party | None
    is_deciding: bool  #: whether one ballot decided the vote: this one, which is shown last
    has_won: bool
    has_turned: bool  #: whether part of the government, or the execution, that ended the match
    unveiled: int  #: the index in the reveal of roles at the end; Hitler's is the last


def public_regions(view: View, players: Sequence[PlayerInfo]) -> Mapping[str, Region]:
    """Return the regions of the table as seen in `view`, in the order of the page."""
    regions: dict[str, Region] = {
        "track-liberal": Track("liberal", view.policies.liberal, LIBERAL_TO_WIN, ()),
        "track-fascist": Track("fascist", view.policies.fascist, FASCIST_TO_WIN, view.track),
        "counts": _counts(view),
        "baize": _baize(view, players),
        "evidence": Evidence(evidence_of(view, players)),
    }
    round_, claims = _round_to_show(view), _newest_claims(view)
    for player, person in zip(players, _people(tuple(players)), strict=True):
        seat = person.seat
        regions[f"person-{seat}"] = person
        regions[f"seat-{seat}"] = _chair(view, player, seat, round_, claims.get(seat))
    return regions | record_of(view, players)


@lru_cache(maxsize=1024)
def _people(players: tuple[PlayerInfo, ...]) -> tuple[Person, ...]:
    return tuple(
        Person(Seat(required(one.seat)), one.name, one.portrait, one.is_bot, one.is_api)
        for one in players
    )


def _counts(view: View) -> Counts:
    return Counts(
        players=view.players,
        round=view.round,
        tracker=view.tracker,
        deck=view.deck_size,
        discards=view.discard_size,
        hitler_wins=view.policies.fascist >= FASCIST_FOR_HITLER and view.phase != "over",
        veto_unlocked=view.veto_unlocked,
    )


def _baize(view: View, players: Sequence[PlayerInfo]) -> Baize:
    return Baize(
        phase=view.phase,
        power=view.power,
        round=view.round,
        president=_name(players, view.president),
        chancellor=_name(players, view.chancellor),
        ballots=sum(view.votes_cast) if view.phase == "vote" else 0,
        voters=sum(view.alive),
        unread=unread_of(players),
        readers=readers_of(players) if unread_of(players) else 0,
        news=news_of(view, players),
        winner=view.result.winner if view.result else "",
        reason=view.result.reason if view.result else "",
    )


def _name(players: Sequence[PlayerInfo], seat: Seat | None) -> str:
    return "" if seat is None else players[seat].name


def _chair(
    view: View, player: PlayerInfo, seat: Seat, latest: RoundView | None, claim: ClaimView | None
) -> PublicSeat:
    is_over = view.phase == "over"
    office, ballot = _office(view, seat), _ballot(view, seat, latest)
    return PublicSeat(
        seat=seat,
        is_away=player.is_away,
        is_offline=player.is_offline and not is_over,
        is_alive=view.alive[seat],
        owes=seat in view.to_act,
        office=office,
        is_candidate=bool(office) and view.phase in ("nominate", "vote"),
        ballot=ballot,
        ballot_round=0 if ballot in ("", "missing") else latest.number if latest else view.round,
        is_term_limited=not (is_over or office) and seat in view.term_limited,
        is_not_hitler=not is_over and view.alive[seat] and seat in view.not_hitler,
        is_investigated=seat in view.investigated,
        claim=claim,
        role=view.roles[seat],
        party=view.parties[seat],
        is_deciding=bool(ballot) and seat == _deciding(latest),
        has_won=seat in view.winners,
        has_turned=is_over and seat in _turned(view.rounds[-1]),
        unveiled=_unveiled(view, seat) if is_over else 0,
    )


def _office(view: View, seat: Seat) -> Office:
    if view.phase == "over":
        return ""
    if seat == view.president:
        return "president"
    return "chancellor" if seat == view.chancellor else ""


def _round_to_show(view: View) -> RoundView | None:
    """Return the round whose votes are shown: until the next nomination, or a power."""
    if view.phase in ("discard", *HELD_PHASES) and not view.rounds[-1].enacted:
        return view.rounds[-1]
    if view.phase == "nominate" and len(view.rounds) > 1:
        before = view.rounds[-2]
        return before if before.elected is False else None
    if view.phase == "over" and view.result and view.result.reason == "hitler-elected":
        return view.rounds[-1]
    return None


def _ballot(view: View, seat: Seat, latest: RoundView | None) -> Ballot:
    if view.phase == "vote" and view.alive[seat]:
        return "cast" if view.votes_cast[seat] else "missing"
    if latest is None or latest.votes is None or latest.votes[seat] is None:
        return ""
    return "ja" if latest.votes[seat] else "nein"


@lru_cache(maxsize=1024)
def _deciding(round_: RoundView | None) -> Seat | None:
    """Return the last seat that voted for the result, if one ballot decided it."""
    votes = round_.votes if round_ is not None else None
    if round_ is None or votes is None or not is_close(votes.count(True), votes.count(False)):
        return None
    return max(Seat(seat) for seat, vote in enumerate(votes) if vote is round_.elected)


def _turned(round_: RoundView) -> tuple[Seat | None, ...]:
    """Return the seats of the last government or execution; empty if chaos ended the match."""
    if round_.chaos:
        return ()
    other = round_.target if round_.power == "execute" else round_.chancellor
    return (round_.president, other)


def _newest_claims(view: View) -> Mapping[int, ClaimView]:
    """Return each seat's last claim about the newest government that enacted a policy."""
    if view.phase == "over":
        return {}
    for round_ in reversed(view.rounds):
        if round_.enacted:
            return {claim.seat: claim for claim in round_.claims}
    return {}


def _unveiled(view: View, seat: Seat) -> int:
    """Return the index of a seat in the final reveal: liberals, fascists, Hitler."""
    ranks = {"liberal": 0, "fascist": 1, "hitler": 2}
    seats = sorted(range(view.players), key=lambda one: ranks[view.roles[one] or "liberal"])
    return seats.index(seat)


REGIONS = Regions(public_regions, own_regions)
