"""Standings computed from a contest's confirmed results, with tie-breaks and reliability.

contest.py defines the types of input and output. leaving.py applies annulments and forfeits.
scores.py makes the score sheet. duels.py, tables.py and tiebreaks.py compute tie-breaks; ranking.py
sorts; table.py makes the rows. skills.py and confidence.py measure reliability. crosstable.py and
movement.py use the finished table. Pure functions: no Django, no I/O, no clock.
"""

from games.contests.standings.confidence import reliability
from games.contests.standings.table import VERSION, standings
from games.contests.standings.tiebreaks import NAMES

__all__ = ["NAMES", "VERSION", "reliability", "standings"]
