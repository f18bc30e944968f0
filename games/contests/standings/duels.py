"""Tie-breaks of duels, after FIDE's Tie-Break Regulations (Handbook C.07) of 2024 or 2026.

Unplayed rounds (article 16) matter only in Swiss tournaments. If pairings are known in advance, a
forfeit counts as a normal game (15.2). In a Swiss tournament:

- A player's own round without a game (bye, forfeit, absence) counts as a game against a virtual
  opponent (16.4, `rules_of_chess.virtual_points`).
- For opponents' tie-breaks, a player's actual points count. But rounds at the end that the player
  asked to sit out, or missed, count as draws (16.3).
- Cut-1 leaves out the lowest contribution, but preferably that of a round missed voluntarily
  (16.5), so that absence is never an advantage.

Points are those from games, byes and joining late. Arbiters' adjustments are left out, because they
don't reflect an opponent's strength. Scores of 2, 1, 0 (or others) correspond to FIDE's 1, half, 0.
"""

from collections.abc import Sequence

from games.contests.rules_of_chess import virtual_points
from games.contests.standings.scores import Score, ScoreSheet, exact

Values = dict[int, float]


def buchholz(sheet: ScoreSheet, entries: Sequence[int]) -> Values:
    """Return the sum of the opponents' points (8.1)."""
    values = _points_for_opponents(sheet)
    return {
        entry: exact(sum(points for points, _ in _buchholz_parts(sheet, entry, values)))
        for entry in entries
    }


def buchholz_cut1(sheet: ScoreSheet, entries: Sequence[int]) -> Values:
    """Return Buchholz without its lowest contribution (8.1 with 14.1 and 16.5)."""
    values = _points_for_opponents(sheet)
    return {entry: _cut(_buchholz_parts(sheet, entry, values)) for entry in entries}


def _cut(contributions: list[tuple[float, bool]]) -> float:
    """Return the sum without the lowest contribution, preferably that of a voluntary absence."""
    least = min(contributions, key=lambda one: (not one[1], one[0]), default=(0.0, False))
    return exact(sum(points for points, _ in contributions) - least[0])


def _buchholz_parts(sheet: ScoreSheet, entry: int, values: Values) -> list[tuple[float, bool]]:
    """Return each round's contribution to an entry's Buchholz, and whether it was voluntary."""
    return [
        (values[score.opponent], False)
        if score.opponent is not None and _is_met(sheet, score)
        else (_virtual(sheet, entry, score, values), score.is_voluntary)
        for score in (*sheet.scores[entry], *_absences(sheet, entry))
    ]


def _virtual(sheet: ScoreSheet, entry: int, score: Score, values: Values) -> float:
    """Return the points of the virtual opponent in an unplayed round."""
    scoring = sheet.contest.scoring
    draws = scoring.draw * sheet.last_round
    scheduled = None if score.opponent is None else values[score.opponent]
    return virtual_points(sheet.base[entry], scheduled, draws, rules=scoring.rules)


def _is_met(sheet: ScoreSheet, score: Score) -> bool:
    """Return whether a duel counts as a meeting: it was played, or its pairing was known before."""
    return score.is_played or sheet.contest.format != "swiss"


def _absences(sheet: ScoreSheet, entry: int) -> list[Score]:
    """Return the rounds of a Swiss contest in which an entry had neither duel nor bye.

    While results of the last round are missing, it counts only for players who had left.
    """
    if sheet.contest.format != "swiss":
        return []
    there = {score.round for score in sheet.scores[entry]}
    last_round = sheet.contestants[entry].withdrawn_after
    last = sheet.last_round if last_round is not None else sheet.last_round - 1
    return [
        Score(number, 0, "absence", is_played=False, is_voluntary=True)
        for number in range(1, last + 1)
        if number not in there
    ]


def _points_for_opponents(sheet: ScoreSheet) -> Values:
    """Return the points of all entries for their opponents' tie-breaks (16.3)."""
    return {
        entry: exact(points + _points_added(sheet, entry)) for entry, points in sheet.base.items()
    }


def _points_added(sheet: ScoreSheet, entry: int) -> float:
    """Return the points added for rounds sat out at the end, which count as draws."""
    if sheet.contest.format != "swiss":
        return 0.0
    extra = 0.0
    rounds = [*sheet.scores[entry], *_absences(sheet, entry)]
    for score in sorted(rounds, key=lambda one: one.round, reverse=True):
        if not score.is_voluntary:
            break
        if score.kind != "duel":
            extra += sheet.contest.scoring.draw - score.points
    return extra


def sonneborn(sheet: ScoreSheet, entries: Sequence[int]) -> Values:
    """Return the sum of opponents' points, each multiplied by the share won against them (9.1).

    In a Swiss contest an unplayed round counts with its virtual opponent (16.4).
    """
    values = _points_for_opponents(sheet)
    return {
        entry: exact(sum(_sonneborn_part(sheet, entry, one, values) for one in sheet.scores[entry]))
        for entry in entries
    }


def _sonneborn_part(sheet: ScoreSheet, entry: int, score: Score, values: Values) -> float:
    """Return the contribution of one score to Sonneborn-Berger."""
    if score.opponent is not None and _is_met(sheet, score):
        return values[score.opponent] * score.share
    if sheet.contest.format != "swiss":
        return 0.0
    share, win = score.share, sheet.contest.scoring.win
    if score.kind != "duel":  # a bye's points as a share of a win
        share = min(max(score.points / win, 0.0), 1.0) if win > 0 else 0.0
    return _virtual(sheet, entry, score, values) * share


def direct(sheet: ScoreSheet, entries: Sequence[int]) -> Values:
    """Return the points from duels among tied entries; all 0 unless all of them have met (6.1)."""
    if not _have_all_met(sheet, entries):
        return dict.fromkeys(entries, 0.0)
    return {
        entry: exact(
            sum(
                score.points
                for other in entries
                for score in sheet.meetings.get((entry, other), ())
                if _is_met(sheet, score)
            )
        )
        for entry in entries
    }


def _have_all_met(sheet: ScoreSheet, entries: Sequence[int]) -> bool:
    """Return whether all tied entries have met each other, equally often."""
    often = {
        sum(_is_met(sheet, score) for score in sheet.meetings.get((one, other), ()))
        for one in entries
        for other in entries
        if one < other
    }
    return len(often) == 1 and 0 not in often
