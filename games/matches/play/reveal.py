"""The letters with the secret roles: handed out at the deal, and read before the first decision.

While somebody is still reading, no questions are asked, bots wait, and clocks don't run, for at
most `settings.READING_SECONDS`. The number of readers is public, as it does not depend on the
letters.
"""

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from games.matches import errors
from games.matches.models import Match, Player


def hand_out(match: Match, players: Sequence[Player]) -> None:
    """Give all players a letter without saving: sealed for people, read for programs and bots."""
    for player in players:
        hand_to(match, player)
    waits = any(player.read_at is None for player in players)
    span = timedelta(seconds=settings.READING_SECONDS)
    match.reading_until = timezone.now() + span if waits else None


def hand_to(match: Match, player: Player) -> None:
    """Give `player` a letter without saving: sealed for a person, if the game has letters."""
    has_letters = match.rules.pages.deals_letters and settings.READING_SECONDS > 0
    player.read_at = None if has_letters and _reads(player) else timezone.now()


def check_open(match: Match) -> None:
    """Check that all letters are read.

    :raises StillReading: while the table waits for a reader.
    """
    if match.reading_until:
        raise errors.StillReading


def holds_up(match: Match, player: Player) -> bool:
    """Return whether the table is waiting for `player` to read their letter."""
    return bool(match.reading_until) and player.read_at is None and _reads(player)


def _reads(player: Player) -> bool:
    """Return whether this seat's letter is read by a person who has not left, not by a program."""
    return not player.is_played_by_bot and not player.is_api
