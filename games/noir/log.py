"""The log as text: each event as far as one viewer may know it."""

from collections.abc import Callable, Mapping
from typing import Any

from games.engine.seats import Seat, Viewer
from games.engine.text import Line, Term, gettext_noop
from games.noir import events as fact
from games.noir.events import Event
from games.noir.pieces import INSPECTOR, KILLER
from games.noir.state import State

Teller = Callable[[State, Any, Viewer], Line | None]


def describe(state: State, event: Event, viewer: Viewer) -> Line | None:
    """Return the line about `event` for `viewer`; `state` is the state before it."""
    teller = _TELLERS.get(type(event))
    return None if teller is None else teller(state, event, viewer)


def _line(
    state: State,
    kind: str,
    text: str,
    *,
    seats: Mapping[str, Seat] | None = None,
    numbers: Mapping[str, int] | None = None,
    **suspects: str | tuple[str, ...],
) -> Line:
    """Return a line with suspects as terms, and with both players unless `seats` are given."""
    terms = {
        place: tuple(
            Term(name, "suspect") for name in ([names] if isinstance(names, str) else names)
        )
        for place, names in suspects.items()
    }
    both = {"killer": KILLER, "inspector": INSPECTOR}
    places = {place: seat for place, seat in both.items() if f"{{{place}}}" in text}
    return Line(
        text=text,
        kind=kind,
        chapter=state.chapter,
        seats=places if seats is None else seats,
        terms=terms,
        numbers=numbers or {},
    )


def _is_told(viewer: Viewer, owner: Seat) -> bool:
    """Return whether `viewer` may learn secrets of `owner`."""
    return viewer.sees_all or viewer.seat == owner


def _grid_laid(state: State, _event: fact.GridLaid, _viewer: Viewer) -> Line:
    return _line(
        state, "setup", gettext_noop("25 suspects are laid out, and their evidence is shuffled.")
    )


def _killer_drew(state: State, event: fact.KillerDrew, viewer: Viewer) -> Line:
    if not _is_told(viewer, KILLER):
        text = gettext_noop("{killer} draws an identity and a disguise.")
        return _line(state, "setup", text)
    text = gettext_noop("{killer} draws {identity} as identity and {disguise} as disguise.")
    return _line(state, "setup", text, identity=event.identity, disguise=event.disguise)


def _murdered(state: State, event: fact.Murdered, _viewer: Viewer) -> Line:
    text = gettext_noop("{killer} murders {suspect}: murder {number}.")
    numbers = {"number": len(state.dead) + 1}
    return _line(state, "murder", text, numbers=numbers, suspect=event.suspect)


def _evidence_drawn(state: State, event: fact.EvidenceDrawn, viewer: Viewer) -> Line:
    if not _is_told(viewer, INSPECTOR):
        return _line(state, "cards", gettext_noop("{inspector} draws an evidence card."))
    text = gettext_noop("{inspector} draws the evidence card of {suspect}.")
    return _line(state, "cards", text, suspect=event.suspect)


def _evidence_discarded(state: State, event: fact.EvidenceDiscarded, _viewer: Viewer) -> Line:
    if event.source == "deck":
        text = gettext_noop(
            "The card of {suspect}, who is out of the game, is drawn and discarded."
        )
    else:
        text = gettext_noop("The evidence card of {suspect} is discarded.")
    return _line(state, "cards", text, suspect=event.suspect)


def _identity_chosen(state: State, event: fact.IdentityChosen, viewer: Viewer) -> Line:
    if not _is_told(viewer, INSPECTOR):
        return _line(state, "setup", gettext_noop("{inspector} chooses an identity."))
    text = gettext_noop("{inspector} chooses {suspect} as identity.")
    return _line(state, "setup", text, suspect=event.suspect)


_SHIFT_TEXTS = {
    "left": gettext_noop("{player} shifts row {number} left."),
    "right": gettext_noop("{player} shifts row {number} right."),
    "up": gettext_noop("{player} shifts column {number} up."),
    "down": gettext_noop("{player} shifts column {number} down."),
}


def _shifted(state: State, event: fact.Shifted, _viewer: Viewer) -> Line:
    return _line(
        state,
        "shift",
        _SHIFT_TEXTS[event.direction],
        seats={"player": state.mover},
        numbers={"number": event.index + 1},
    )


def _collapsed(state: State, event: fact.Collapsed, _viewer: Viewer) -> Line:
    if event.remove == "row-each":
        text = gettext_noop(
            "{player} collapses the grid, taking one suspect out of every row: {suspects}."
        )
    else:
        text = gettext_noop(
            "{player} collapses the grid, taking one suspect out of every column: {suspects}."
        )
    return _line(state, "collapse", text, seats={"player": state.mover}, suspects=event.suspects)


def _canvassed(state: State, event: fact.Canvassed, _viewer: Viewer) -> Line:
    texts = {
        ("killer", True): gettext_noop("The killer is beside {suspect}."),
        ("killer", False): gettext_noop("The killer is not beside {suspect}."),
        ("inspector", True): gettext_noop("The inspector is beside {suspect}."),
        ("inspector", False): gettext_noop("The inspector is not beside {suspect}."),
    }
    text = texts[event.asked_of, event.adjacent]
    return _line(state, "canvass", text, suspect=event.suspect)


def _disguised(state: State, event: fact.Disguised, viewer: Viewer) -> Line:
    if not _is_told(viewer, KILLER):
        return _line(state, "disguise", gettext_noop("{killer} takes a disguise."))
    if event.swapped:
        text = gettext_noop("{killer} takes a disguise, and is {suspect} from now on.")
        return _line(state, "disguise", text, suspect=state.disguise or "")
    text = gettext_noop("{killer} takes a disguise as a bluff, and is still {suspect}.")
    return _line(state, "disguise", text, suspect=state.identity or "")


def _arrested(state: State, event: fact.Arrested, _viewer: Viewer) -> Line:
    if event.hit:
        text = gettext_noop("{inspector} arrests {suspect}, who is the killer.")
    else:
        text = gettext_noop("{inspector} arrests {suspect}, who is not the killer.")
    return _line(state, "arrest", text, suspect=event.suspect)


def _investigated(state: State, event: fact.Investigated, _viewer: Viewer) -> Line:
    text = gettext_noop("{inspector} shows the card of {suspect} and investigates.")
    return _line(state, "investigate", text, suspect=event.suspect)


def _suspect_cleared(state: State, event: fact.SuspectCleared, _viewer: Viewer) -> Line:
    return _line(
        state, "investigate", gettext_noop("{suspect} is innocent."), suspect=event.suspect
    )


def _deduced(state: State, event: fact.Deduced, _viewer: Viewer) -> Line:
    if event.right:
        text = gettext_noop("{inspector} deduces {suspects}, and is right.")
    else:
        text = gettext_noop("{inspector} deduces {suspects}, and is wrong.")
    return _line(state, "deduce", text, suspects=event.suspects)


_OWN_WORDS = {
    fact.DrawOffered: ("draw", gettext_noop("{player} offers a draw.")),
    fact.DrawAccepted: ("draw", gettext_noop("{player} accepts the draw.")),
    fact.Resigned: ("end", gettext_noop("{player} resigns.")),
}


def _said(
    state: State, event: fact.DrawOffered | fact.DrawAccepted | fact.Resigned, _viewer: Viewer
) -> Line:
    kind, text = _OWN_WORDS[type(event)]
    return _line(state, kind, text, seats={"player": event.seat})


_LAST_LINES = {
    "inspector-murdered": gettext_noop("The inspector is dead: {killer} wins."),
    "ten-murders": gettext_noop("Ten suspects are dead: {killer} wins."),
    "wrong-deduction": gettext_noop("The deduction was wrong: {killer} wins."),
    "killer-arrested": gettext_noop("The killer is arrested: {inspector} wins."),
    "deduced": gettext_noop("The killer is found out: {inspector} wins."),
    "draw-agreed": gettext_noop("The game is drawn by agreement."),
}


def _game_ended(state: State, event: fact.GameEnded, _viewer: Viewer) -> Line:
    if event.reason != "resigned":
        return _line(state, "end", _LAST_LINES[event.reason])
    winner = KILLER if event.winner == "killer" else INSPECTOR
    return _line(state, "end", gettext_noop("{player} wins."), seats={"player": winner})


def _identities_opened(state: State, event: fact.IdentitiesOpened, _viewer: Viewer) -> Line:
    text = gettext_noop(
        "{killer} was {identity}, with {disguise} as disguise; {inspector} was {suspect}."
    )
    return _line(
        state,
        "end",
        text,
        identity=event.identity,
        disguise=event.disguise,
        suspect=event.inspector,
    )


_TELLERS: Mapping[type, Teller] = {
    fact.GridLaid: _grid_laid,
    fact.KillerDrew: _killer_drew,
    fact.Murdered: _murdered,
    fact.EvidenceDrawn: _evidence_drawn,
    fact.EvidenceDiscarded: _evidence_discarded,
    fact.IdentityChosen: _identity_chosen,
    fact.Shifted: _shifted,
    fact.Collapsed: _collapsed,
    fact.Canvassed: _canvassed,
    fact.Disguised: _disguised,
    fact.Arrested: _arrested,
    fact.Investigated: _investigated,
    fact.SuspectCleared: _suspect_cleared,
    fact.Deduced: _deduced,
    fact.DrawOffered: _said,
    fact.DrawAccepted: _said,
    fact.Resigned: _said,
    fact.GameEnded: _game_ended,
    fact.IdentitiesOpened: _identities_opened,
}
