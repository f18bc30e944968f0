"""Team standings: the sum of the points of each team's best players."""

from collections.abc import Mapping, Sequence

import msgspec

from games.contests.standings.contest import Standing


class TeamStanding(msgspec.Struct, frozen=True):
    """A line of the team standings: `points` are those of the players in `counted`, best first.

    Equal teams are separated by their best player's points, then the second's, and so on;
    `is_shared` means that nothing separates this team from the one above.
    """

    team: str
    rank: int
    points: float
    counted: tuple[int, ...] = ()
    is_shared: bool = False


def team_table(
    rows: Sequence[Standing], teams: Mapping[str, Sequence[int]], *, counts: int
) -> tuple[TeamStanding, ...]:
    """Return the standings of teams by their `counts` best players, without annulled ones."""
    by_entry = {row.entry: row for row in rows if not row.is_annulled}
    best = {
        name: sorted(
            (by_entry[entry] for entry in entries if entry in by_entry),
            key=lambda row: (-row.points, row.rank, row.entry),
        )[:counts]
        for name, entries in teams.items()
    }
    heights = {
        name: (round(sum(row.points for row in scores), 6), *(row.points for row in scores))
        for name, scores in best.items()
    }
    lines: list[TeamStanding] = []
    order = sorted(best)
    order.sort(key=lambda name: heights[name], reverse=True)
    for place, name in enumerate(order, 1):
        above = lines[-1] if lines else None
        is_shared = above is not None and heights[above.team] == heights[name]
        scores = tuple(row.entry for row in best[name])
        rank = above.rank if above is not None and is_shared else place
        lines.append(TeamStanding(name, rank, heights[name][0], scores, is_shared))
    return tuple(lines)
