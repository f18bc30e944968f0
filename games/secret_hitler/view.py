"""Views: everything that one viewer may know, built from scratch, field by field."""

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from games.engine.seats import EVERYTHING, PUBLIC, Seat, Viewer
from games.engine.text import Line
from games.secret_hitler.choices import may_propose_veto, term_limited, to_act
from games.secret_hitler.knowledge import knowledge_of
from games.secret_hitler.pieces import (
    FASCIST_FOR_VETO,
    TRACKS,
    About,
    Party,
    Phase,
    Power,
    Role,
    Tile,
)
from games.secret_hitler.rules import winners
from games.secret_hitler.state import ElectionRound, Lot, MadeClaim, State


class Policies(msgspec.Struct, frozen=True):
    """The number of enacted policies of each party."""

    liberal: int
    fascist: int


class Ending(msgspec.Struct, frozen=True):
    """The winning side, and the reason."""

    winner: str
    reason: str


class ClaimView(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A public claim; nobody checks whether it is true."""

    seat: Seat
    about: About
    round: int
    tiles: tuple[Tile, ...] | None = None
    party: Party | None = None


class RoundView(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """One election and its consequences, as this viewer knows it.

    `drawn`, `president_discard`, `passed`, `chancellor_discard`, `peeked` and `party` are null
    except for the seats that saw them, and for everybody at the end. `votes` is null until they are
    shown; then it has true, false, or null (dead) per seat. If the clock drew a vote and the player
    then changes it, the mark in `by_lot` stays: the change must stay hidden (2.5).
    """

    number: int
    president: Seat
    called: bool  #: whether by a special election
    chancellor: Seat | None
    votes: tuple[bool | None, ...] | None
    elected: bool | None
    enacted: Tile | None
    veto_refused: bool
    vetoed: bool
    chaos: Tile | None  #: the policy that chaos enacted
    power: Power | None
    power_used: bool
    target: Seat | None
    claims: tuple[ClaimView, ...]  #: about this round, in the order made
    drawn: tuple[Tile, ...] | None
    president_discard: Tile | None
    passed: tuple[Tile, ...] | None
    chancellor_discard: Tile | None
    peeked: tuple[Tile, ...] | None
    party: Party | None  #: the result of an investigation
    by_lot: tuple[Lot, ...]  #: decisions that the clock drew


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One viewer's knowledge of a match of Secret Hitler; after the end the same for all."""

    game: str
    seat: Seat | None  #: the viewer's seat; null for the public, and for all at the end
    players: int
    phase: Phase
    to_act: tuple[Seat, ...]
    result: Ending | None
    winners: tuple[Seat, ...]
    policies: Policies
    tracker: int
    round: int
    president: Seat | None
    chancellor: Seat | None
    last_president: Seat | None  #: the last one elected; null after chaos
    last_chancellor: Seat | None
    alive: tuple[bool, ...]
    term_limited: tuple[Seat, ...]
    investigated: tuple[Seat, ...]
    not_hitler: tuple[Seat, ...]
    track: tuple[Power | None, ...]  #: the powers of the 1st to 5th fascist policy here
    power: Power | None  #: the power to use now
    veto_unlocked: bool
    veto_proposed: bool
    may_propose_veto: bool  #: whether the chancellor may propose one in this session
    deck_size: int
    discard_size: int
    votes_cast: tuple[bool, ...]  #: in the current election
    ballots: tuple[bool | None, ...]  #: of that election, as far as this viewer knows them
    own_vote: bool | None  #: the vote of `seat`
    roles: tuple[Role | None, ...]
    parties: tuple[Party | None, ...]
    knowledge: tuple[Line, ...]  #: the viewer's secret knowledge, with its sources
    hand: tuple[Tile, ...] | None
    peeked: tuple[Tile, ...] | None
    deck: tuple[Tile, ...] | None  #: top first
    discards: tuple[Tile, ...] | None  #: latest last
    claims: tuple[ClaimView, ...]
    rounds: tuple[RoundView, ...]
    notebook: bool  #: whether its seat may read conclusions from this view during the match


def view(state: State, viewer: Viewer) -> View:
    """Return the part of `state` that `viewer` may know; all of it after the end (6.2)."""
    return own_view(state, viewer, _public(state))


def own_view(state: State, viewer: Viewer, public: View) -> View:
    """Return the part of `state` that `viewer` may know, given the `public` view of it."""
    eyes = EVERYTHING if state.phase == "over" else viewer
    if eyes == PUBLIC or state.phase == "set-up":
        return public
    own_vote = None if eyes.seat is None else state.votes[eyes.seat]
    known = knowledge_of(state, eyes)
    return replace(
        public,
        seat=eyes.seat,
        ballots=_ballots(state, eyes, own_vote),
        own_vote=own_vote,
        roles=known.roles,
        parties=known.parties,
        knowledge=known.reasons,
        hand=_hand(state, eyes),
        peeked=_tiles_peeked(state, eyes),
        deck=state.deck if eyes.sees_all else None,
        discards=state.discards if eyes.sees_all else None,
        rounds=_own_rounds(state.rounds, eyes, public.rounds),
    )


def _public(state: State) -> View:
    """Return the public knowledge; after the end, that from before it."""
    seats = len(state.roles)
    claims = _claim_views(state.claims)
    return View(
        game="secret-hitler",
        seat=None,
        players=seats,
        phase=state.phase,
        to_act=to_act(state),
        result=None if state.winner is None else Ending(state.winner, state.reason),
        winners=winners(state),
        policies=Policies(state.liberal, state.fascist),
        tracker=state.tracker,
        round=state.round,
        president=state.president if state.rounds else None,
        chancellor=state.chancellor,
        last_president=state.last_president,
        last_chancellor=state.last_chancellor,
        alive=state.alive,
        term_limited=term_limited(state),
        investigated=tuple(sorted(state.investigated)),
        not_hitler=tuple(sorted(state.not_hitler)),
        track=TRACKS.get(seats, ()),
        power=state.now.power if state.phase == "power" else None,
        veto_unlocked=state.fascist >= FASCIST_FOR_VETO,
        veto_proposed=state.phase == "answer-veto",
        may_propose_veto=may_propose_veto(state),
        deck_size=len(state.deck),
        discard_size=len(state.discards),
        votes_cast=tuple(vote is not None for vote in state.votes),
        ballots=_ballots(state, PUBLIC, None),
        own_vote=None,
        roles=(None,) * seats,
        parties=(None,) * seats,
        knowledge=(),
        hand=None,
        peeked=None,
        deck=None,
        discards=None,
        claims=claims,
        rounds=_round_views(state.rounds, claims),
        notebook=state.notebook,
    )


def _ballots(state: State, eyes: Viewer, own_vote: bool | None) -> tuple[bool | None, ...]:
    """Return all votes once they are shown; until then only the viewer's own (2.5)."""
    if eyes.sees_all or (state.rounds and state.now.elected is not None):
        return state.votes
    ballots: list[bool | None] = [None] * len(state.roles)
    if eyes.seat is not None:
        ballots[eyes.seat] = own_vote
    return tuple(ballots)


def _hand(state: State, eyes: Viewer) -> tuple[Tile, ...] | None:
    """Return the tiles in hand, for the seat that holds them: president (3.1), chancellor (3.2)."""
    holder = state.president if state.phase == "discard" else state.chancellor
    is_open = state.phase in ("discard", "enact", "answer-veto")
    return state.hand if is_open and (eyes.sees_all or eyes.seat == holder) else None


def _tiles_peeked(state: State, eyes: Viewer) -> tuple[Tile, ...] | None:
    """Return the top of the deck, for the president who peeked, until a tile is drawn (4.5)."""
    if state.peeker is None or not (eyes.sees_all or eyes.seat == state.peeker):
        return None
    return state.deck[:3]


# Claims and rounds are converted once, when they are added: the result of each prefix is cached.
# Three in four moves are votes, which change neither, and most others change only the last round.


@lru_cache(maxsize=4096)
def _claim_views(claims: tuple[MadeClaim, ...]) -> tuple[ClaimView, ...]:
    return tuple(map(_claim_view, claims))  # there may be hundreds: no recursion


@lru_cache(maxsize=4096)
def _claim_view(made: MadeClaim) -> ClaimView:
    seat, claim = made.seat, made.claim
    return ClaimView(seat, claim.about, claim.round, claim.tiles or None, claim.party or None)


@lru_cache(maxsize=4096)
def _round_views(
    rounds: tuple[ElectionRound, ...], claims: tuple[ClaimView, ...]
) -> tuple[RoundView, ...]:
    """Return all rounds as everybody knows them, each with the claims about it."""
    if not rounds:
        return ()
    number = len(rounds)
    about = tuple([claim for claim in claims if claim.round == number])
    earlier = tuple([claim for claim in claims if claim.round < number]) if about else claims
    return (*_round_views(rounds[:-1], earlier), _round_view(number, rounds[-1], about))


def _round_view(number: int, round_: ElectionRound, claims: tuple[ClaimView, ...]) -> RoundView:
    """Return round `number` as everybody knows it."""
    return RoundView(
        number=number,
        president=round_.president,
        called=round_.called,
        chancellor=round_.chancellor,
        votes=round_.votes or None,
        elected=round_.elected,
        enacted=round_.enacted,
        veto_refused=round_.veto_refused,
        vetoed=round_.vetoed,
        chaos=round_.chaos,
        power=round_.power,
        power_used=round_.power_used,
        target=round_.target,
        claims=claims,
        drawn=None,
        president_discard=None,
        passed=None,
        chancellor_discard=None,
        peeked=None,
        party=None,
        by_lot=round_.by_lot,
    )


@lru_cache(maxsize=8192)
def _own_rounds(
    rounds: tuple[ElectionRound, ...], eyes: Viewer, public: tuple[RoundView, ...]
) -> tuple[RoundView, ...]:
    """Return all rounds as one viewer knows them, the last one added to those before it."""
    if not rounds:
        return ()
    earlier = _own_rounds(rounds[:-1], eyes, public[:-1])
    return (*earlier, _own_round(rounds[-1], eyes, public[-1]))


def _own_round(round_: ElectionRound, eyes: Viewer, public_round: RoundView) -> RoundView:
    """Return the public form of a round with the tiles that this viewer held (3.6)."""
    president = eyes.sees_all or eyes.seat == round_.president
    chancellor = eyes.sees_all or (eyes.seat is not None and eyes.seat == round_.chancellor)
    if not (president or chancellor):
        return public_round
    return replace(
        public_round,
        drawn=(round_.drawn or None) if president else None,
        president_discard=round_.president_discard if president else None,
        passed=round_.passed or None,
        chancellor_discard=round_.chancellor_discard if chancellor else None,
        peeked=(round_.peeked or None) if president else None,
        party=round_.party if president else None,
    )
