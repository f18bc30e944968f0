"""The table: rows in order, a pure function of what is confirmed."""

from collections.abc import Sequence

from games.leagues.standings.confidence import bands
from games.leagues.standings.contest import RECENT, Contest, Row, until
from games.leagues.standings.leaving import has_left
from games.leagues.standings.ranking import Place, Ranking
from games.leagues.standings.scores import Score, Sheet

#: raised whenever the same contest may give another table: whoever keeps tables keeps it too
VERSION = 1


def standings(contest: Contest, *, after_round: int | None = None) -> tuple[Row, ...]:
    """Return the table, best first: equal contests give equal bytes, in whatever order they tell.

    With `after_round` it is the table as it stood then: nobody had left or joined since.
    """
    sheet = Sheet(contest if after_round is None else until(contest, after_round))
    ranking = Ranking(sheet)
    ranks = {place.entry: rank for rank, place in enumerate(ranking.places, 1)}
    sure = bands(sheet, ranks)
    return tuple(
        _row(sheet, ranking, place, rank, sure.get(place.entry))
        for rank, place in enumerate(ranking.places, 1)
    )


def _row(
    sheet: Sheet, ranking: Ranking, place: Place, rank: int, band: tuple[int, int] | None
) -> Row:
    """Return one line of the table; an annulled one is empty."""
    contestant = sheet.contestants[place.entry]
    scores = sheet.scores.get(place.entry, ())
    won, drawn, lost = (sum(score.counts[part] for score in scores) for part in range(3))
    return Row(
        entry=place.entry,
        rank=rank,
        points=sheet.points.get(place.entry, 0.0),
        mean=sheet.means.get(place.entry, 0.0),
        played=won + drawn + lost,
        won=won,
        drawn=drawn,
        lost=lost,
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
