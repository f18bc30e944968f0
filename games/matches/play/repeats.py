"""Recognises the second of two equal clicks; it needs no error, for it is already done."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.matches.models import Match
from games.matches.play.projections import begin, follow, turn_of

#: How long after an answer an equal one counts as its repetition.
ECHO = timedelta(seconds=10)


def is_repeat(match: Match, user_id: int | None, action: Any, prompt: int) -> bool:
    """Return whether this user's last answer, just now, was `action` to the same `prompt`."""
    player = match.players.filter(user=user_id, user__isnull=False).first()
    if player is None or player.seat is None:
        return False
    last = match.entries.filter(seat=player.seat, by="player").order_by("-number").first()
    if last is None or last.at is None or timezone.now() - last.at > ECHO:
        return False
    same = bool(turn_of(match.rules, last).action == action)
    return same and _prompt_before(match, last.number, player.seat) == prompt


def _prompt_before(match: Match, number: int, seat: int) -> int:
    """Return the number of the question that `seat` answered with the entry `number`."""
    projection = begin(match.rules, match.players.count())
    for entry in match.entries.filter(number__lt=number).order_by("number"):
        projection = follow(projection, turn_of(match.rules, entry))
    return projection.prompts[seat]
