"""Certain knowledge of a viewer, as lines."""

from collections.abc import Mapping, Sequence

from games.engine.seats import Seat, Viewer
from games.engine.text import Line, Term, gettext_noop
from games.noir.notebook import Notebook, exposed_inspectors, exposed_killers
from games.noir.pieces import CARDS, INSPECTOR, KILLER
from games.noir.state import State
from games.noir.view import View, public_record, view

ALL_PAIRS = CARDS * (CARDS - 1)


def deductions(state: State, viewer: Viewer) -> tuple[Line, ...]:
    """Return the cards that `viewer` may look at, and the open possibilities (7.2).

    Without a notebook it returns only the cards.
    """
    if not state.suspects:
        return ()
    own_view = view(state, viewer)
    if not state.notebook or state.phase == "over" or viewer.sees_all:
        return _cards(own_view)
    if own_view.notebook is not None:
        return (*_cards(own_view), *_open_lines(own_view.notebook))
    record = public_record(state)
    return (_killer_among(exposed_killers(record)), _inspector_among(exposed_inspectors(record)))


def _cards(own_view: View) -> tuple[Line, ...]:
    """Return the cards that this viewer may look at."""
    lines = []
    if own_view.identity.killer and own_view.disguise.killer:
        text = gettext_noop("{killer} is {identity}, with {disguise} as disguise.")
        names = {"identity": (own_view.identity.killer,), "disguise": (own_view.disguise.killer,)}
        lines.append(_line(text, {"killer": KILLER}, names))
    if own_view.identity.inspector:
        text = gettext_noop("{inspector} is {suspect}.")
        lines.append(
            _line(text, {"inspector": INSPECTOR}, {"suspect": (own_view.identity.inspector,)})
        )
    if own_view.hand.inspector:
        text = gettext_noop("{inspector} holds the cards of {suspects}.")
        lines.append(_line(text, {"inspector": INSPECTOR}, {"suspects": own_view.hand.inspector}))
    return tuple(lines)


def _open_lines(book: Notebook) -> tuple[Line, ...]:
    """Return the possibilities that a notebook leaves open."""
    possible = tuple(note.suspect for note in book.notes if note.identity)
    if book.about == "inspector":
        return (_inspector_among(possible),)
    pairs = Line(
        gettext_noop("Of {all} pairs of identity and disguise, {left} are still possible."),
        numbers={"all": ALL_PAIRS, "left": len(book.pairs)},
    )
    return (_killer_among(possible), pairs)


def _killer_among(suspects: Sequence[str]) -> Line:
    text = gettext_noop("{killer} could be any of {number} suspects: {suspects}.")
    return _line(text, {"killer": KILLER}, {"suspects": suspects}, number=len(suspects))


def _inspector_among(suspects: Sequence[str]) -> Line:
    text = gettext_noop("{inspector} could be any of {number} suspects: {suspects}.")
    return _line(text, {"inspector": INSPECTOR}, {"suspects": suspects}, number=len(suspects))


def _line(
    text: str, seats: dict[str, Seat], suspects: Mapping[str, Sequence[str]], **numbers: int
) -> Line:
    terms = {place: tuple(Term(n, "suspect") for n in names) for place, names in suspects.items()}
    return Line(text, seats=seats, terms=terms, numbers=numbers)
