"""Recognises answers that are already stored: the second click of a double click doesn't cause an
error, and an answer without an acknowledgement is not stored twice.
"""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.engine.projection import Projection
from games.engine.seats import Seat, Viewer
from games.matches import errors
from games.matches.models import Match
from games.matches.play import moves
from games.matches.play.memory import MatchPosition, projection_of

#: How long an identical answer counts as a repetition.
ECHO = timedelta(seconds=10)


def is_repeat(match: Match, user_id: int | None, action: Any, prompt: int) -> bool:
    """Return whether this user has just answered the same `prompt` with the same `action`."""
    seat, projection = _seat_of(match, user_id), projection_of(match)
    number = None if seat is None else answer_to(projection, seat, action, prompt)
    if number is None or any(turn.seat == seat for turn in projection.turns[number + 1 :]):
        return False
    at = match.entries.values_list("at", flat=True).get(number=number)
    return at is not None and timezone.now() - at <= ECHO


def is_open(position: MatchPosition, user_id: int | None, text: str | None, prompt: int) -> bool:
    """Return whether the question `prompt` is still open; False if `text` has answered it.

    :raises Refused: UnknownAction; StalePrompt if something else has happened first.
    """
    seat, projection = position.seat_of(user_id), position.projection
    if text is None:
        return seat is not None and projection.prompts[seat] == prompt
    action = moves.parse(position.match.rules, text)
    if seat is not None and answer_to(projection, seat, action, prompt) is not None:
        return False
    if seat is not None and projection.prompts[seat] == prompt:
        return True
    raise errors.StalePrompt


def answer_to(projection: Projection, seat: Seat, action: Any, prompt: int) -> int | None:
    """Return the number of the entry in which `seat` answered `prompt` with `action`, if any.

    A question's number is the count of entries visible to its seat when it was opened, so the
    answer is the seat's first turn after the last of these entries.
    """
    told = sorted({*projection.entries_of(Viewer(seat))})
    if not 0 < prompt <= len(told):
        return None
    for number, turn in enumerate(projection.turns):
        if number > told[prompt - 1] and turn.seat == seat:
            is_it = turn.by == "player" and turn.action == action
            return number if is_it else None
    return None


def _seat_of(match: Match, user_id: int | None) -> Seat | None:
    own = match.players.filter(user=user_id, user__isnull=False, seat__isnull=False)
    seat = own.values_list("seat", flat=True).first()
    return None if seat is None else Seat(seat)
