"""The models of a match: the table, its players, and the log of events."""

from games.matches.models.log import MatchEntry, Pulse
from games.matches.models.match import CODE_LENGTH, CODE_LETTERS, LISTED_BY, Match, new_code
from games.matches.models.player import ENTROPY_LENGTH, Player, Removal

__all__ = [
    "CODE_LENGTH",
    "CODE_LETTERS",
    "ENTROPY_LENGTH",
    "LISTED_BY",
    "Match",
    "MatchEntry",
    "Player",
    "Pulse",
    "Removal",
    "new_code",
]
