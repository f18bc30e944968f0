"""The rules: legal actions and their consequences.

Clause numbers are those of the written rules.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

import msgspec

from games.engine.chance import Chance
from games.engine.game import Outcome, PendingEvents
from games.engine.seats import Seat
from games.secret_hitler import actions as ac
from games.secret_hitler import events as ev
from games.secret_hitler.pieces import (
    FASCIST_FOR_HITLER,
    FASCIST_FOR_VETO,
    FASCIST_TO_WIN,
    FEW_ALIVE,
    HAND,
    LIBERAL_TO_WIN,
    TRACKER_FOR_CHAOS,
    TRACKS,
    About,
    Party,
    Power,
    Tile,
    party_of,
)
from games.secret_hitler.state import State, Subject, evolve

_Draft = PendingEvents[State, ev.Event]
_VOTES: tuple[ac.Action, ...] = (ac.Vote(ja=True), ac.Vote(ja=False))
_ANSWERS: tuple[ac.Action, ...] = (ac.AnswerVeto(agree=True), ac.AnswerVeto(agree=False))
_TILES: tuple[Tile, ...] = ("liberal", "fascist")
_SESSION = ("discard", "enact", "answer-veto")


# Legal actions


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seats that owe a decision: all that have not voted, or the one in office."""
    if state.phase == "vote":
        return _voters(state.votes, state.alive)
    if state.phase == "enact":
        return (state.chancellor,) if state.chancellor is not None else ()
    return () if state.phase in ("over", "set-up") else (state.president,)


@lru_cache(maxsize=4096)
def _voters(votes: tuple[bool | None, ...], alive: tuple[bool, ...]) -> tuple[Seat, ...]:
    """Return the living seats that have not voted."""
    return tuple(Seat(s) for s, vote in enumerate(votes) if vote is None and alive[s])


def muted_seats(state: State) -> tuple[Seat, ...]:
    """Return president and chancellor from the draw to the end of the session (3.5)."""
    if state.phase in _SESSION and state.chancellor is not None:
        return (state.president, state.chancellor)
    return ()


def eliminated(state: State) -> tuple[Seat, ...]:
    """Return the dead seats: they neither speak, vote nor hold office (4.4)."""
    return tuple(Seat(seat) for seat, alive in enumerate(state.alive) if not alive)


def living(state: State) -> tuple[Seat, ...]:
    """Return the living seats."""
    return _living(state.alive)


@lru_cache(maxsize=1024)
def _living(alive: tuple[bool, ...]) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, is_alive in enumerate(alive) if is_alive)


def term_limited(state: State) -> tuple[Seat, ...]:
    """Return the living seats that could not be nominated as chancellor now (2.3, 2.4)."""
    seats = {state.last_chancellor}
    if sum(state.alive) > FEW_ALIVE:
        seats.add(state.last_president)
    return tuple(seat for seat in living(state) if seat in seats)


def choices(state: State, seat: Seat) -> tuple[ac.Action, ...]:
    """Return all legal actions of `seat` now: duties first, then optional ones."""
    if not 0 <= seat < len(state.alive) or not state.alive[seat] or state.phase == "over":
        return ()
    duties = _VOTES if state.phase == "vote" else _duties(state, seat)
    subjects = state.held[seat]
    if not subjects or seat in muted_seats(state):
        return duties
    return duties + _claims(subjects)


def _duties(state: State, seat: Seat) -> tuple[ac.Action, ...]:
    """Return the duties of `seat` other than voting; empty if it owes nothing."""
    if seat != (state.chancellor if state.phase == "enact" else state.president):
        return ()
    if state.phase == "nominate":
        limits = term_limited(state)
        return tuple(ac.Nominate(s) for s in living(state) if s != seat and s not in limits)
    if state.phase == "power":
        return _power_choices(state, seat)
    if state.phase == "answer-veto":
        return _ANSWERS
    if state.phase == "discard":
        return tuple(ac.Discard(tile) for tile in _TILES if tile in state.hand)
    enacting: tuple[ac.Action, ...] = tuple(ac.Enact(t) for t in _TILES if t in state.hand)
    return (*enacting, ac.ProposeVeto()) if may_propose_veto(state) else enacting


def may_propose_veto(state: State) -> bool:
    """Return whether a veto is possible and was not refused in this session (5.1, 5.3)."""
    return (
        state.phase == "enact" and state.fascist >= FASCIST_FOR_VETO and not state.now.veto_refused
    )


def _power_choices(state: State, seat: Seat) -> tuple[ac.Action, ...]:
    """Return all ways to use the granted power: on any other living player, or a peek (4.3-4.6)."""
    others = [other for other in living(state) if other != seat]
    power = state.now.power
    if power == "investigate":
        return tuple(ac.Investigate(s) for s in others if s not in state.investigated)
    if power == "call-election":
        return tuple(ac.CallElection(s) for s in others)
    if power == "execute":
        return tuple(ac.Execute(s) for s in others)
    return (ac.Peek(),)


@lru_cache(maxsize=4096)
def _claims(subjects: tuple[Subject, ...]) -> tuple[ac.Action, ...]:
    """Return every claim about the knowledge `subjects`, the latest first (7.1)."""
    return tuple(claim for subject in reversed(subjects) for claim in _claims_about(*subject))


def _claims_about(about: About, round_number: int) -> tuple[ac.Action, ...]:
    """Return all possible claims about one piece of knowledge, with tiles in every order."""
    if about == "investigation":
        return tuple(ac.Claim(about, round_number, party=party) for party in _TILES)
    count = HAND - 1 if about == "chancellor-hand" else HAND
    orders = product(_TILES, repeat=count)
    return tuple(ac.Claim(about, round_number, tiles=tiles) for tiles in orders)


def invited(state: State) -> tuple[Seat, ...]:
    """Return the living seats that owe nothing, and can still claim about the latest news (7.1)."""
    if state.phase not in ("nominate", "power"):
        return ()
    latest = state.round - (state.phase == "nominate")
    owing = to_act(state)
    return tuple(s for s in living(state) if s not in owing and _has_news(state, s, latest))


def _has_news(state: State, seat: Seat, latest: int) -> bool:
    """Return whether `seat` learned something in round `latest` and has not claimed about it."""
    subjects = state.held[seat]
    if not subjects or subjects[-1][1] != latest:  # in order of rounds: most have nothing new
        return False
    claims = (own.claim for own in state.claims if own.seat == seat)
    topics = {claim.about for claim in claims if claim.round == latest}
    return any(about not in topics for about, number in subjects if number == latest)


def redealable(state: State) -> bool:
    """Return whether no vote was shown yet, so that the table may agree to redeal (7.3)."""
    return state.phase != "over" and state.round == 1 and state.now.elected is None


# Consequences


def decide(state: State, seat: Seat, action: ac.Action, chance: Chance) -> Sequence[ev.Event]:
    """Return the events when `seat` takes `action`, which must be one of its choices."""
    draft: _Draft = PendingEvents(state, evolve)
    _DECIDE[type(action)](draft, seat, action, chance)
    return draft


def clock_event(state: State, seat: Seat, action: ac.Action) -> ev.DrawnByLot | None:
    """Return the event that says the clock drew `action`, which `seat` owed (3.4).

    It is None for what nobody owed, even if a record names the clock: a claim, or a changed vote,
    which must stay hidden from others.
    """
    if isinstance(action, ac.Claim) or seat not in to_act(state):
        return None
    return ev.DrawnByLot(seat, msgspec.convert(action.__struct_config__.tag, ac.Decision))


def _nominate(draft: _Draft, _seat: Seat, action: ac.Nominate, _chance: Chance) -> None:
    draft.add(ev.ChancellorNominated(action.chancellor))


def _vote(draft: _Draft, seat: Seat, action: ac.Vote, chance: Chance) -> None:
    """Record a vote; after the last one, show them all (2.5, 2.6)."""
    if draft.state.votes[seat] is not None:
        draft.add(ev.VoteChanged(seat, action.ja))
        return
    draft.add(ev.VoteCast(seat, action.ja))
    if draft.state.votes_missing:
        return
    votes = draft.state.votes
    if votes.count(True) > votes.count(False):
        _elect(draft, votes)
    else:
        draft.add(ev.GovernmentRejected(votes))
        _advance_tracker(draft, chance)


def _elect(draft: _Draft, votes: tuple[bool | None, ...]) -> None:
    """Seat the government; check for Hitler before the draw (2.9), then draw (3.1)."""
    draft.add(ev.GovernmentElected(votes))
    chancellor = draft.state.chancellor
    if draft.state.fascist >= FASCIST_FOR_HITLER and chancellor is not None:
        if draft.state.roles[chancellor] == "hitler":
            draft.add(ev.MatchEnded("fascist", "hitler-elected"))
            return
        _prove_not_hitler(draft, chancellor)
    draft.add(ev.TilesDrawn(draft.state.deck[:HAND]))


def _prove_not_hitler(draft: _Draft, seat: Seat) -> None:
    if seat not in draft.state.not_hitler:
        draft.add(ev.ProvedNotHitler(seat))


def _advance_tracker(draft: _Draft, chance: Chance) -> None:
    """Advance the tracker, with chaos at three (2.6, 2.7), and pass the candidacy on."""
    draft.add(ev.TrackerAdvanced(draft.state.tracker + 1))
    if draft.state.tracker == TRACKER_FOR_CHAOS:
        draft.add(ev.ChaosPolicyEnacted(draft.state.deck[0]))
        if _end_by_policies(draft):
            return
        _reshuffle_if_short(draft, chance)
    _pass_candidacy(draft)


def _pass_candidacy(draft: _Draft) -> None:
    """Begin a round with the next living seat of the regular order (2.1, 4.6)."""
    state = draft.state
    seat = state.rotation
    while True:
        seat = Seat((seat + 1) % len(state.alive))
        if state.alive[seat]:
            break
    draft.add(ev.CandidacyPassed(seat))


def _end_by_policies(draft: _Draft) -> bool:
    """End the match if a track is full; return whether it was (6.1)."""
    if draft.state.liberal == LIBERAL_TO_WIN:
        draft.add(ev.MatchEnded("liberal", "five-liberal-policies"))
    elif draft.state.fascist == FASCIST_TO_WIN:
        draft.add(ev.MatchEnded("fascist", "six-fascist-policies"))
    return draft.state.phase == "over"


def _reshuffle_if_short(draft: _Draft, chance: Chance) -> None:
    """Shuffle the rest and the discards into a new deck if it has fewer than three tiles (3.8)."""
    state = draft.state
    if len(state.deck) < HAND:
        tiles = sorted(state.deck + state.discards, reverse=True)  # liberal first
        draft.add(ev.DeckShuffled(chance.shuffle(f"deck/{state.shuffles + 1}", tiles)))


def _discard(draft: _Draft, _seat: Seat, action: ac.Discard, _chance: Chance) -> None:
    draft.add(ev.TilesPassed(action.tile, _without(draft.state.hand, action.tile)))


def _without(hand: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """Return the hand without one `tile`, the others in their order."""
    place = hand.index(tile)
    return hand[:place] + hand[place + 1 :]


def _enact(draft: _Draft, _seat: Seat, action: ac.Enact, chance: Chance) -> None:
    """Enact a policy (3.3); then the end, a new deck and a power, in this order (3.8, 4.1)."""
    (tile,) = _without(draft.state.hand, action.tile)
    draft.add(ev.PolicyEnacted(action.tile, tile))
    if _end_by_policies(draft):
        return
    _reshuffle_if_short(draft, chance)
    power = _granted_power(draft.state) if action.tile == "fascist" else None
    if power is None:
        _pass_candidacy(draft)
    else:
        draft.add(ev.PowerGranted(power))


def _granted_power(state: State) -> Power | None:
    """Return the power of the fascist policy that was just enacted (4.1)."""
    return TRACKS[len(state.roles)][state.fascist - 1]


def _propose_veto(draft: _Draft, _seat: Seat, _action: ac.Action, _chance: Chance) -> None:
    draft.add(ev.VetoProposed())


def _answer_veto(draft: _Draft, _seat: Seat, action: ac.AnswerVeto, chance: Chance) -> None:
    """Refuse (5.3), or end the session, reshuffle if necessary, then advance the tracker (5.2)."""
    if not action.agree:
        draft.add(ev.VetoRefused())
        return
    draft.add(ev.VetoAgreed())
    _reshuffle_if_short(draft, chance)
    _advance_tracker(draft, chance)


def _investigate(draft: _Draft, _seat: Seat, action: ac.Investigate, _chance: Chance) -> None:
    party = party_of(draft.state.roles[action.target])
    draft.add(ev.LoyaltyInvestigated(action.target, party))
    _pass_candidacy(draft)


def _call_election(draft: _Draft, _seat: Seat, action: ac.CallElection, _chance: Chance) -> None:
    draft.add(ev.SpecialElectionCalled(action.target))
    draft.add(ev.CandidacyPassed(action.target, called=True))


def _peek(draft: _Draft, _seat: Seat, _action: ac.Action, _chance: Chance) -> None:
    draft.add(ev.PoliciesPeeked(draft.state.deck[:HAND]))
    _pass_candidacy(draft)


def _execute(draft: _Draft, _seat: Seat, action: ac.Execute, _chance: Chance) -> None:
    """Execute the target: the match ends if it was Hitler, else that is disproved (4.4)."""
    draft.add(ev.PlayerExecuted(action.target))
    if draft.state.roles[action.target] == "hitler":
        draft.add(ev.MatchEnded("liberal", "hitler-executed"))
        return
    _prove_not_hitler(draft, action.target)
    _pass_candidacy(draft)


def _claim(draft: _Draft, seat: Seat, action: ac.Claim, _chance: Chance) -> None:
    draft.add(ev.ClaimMade(seat, action))


_DECIDE: dict[type, Callable[[_Draft, Seat, Any, Chance], None]] = {
    ac.Nominate: _nominate,
    ac.Vote: _vote,
    ac.Discard: _discard,
    ac.Enact: _enact,
    ac.ProposeVeto: _propose_veto,
    ac.AnswerVeto: _answer_veto,
    ac.Investigate: _investigate,
    ac.CallElection: _call_election,
    ac.Peek: _peek,
    ac.Execute: _execute,
    ac.Claim: _claim,
}


# The end


def outcome(state: State) -> Outcome | None:
    """Return the winner and the reason (6.1); None while the match runs."""
    if state.winner is None:
        return None
    return Outcome(state.winner, state.reason, winners(state))


def winners(state: State) -> tuple[Seat, ...]:
    """Return the seats on the winning side, dead ones included."""
    if state.winner is None:
        return ()
    seats = range(len(state.roles))
    return tuple(Seat(s) for s in seats if party_of(state.roles[s]) == state.winner)


def side_of(state: State, seat: Seat) -> Party:
    """Return the side that `seat` plays for (6.1)."""
    return party_of(state.roles[seat])
