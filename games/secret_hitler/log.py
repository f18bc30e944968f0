"""The log as text: each event as far as one viewer may know it."""

from collections.abc import Callable
from typing import Any

from games.engine.seats import Seat, Viewer
from games.engine.text import Line, Term, gettext_noop
from games.secret_hitler import events as ev
from games.secret_hitler.pieces import PARTY_TERMS, POLICY_TERMS, Tile, policy_terms
from games.secret_hitler.state import State

Terms = dict[str, tuple[Term, ...]]


def describe(state: State, event: ev.Event, viewer: Viewer) -> Line | None:
    """Return the line about `event` for `viewer`, or None; `state` is the state before it."""
    return _DESCRIBE[type(event)](state, event, viewer)


def _line(
    state: State,
    kind: str,
    text: str,
    *,
    terms: Terms | None = None,
    numbers: dict[str, int] | None = None,
    **seats: Seat | None,
) -> Line:
    """Return a line of the current round."""
    places = {place: seat for place, seat in seats.items() if seat is not None}
    return Line(text, kind, state.round, places, terms or {}, numbers or {})


def _sees(viewer: Viewer, seat: Seat | None) -> bool:
    """Return whether this viewer has the view of `seat`."""
    return viewer.sees_all or (viewer.seat is not None and viewer.seat == seat)


def _is(viewer: Viewer, seat: Seat | None) -> bool:
    """Return whether the viewer sits at `seat`, and is addressed as "you"."""
    return viewer.seat is not None and viewer.seat == seat


def _policies(tiles: tuple[Tile, ...]) -> Terms:
    return {"tiles": policy_terms(tiles)}


# The election


def _dealt(state: State, event: ev.Dealt, _viewer: Viewer) -> Line:
    text = gettext_noop("The secret roles are dealt. {player} is the first to run for president.")
    return _line(state, "setup", text, player=event.first_president)


def _candidacy_passed(state: State, event: ev.CandidacyPassed, _viewer: Viewer) -> Line:
    text = gettext_noop("{player} is the presidential candidate.")
    if event.called:
        text = gettext_noop("Special election: {player} is the presidential candidate.")
    return Line(text, "election", state.round + 1, {"player": event.president})


def _chancellor_nominated(state: State, event: ev.ChancellorNominated, _viewer: Viewer) -> Line:
    text = gettext_noop("{president} nominates {chancellor} as chancellor.")
    return _line(state, "election", text, president=state.president, chancellor=event.chancellor)


def _vote_cast(state: State, event: ev.VoteCast, viewer: Viewer) -> Line:
    if not (viewer.sees_all or _is(viewer, event.seat)):
        return _vote_counted(state, event.seat)
    if _is(viewer, event.seat):
        ja, nein = gettext_noop("You vote ja!"), gettext_noop("You vote nein!")
    else:
        ja, nein = gettext_noop("{player} votes ja!"), gettext_noop("{player} votes nein!")
    return _line(state, "vote", ja if event.ja else nein, player=event.seat)


def _vote_counted(state: State, seat: Seat) -> Line:
    """Return the line saying that `seat` has voted; the spoken text is the number of votes."""
    everybody = sum(state.alive)
    return Line(
        gettext_noop("{player} has voted."),
        "vote",
        state.round,
        seats={"player": seat},
        numbers={"voted": everybody - state.votes_missing + 1, "all": everybody},
        count=gettext_noop("{voted} of {all} have voted."),
    )


def _vote_changed(state: State, event: ev.VoteChanged, viewer: Viewer) -> Line | None:
    if _is(viewer, event.seat):
        ja = gettext_noop("You change your vote: ja!")
        nein = gettext_noop("You change your vote: nein!")
    elif viewer.sees_all:
        ja = gettext_noop("{player} votes again: ja!")
        nein = gettext_noop("{player} votes again: nein!")
    else:
        return None
    return _line(state, "vote", ja if event.ja else nein, player=event.seat)


def _government_elected(state: State, event: ev.GovernmentElected, _viewer: Viewer) -> Line:
    text = gettext_noop(
        "{ja} ja, {nein} nein: {president} is elected president, {chancellor} chancellor."
    )
    return _votes_shown(state, text, event.votes)


def _government_rejected(state: State, event: ev.GovernmentRejected, _viewer: Viewer) -> Line:
    text = gettext_noop(
        "{ja} ja, {nein} nein: the government of {president} and {chancellor} is rejected."
    )
    return _votes_shown(state, text, event.votes)


def _votes_shown(state: State, text: str, votes: tuple[bool | None, ...]) -> Line:
    numbers = {"ja": votes.count(True), "nein": votes.count(False)}
    return _line(
        state,
        "election",
        text,
        numbers=numbers,
        president=state.president,
        chancellor=state.chancellor,
    )


def _proved_not_hitler(state: State, event: ev.ProvedNotHitler, _viewer: Viewer) -> Line:
    text = gettext_noop("Now everybody knows: {player} is not Hitler.")
    return _line(state, "proof", text, player=event.seat)


# The legislative session


def _tiles_drawn(state: State, event: ev.TilesDrawn, viewer: Viewer) -> Line:
    if not _sees(viewer, state.president):
        text = gettext_noop("{president} draws three policies.")
        return _line(state, "session", text, president=state.president)
    text = gettext_noop("{president} draws {tiles}.")
    if _is(viewer, state.president):
        text = gettext_noop("You draw {tiles}.")
    return _line(state, "session", text, terms=_policies(event.tiles), president=state.president)


def _tiles_passed(state: State, event: ev.TilesPassed, viewer: Viewer) -> Line:
    terms = _policies(event.passed)
    if _is(viewer, state.chancellor):
        text = gettext_noop("{president} passes you {tiles}.")
    elif _sees(viewer, state.president):
        text = gettext_noop("{president} discards {discarded} and passes {tiles} to {chancellor}.")
        if _is(viewer, state.president):
            text = gettext_noop("You discard {discarded} and pass {tiles} to {chancellor}.")
        terms["discarded"] = (POLICY_TERMS[event.discarded],)
    else:
        text = gettext_noop("{president} discards one policy and passes two to {chancellor}.")
        terms = {}
    return _line(
        state,
        "session",
        text,
        terms=terms,
        president=state.president,
        chancellor=state.chancellor,
    )


def _policy_enacted(state: State, event: ev.PolicyEnacted, viewer: Viewer) -> Line:
    liberal = gettext_noop("{chancellor} enacts a liberal policy.")
    fascist = gettext_noop("{chancellor} enacts a fascist policy.")
    terms: Terms = {"discarded": (POLICY_TERMS[event.discarded],)}
    if _is(viewer, state.chancellor):
        liberal = gettext_noop("You discard {discarded} and enact a liberal policy.")
        fascist = gettext_noop("You discard {discarded} and enact a fascist policy.")
    elif viewer.sees_all:
        liberal = gettext_noop("{chancellor} discards {discarded} and enacts a liberal policy.")
        fascist = gettext_noop("{chancellor} discards {discarded} and enacts a fascist policy.")
    else:
        terms = {}
    text = liberal if event.tile == "liberal" else fascist
    return _line(state, "policy", text, terms=terms, chancellor=state.chancellor)


def _deck_shuffled(state: State, event: ev.DeckShuffled, _viewer: Viewer) -> Line:
    text = gettext_noop(
        "The remaining policies and the discards are shuffled into a new deck of {count}."
    )
    return _line(state, "session", text, numbers={"count": len(event.deck)})


def _veto_proposed(state: State, _event: ev.VetoProposed, _viewer: Viewer) -> Line:
    text = gettext_noop("{chancellor} proposes a veto.")
    return _line(state, "veto", text, chancellor=state.chancellor)


def _veto_refused(state: State, _event: ev.VetoRefused, _viewer: Viewer) -> Line:
    text = gettext_noop("{president} refuses the veto: {chancellor} must enact a policy.")
    return _line(state, "veto", text, president=state.president, chancellor=state.chancellor)


def _veto_agreed(state: State, _event: ev.VetoAgreed, _viewer: Viewer) -> Line:
    text = gettext_noop("{president} agrees to the veto: both policies are discarded.")
    return _line(state, "veto", text, president=state.president)


def _tracker_advanced(state: State, event: ev.TrackerAdvanced, _viewer: Viewer) -> Line:
    text = gettext_noop("The election tracker advances to {tracker}.")
    return _line(state, "election", text, numbers={"tracker": event.tracker})


def _chaos_policy_enacted(state: State, event: ev.ChaosPolicyEnacted, _viewer: Viewer) -> Line:
    liberal = gettext_noop("Chaos! The top policy is enacted immediately: it is liberal.")
    fascist = gettext_noop("Chaos! The top policy is enacted immediately: it is fascist.")
    return _line(state, "chaos", liberal if event.tile == "liberal" else fascist)


# Executive action


_GRANTED = {
    "investigate": gettext_noop("{president} must investigate a player's loyalty."),
    "call-election": gettext_noop("{president} must call a special election."),
    "peek": gettext_noop("{president} must peek at the top three policies."),
    "execute": gettext_noop("{president} must have a player executed."),
}


def _power_granted(state: State, event: ev.PowerGranted, _viewer: Viewer) -> Line:
    return _line(state, "power", _GRANTED[event.power], president=state.president)


def _loyalty_investigated(state: State, event: ev.LoyaltyInvestigated, viewer: Viewer) -> Line:
    text = gettext_noop("{president} investigates the loyalty of {target}.")
    terms: Terms = {}
    if _sees(viewer, state.president):
        text = gettext_noop("{president} investigates {target}: the membership is {party}.")
        terms = {"party": (PARTY_TERMS[event.party],)}
    if _is(viewer, state.president):
        text = gettext_noop("You investigate {target}: the party membership is {party}.")
    return _line(state, "power", text, terms=terms, president=state.president, target=event.target)


def _special_election_called(
    state: State, event: ev.SpecialElectionCalled, _viewer: Viewer
) -> Line:
    text = gettext_noop("{president} calls a special election for {target}.")
    return _line(state, "power", text, president=state.president, target=event.target)


def _policies_peeked(state: State, event: ev.PoliciesPeeked, viewer: Viewer) -> Line:
    if not _sees(viewer, state.president):
        text = gettext_noop("{president} peeks at the top three policies.")
        return _line(state, "power", text, president=state.president)
    text = gettext_noop("{president} peeks at the top three policies: {tiles}.")
    if _is(viewer, state.president):
        text = gettext_noop("You peek at the top three policies: {tiles}.")
    return _line(state, "power", text, terms=_policies(event.tiles), president=state.president)


def _player_executed(state: State, event: ev.PlayerExecuted, _viewer: Viewer) -> Line:
    text = gettext_noop("{president} has {target} executed.")
    return _line(state, "power", text, president=state.president, target=event.target)


# Claims and the end


_CLAIMED = {
    "president-hand": gettext_noop("{player} claims to have drawn {tiles} in round {round}."),
    "chancellor-hand": gettext_noop(
        "{player} claims to have been passed {tiles} in round {round}."
    ),
    "peek": gettext_noop("{player} claims to have peeked at {tiles} in round {round}."),
}
_CLAIMED_PARTY = {
    "liberal": gettext_noop("{player} claims that {target} is a member of the liberal party."),
    "fascist": gettext_noop("{player} claims that {target} is a member of the fascist party."),
}


def _claim_made(state: State, event: ev.ClaimMade, _viewer: Viewer) -> Line:
    claim = event.claim
    if claim.party:
        target = state.rounds[claim.round - 1].target
        text = _CLAIMED_PARTY[claim.party]
        return _line(state, "claim", text, player=event.seat, target=target)
    return _line(
        state,
        "claim",
        _CLAIMED[claim.about],
        terms=_policies(claim.tiles or ()),
        numbers={"round": claim.round},
        player=event.seat,
    )


_ENDED = {
    "five-liberal-policies": gettext_noop("Five liberal policies are enacted: the liberals win."),
    "six-fascist-policies": gettext_noop("Six fascist policies are enacted: the fascists win."),
    "hitler-executed": gettext_noop("{hitler} was Hitler, and is dead: the liberals win."),
    "hitler-elected": gettext_noop("{hitler} is Hitler, and is chancellor: the fascists win."),
}


def _match_ended(state: State, event: ev.MatchEnded, _viewer: Viewer) -> Line:
    text = _ENDED[event.reason]
    if "{hitler}" not in text:
        return _line(state, "end", text)
    return _line(state, "end", text, hitler=Seat(state.roles.index("hitler")))


_TALES = {
    "five-liberal-policies": gettext_noop(
        "{president} and {chancellor} enacted the fifth liberal policy."
    ),
    "six-fascist-policies": gettext_noop(
        "{president} and {chancellor} enacted the sixth fascist policy."
    ),
    "hitler-executed": gettext_noop("{president} executed {target}, who was Hitler."),
    "hitler-elected": gettext_noop("{chancellor} was Hitler, and was elected {ja} to {nein}."),
}


def tale(state: State) -> Line | None:
    """Return a sentence on how the match was decided; None if no government decided it."""
    last = state.rounds[-1]
    if last.chaos:
        return None
    return _line(
        state,
        "end",
        _TALES[state.reason],
        numbers={"ja": last.votes.count(True), "nein": last.votes.count(False)},
        president=last.president,
        chancellor=last.chancellor,
        target=last.target,
    )


_DESCRIBE: dict[type, Callable[[State, Any, Viewer], Line | None]] = {
    ev.Dealt: _dealt,
    ev.CandidacyPassed: _candidacy_passed,
    ev.ChancellorNominated: _chancellor_nominated,
    ev.DrawnByLot: lambda _state, _event, _viewer: None,  # in the turn's first line
    ev.VoteCast: _vote_cast,
    ev.VoteChanged: _vote_changed,
    ev.GovernmentElected: _government_elected,
    ev.GovernmentRejected: _government_rejected,
    ev.ProvedNotHitler: _proved_not_hitler,
    ev.TilesDrawn: _tiles_drawn,
    ev.TilesPassed: _tiles_passed,
    ev.PolicyEnacted: _policy_enacted,
    ev.DeckShuffled: _deck_shuffled,
    ev.VetoProposed: _veto_proposed,
    ev.VetoRefused: _veto_refused,
    ev.VetoAgreed: _veto_agreed,
    ev.TrackerAdvanced: _tracker_advanced,
    ev.ChaosPolicyEnacted: _chaos_policy_enacted,
    ev.PowerGranted: _power_granted,
    ev.LoyaltyInvestigated: _loyalty_investigated,
    ev.SpecialElectionCalled: _special_election_called,
    ev.PoliciesPeeked: _policies_peeked,
    ev.PlayerExecuted: _player_executed,
    ev.ClaimMade: _claim_made,
    ev.MatchEnded: _match_ended,
    ev.Held: lambda _state, _event, _viewer: None,
}
