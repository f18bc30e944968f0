"""The standings: rows in order, as a pure function of confirmed results."""

from collections.abc import Sequence

from games.contests.standings.confidence import bands
from games.contests.standings.contest import RECENT, Contest, Standing
from games.contests.standings.leaving import has_left
from games.contests.standings.ranking import RankedPlace, Ranking
from games.contests.standings.scores import Score, ScoreSheet

#: incremented whenever equal contests may give different standings; part of cache keys
VERSION = 6


def standings(contest: Contest) -> tuple[Standing, ...]:
    """Return the standings, best first; equal contests give equal bytes, in whatever order."""
    sheet = ScoreSheet(contest)
    ranking = Ranking(sheet)
    ranks = {place.entry: rank for rank, place in enumerate(ranking.places, 1)}
    sure = {} if contest.format == "knockout" else bands(sheet, ranks)
    return tuple(
        _row(sheet, ranking, place, rank, sure.get(place.entry))
        for rank, place in enumerate(ranking.places, 1)
    )


def _row(
    sheet: ScoreSheet, ranking: Ranking, place: RankedPlace, rank: int, band: tuple[int, int] | None
) -> Standing:
    """Return a line of the standings; the line of an annulled player is empty."""
    contestant = sheet.contestants[place.entry]
    scores = sheet.scores.get(place.entry, ())
    wins, draws, losses = (sum(score.counts[part] for score in scores) for part in range(3))
    return Standing(
        entry=place.entry,
        rank=rank,
        points=sheet.points.get(place.entry, 0.0),
        played=wins + draws + losses,
        won=wins,
        drawn=draws,
        lost=losses,
        forfeits=sum(score.given for score in scores),
        byes=sum(score.kind == "bye" for score in scores),
        games=sum(score.games for score in scores),
        metrics=ranking.metrics(place.entry),
        form=_form(scores),
        is_annulled=place.entry in sheet.annulled,
        is_out=has_left(contestant),
        tied_with=place.tied_with,
        band=band,
        decided_by=place.decided_by if rank > 1 else "",
    )


def _form(scores: Sequence[Score]) -> tuple[str, ...]:
    """Return the last results, newest last."""
    return tuple(score.result for score in scores[-RECENT:])
