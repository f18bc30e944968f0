"""The log: what a viewer learns of an event; at night the public learns nothing."""

from games.engine.seats import Seat, Viewer
from games.engine.text import Line, Term
from tests.third_game import events as ev
from tests.third_game.state import State


def describe(state: State, event: ev.Event, viewer: Viewer) -> Line | None:
    """Return an event as `viewer` learns it."""
    sees_all, seat = viewer.sees_all, viewer.seat
    match event:
        case ev.Dealt(roles):
            return _dealt(roles, seat)
        case ev.Silenced(wolf, target):
            knows = sees_all or seat == wolf
            return _line("{wolf} silences {target}.", wolf=wolf, target=target) if knows else None
        case ev.Looked(seer, target):
            return _looked(state, target) if sees_all or seat == seer else None
        case ev.DieThrown(number):
            return Line("Dawn: the die shows {number}.", numbers={"number": number})
        case ev.DayBroke(silenced):
            return Line("Silenced: {who}.", terms={"who": _numbers(silenced)})
        case ev.Voted(voter):
            return _line("{player} has voted.", player=voter)
        case ev.Banished(votes, banished):
            return _banished(votes, banished)


def _dealt(roles: tuple[ev.Role, ...], seat: Seat | None) -> Line:
    if seat is None:
        return Line("The roles are dealt.")
    return Line("You are the {role}.", terms={"role": (Term(roles[seat]),)})


def _looked(state: State, target: Seat) -> Line:
    role = (Term(state.roles[target]),)
    return Line("{target} is a {role}.", seats={"target": target}, terms={"role": role})


def _banished(votes: tuple[Seat | None, ...], banished: Seat | None) -> Line:
    """Return the votes by seat (a dash: no vote), and who leaves."""
    counted = {"votes": tuple(Term("-") if v is None else Term(str(v + 1)) for v in votes)}
    if banished is None:
        return Line("The votes are {votes}: nobody goes.", terms=counted)
    text = "The votes are {votes}: {player} is banished."
    return Line(text, seats={"player": banished}, terms=counted)


def _line(text: str, **seats: Seat) -> Line:
    return Line(text, seats=seats)


def _numbers(seats: tuple[Seat, ...]) -> tuple[Term, ...]:
    return tuple(Term(str(seat + 1)) for seat in seats)
