"""Reads and writes rows for a room in threads, so the loop never waits for the database."""

from collections.abc import Callable
from typing import Any

from channels.db import database_sync_to_async
from django.db import transaction

from games.matches import errors
from games.matches.drawing import page_states
from games.matches.drawing.page_states import PageState
from games.matches.drawing.panels import panels
from games.matches.models import Match
from games.matches.play import memory, moves, repeats, services
from games.matches.play.memory import MatchPosition
from games.matches.play.moves import PlannedMove


def _threaded(function: Callable[..., Any]) -> Callable[..., Any]:
    return database_sync_to_async(function, thread_sensitive=False)


@_threaded
def is_repeat(match: Match, user_id: int | None, action: Any, prompt: int) -> bool:
    """Return whether this decision has just been stored."""
    return repeats.is_repeat(match, user_id, action, prompt)


@_threaded
def is_current(match: Match) -> bool:
    """Return whether the row is unchanged since `match` was read."""
    counts = Match.objects.filter(pk=match.pk).values_list("length", "touched").first()
    return counts == match.counts


@_threaded
def is_open(match_id: int, user_id: int | None, text: str | None, prompt: int) -> bool:
    """Return whether a question is still open; False if the action in `text` has answered it.

    A page that was open during an upgrade may not specify the lost action.

    :raises Refused: NotRunning or UnknownAction; StalePrompt if something else came first.
    """
    match = Match.objects.filter(pk=match_id).first()
    if match is None or match.is_open:
        raise errors.NotRunning
    match = page_states.as_shown(match)
    return repeats.is_open(memory.position_of(match), user_id, text, prompt)


@_threaded
def write_by_service(move: PlannedMove) -> bool:
    """Store a rare move with all of its effects; return False if another move was stored first."""
    try:
        with transaction.atomic():
            services.write_planned(move)
    except moves.Superseded:
        return False
    return True


@_threaded
def read(match_id: int, here: frozenset[int]) -> PageState | None:
    """Return the page state of a match; None if it was deleted."""
    match = Match.objects.filter(pk=match_id).first()
    return None if match is None else page_states.page_state_of(match, here)


@_threaded
def read_panels(match: Match) -> tuple[dict[str, Any], int]:
    """Return the contents of panels for a match, and the row's count of other changes."""
    touches = Match.objects.filter(pk=match.pk).values_list("touched", flat=True).first() or 0
    return {panel.name: panel.read(match) for panel in panels()}, touches


@_threaded
def read_on(position: MatchPosition) -> MatchPosition | None:
    """Return the position after all newer entries, or None if everything must be reloaded."""
    return moves.read_on(position)
