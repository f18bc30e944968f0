"""The rules: the consequences of legal actions, and the end.

Clause numbers are those of the written rules; choices.py defines the legal actions.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from games.engine.chance import Chance
from games.engine.game import Outcome, PendingEvents
from games.engine.seats import Seat
from games.secret_hitler import actions as ac
from games.secret_hitler import events as ev
from games.secret_hitler.choices import to_act
from games.secret_hitler.pieces import (
    FASCIST_FOR_HITLER,
    FASCIST_TO_WIN,
    HAND,
    LIBERAL_TO_WIN,
    TRACKER_FOR_CHAOS,
    TRACKS,
    Party,
    Power,
    Tile,
    party_of,
)
from games.secret_hitler.state import State, evolve

_Events = Sequence[ev.Event]
_Draft = PendingEvents[State, ev.Event]


def redealable(state: State) -> bool:
    """Return whether the table may still agree to redeal: before any vote is shown (7.3)."""
    return state.phase != "over" and state.round == 1 and state.now.elected is None


# Consequences


def decide(state: State, seat: Seat, action: ac.Action, chance: Chance) -> Sequence[ev.Event]:
    """Return the events that follow when `seat` takes `action`, one of its choices."""
    return _DECIDE[type(action)](state, seat, action, chance)


def _draft(state: State, event: ev.Event) -> _Draft:
    """Return a turn that begins with `event`, for adding its consequences."""
    draft: _Draft = PendingEvents(state, evolve)
    draft.add(event)
    return draft


def clock_event(state: State, seat: Seat, action: ac.Action) -> ev.DrawnByLot | None:
    """Return the event that marks `action`, which `seat` owed, as drawn by the clock (3.4).

    It is None for actions that were not owed, even if a record names the clock: a claim, or a
    changed vote, which must remain hidden from others.
    """
    if isinstance(action, ac.Claim) or seat not in to_act(state):
        return None
    return ev.DrawnByLot(seat, msgspec.convert(action.__struct_config__.tag, ac.Decision))


def _nominate(_state: State, _seat: Seat, action: ac.Nominate, _chance: Chance) -> _Events:
    return (ev.ChancellorNominated(action.chancellor),)


def _vote(state: State, seat: Seat, action: ac.Vote, chance: Chance) -> _Events:
    """Record a vote; after the last one, show them all (2.5, 2.6)."""
    if state.votes[seat] is not None:
        return (ev.VoteChanged(seat, action.ja),)
    vote = ev.VoteCast(seat, action.ja)
    if state.votes_missing > 1:
        return (vote,)
    draft = _draft(state, vote)
    votes = draft.state.votes
    if votes.count(True) > votes.count(False):
        _elect(draft, votes)
    else:
        draft.add(ev.GovernmentRejected(votes))
        _advance_tracker(draft, chance)
    return draft


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
    """Shuffle deck and discards into a new deck if fewer than three tiles are left (3.8)."""
    state = draft.state
    if len(state.deck) < HAND:
        tiles = sorted(state.deck + state.discards, reverse=True)  # liberal first
        draft.add(ev.DeckShuffled(chance.shuffle(f"deck/{state.shuffles + 1}", tiles)))


def _discard(state: State, _seat: Seat, action: ac.Discard, _chance: Chance) -> _Events:
    return (ev.TilesPassed(action.tile, _without(state.hand, action.tile)),)


def _without(hand: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """Return the hand without one `tile`, the others in their order."""
    place = hand.index(tile)
    return hand[:place] + hand[place + 1 :]


def _enact(state: State, _seat: Seat, action: ac.Enact, chance: Chance) -> _Events:
    """Enact a policy (3.3); then the end, a new deck and a power, in this order (3.8, 4.1)."""
    (tile,) = _without(state.hand, action.tile)
    draft = _draft(state, ev.PolicyEnacted(action.tile, tile))
    if _end_by_policies(draft):
        return draft
    _reshuffle_if_short(draft, chance)
    power = _granted_power(draft.state) if action.tile == "fascist" else None
    if power is None:
        _pass_candidacy(draft)
    else:
        draft.add(ev.PowerGranted(power))
    return draft


def _granted_power(state: State) -> Power | None:
    """Return the power of the fascist policy that was just enacted (4.1)."""
    return TRACKS[len(state.roles)][state.fascist - 1]


def _propose_veto(_state: State, _seat: Seat, _action: ac.Action, _chance: Chance) -> _Events:
    return (ev.VetoProposed(),)


def _answer_veto(state: State, _seat: Seat, action: ac.AnswerVeto, chance: Chance) -> _Events:
    """Refuse (5.3), or end the session, reshuffle if necessary, then advance the tracker (5.2)."""
    if not action.agree:
        return (ev.VetoRefused(),)
    draft = _draft(state, ev.VetoAgreed())
    _reshuffle_if_short(draft, chance)
    _advance_tracker(draft, chance)
    return draft


def _investigate(state: State, _seat: Seat, action: ac.Investigate, _chance: Chance) -> _Events:
    party = party_of(state.roles[action.target])
    draft = _draft(state, ev.LoyaltyInvestigated(action.target, party))
    _pass_candidacy(draft)
    return draft


def _call_election(_state: State, _seat: Seat, action: ac.CallElection, _chance: Chance) -> _Events:
    return (
        ev.SpecialElectionCalled(action.target),
        ev.CandidacyPassed(action.target, called=True),
    )


def _peek(state: State, _seat: Seat, _action: ac.Action, _chance: Chance) -> _Events:
    draft = _draft(state, ev.PoliciesPeeked(state.deck[:HAND]))
    _pass_candidacy(draft)
    return draft


def _execute(state: State, _seat: Seat, action: ac.Execute, _chance: Chance) -> _Events:
    """Execute the target: the match ends if it was Hitler; else that is now ruled out (4.4)."""
    draft = _draft(state, ev.PlayerExecuted(action.target))
    if state.roles[action.target] == "hitler":
        draft.add(ev.MatchEnded("liberal", "hitler-executed"))
    else:
        _prove_not_hitler(draft, action.target)
        _pass_candidacy(draft)
    return draft


def _claim(_state: State, seat: Seat, action: ac.Claim, _chance: Chance) -> _Events:
    return (ev.ClaimMade(seat, action),)


_DECIDE: dict[type, Callable[[State, Seat, Any, Chance], _Events]] = {
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
