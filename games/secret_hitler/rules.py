"""The rules: what is legal and what follows. Clause numbers are those of the written rules."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

import msgspec

from games.engine.chance import Chance
from games.engine.game import Draft, Outcome
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

_Draft = Draft[State, ev.Event]
_VOTES: tuple[ac.Action, ...] = (ac.Vote(ja=True), ac.Vote(ja=False))
_ANSWERS: tuple[ac.Action, ...] = (ac.AnswerVeto(agree=True), ac.AnswerVeto(agree=False))
_TILES: tuple[Tile, ...] = ("liberal", "fascist")
_SESSION = ("discard", "enact", "answer-veto")


# Who may do what


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seats that owe a decision: all who have not voted, or the one in office."""
    if state.phase == "vote":
        ballots = enumerate(state.votes)
        return tuple(Seat(s) for s, vote in ballots if vote is None and state.alive[s])
    if state.phase == "enact":
        return (state.chancellor,) if state.chancellor is not None else ()
    return () if state.phase in ("over", "set-up") else (state.president,)


def silent(state: State) -> tuple[Seat, ...]:
    """Return president and chancellor from the draw to the end of the session (3.5)."""
    if state.phase in _SESSION and state.chancellor is not None:
        return (state.president, state.chancellor)
    return ()


def gone(state: State) -> tuple[Seat, ...]:
    """Return the dead: they neither speak, vote nor hold office (4.4)."""
    return tuple(Seat(seat) for seat, alive in enumerate(state.alive) if not alive)


def living(state: State) -> tuple[Seat, ...]:
    """Return the seats still alive."""
    return _living(state.alive)


@lru_cache(maxsize=1024)
def _living(alive: tuple[bool, ...]) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, is_alive in enumerate(alive) if is_alive)


def term_limited(state: State) -> tuple[Seat, ...]:
    """Return the living seats that could not be chancellor if nominated now (2.3, 2.4)."""
    barred = {state.last_chancellor}
    if sum(state.alive) > FEW_ALIVE:
        barred.add(state.last_president)
    return tuple(seat for seat in living(state) if seat in barred)


def choices(state: State, seat: Seat) -> tuple[ac.Action, ...]:
    """Return all that is legal for `seat` now: what it owes, then what it merely may do."""
    if not 0 <= seat < len(state.alive) or not state.alive[seat] or state.phase == "over":
        return ()
    duties = _VOTES if state.phase == "vote" else _duties(state, seat)
    held = state.held[seat]
    if not held or seat in silent(state):
        return duties
    return duties + _claims(held)


def _duties(state: State, seat: Seat) -> tuple[ac.Action, ...]:
    """Return what `seat` must choose from outside of voting, nothing unless it is its turn."""
    if seat != (state.chancellor if state.phase == "enact" else state.president):
        return ()
    if state.phase == "nominate":
        barred = term_limited(state)
        return tuple(ac.Nominate(s) for s in living(state) if s != seat and s not in barred)
    if state.phase == "power":
        return _power_choices(state, seat)
    if state.phase == "answer-veto":
        return _ANSWERS
    if state.phase == "discard":
        return tuple(ac.Discard(tile) for tile in _TILES if tile in state.hand)
    enacting: tuple[ac.Action, ...] = tuple(ac.Enact(t) for t in _TILES if t in state.hand)
    return (*enacting, ac.ProposeVeto()) if may_propose_veto(state) else enacting


def may_propose_veto(state: State) -> bool:
    """Tell whether the veto is unlocked and not yet refused in this session (5.1, 5.3)."""
    return (
        state.phase == "enact" and state.fascist >= FASCIST_FOR_VETO and not state.now.veto_refused
    )


def _power_choices(state: State, seat: Seat) -> tuple[ac.Action, ...]:
    """Return the ways to use the power granted: any other living player, or a peek (4.3 to 4.6)."""
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
def _claims(held: tuple[Subject, ...]) -> tuple[ac.Action, ...]:
    """Return every claim about what is `held`, the latest knowledge first (7.1)."""
    return tuple(claim for subject in reversed(held) for claim in _claims_about(*subject))


def _claims_about(about: About, round_number: int) -> tuple[ac.Action, ...]:
    """Return all that can be said about one piece of knowledge, in every order of tiles."""
    if about == "investigation":
        return tuple(ac.Claim(about, round_number, party=party) for party in _TILES)
    count = HAND - 1 if about == "chancellor-hand" else HAND
    orders = product(_TILES, repeat=count)
    return tuple(ac.Claim(about, round_number, tiles=tiles) for tiles in orders)


def invited(state: State) -> tuple[Seat, ...]:
    """Return the living who owe nothing and have said nothing yet of what the latest session
    or power showed them (7.1).
    """
    if state.phase not in ("nominate", "power"):
        return ()
    latest = state.round - (state.phase == "nominate")
    said = {(made.seat, made.claim.about, made.claim.round) for made in state.claims}
    owing = to_act(state)
    return tuple(
        seat
        for seat in living(state)
        if seat not in owing
        and any(
            number == latest and (seat, about, number) not in said
            for about, number in state.held[seat]
        )
    )


def redealable(state: State) -> bool:
    """Tell whether no vote was shown yet, so that the table may agree to redeal (7.3)."""
    return state.phase != "over" and state.round == 1 and state.now.elected is None


# What follows


def decide(state: State, seat: Seat, action: ac.Action, chance: Chance) -> Sequence[ev.Event]:
    """Return what happens when `seat` takes `action`, which must be one of its choices."""
    draft: _Draft = Draft(state, evolve)
    _DECIDE[type(action)](draft, seat, action, chance)
    return draft.events


def drawn_by_lot(state: State, seat: Seat, action: ac.Action) -> ev.DrawnByLot | None:
    """Return the fact that the clock drew `action`, which `seat` owed (3.4).

    It is None for what nobody owes, though a record may give it to the clock: a claim, or a vote
    that is changed, of which nobody else may learn.
    """
    if isinstance(action, ac.Claim) or seat not in to_act(state):
        return None
    return ev.DrawnByLot(seat, msgspec.convert(action.__struct_config__.tag, ac.Decision))


def _nominate(draft: _Draft, _seat: Seat, action: ac.Nominate, _chance: Chance) -> None:
    draft.add(ev.ChancellorNominated(action.chancellor))


def _vote(draft: _Draft, seat: Seat, action: ac.Vote, chance: Chance) -> None:
    """Take a vote; with the last one in, show them all (2.5, 2.6)."""
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
    """Seat the government; look for Hitler before anybody draws (2.9), then draw (3.1)."""
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
    """End the match if either track is full, and tell whether it was (6.1)."""
    if draft.state.liberal == LIBERAL_TO_WIN:
        draft.add(ev.MatchEnded("liberal", "five-liberal-policies"))
    elif draft.state.fascist == FASCIST_TO_WIN:
        draft.add(ev.MatchEnded("fascist", "six-fascist-policies"))
    return draft.state.phase == "over"


def _reshuffle_if_short(draft: _Draft, chance: Chance) -> None:
    """Shuffle the rest and the discards into a new deck if it holds fewer than three (3.8)."""
    state = draft.state
    if len(state.deck) < HAND:
        left = sorted(state.deck + state.discards, reverse=True)  # liberal first
        draft.add(ev.DeckShuffled(chance.shuffle(f"deck/{state.shuffles + 1}", left)))


def _discard(draft: _Draft, _seat: Seat, action: ac.Discard, _chance: Chance) -> None:
    draft.add(ev.TilesPassed(action.tile, _without(draft.state.hand, action.tile)))


def _without(hand: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """Return `hand` less one `tile`, the others in their order."""
    place = hand.index(tile)
    return hand[:place] + hand[place + 1 :]


def _enact(draft: _Draft, _seat: Seat, action: ac.Enact, chance: Chance) -> None:
    """Enact a policy (3.3); the end, a new deck and a power follow in this order (3.8, 4.1)."""
    (discarded,) = _without(draft.state.hand, action.tile)
    draft.add(ev.PolicyEnacted(action.tile, discarded))
    if _end_by_policies(draft):
        return
    _reshuffle_if_short(draft, chance)
    power = _granted(draft.state) if action.tile == "fascist" else None
    if power is None:
        _pass_candidacy(draft)
    else:
        draft.add(ev.PowerGranted(power))


def _granted(state: State) -> Power | None:
    """Return the power on the place of the fascist track just covered (4.1)."""
    return TRACKS[len(state.roles)][state.fascist - 1]


def _propose_veto(draft: _Draft, _seat: Seat, _action: ac.Action, _chance: Chance) -> None:
    draft.add(ev.VetoProposed())


def _answer_veto(draft: _Draft, _seat: Seat, action: ac.AnswerVeto, chance: Chance) -> None:
    """Refuse (5.3), or end the session, see to the deck, and only then the tracker (5.2)."""
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
    """Execute the target: the end if it was Hitler, else proof that it was not (4.4)."""
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
    """Return who won and why, Hitler with the fascists (6.1); None while the match runs."""
    if state.winner is None:
        return None
    return Outcome(state.winner, state.reason, winners(state))


def winners(state: State) -> tuple[Seat, ...]:
    """Return the seats on the winning side, the dead included."""
    seats = range(len(state.roles))
    return tuple(Seat(s) for s in seats if party_of(state.roles[s]) == state.winner)


def side_of(state: State, seat: Seat) -> Party:
    """Return the side that `seat` plays for (6.1)."""
    return party_of(state.roles[seat])
