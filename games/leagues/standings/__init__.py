"""What a contest's confirmed results say: tables, tie-breaks and how sure they are; pure.

contest.py says what goes in and what a row is; leaving.py works annulments and forfeits in;
scores.py is the score sheet; duels.py, tables.py and tiebreaks.py count what separates equals;
ranking.py puts in order; table.py makes the rows. skills.py and confidence.py tell how far to
trust them. crosstable.py and movement.py read the finished table. No Django, no I/O, no clock.
"""

from games.leagues.standings.confidence import reliability
from games.leagues.standings.table import VERSION, standings
from games.leagues.standings.tiebreaks import NAMES

__all__ = ["NAMES", "VERSION", "reliability", "standings"]
