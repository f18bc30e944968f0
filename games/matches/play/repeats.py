"""Recognises an answer that was stored before: the second of two equal clicks needs no error, and
one whose acknowledgement was lost is not sent again.
"""

from datetime import timedelta
from typing import Any

import msgspec
from django.utils import timezone

from games.matches.models import Match, MatchEntry
from games.matches.play.projections import begin, follow, turn_of

#: How long after an answer an equal one counts as its repetition.
ECHO = timedelta(seconds=10)


def is_repeat(match: Match, user_id: int | None, action: Any, prompt: int) -> bool:
    """Return whether this user's last answer, just now, was `action` to the same `prompt`."""
    entry = answer_to(match, user_id, action, prompt)
    if entry is None or entry.at is None or timezone.now() - entry.at > ECHO:
        return False
    own = match.entries.filter(seat=entry.seat, by="player")
    return not own.filter(number__gt=entry.number).exists()


def answer_to(match: Match, user_id: int | None, action: Any, prompt: int) -> MatchEntry | None:
    """Return the entry by which this user answered the question `prompt` with `action`, if any.

    A question is answered once: what comes after it has another number.
    """
    player = match.players.filter(user=user_id, user__isnull=False).first()
    if player is None or player.seat is None:
        return None
    text = msgspec.json.encode(action).decode()
    own = match.entries.filter(seat=player.seat, by="player", action=text)
    numbers = set(own.values_list("number", flat=True))
    if not numbers:
        return None  # this is so for most, and needs no look through the log
    projection = begin(match.rules, match.players.count())
    for entry in match.entries.filter(number__lte=max(numbers)).order_by("number"):
        if entry.number in numbers and projection.prompts[player.seat] == prompt:
            return entry
        projection = follow(projection, turn_of(match.rules, entry))
    return None
