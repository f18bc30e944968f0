"""An independent calculation of a table's order: every tie-break, only from an exported contest."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from hashlib import sha256
from itertools import groupby
from typing import Any

from tests.leagues.retelling import Exported, Part, Retelling, exactly, share_of

Values = dict[int, Any]


def order_of(contest: Exported) -> list[int]:
    """Return the entries that count from the first place to the last."""
    return Reranking(contest).order()


def points_of(contest: Exported) -> dict[int, float]:
    """Return the points of the entries that count."""
    told = Reranking(contest)
    return {entry: float(worth) for entry, worth in told.values("points", told.parts).items()}


class Reranking(Retelling):
    """The order of an exported contest; article numbers are FIDE's."""

    def order(self) -> list[int]:
        """Return the entries that count, ordered by status, points and tie-breaks."""
        codes = [code for code in self.scoring["tiebreaks"] if code != "lot"]
        return self._ordered(list(self.parts), ["status", "points", *codes, "lot"])

    def _ordered(self, tied: list[int], codes: list[str]) -> list[int]:
        if len(tied) < 2 or not codes:
            return sorted(tied)
        values = self.values(codes[0], tied)
        tied = sorted(tied, key=lambda entry: values[entry], reverse=True)
        groups = [list(group) for _value, group in groupby(tied, key=lambda one: values[one])]
        among = codes[0] in ("direct", "opposite") and len(groups) > 1
        left = codes if among else codes[1:]
        return [entry for group in groups for entry in self._ordered(group, left)]

    def values(self, code: str, tied: Iterable[int]) -> Values:
        """Return the tie-break values of tied entries; the highest is first."""
        among = {"direct": self._direct, "opposite": self._opposite, "strength": self._strength}
        if code in among:
            return among[code](list(tied))
        alone: Callable[[int], Any] = getattr(self, f"_{code}")
        return {entry: alone(entry) for entry in tied}

    def _status(self, entry: int) -> int:
        return -int(self.known[entry]["is_disqualified"])

    def _points(self, entry: int) -> Fraction:
        taken = (one["points"] for one in self.contest["sanctions"] if one["entry"] == entry)
        return self.base[entry] + sum(map(exactly, taken), Fraction(0))

    def _game_points(self, entry: int) -> Fraction:
        return sum((part.games_won for part in self.parts[entry]), Fraction(0))

    def _wins(self, entry: int) -> int:
        return sum(part.wins for part in self.parts[entry] if part.met)

    def _forfeits(self, entry: int) -> int:
        return -sum(part.given_up for part in self.parts[entry])

    def _seed(self, entry: int) -> int:
        return -int(self.known[entry]["seed"])

    def _lot(self, entry: int) -> tuple[int, int]:
        digest = sha256(f"{self.contest['lot']}:{entry}".encode()).hexdigest()
        return int(digest[:8], 16), -entry

    def _played(self, entry: int) -> list[Exported]:
        """Return an entry's placings in counted games that it played in person."""
        placings: list[Exported] = []
        for result in self.contest["results"]:
            entries = set(result["entries"])
            is_duel = result["kind"] == "duel"
            if is_duel and (entries & self.struck or self.gone(result)):
                continue
            own = [one for game in result["games"] for one in game["placings"]
                   if one["entry"] == entry]  # fmt: skip
            if not (is_duel and any(one["is_substitute"] for one in own)):
                placings += [one for one in own if not one["is_substitute"]]
        return placings

    def _hard_wins(self, entry: int) -> int:
        return sum(share_of(one) == 1 and one["expected"] < 0.5 for one in self._played(entry))

    def _against_expected(self, entry: int) -> Fraction:
        gains = (share_of(one) - exactly(one["expected"]) for one in self._played(entry))
        return round(sum(gains, Fraction(0)), 6)

    # --- duels

    @property
    def _is_swiss(self) -> bool:
        return bool(self.contest["format"] == "swiss")

    def _rounds(self, entry: int) -> list[Part]:
        """Return an entry's parts; in a Swiss, also for rounds without one."""
        parts = list(self.parts[entry])
        if not self._is_swiss:
            return parts
        over = [part.round for parts_ in self._all_of_rounds() for part in parts_]
        last = max(over, default=0) - (self.known[entry]["withdrawn_after"] is None)
        there = {part.round for part in parts}
        away = [Part(number, "absence", Fraction(0), own_choice=True)
                for number in range(1, last + 1) if number not in there]  # fmt: skip
        return sorted(parts + away, key=lambda part: part.round)

    def _all_of_rounds(self) -> Iterable[list[Part]]:
        """Return all parts with a round, including those without points."""
        yield from self.parts.values()
        yield [Part(one["round"], "told", Fraction(0)) for one in self.contest["results"]
               if not (one["kind"] == "duel" and set(one["entries"]) & self.struck)]  # fmt: skip

    def _counts_as_met(self, part: Part) -> bool:
        """Return whether there was a real opponent; always if pairings were known (15.2)."""
        return part.opponent is not None and (part.met or not self._is_swiss)

    def _for_others(self, entry: int) -> Fraction:
        """Return an entry's points for the tie-breaks of its opponents (16.3)."""
        points = self.base[entry]
        if self._is_swiss:
            for part in reversed(self._rounds(entry)):
                if not part.own_choice:
                    break
                if part.kind != "duel":
                    points += exactly(self.scoring["draw"]) - part.worth
        return points

    def _contributions(self, entry: int) -> list[tuple[bool, Fraction]]:
        """Return each round's contribution to an entry's Buchholz, and whether it was voluntary."""
        return [
            (False, self._for_others(part.opponent))
            if part.opponent is not None and self._counts_as_met(part)
            else (part.own_choice, self._virtual(entry, part))
            for part in self._rounds(entry)
        ]

    def _virtual(self, entry: int, part: Part) -> Fraction:
        """Return the points of a virtual opponent (16.4), since 2026 limited (16.4.1, 16.4.2)."""
        if self.scoring["rules"] == 2024:
            return self.base[entry]
        if part.opponent is not None:
            return min(self.base[entry], self._for_others(part.opponent))
        told = [one["round"] for one in self.contest["results"] + self.contest["byes"]]
        return min(self.base[entry], exactly(self.scoring["draw"]) * max(told))

    def _buchholz(self, entry: int) -> Fraction:
        return sum((points for _chosen, points in self._contributions(entry)), Fraction(0))

    def _buchholz_cut1(self, entry: int) -> Fraction:
        """Return Buchholz without its lowest part, a voluntary one if there is any (16.5)."""
        added = self._contributions(entry)
        chosen = [points for own_choice, points in added if own_choice]
        least = min(chosen or [points for _chosen, points in added], default=Fraction(0))
        return self._buchholz(entry) - least

    def _sonneborn(self, entry: int) -> Fraction:
        total = Fraction(0)
        for part in self.parts[entry]:
            if part.opponent is not None and self._counts_as_met(part):
                total += self._for_others(part.opponent) * part.share
            elif self._is_swiss:
                win = exactly(self.scoring["win"])
                of_a_bye = min(max(part.worth / win, Fraction(0)), Fraction(1))
                share = part.share if part.kind == "duel" else of_a_bye
                total += self._virtual(entry, part) * share
        return total

    def _direct(self, tied: list[int]) -> Values:
        """Return the points among tied entries, if all have met each other equally often."""
        met = {
            (one, other): [part for part in self.parts[one]
                           if part.opponent == other and self._counts_as_met(part)]
            for one in tied for other in tied if one != other
        }  # fmt: skip
        often = {len(parts) for parts in met.values()}
        if len(often) != 1 or often == {0}:
            return dict.fromkeys(tied, Fraction(0))
        return {
            one: sum((part.worth for pair, parts in met.items() if pair[0] == one
                      for part in parts), Fraction(0))
            for one in tied
        }  # fmt: skip

    # --- tables

    def _games(self) -> list[list[Exported]]:
        """Return the placings of each game at a table, of entries that count."""
        return [
            [one for one in game["placings"] if one["entry"] in self.parts]
            for result in self.contest["results"] if result["kind"] == "table"
            for game in result["games"]
        ]  # fmt: skip

    def _opposite(self, tied: list[int]) -> Values:
        values = dict.fromkeys(tied, Fraction(0))
        for game in self._games():
            there = [one for one in game if one["entry"] in values and not one["is_substitute"]]
            for one in there:
                against = sum(one["side"] != other["side"] for other in there)
                values[one["entry"]] += against * (2 * share_of(one) - 1)
        return values

    def _strength(self, tied: list[int]) -> Values:
        return {entry: self._strength_of(entry) for entry in tied}

    def _strength_of(self, entry: int) -> Fraction:
        """Return the mean results of opponents minus team-mates in games without this player."""
        balances = []
        for game in self._games():
            me = next((one for one in game if one["entry"] == entry), None)
            if me is None or me["is_substitute"]:
                continue
            sides: dict[bool, list[Fraction]] = {True: [], False: []}
            for other in game:
                if other["entry"] != entry:
                    mine = other["side"] == me["side"]
                    sides[mine].append(self._rate_without(other["entry"], entry))
            against, beside = (
                sum(rates, Fraction(0)) / len(rates) if rates else Fraction(0)
                for rates in (sides[False], sides[True])
            )
            balances.append(against - beside)
        return round(sum(balances, Fraction(0)) / len(balances), 6) if balances else Fraction(0)

    def _rate_without(self, entry: int, without: int) -> Fraction:
        gains = [
            share_of(one) - exactly(one["expected"])
            for game in self._games() if all(one["entry"] != without for one in game)
            for one in game if one["entry"] == entry
        ]  # fmt: skip
        return sum(gains, Fraction(0)) / len(gains) if gains else Fraction(0)

    # --- knock-outs

    def _place(self, entry: int) -> int:
        """Return the place in an entry's last fixture, or 0 without one; the smallest is first."""
        own = [one for one in self.contest["results"] if entry in one["entries"]]
        if not own:
            return 0
        last = max(own, key=lambda one: one["round"])
        return -1 - sorted(last["entries"], key=lambda one: self._in_fixture(last, one)).index(
            entry
        )

    def _in_fixture(self, result: Exported, entry: int) -> tuple[bool, Fraction, Fraction, int]:
        own = [one for game in result["games"] for one in game["placings"]
               if one["entry"] == entry and not one["is_substitute"]]  # fmt: skip
        won = sum(map(share_of, own), Fraction(0))
        beyond = won - sum((exactly(one["expected"]) for one in own), Fraction(0))
        out = entry in result["forfeited"]
        return out, -won, -beyond if result["kind"] == "table" else Fraction(0), -self._seed(entry)
