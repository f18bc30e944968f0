"""Legal actions, and their consequences."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from games.engine.chance import Chance
from games.engine.game import IllegalAction, PendingEvents, looks_at_nothing
from games.engine.seats import Seat, seats_of
from tests.third_game.actions import Action, Look, Silence, Vote
from tests.third_game.events import Banished, DayBroke, DieThrown, Event, Looked, Silenced, Voted
from tests.third_game.state import State, evolve

SIX = 6  #: how many sides the die has, and which of them breaks ties


def to_act(state: State) -> tuple[Seat, ...]:
    """Return the seats that owe a decision; at night that is a secret."""
    return tuple(seat for seat in seats_of(len(state.roles)) if _owes(state, seat))


def _owes(state: State, seat: Seat) -> bool:
    if state.phase == "vote":
        return seat not in state.silenced and state.votes[seat] is None
    if state.phase == "over":
        return False
    if state.roles[seat] == "seer":
        return state.looked_at is None
    return state.roles[seat] == "wolf" and seat not in dict(state.marks)


def secret_duties(state: State) -> tuple[Seat, ...] | None:
    """Return all seats at night, because the public waits for everybody until dawn (2.3)."""
    return seats_of(len(state.roles)) if state.roles and state.phase == "night" else None


def choices(state: State, seat: Seat) -> Sequence[Action]:
    """Return all legal actions of a seat."""
    if not _owes(state, seat):
        return ()
    everybody = seats_of(len(state.roles))
    others = tuple(other for other in everybody if other != seat)
    if state.phase == "vote":
        return tuple(Vote(target) for target in others)
    if state.roles[seat] == "seer":
        return tuple(Look(target) for target in others)
    return tuple(Silence(target) for target in everybody)


def refusal(state: State, _seat: Seat, action: Action) -> IllegalAction:
    """Return why an action is illegal, by what every seat knows."""
    if state.ended:
        return IllegalAction("5.1", "The game is over.")
    clause = {Silence: "2.1", Look: "2.2", Vote: "4.1"}[type(action)]
    return IllegalAction(clause, "This is not yours to do now.")


def decide(state: State, seat: Seat, action: Action, chance: Chance) -> Sequence[Event]:
    """Return the events of an action."""
    draft = PendingEvents(state, evolve)
    match action:
        case Silence(target):
            draft.add(Silenced(seat, target))
        case Look(target):
            draft.add(Looked(seat, target))
        case Vote(target):
            draft.add(Voted(seat, target))
    if not to_act(draft.state):
        _go_on(draft, chance)
    return draft


def _go_on(draft: PendingEvents[State, Event], chance: Chance) -> None:
    """End the night, or count the votes; both if everybody was silenced."""
    if draft.state.phase == "night":
        silenced = tuple(sorted({target for _wolf, target in draft.state.marks}))
        draft.add(DieThrown(chance.below("die/1", SIX) + 1))
        draft.add(DayBroke(silenced))
    if not to_act(draft.state):
        draft.add(Banished(draft.state.votes, _banished(draft.state)))


def _banished(state: State) -> Seat | None:
    """Return who has most votes; after a tie nobody, or after a six the first of them (4.2)."""
    votes = Counter(vote for vote in state.votes if vote is not None)
    most = max(votes.values(), default=0)
    first, *others = sorted(seat for seat, count in votes.items() if count == most)
    return first if not others or state.die == SIX else None


def side_of(state: State, seat: Seat) -> str:
    """Return the side of a seat."""
    return "wolves" if state.roles[seat] == "wolf" else "village"


@looks_at_nothing
def random_bot(_view: Any, choices: Sequence[Any], random: Random) -> Any:
    """Return a random choice."""
    return random.choice(choices)
