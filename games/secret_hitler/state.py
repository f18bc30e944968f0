"""The true state of one match, and `evolve`, which applies facts and decides nothing."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from games.engine.seats import Seat
from games.secret_hitler import events as ev
from games.secret_hitler.actions import Claim, Decision
from games.secret_hitler.pieces import About, Party, Phase, Power, Role, Tile

_Value = TypeVar("_Value")

Subject = tuple[About, int]  #: a subject of claims: the kind of knowledge, and its round


class Lot(msgspec.Struct, frozen=True, gc=False):
    """A decision that the clock drew for a seat; it says nothing about the player (3.4)."""

    seat: Seat
    action: Decision


class ElectionRound(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """The truth about one election and its consequences.

    Fields are empty until they are reached.
    """

    president: Seat
    called: bool = False  #: whether by a special election
    chancellor: Seat | None = None
    votes: tuple[bool | None, ...] = ()  #: once they are public
    elected: bool | None = None
    drawn: tuple[Tile, ...] = ()
    president_discard: Tile | None = None
    passed: tuple[Tile, ...] = ()
    chancellor_discard: Tile | None = None
    enacted: Tile | None = None
    veto_refused: bool = False
    vetoed: bool = False
    chaos: Tile | None = None
    power: Power | None = None
    power_used: bool = False
    target: Seat | None = None
    peeked: tuple[Tile, ...] = ()
    party: Party | None = None  #: the result of an investigation
    by_lot: tuple[Lot, ...] = ()  #: in the order drawn


class MadeClaim(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A claim with its player."""

    seat: Seat
    claim: Claim


class State(msgspec.Struct, frozen=True, gc=False):
    """The true state; every field is immutable, so that past states can be kept."""

    roles: tuple[Role, ...] = ()
    alive: tuple[bool, ...] = ()
    phase: Phase = "set-up"
    deck: tuple[Tile, ...] = ()  #: top first
    discards: tuple[Tile, ...] = ()  #: latest last
    hand: tuple[Tile, ...] = ()  #: the president's, then the chancellor's, in the order drawn
    shuffles: int = 0  #: the number of reshuffles
    liberal: int = 0  #: policies enacted
    fascist: int = 0
    tracker: int = 0
    president: Seat = Seat(0)  #: the president or the candidate
    chancellor: Seat | None = None  #: the chancellor or the candidate
    rotation: Seat = Seat(0)  #: the last candidate in the regular order
    votes: tuple[bool | None, ...] = ()  #: of the current election
    votes_missing: int = 0
    last_president: Seat | None = None  #: the last one elected; None after chaos
    last_chancellor: Seat | None = None
    investigated: tuple[Seat, ...] = ()
    not_hitler: tuple[Seat, ...] = ()
    peeker: Seat | None = None  #: the seat that peeked, until a tile is drawn
    held: tuple[tuple[Subject, ...], ...] = ()  #: by seat: the subjects of claims, in order
    claims: tuple[MadeClaim, ...] = ()
    rounds: tuple[ElectionRound, ...] = ()  #: the last one is the current round
    winner: Party | None = None
    reason: str = ""
    notebook: bool = False  #: whether seats may read conclusions from their knowledge

    @property
    def round(self) -> int:
        """Return the number of the current round, from 1; 0 before the deal."""
        return len(self.rounds)

    @property
    def now(self) -> ElectionRound:
        """Return the current round."""
        return self.rounds[-1]


EMPTY = State()


def evolve(state: State, event: ev.Event | ev.Held) -> State:
    """Return the state after `event`."""
    return _APPLY[type(event)](state, event)


def _noted(state: State, **facts: Any) -> tuple[ElectionRound, ...]:
    """Return the rounds with `facts` added to the current one."""
    return (*state.rounds[:-1], replace(state.rounds[-1], **facts))


def _with(by_seat: tuple[_Value, ...], seat: Seat, value: _Value) -> tuple[_Value, ...]:
    """Return the values by seat, with another `value` for one `seat`."""
    values = list(by_seat)
    values[seat] = value
    return tuple(values)


def _holding(state: State, seat: Seat, about: About) -> tuple[tuple[Subject, ...], ...]:
    """Return the subjects of claims, with this round's knowledge `about` added for `seat`."""
    return _with(state.held, seat, (*state.held[seat], (about, state.round)))


def _holding_hands(state: State) -> tuple[tuple[Subject, ...], ...]:
    """Return the subjects of claims once this legislative session is over."""
    hands = list(state.held)
    hands[state.president] += (("president-hand", state.round),)
    if state.chancellor is not None:
        hands[state.chancellor] += (("chancellor-hand", state.round),)
    return tuple(hands)


def _dealt(_state: State, event: ev.Dealt) -> State:
    return State(
        roles=event.roles,
        alive=(True,) * len(event.roles),
        phase="nominate",
        deck=event.deck,
        president=event.first_president,
        rotation=event.first_president,
        votes=(None,) * len(event.roles),
        votes_missing=len(event.roles),
        held=((),) * len(event.roles),
        rounds=(ElectionRound(event.first_president),),
        notebook=event.notebook,
    )


def _candidacy_passed(state: State, event: ev.CandidacyPassed) -> State:
    return replace(
        state,
        phase="nominate",
        president=event.president,
        chancellor=None,
        rotation=state.rotation if event.called else event.president,
        votes=(None,) * len(state.alive),
        votes_missing=sum(state.alive),
        rounds=(*state.rounds, ElectionRound(event.president, called=event.called)),
    )


def _chancellor_nominated(state: State, event: ev.ChancellorNominated) -> State:
    rounds = _noted(state, chancellor=event.chancellor)
    return replace(state, phase="vote", chancellor=event.chancellor, rounds=rounds)


def _drawn_by_lot(state: State, event: ev.DrawnByLot) -> State:
    by_lot = (*state.now.by_lot, Lot(event.seat, event.action))
    return replace(state, rounds=_noted(state, by_lot=by_lot))


def _vote_cast(state: State, event: ev.VoteCast) -> State:
    votes = _with(state.votes, event.seat, event.ja)
    return replace(state, votes=votes, votes_missing=state.votes_missing - 1)


def _vote_changed(state: State, event: ev.VoteChanged) -> State:
    return replace(state, votes=_with(state.votes, event.seat, event.ja))


def _government_elected(state: State, event: ev.GovernmentElected) -> State:
    return replace(
        state,
        last_president=state.president,
        last_chancellor=state.chancellor,
        rounds=_noted(state, votes=event.votes, elected=True),
    )


def _government_rejected(state: State, event: ev.GovernmentRejected) -> State:
    return replace(state, rounds=_noted(state, votes=event.votes, elected=False))


def _proved_not_hitler(state: State, event: ev.ProvedNotHitler) -> State:
    return replace(state, not_hitler=(*state.not_hitler, event.seat))


def _tiles_drawn(state: State, event: ev.TilesDrawn) -> State:
    return replace(
        state,
        phase="discard",
        deck=state.deck[len(event.tiles) :],
        hand=event.tiles,
        peeker=None,
        rounds=_noted(state, drawn=event.tiles),
    )


def _tiles_passed(state: State, event: ev.TilesPassed) -> State:
    return replace(
        state,
        phase="enact",
        hand=event.passed,
        discards=(*state.discards, event.discarded),
        rounds=_noted(state, president_discard=event.discarded, passed=event.passed),
    )


def _veto_proposed(state: State, _event: ev.VetoProposed) -> State:
    return replace(state, phase="answer-veto")


def _veto_refused(state: State, _event: ev.VetoRefused) -> State:
    return replace(state, phase="enact", rounds=_noted(state, veto_refused=True))


def _veto_agreed(state: State, _event: ev.VetoAgreed) -> State:
    return replace(
        state,
        hand=(),
        discards=state.discards + state.hand,
        held=_holding_hands(state),
        rounds=_noted(state, vetoed=True),
    )


def _policy_enacted(state: State, event: ev.PolicyEnacted) -> State:
    return replace(
        state,
        hand=(),
        discards=(*state.discards, event.discarded),
        liberal=state.liberal + (event.tile == "liberal"),
        fascist=state.fascist + (event.tile == "fascist"),
        tracker=0,
        held=_holding_hands(state),
        rounds=_noted(state, enacted=event.tile, chancellor_discard=event.discarded),
    )


def _tracker_advanced(state: State, event: ev.TrackerAdvanced) -> State:
    return replace(state, tracker=event.tracker)


def _chaos_policy_enacted(state: State, event: ev.ChaosPolicyEnacted) -> State:
    return replace(
        state,
        deck=state.deck[1:],
        liberal=state.liberal + (event.tile == "liberal"),
        fascist=state.fascist + (event.tile == "fascist"),
        tracker=0,
        last_president=None,
        last_chancellor=None,
        peeker=None,
        rounds=_noted(state, chaos=event.tile),
    )


def _deck_shuffled(state: State, event: ev.DeckShuffled) -> State:
    return replace(state, deck=event.deck, discards=(), shuffles=state.shuffles + 1, peeker=None)


def _power_granted(state: State, event: ev.PowerGranted) -> State:
    return replace(state, phase="power", rounds=_noted(state, power=event.power))


def _loyalty_investigated(state: State, event: ev.LoyaltyInvestigated) -> State:
    return replace(
        state,
        investigated=(*state.investigated, event.target),
        held=_holding(state, state.president, "investigation"),
        rounds=_noted(state, power_used=True, target=event.target, party=event.party),
    )


def _special_election_called(state: State, event: ev.SpecialElectionCalled) -> State:
    return replace(state, rounds=_noted(state, power_used=True, target=event.target))


def _policies_peeked(state: State, event: ev.PoliciesPeeked) -> State:
    return replace(
        state,
        peeker=state.president,
        held=_holding(state, state.president, "peek"),
        rounds=_noted(state, power_used=True, peeked=event.tiles),
    )


def _player_executed(state: State, event: ev.PlayerExecuted) -> State:
    return replace(
        state,
        alive=_with(state.alive, event.target, value=False),
        rounds=_noted(state, power_used=True, target=event.target),
    )


def _claim_made(state: State, event: ev.ClaimMade) -> State:
    return replace(state, claims=(*state.claims, MadeClaim(event.seat, event.claim)))


def _match_ended(state: State, event: ev.MatchEnded) -> State:
    return replace(state, phase="over", winner=event.winner, reason=event.reason)


def _held(state: State, event: ev.Held) -> State:
    return replace(state, phase=event.phase)


_APPLY: dict[type, Callable[[State, Any], State]] = {
    ev.Dealt: _dealt,
    ev.CandidacyPassed: _candidacy_passed,
    ev.ChancellorNominated: _chancellor_nominated,
    ev.DrawnByLot: _drawn_by_lot,
    ev.VoteCast: _vote_cast,
    ev.VoteChanged: _vote_changed,
    ev.GovernmentElected: _government_elected,
    ev.GovernmentRejected: _government_rejected,
    ev.ProvedNotHitler: _proved_not_hitler,
    ev.TilesDrawn: _tiles_drawn,
    ev.TilesPassed: _tiles_passed,
    ev.VetoProposed: _veto_proposed,
    ev.VetoRefused: _veto_refused,
    ev.VetoAgreed: _veto_agreed,
    ev.PolicyEnacted: _policy_enacted,
    ev.TrackerAdvanced: _tracker_advanced,
    ev.ChaosPolicyEnacted: _chaos_policy_enacted,
    ev.DeckShuffled: _deck_shuffled,
    ev.PowerGranted: _power_granted,
    ev.LoyaltyInvestigated: _loyalty_investigated,
    ev.SpecialElectionCalled: _special_election_called,
    ev.PoliciesPeeked: _policies_peeked,
    ev.PlayerExecuted: _player_executed,
    ev.ClaimMade: _claim_made,
    ev.MatchEnded: _match_ended,
    ev.Held: _held,
}
