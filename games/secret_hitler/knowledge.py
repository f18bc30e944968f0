"""Who knows whose role, and why: the night (1.4), investigations (4.3), and the end (6.2)."""

from functools import lru_cache

from games.engine.seats import Seat, Viewer
from games.engine.text import Line, Term, gettext_noop
from games.secret_hitler.pieces import PARTY_TERMS, ROLE_TERMS, Party, Role, party_of
from games.secret_hitler.state import State

_SMALL_TABLE = 6  #: with at most so many players, Hitler knows the fascist


@lru_cache(maxsize=4096)
def _night(roles: tuple[Role, ...], seat: Seat) -> tuple[Role | None, ...]:
    """Return the roles that `seat` knows from the night, including its own (1.4)."""
    own = roles[seat]
    meets = own == "fascist" or (own == "hitler" and len(roles) <= _SMALL_TABLE)
    return tuple(
        role if other == seat or (meets and role != "liberal") else None
        for other, role in enumerate(roles)
    )


def known_roles(state: State, viewer: Viewer) -> tuple[Role | None, ...]:
    """Return the role of each seat if this viewer was shown it; nothing is deduced."""
    if viewer.sees_all:
        return state.roles
    if viewer.seat is None:
        return (None,) * len(state.roles)
    return _night(state.roles, viewer.seat)


def known_parties(state: State, viewer: Viewer) -> tuple[Party | None, ...]:
    """Return the membership of each seat if this viewer was shown it; nothing is deduced."""
    parties = [None if role is None else party_of(role) for role in known_roles(state, viewer)]
    if viewer.seat is not None:
        for target, party, _ in _findings(state, viewer.seat):
            parties[target] = party
    return tuple(parties)


def _findings(state: State, seat: Seat) -> list[tuple[Seat, Party, int]]:
    """Return the results of the investigations by `seat`: target, membership, round (4.3)."""
    if not state.investigated:
        return []
    return [
        (round_.target, round_.party, number)
        for number, round_ in enumerate(state.rounds, 1)
        if round_.president == seat and round_.target is not None and round_.party is not None
    ]


def reasons(state: State, viewer: Viewer) -> tuple[Line, ...]:
    """Return as lines what this seat knows and the public does not, with the reason."""
    if viewer.seat is None or not state.roles:
        return ()
    lines = tuple(
        Line(
            gettext_noop("You investigated {target}: the party membership is {party}."),
            kind="power",
            chapter=number,
            seats={"target": target},
            terms={"party": (PARTY_TERMS[party],)},
        )
        for target, party, number in _findings(state, viewer.seat)
    )
    return _night_lines(state.roles, viewer.seat) + lines


@lru_cache(maxsize=4096)
def _night_lines(roles: tuple[Role, ...], seat: Seat) -> tuple[Line, ...]:
    """Return the lines on the seat's role, and on what the night showed (1.2, 1.4)."""
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
