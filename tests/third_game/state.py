"""The true state, and how an event changes it."""

import msgspec
from msgspec.structs import replace

from games.engine.game import Outcome
from games.engine.seats import Seat, seats_of
from tests.third_game import events as ev


class State(msgspec.Struct, frozen=True):
    """The true state."""

    roles: tuple[ev.Role, ...] = ()
    marks: tuple[tuple[Seat, Seat], ...] = ()  #: which wolf silenced whom
    looked_at: Seat | None = None
    die: int = 0
    silenced: tuple[Seat, ...] = ()  #: in seat order, known from dawn on
    votes: tuple[Seat | None, ...] = ()
    ended: Outcome | None = None

    @property
    def phase(self) -> str:
        """Return "night", "vote" or "over"."""
        return "over" if self.ended else "vote" if self.die else "night"


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after an event; decide nothing."""
    match event:
        case ev.Dealt(roles):
            return State(roles=roles, votes=(None,) * len(roles))
        case ev.Silenced(wolf, target):
            return replace(state, marks=(*state.marks, (wolf, target)))
        case ev.Looked(_, target):
            return replace(state, looked_at=target)
        case ev.DieThrown(number):
            return replace(state, die=number)
        case ev.DayBroke(silenced):
            return replace(state, silenced=silenced)
        case ev.Voted(seat, target):
            return replace(state, votes=(*state.votes[:seat], target, *state.votes[seat + 1 :]))
        case ev.Banished(_, seat):
            return replace(state, ended=_outcome(state, seat))


def _outcome(state: State, banished: Seat | None) -> Outcome:
    """Return the winner: the village if a wolf leaves, else the wolves (5.1)."""
    seats = seats_of(len(state.roles))
    wolves = tuple(seat for seat in seats if state.roles[seat] == "wolf")
    if banished in wolves:
        village = tuple(seat for seat in seats if seat not in wolves)
        return Outcome("village", "wolf-banished", village)
    return Outcome("wolves", "nobody-banished" if banished is None else "villager-banished", wolves)
