"""An exported contest as parts: the effect of each duel, game, forfeit and bye on each entry.

Independent of the project's code: after FIDE's Tie-Break Regulations (Handbook C.07) and
docs/leagues.md.
"""

from fractions import Fraction
from typing import Any, NamedTuple

Exported = dict[str, Any]


class Part(NamedTuple):
    """The effect of one duel, one game at a table, a forfeit or a bye on an entry.

    `share` is the part won, `games` the number of games; `met` is true if it was played.
    """

    round: int
    kind: str
    worth: Fraction
    share: Fraction = Fraction(0)
    wins: int = 0
    games_won: Fraction = Fraction(0)
    games: int = 0
    opponent: int | None = None
    met: bool = False
    own_choice: bool = False
    given_up: int = 0


def exactly(value: float) -> Fraction:
    return Fraction(str(round(value, 9)))


def share_of(placing: Exported) -> Fraction:
    if placing["abandoned"] or placing["won"] is False:
        return Fraction(0)
    return Fraction(1, 2) if placing["won"] is None else Fraction(1)


class Retelling:
    """An exported contest as parts by entry; `struck` is the set of annulled entries."""

    def __init__(self, contest: Exported) -> None:
        self.contest, self.scoring = contest, contest["scoring"]
        self.known = {one["entry"]: one for one in contest["contestants"]}
        self.struck = {entry for entry in self.known if self._is_annulled(entry)}
        self.parts: dict[int, list[Part]] = {e: [] for e in self.known if e not in self.struck}
        for result in contest["results"]:
            tell = self._tell_table if result["kind"] == "table" else self._tell_duel
            tell(result)
        for one in contest["byes"]:
            self._add(one["entry"], Part(
                one["round"], "bye", exactly(one["points"]), own_choice=one["was_asked"]
            ))  # fmt: skip
        self.base = {
            entry: exactly(self.known[entry]["late_points"]) + self._best_nights(parts)
            for entry, parts in self.parts.items()
        }
        if contest["format"] == "knockout":
            heights = rounds_survived(contest)
            self.base = {entry: exactly(heights[entry]) for entry in self.parts}

    def _best_nights(self, parts: list[Part]) -> Fraction:
        rounds = {part.round for part in parts}
        nights = [sum(part.worth for part in parts if part.round == one) for one in rounds]
        return sum(sorted(nights)[-self.scoring["nights"] :], Fraction(0))

    def _is_annulled(self, entry: int) -> bool:
        one = self.known[entry]
        left = one["withdrawn_after"]
        has_left = left is not None or one["is_disqualified"]
        if self.contest["format"] != "round_robin" or not has_left:
            return False
        there = sum(
            entry in result["entries"]
            and entry not in result["forfeited"]
            and bool(result["games"] or result["forfeited"])
            and (left is None or result["round"] <= left)
            for result in self.contest["results"]
        )
        return bool(there < self.scoring["annul_below"] * self._planned(one))

    def _planned(self, one: Exported) -> int:
        if one["planned"] is not None:
            return max(one["planned"], 1)
        of, rounds = len(self.known), self.contest["rounds_planned"]
        return max(rounds * (of - 1) // of if of % 2 else rounds, 1)

    def _add(self, entry: int, part: Part) -> None:
        if entry in self.parts:
            self.parts[entry].append(part)

    def gone(self, result: Exported) -> set[int]:
        """Return the entries that forfeited, or had left before and played no game."""
        seated = {one["entry"] for game in result["games"] for one in game["placings"]}
        lefts = {entry: self.known[entry]["withdrawn_after"] for entry in result["entries"]}
        return set(result["forfeited"]) | {
            entry for entry, left in lefts.items()
            if entry not in seated and left is not None and left < result["round"]
        }  # fmt: skip

    def _worth(self, share: Fraction) -> Fraction:
        names = {Fraction(1): "win", Fraction(1, 2): "draw", Fraction(0): "loss"}
        return exactly(self.scoring[names[share]])

    def _tell_duel(self, result: Exported) -> None:
        one, two = result["entries"]
        if {one, two} & self.struck:
            return
        gone = self.gone(result)
        for entry, other in ((one, two), (two, one)):
            if gone:
                self._add(entry, self._forfeit(result["round"], other, gone=entry in gone))
            elif result["games"]:
                self._add(entry, self._duel(result, entry, other))

    def _forfeit(self, number: int, other: int, *, gone: bool) -> Part:
        if gone:
            worth = exactly(self.scoring["forfeit"])
            return Part(number, "duel", worth, opponent=other, own_choice=True, given_up=1)
        return Part(number, "duel", exactly(self.scoring["win"]), Fraction(1),
                    games_won=Fraction(self.scoring["games"]), opponent=other)  # fmt: skip

    def _duel(self, result: Exported, entry: int, other: int) -> Part:
        own = [one for game in result["games"] for one in game["placings"] if one["entry"] == entry]
        if any(one["is_substitute"] for one in own):
            worth = exactly(self.scoring["forfeit"])
            return Part(result["round"], "duel", worth, opponent=other, own_choice=True)
        mine, theirs = (
            sum((share_of(one) for game in result["games"] for one in game["placings"]
                 if one["entry"] == who), Fraction(0))
            for who in (entry, other)
        )  # fmt: skip
        whole = Fraction(1, 2) + Fraction((mine > theirs) - (mine < theirs), 2)
        return Part(
            result["round"], "duel", self._worth(whole), whole, int(whole == 1), mine, len(own),
            opponent=other, met=True, given_up=sum(one["abandoned"] for one in own),
        )  # fmt: skip

    def _tell_table(self, result: Exported) -> None:
        gone = self.gone(result)
        forfeit = exactly(self.scoring["forfeit"])
        for entry in result["entries"]:
            own = [one for game in result["games"] for one in game["placings"]
                   if one["entry"] == entry]  # fmt: skip
            for one in own:
                if not one["is_substitute"]:
                    share = share_of(one)
                    worth = forfeit if one["abandoned"] else self._worth(share)
                    self._add(entry, Part(
                        result["round"], "game", worth, share, int(share == 1), share, 1,
                        met=True, given_up=int(one["abandoned"]),
                    ))  # fmt: skip
            if entry in gone:
                self._add(entry, Part(
                    result["round"], "absence", forfeit, own_choice=True, given_up=1,
                ))  # fmt: skip


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
