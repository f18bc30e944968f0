"""Mole: a whole game of hidden identity in two small files, which show that the contract is enough.

3 to 5 players, one of them the mole. In turn each draws a paper that nobody else sees, and files
it (face up) or burns it (face down). Then all living players vote on whether to dismiss them;
nobody sees a vote before the last. When no papers are left the burnt ones are shuffled. Two true
papers filed or the mole dismissed: the office wins; two false ones, or somebody else dismissed:
the mole does. Who has filed or burnt may say, once, what it was, true or not.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.game import (
    DECK,
    ChanceResult,
    Game,
    IllegalAction,
    Outcome,
    PendingEvents,
    Records,
    Sides,
    Start,
    Talk,
    Waiting,
    looks_at_nothing,
)
from games.engine.seats import Seat, Viewer, seats_of
from games.engine.text import Line, Term
from tests.conformance.toy_pieces import (
    PAPERS,
    PLAIN,
    TO_WIN,
    Action,
    Burn,
    Burnt,
    Counted,
    Dealt,
    Drawn,
    Ended,
    Event,
    File,
    Filed,
    Options,
    Paper,
    Role,
    Said,
    Say,
    Setup,
    Shuffled,
    State,
    View,
    Vote,
    Voted,
)


def deal(count: int, _options: Options, chance: Chance) -> Sequence[Event]:
    """Return the first events, from chance."""
    roles: tuple[Role, ...] = ("clerk",) * (count - 1) + ("mole",)
    return _first(chance.shuffle("roles", roles), chance.shuffle("deck/0", PAPERS))


def deal_recorded(count: int, _options: Options, setup: Setup) -> Sequence[Event]:
    """Return the first events, from a record."""
    if sorted(setup.roles) != ["clerk"] * (count - 1) + ["mole"]:
        raise IllegalAction("1", "One player is the mole.")
    if sorted(setup.deck) != sorted(PAPERS):
        raise IllegalAction("2", "Three papers are true and three false.")
    return _first(setup.roles, setup.deck)


def _first(roles: tuple[Role, ...], deck: tuple[Paper, ...]) -> Sequence[Event]:
    return Dealt(roles, deck), Drawn(Seat(0), deck[0])


def extract_setup(events: Sequence[Event]) -> Setup:
    """Return the setup that first events stand for."""
    dealt = events[0]
    assert isinstance(dealt, Dealt)
    return Setup(dealt.roles, dealt.deck)


def to_act(state: State) -> tuple[Seat, ...]:
    """Return who owes a decision."""
    if state.phase == "paper":
        return (state.on_turn,)
    missing = (seat for seat in seats_of(len(state.roles)) if state.votes[seat] is None)
    return tuple(missing) if state.phase == "vote" else ()


def invited(state: State) -> tuple[Seat, ...]:
    """Return who may still say what a paper was."""
    return () if state.ended else tuple(s for s in state.may_say if s not in to_act(state))


def choices(state: State, seat: Seat) -> Sequence[Action]:
    """Return all that is legal for a seat."""
    found: list[Action] = []
    if seat in to_act(state):
        is_paper = state.phase == "paper"
        found += [File(), Burn()] if is_paper else [Vote(True), Vote(False)]
    elif state.phase == "vote" and not state.votes[seat]:
        found += [Vote(True)]
    elif state.phase == "vote":
        found += [Vote(False)]
    if seat in state.may_say and not state.ended:
        found += [Say("true"), Say("false")]
    return tuple(found)


def refusal(state: State, _seat: Seat, action: Action) -> IllegalAction:
    """Return why not."""
    if state.ended:
        return IllegalAction("4", "The game is over.")
    clause = {File: "3.1", Burn: "3.1", Vote: "3.2", Say: "3.3"}[type(action)]
    return IllegalAction(clause, "This is not yours to do now.")


def decide(state: State, seat: Seat, action: Action, chance: Chance) -> Sequence[Event]:
    """Return what happens."""
    draft = PendingEvents(state, evolve)
    match action:
        case Say(paper):
            draft.add(Said(seat, paper))
        case Vote(dismiss):
            draft.add(Voted(seat, dismiss))
            if None not in draft.state.votes:
                _count(draft, chance)
        case File() | Burn():
            assert state.hand is not None
            draft.add((Filed if isinstance(action, File) else Burnt)(state.hand))
            if draft.state.filed.count(state.hand) == TO_WIN:
                winner = "office" if state.hand == "true" else "mole"
                draft.add(Ended(winner, f"two-{state.hand}-papers"))
    return draft


def _count(draft: PendingEvents[State, Event], chance: Chance) -> None:
    votes = tuple(bool(vote) for vote in draft.state.votes)
    on_turn = draft.state.on_turn
    draft.add(Counted(votes))
    if sum(votes) * 2 > len(votes):
        is_mole = draft.state.roles[on_turn] == "mole"
        draft.add(Ended("office" if is_mole else "mole", "dismissed"))
        return
    if not draft.state.deck:
        label = f"deck/{draft.state.shuffles + 1}"
        draft.add(Shuffled(chance.shuffle(label, sorted(draft.state.burnt, reverse=True))))
    draft.add(Drawn(Seat((on_turn + 1) % len(votes)), draft.state.deck[0]))


def evolve(state: State, event: Event) -> State:
    """Apply a fact."""
    match event:
        case Dealt(roles, deck):
            return State(roles=roles, deck=deck, votes=(None,) * len(roles))
        case Drawn(seat, paper):
            nobody = (None,) * len(state.roles)
            return replace(
                state, on_turn=seat, hand=paper, deck=state.deck[1:], votes=nobody,
                turns=state.turns + 1, may_say=tuple(s for s in state.may_say if s != seat),
            )  # fmt: skip
        case Filed(paper):
            filed = (*state.filed, paper)
            return replace(state, hand=None, filed=filed, may_say=(*state.may_say, state.on_turn))
        case Burnt(paper):
            burnt = (*state.burnt, paper)
            return replace(state, hand=None, burnt=burnt, may_say=(*state.may_say, state.on_turn))
        case Voted(seat, dismiss):
            return replace(state, votes=(*state.votes[:seat], dismiss, *state.votes[seat + 1 :]))
        case Shuffled(deck):
            return replace(state, deck=deck, burnt=(), shuffles=state.shuffles + 1)
        case Said(seat, paper):
            left = tuple(other for other in state.may_say if other != seat)
            return replace(state, may_say=left, said=(*state.said, (seat, paper)))
        case Ended(winner, reason):
            won = tuple(s for s in seats_of(len(state.roles)) if side_of(state, s) == winner)
            return replace(state, ended=Outcome(winner, reason, won))
    return state


def view(state: State, viewer: Viewer) -> View:
    """Return what `viewer` may know."""
    is_open = viewer.sees_all or state.ended is not None
    seat = viewer.seat
    return View(
        phase=state.phase,
        to_act=to_act(state),
        result=_result(state),
        on_turn=state.on_turn,
        roles=tuple(
            role if is_open or owner == seat else None for owner, role in enumerate(state.roles)
        ),
        hand=state.hand if is_open or seat == state.on_turn else None,
        filed=state.filed,
        deck_size=len(state.deck),
        burnt_size=len(state.burnt),
        deck=state.deck if is_open else None,
        has_voted=tuple(vote is not None for vote in state.votes),
        own_vote=state.votes[seat] if seat is not None and not is_open else None,
        may_say=state.may_say,
        said=state.said,
    )


def _result(state: State) -> dict[str, str | None] | None:
    if state.ended is None:
        return None
    return {"winner": state.ended.winner, "reason": state.ended.reason}


def describe(state: State, event: Event, viewer: Viewer) -> Line | None:
    """Return an event as `viewer` learns it."""
    secret = _describe_to_knower(state, event, viewer)
    return _describe_to_public(state, event) if secret is None else secret


def _describe_to_knower(state: State, event: Event, viewer: Viewer) -> Line | None:
    """Return a secret event as one who knows all of it hears it; None for everybody else."""
    seat, sees_all = viewer.seat, viewer.sees_all
    match event:
        case Dealt(roles) if seat is not None:
            return _line("You are the {role}.", role=roles[seat])
        case Drawn(owner, paper) if sees_all or seat == owner:
            return _line("{player} draws a {paper} paper.", owner, paper=paper)
        case Burnt(paper) if sees_all or seat == state.on_turn:
            return _line("{player} burns a {paper} paper.", state.on_turn, paper=paper)
        case Voted(owner, dismiss) if sees_all or seat == owner:
            return _line("{player} votes {vote}.", owner, vote=str(dismiss))
    return None


def _describe_to_public(state: State, event: Event) -> Line | None:
    """Return an event as the table hears it."""
    match event:
        case Drawn(seat):
            return _line("{player} draws a paper.", seat)
        case Filed(paper):
            return _line("{player} files a {paper} paper.", state.on_turn, paper=paper)
        case Voted(seat):
            is_change = state.votes[seat] is not None
            return None if is_change else _line("{player} has voted.", seat)
        case Counted(votes):
            return _line("The votes are {votes}.", votes=", ".join(map(str, votes)))
        case Said(seat, paper):
            return _line("{player} says it was a {paper} paper.", seat, paper=paper)
        case Ended(winner):
            return _line("The {winner} wins.", winner=winner)
    return _line(PLAIN[type(event)], state.on_turn)


def _line(text: str, player: Seat | None = None, **terms: str) -> Line:
    seats = {} if player is None else {"player": player}
    return Line(text, seats=seats, terms={name: (Term(word),) for name, word in terms.items()})


def side_of(state: State, seat: Seat) -> str:
    """Return the side of a seat."""
    return "mole" if state.roles[seat] == "mole" else "office"


@looks_at_nothing
def random_bot(_view: Any, choices: Sequence[Any], random: Random) -> Any:
    """Return any choice."""
    return random.choice(choices)


GAME = Game(
    key="mole",
    name="Mole",
    seats=range(3, 6),
    sides=Sides(names=("office", "mole"), of=side_of, largest=lambda players: players - 1),
    start=Start(
        options=Options,
        empty=State(),
        deal=deal,
        redealable=lambda state: state.turns <= 1 and state.ended is None,
    ),
    to_act=to_act,
    choices=choices,
    refusal=refusal,
    decide=decide,
    evolve=evolve,
    outcome=lambda state: state.ended,
    view=view,
    describe=describe,
    bots={"random": random_bot, "simple": random_bot},
    records=Records(
        actions=Action,
        events=Event,
        setup=Setup,
        deal=deal_recorded,
        extract_setup=extract_setup,
        draws={"roles": "roles", "deck": "deck/0"},
        chance_of=lambda event: (
            ChanceResult(DECK, event.deck) if isinstance(event, Shuffled) else None
        ),
    ),
    waiting=Waiting(invited=invited),
    talk=Talk(muted_seats=lambda state: (state.on_turn,) if state.phase == "paper" else ()),
)
