"""The score sheet: the scores of each entry from every fixture, game and bye."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import msgspec

from games.contests.standings.contest import Contest, FixtureResult, Placing, PlayedGame, Scoring
from games.contests.standings.knockout import stages
from games.contests.standings.leaving import annulled_entries, settle

DIGITS = 6  #: decimals compared, so that the order of additions does not break a tie


def exact(value: float) -> float:
    """Return `value` rounded against float errors, and without a negative zero."""
    return round(value, DIGITS) + 0.0


class Score(msgspec.Struct, frozen=True):
    """The score of an entry from a duel, a game at a table, an absence or a bye.

    `share` is the share of a duel or game won: 0, half or 1. `counts` are won, drawn and lost.
    `games` is the number actually played. `surplus` is games won minus expected. `given` counts own
    forfeits. `is_played` is false for byes and forfeits; `is_voluntary` is true if missing it was
    the player's own decision (FIDE C.07, 16).
    """

    round: int
    fixture: int
    kind: str
    opponent: int | None = None
    points: float = 0.0
    share: float = 0.0
    game_points: float = 0.0
    result: str = ""
    counts: tuple[int, int, int] = (0, 0, 0)
    games: int = 0
    hard_wins: int = 0
    surplus: float = 0.0
    given: int = 0
    is_played: bool = True
    is_voluntary: bool = False


class ScoreSheet:
    """All scores of a contest, after annulments and forfeits."""

    def __init__(self, contest: Contest) -> None:
        self.annulled = annulled_entries(contest)
        self.contest = settle(contest)
        self.contestants = {one.entry: one for one in self.contest.contestants}
        self.counted = tuple(one for one in self.contestants if one not in self.annulled)
        self.scores: Mapping[int, tuple[Score, ...]] = self._scores()

    def _scores(self) -> dict[int, tuple[Score, ...]]:
        """Return the scores of every counted entry, in the order of play."""
        scores: dict[int, list[Score]] = {entry: [] for entry in self.counted}
        for result in self.contest.results:
            for entry, score in scores_of(result, self.contest.scoring):
                if entry in scores:
                    scores[entry].append(score)
        for bye in self.contest.byes:
            if bye.entry in scores:
                scores[bye.entry].append(_bye(bye.round, bye.points, was_asked=bye.was_asked))
        return {
            entry: tuple(sorted(scores, key=lambda score: (score.round, score.fixture)))
            for entry, scores in scores.items()
        }

    @cached_property
    def base(self) -> dict[int, float]:
        """Return points by entry from games, byes and joining late, without adjustments."""
        if self.contest.format == "knockout":
            heights = stages(self.contest)
            return {entry: float(heights[entry]) for entry in self.scores}
        return {
            entry: exact(self.contestants[entry].late_points + sum(self._nights(scores)))
            for entry, scores in self.scores.items()
        }

    def _nights(self, scores: Iterable[Score]) -> list[float]:
        """Return the points of each round that counts, best first."""
        nights: dict[int, float] = defaultdict(float)
        for score in scores:
            nights[score.round] += score.points
        best = sorted(nights.values(), reverse=True)
        return best[: self.contest.scoring.nights or None]

    @cached_property
    def points(self) -> dict[int, float]:
        """Return all points by entry."""
        total = dict(self.base)
        for sanction in sorted(self.contest.sanctions, key=lambda one: (one.entry, one.points)):
            if sanction.entry in total:
                total[sanction.entry] = exact(total[sanction.entry] + sanction.points)
        return total

    @cached_property
    def meetings(self) -> dict[tuple[int, int], list[Score]]:
        """Return duels by (entry, opponent), from the entry's point of view."""
        meetings: dict[tuple[int, int], list[Score]] = defaultdict(list)
        for entry, scores in self.scores.items():
            for score in scores:
                if score.opponent is not None:
                    meetings[entry, score.opponent].append(score)
        return meetings

    @cached_property
    def last_round(self) -> int:
        """Return the last round with any result."""
        rounds = {result.round for result in self.contest.results}
        return max(rounds | {bye.round for bye in self.contest.byes}, default=0)


def scores_of(result: FixtureResult, scoring: Scoring) -> Iterator[tuple[int, Score]]:
    """Yield the score of each entry in a fixture; none if the fixture was not played."""
    if result.kind == "table":
        yield from _table(result, scoring)
    elif result.forfeited:
        yield from _forfeit(result, scoring)
    elif result.games:
        yield from _duel(result, scoring)


def _worth(share: float, scoring: Scoring) -> float:
    """Return the points for a share of 0, half or 1."""
    return {1.0: scoring.win, 0.5: scoring.draw}.get(share, scoring.loss)


def _counts(share: float) -> tuple[int, int, int]:
    """Return the numbers of wins, draws and losses."""
    return int(share == 1.0), int(share == 0.5), int(share == 0.0)


def _share_name(share: float) -> str:
    return {1.0: "win", 0.5: "draw"}.get(share, "loss")


def _duel(result: FixtureResult, scoring: Scoring) -> Iterator[tuple[int, Score]]:
    """Yield both scores of a duel that was played.

    A duel against a substitute counts normally. For the replaced player, it counts as a forfeit. A
    game in which an entry has no placing is lost.
    """
    placings = {
        entry: [_placing_of(game, entry) for game in result.games] for entry in result.entries
    }
    won = {entry: sum(one.share for one in placings[entry] if one) for entry in result.entries}
    for entry in result.entries:
        other = next(one for one in result.entries if one != entry)
        if any(one and one.is_substitute for one in placings[entry]):
            lost = {"result": "loss", "counts": (0, 0, 1)}
            yield entry, _missed(result, "duel", scoring, opponent=other, **lost)
            continue
        mine, theirs = won[entry], won[other]
        share = 0.5 + 0.5 * ((mine > theirs) - (mine < theirs))
        yield (
            entry,
            Score(
                result.round,
                result.fixture,
                "duel",
                opponent=other,
                points=_worth(share, scoring),
                share=share,
                game_points=mine,
                result=_share_name(share),
                counts=_counts(share),
                **_from_games([one for one in placings[entry] if one]),
            ),
        )


def _placing_of(game: PlayedGame, entry: int) -> Placing | None:
    """Return the placing for an entry's chair: its own, or its substitute's."""
    return next((one for one in game.placings if one.entry == entry), None)


def _missed(of: FixtureResult, kind: str, scoring: Scoring, **more: Any) -> Score:
    """Return the score of a player who missed a fixture, left it, or had a substitute."""
    return Score(
        of.round,
        of.fixture,
        kind,
        points=scoring.forfeit,
        is_played=False,
        is_voluntary=True,
        **more,
    )


def _from_games(placings: list[Placing]) -> dict[str, Any]:
    """Return the fields of a Score that come from played games."""
    return {
        "games": len(placings),
        "hard_wins": sum(one.share == 1.0 and one.expected < 0.5 for one in placings),
        "surplus": sum(one.share - one.expected for one in placings),
        "given": sum(one.abandoned for one in placings),
    }


def _forfeit(result: FixtureResult, scoring: Scoring) -> Iterator[tuple[int, Score]]:
    """Yield both scores of a forfeited duel, won by the player who did not forfeit."""
    for entry in result.entries:
        other = next(one for one in result.entries if one != entry)
        has_given = entry in result.forfeited
        yield (
            entry,
            Score(
                result.round,
                result.fixture,
                "duel",
                opponent=other,
                points=scoring.forfeit if has_given else scoring.win,
                share=float(not has_given),
                game_points=0.0 if has_given else float(scoring.games),
                result="forfeit" if has_given else "win",
                counts=(0, 0, 1) if has_given else (1, 0, 0),
                given=int(has_given),
                is_played=False,
                is_voluntary=has_given,
            ),
        )


def _table(result: FixtureResult, scoring: Scoring) -> Iterator[tuple[int, Score]]:
    """Yield a score for each game and player at a table, and one for each player who forfeited.

    Substitutes score nothing, because these games would be an advantage over other players.
    """
    for entry in result.entries:
        placings = [placing for game in result.games if (placing := _placing_of(game, entry))]
        for placing in placings:
            if not placing.is_substitute:
                yield entry, _game(result, placing, scoring)
        if entry in result.forfeited:
            yield entry, _missed(result, "absence", scoring, result="forfeit", given=1)


def _game(result: FixtureResult, placing: Placing, scoring: Scoring) -> Score:
    """Return the score of one game at a table."""
    share = placing.share
    return Score(
        result.round,
        result.fixture,
        "game",
        points=scoring.forfeit if placing.abandoned else _worth(share, scoring),
        share=share,
        game_points=share,
        result="forfeit" if placing.abandoned else _share_name(share),
        counts=_counts(share),
        **_from_games([placing]),
    )


def _bye(number: int, points: float, *, was_asked: bool) -> Score:
    """Return the score of a round that was sat out."""
    return Score(
        number,
        0,
        "bye",
        points=points,
        result="bye",
        is_played=False,
        is_voluntary=was_asked,
    )
