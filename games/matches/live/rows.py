"""What a room reads and stores in rows, in threads, so that the loop waits for no database."""

from collections.abc import Callable
from typing import Any

from channels.db import database_sync_to_async
from django.db import transaction

from games.matches.models import Match
from games.matches.page import page_states
from games.matches.page.page_states import PageState
from games.matches.page.panels import panels
from games.matches.play import moves, repeats, services
from games.matches.play.moves import MatchPosition, PlannedMove


def _threaded(function: Callable[..., Any]) -> Callable[..., Any]:
    return database_sync_to_async(function, thread_sensitive=False)


@_threaded
def is_repeat(match: Match, user_id: int | None, action: Any, prompt: int) -> bool:
    """Return whether this decision was stored just now."""
    return repeats.is_repeat(match, user_id, action, prompt)


@_threaded
def is_stored(match: Match, user_id: int | None, action: Any, prompt: int) -> bool:
    """Return whether this decision is stored, however long ago."""
    return repeats.is_stored(match, user_id, action, prompt)


@_threaded
def write_by_service(move: PlannedMove) -> bool:
    """Store a rare move with all that follows from it; return False if another came first."""
    try:
        with transaction.atomic():
            services.write_planned(move)
    except moves.Superseded:
        return False
    return True


@_threaded
def read(match_id: int, here: frozenset[int]) -> PageState | None:
    """Return all that pages show of a match; None if it is gone."""
    match = Match.objects.select_related("successor").filter(pk=match_id).first()
    return None if match is None else page_states.page_state_of(match, here)


@_threaded
def read_panels(match: Match) -> tuple[dict[str, Any], int]:
    """Return what panels show of a match, and how often its row was touched."""
    touches = Match.objects.filter(pk=match.pk).values_list("touched", flat=True).first() or 0
    return {panel.name: panel.read(match) for panel in panels()}, touches


@_threaded
def read_on(position: MatchPosition) -> MatchPosition | None:
    """Return the position after all newer entries; None if all has to be read again."""
    return moves.read_on(position)
