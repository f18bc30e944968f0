"""Knowledge of roles, and its sources: the night (1.4), investigations (4.3), the end (6.2)."""

from functools import lru_cache
from typing import NamedTuple

from games.engine.seats import Seat, Viewer
from games.engine.text import Line, Term, gettext_noop
from games.secret_hitler.pieces import PARTY_TERMS, ROLE_TERMS, Party, Role, party_of
from games.secret_hitler.state import State

Finding = tuple[Seat, Party, int]  #: of an investigation: target, membership, round (4.3)

_SMALL_TABLE = 6  #: the largest table at which Hitler knows the fascist


class SeatKnowledge(NamedTuple):
    """The facts about people shown to one viewer, without deductions. Hidden facts are None."""

    roles: tuple[Role | None, ...]
    parties: tuple[Party | None, ...]
    reasons: tuple[Line, ...]  #: the sources of this seat's secret knowledge


def knowledge_of(state: State, viewer: Viewer) -> SeatKnowledge:
    """Return the facts about people shown to `viewer`."""
    return _knowledge(state.roles, viewer, _findings(state, viewer.seat))


def _findings(state: State, seat: Seat | None) -> tuple[Finding, ...]:
    """Return the results of the investigations by `seat`."""
    if seat is None or not state.investigated:
        return ()
    return tuple(
        (round_.target, round_.party, number)
        for number, round_ in enumerate(state.rounds, 1)
        if round_.president == seat and round_.target is not None and round_.party is not None
    )


@lru_cache(maxsize=4096)
def _knowledge(
    roles: tuple[Role, ...], viewer: Viewer, findings: tuple[Finding, ...]
) -> SeatKnowledge:
    own_roles = _roles(roles, viewer)
    parties = [None if role is None else party_of(role) for role in own_roles]
    for target, party, _ in findings:
        parties[target] = party
    seat = viewer.seat
    lines = _night_lines(roles, seat) if seat is not None and roles else ()
    return SeatKnowledge(
        own_roles, tuple(parties), (*lines, *(_line_of_finding(*one) for one in findings))
    )


def _roles(roles: tuple[Role, ...], viewer: Viewer) -> tuple[Role | None, ...]:
    """Return the role of each seat, if shown to this viewer."""
    if viewer.sees_all:
        return roles
    return (None,) * len(roles) if viewer.seat is None else _night(roles, viewer.seat)


def _night(roles: tuple[Role, ...], seat: Seat) -> tuple[Role | None, ...]:
    """Return the roles that `seat` knows from the night, including its own (1.4)."""
    own = roles[seat]
    meets = own == "fascist" or (own == "hitler" and len(roles) <= _SMALL_TABLE)
    return tuple(
        role if other == seat or (meets and role != "liberal") else None
        for other, role in enumerate(roles)
    )


def _line_of_finding(target: Seat, party: Party, number: int) -> Line:
    return Line(
        gettext_noop("You investigated {target}: the party membership is {party}."),
        kind="power",
        chapter=number,
        seats={"target": target},
        terms={"party": (PARTY_TERMS[party],)},
    )


def _night_lines(roles: tuple[Role, ...], seat: Seat) -> tuple[Line, ...]:
    """Return the lines on the seat's role, and on the knowledge from the night (1.2, 1.4)."""
    own = roles[seat]
    lines = [
        _line(
            gettext_noop("Your secret role is {role}; your party membership is {party}."),
            terms={"role": (ROLE_TERMS[own],), "party": (PARTY_TERMS[party_of(own)],)},
        ),
        _line(_WHY[own, len(roles) <= _SMALL_TABLE]),
    ]
    for other, role in enumerate(_night(roles, seat)):
        if role is not None and other != seat:
            lines.append(_line_about(Seat(other), role))
    return tuple(lines)


def _line_about(other: Seat, role: Role) -> Line:
    if role == "hitler":
        return _line(gettext_noop("{player} is Hitler."), seats={"player": other})
    return _line(gettext_noop("{player} is a fascist."), seats={"player": other})


_WHY = {
    ("liberal", True): gettext_noop("Liberals know nobody at the start."),
    ("liberal", False): gettext_noop("Liberals know nobody at the start."),
    ("fascist", True): gettext_noop(
        "With 5 or 6 players the fascist and Hitler know each other from the start."
    ),
    ("fascist", False): gettext_noop(
        "With 7 to 10 players every fascist knows all fascists and who is Hitler;"
        " Hitler knows nobody."
    ),
    ("hitler", True): gettext_noop(
        "With 5 or 6 players Hitler and the fascist know each other from the start."
    ),
    ("hitler", False): gettext_noop(
        "With 7 to 10 players Hitler knows nobody at the start; the fascists know Hitler."
    ),
}


def _line(
    text: str,
    *,
    seats: dict[str, Seat] | None = None,
    terms: dict[str, tuple[Term, ...]] | None = None,
) -> Line:
    return Line(text, kind="setup", seats=seats or {}, terms=terms or {})
