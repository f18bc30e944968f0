"""An independent calculation of a table's points, from an exported contest, without our code."""

from collections.abc import Iterator
from typing import Any

Exported = dict[str, Any]


def recount(contest: Exported) -> dict[int, float]:
    """Return the points of everybody who is not annulled, but no duel that substitutes played.

    `contest` is plain JSON. The points of a knock-out are the rounds survived.
    """
    if contest["format"] == "knockout":
        return rounds_survived(contest)
    known = {one["entry"]: one for one in contest["contestants"]}
    struck = {entry for entry, one in known.items() if _is_annulled(contest, one)}
    points = {entry: one["late_points"] for entry, one in known.items() if entry not in struck}
    nights: dict[int, dict[int, float]] = {entry: {} for entry in points}
    given = [(one["round"], one["entry"], one["points"]) for one in contest["byes"]]
    for result in contest["results"]:
        worths = _of_table(result, contest["scoring"])
        if result["kind"] == "duel":
            worths = _of_duel(result, contest["scoring"], known)
        if result["kind"] == "table" or not struck & set(result["entries"]):
            given += [(result["round"], *one) for one in worths]
    for number, entry, worth in given:
        if entry in points:
            nights[entry][number] = nights[entry].get(number, 0.0) + worth
    for entry, own in nights.items():
        points[entry] += sum(sorted(own.values())[-contest["scoring"]["nights"] :])
        points[entry] += sum(one["points"] for one in contest["sanctions"] if one["entry"] == entry)
    return points


def rounds_survived(contest: Exported) -> dict[int, float]:
    """Return the rounds survived by each player in a knock-out."""
    seeds = {one["entry"]: one["seed"] for one in contest["contestants"]}
    points = dict.fromkeys(seeds, 0.0)
    byes = {(one["round"], one["entry"]) for one in contest["byes"]}
    for number, fixtures in enumerate(contest["drawn"], 1):
        going = {entry for of, entry in byes if of == number}
        for result in contest["results"]:
            if result["round"] != number or result["is_for_third"]:
                continue
            for entry in result["entries"]:  # also players added to fill a table
                points[entry] = max(points[entry], number - 1.0)
            alone = result["kind"] == "duel" or fixtures == 1
            there = [one for one in result["entries"] if one not in result["forfeited"]]
            there.sort(key=lambda entry: _worst_first(result, entry, seeds), reverse=True)
            going |= set(there[: 1 if alone else contest["scoring"]["goes_on"]])
        for entry in going:
            points[entry] = float(number)
    return points


def _worst_first(result: Exported, entry: int, seeds: dict[int, int]) -> tuple[float, float, int]:
    own = [one for game in result["games"] for one in game["placings"]
           if one["entry"] == entry and not one["is_substitute"]]  # fmt: skip
    won = sum(0.5 if one["won"] is None else float(one["won"])
              for one in own if not one["abandoned"])  # fmt: skip
    over = won - sum(one["expected"] for one in own) if result["kind"] == "table" else 0.0
    return won, round(over, 6), -seeds[entry]


def recount_teams(document: Exported) -> dict[str, float]:
    """Return the points of each team of a season with one division: its best, as many as count."""
    (division,) = document["divisions"]
    points = recount(division["contest"])
    return {
        name: sum(sorted((points[one] for one in own if one in points), reverse=True)
                  [: document["team_counts"]])
        for name, own in document["teams"].items()
    }  # fmt: skip


def _is_annulled(contest: Exported, one: Exported) -> bool:
    """Return whether a player left before attending enough of their fixtures."""
    left = one["withdrawn_after"]
    there = [result for result in contest["results"]
             if one["entry"] in result["entries"] and one["entry"] not in result["forfeited"]
             and left is not None and result["round"] <= left]  # fmt: skip
    due = one["planned"] or contest["rounds_planned"]
    return left is not None and len(there) < contest["scoring"]["annul_below"] * due


def _worth(won: bool | None, scoring: Exported) -> float:
    worth: float = scoring["draw"] if won is None else scoring["win" if won else "loss"]
    return worth


def _of_table(result: Exported, scoring: Exported) -> Iterator[tuple[int, float]]:
    for entry in result["forfeited"]:
        yield entry, scoring["forfeit"]
    for game in result["games"]:
        for one in game["placings"]:
            if one["abandoned"]:
                yield one["entry"], scoring["forfeit"]
            elif not one["is_substitute"]:
                yield one["entry"], _worth(one["won"], scoring)


def _of_duel(
    result: Exported, scoring: Exported, known: dict[int, Exported]
) -> Iterator[tuple[int, float]]:
    """Yield the points of a duel that counts as a whole, not game by game."""
    gone = set(result["forfeited"])
    if not result["games"]:
        lefts = {entry: known[entry]["withdrawn_after"] for entry in result["entries"]}
        gone |= {entry for entry, left in lefts.items()
                 if left is not None and left < result["round"]}  # fmt: skip
    won = dict.fromkeys(result["entries"], 0.0)
    for game in result["games"]:
        for one in game["placings"]:
            share = 0.5 if one["won"] is None else float(one["won"])
            won[one["entry"]] += 0 if one["abandoned"] else share
    for entry, mine in won.items():
        (theirs,) = (share for other, share in won.items() if other != entry)
        is_won = None if mine == theirs else mine > theirs
        if gone:
            yield entry, scoring["forfeit" if entry in gone else "win"]
        else:
            yield entry, _worth(is_won, scoring)
