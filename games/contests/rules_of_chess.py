"""Rules of chess that contests follow: FIDE's Handbook, section C (handbook.fide.com).

Basic rules for Swiss systems, C.04.1 (older than 2024): no pair meets twice; nobody has a bye after
full points without playing; sides differ by at most two. In `pairing/swiss.py`.

General handling rules for Swiss systems, C.04.2 (older than 2024): a pair that did not play may be
paired again, and its sides don't count. In `Contender.met` and `Contender.sides`.

The Dutch system, C.04.3 (older than 2024): the upper half meets the lower. In `pairing/swiss.py`.

Competitions, C.05 (older than 2024): Berger tables (Annex 1, `pairing/round_robin.py`); players who
leave a round robin before half of it are removed (6.5, `standings/leaving.py`).

Tie-break regulations, C.07 (2024, and changed on 2026-03-01): unplayed rounds (16); since 2026
virtual opponents are limited (16.4.1, 16.4.2). In `standings/duels.py`. A contest keeps the year of
the rules with which it began (`Scoring.rules`).
"""

#: How much more often a player may begin on one side than on the other (C.04.1).
MOST_UNEVEN = 2
#: The share of a round robin that players must attend for their results to count (C.05, 6.5).
ANNUL_BELOW = 0.5
#: The years of C.07 that contests may follow.
FIRST, NEWEST = 2024, 2026


def virtual_points(own: float, scheduled: float | None, draws: float, *, rules: int) -> float:
    """Return the points of the virtual opponent in a round without a game (C.07, 16.4).

    It has the player's `own` points. Since 2026 they are limited to those of the `scheduled`
    opponent in a forfeit, adjusted by 16.3 (16.4.1), and otherwise to those of draws in all rounds
    (16.4.2).
    """
    if rules < NEWEST:
        return own
    return min(own, draws if scheduled is None else scheduled)
