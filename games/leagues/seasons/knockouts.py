"""Knock-outs: the players who advance from a round, and the draw of the next round."""

from math import ceil, log2

from games.contests.pairing import knockout
from games.contests.pairing.draw import CannotDraw, Pairing
from games.contests.pairing.tables import SMALLEST
from games.contests.standings import knockout as outcome
from games.contests.standings.contest import FixtureResult
from games.leagues import errors
from games.leagues.models import Dispute, Division, Entry, Round, Season
from games.leagues.seasons import standings_input


def rounds_needed(season: Season, size: int) -> int:
    """Return the number of rounds in a knock-out of `size` players; 1 if it is impossible."""
    if season.league.plays_duels:
        return ceil(log2(max(size, 2)))
    try:
        return knockout.rounds(size, goes_on=season.goes_on, target=season.table_size)
    except CannotDraw:
        return 1


def check(season: Season, size: int) -> None:
    """Check that a knock-out of `size` can end: fewer players must advance than play in a round.

    :raises CannotBeDrawn: if it cannot.
    """
    if season.league.plays_duels:
        return
    try:
        knockout.rounds(size, goes_on=season.goes_on, target=season.table_size)
    except CannotDraw as error:
        raise errors.CannotBeDrawn from error


def is_decided(division: Division) -> bool:
    """Return whether the knock-out is decided: the final is public, or all others are out."""
    last = _last(division)
    if last is None:
        return False
    if len(_places(last)) <= 1:
        return True
    if last.status != Round.Status.CLOSED:
        return False
    if division.season.league.plays_duels:
        return len(_groups(division, last)) <= 1
    return len(_left_at_tables(division, last)) < SMALLEST


def _places(last: Round) -> list[int]:
    """Return the groups of a round from which players advance."""
    count = last.fixtures.count() + last.byes.count()
    groups: list[int] = last.report.get("groups") or list(range(count))
    return [group for group in groups if group != knockout.THIRD]


def _last(division: Division) -> Round | None:
    public = division.rounds.exclude(status=Round.Status.DRAFT)
    return public.order_by("-number").first()


def draw(division: Division, number: int, seed: str) -> Pairing:
    """Draw round `number` from the remaining players.

    :raises CannotBeDrawn: if there are too few players.
    """
    season, last = division.season, _last(division)
    try:
        if season.league.plays_duels:
            groups = _groups(division, last) if last else knockout.first_groups(_field(division))
            pairing = knockout.pair(groups, seed=seed)
            losers = _losers(division, last) if last and len(groups) == 2 else []
            has_third = season.has_third_place and len(losers) == 2
            return knockout.with_third(pairing, losers, seed=seed) if has_third else pairing
        people = _left_at_tables(division, last) if last else _field(division)
        return knockout.seat(people, target=season.table_size, seed=seed)
    except CannotDraw as error:
        raise errors.CannotBeDrawn from error


def check_draft(draft: Round) -> None:
    """Check that a draft contains the players who advance according to the current results.

    The match for third place is not checked, because its players follow from the final's.

    :raises DisputeOpen: while a result of the previous round is disputed.
    :raises AttendanceChanged: if other players advance.
    """
    division = draft.division
    if not division.season.is_knockout:
        return
    if Dispute.objects.filter(fixture__round=_last(division), status=Dispute.Status.OPEN).exists():
        raise errors.DisputeOpen
    groups = draft.report.get("groups") or []
    third = [place for place, group in enumerate(groups, 1) if group == knockout.THIRD]
    fixtures = draft.fixtures.exclude(number__in=third)
    players = set(fixtures.values_list("chairs__entry", flat=True))
    players |= set(draft.byes.values_list("entry", flat=True))
    if players & set(_field(division)) != _going_on(division):
        raise errors.AttendanceChanged


def _going_on(division: Division) -> set[int]:
    last = _last(division)
    if last is None:
        return set(_field(division))
    if division.season.league.plays_duels:
        return set(_groups(division, last))
    return set(_left_at_tables(division, last))


def _field(division: Division) -> list[int]:
    """Return the remaining players, ordered by seed."""
    playing = division.entries.filter(status=Entry.Status.CONFIRMED)
    return list(playing.order_by("seed_rank", "pk").values_list("pk", flat=True))


def _results(division: Division, last: Round) -> dict[int, FixtureResult]:
    contest = standings_input.contest_of(division)
    return {one.fixture: one for one in contest.results if one.round == last.number}


def _groups(division: Division, last: Round) -> dict[int, int]:
    """Return the players who advance from a round of duels, each with their group in the next."""
    contest, playing = standings_input.contest_of(division), set(_field(division))
    results = _results(division, last)
    fixtures = last.fixtures.order_by("number").values_list("pk", flat=True)
    out = [outcome.going_on(contest, results[key]) for key in fixtures]
    out += [(entry,) for entry in last.byes.order_by("pk").values_list("entry", flat=True)]
    groups = last.report.get("groups") or range(len(out))
    pairs = zip(out, groups, strict=True)
    return {
        entry: group // 2
        for out_here, group in pairs
        for entry in out_here
        if entry in playing and group != knockout.THIRD
    }


def _losers(division: Division, last: Round) -> list[int]:
    """Return the players still in the season who lost a duel of the round without forfeiting."""
    contest, playing = standings_input.contest_of(division), set(_field(division))
    return [
        entry
        for result in _results(division, last).values()
        for entry in result.entries
        if entry in playing
        and entry not in result.forfeited
        and entry not in outcome.going_on(contest, result)
    ]


def _left_at_tables(division: Division, last: Round) -> list[int]:
    """Return the players who advance from the tables of a round, best first.

    If there are too few for a table, the best of the other players fill it.
    """
    contest, playing = standings_input.contest_of(division), set(_field(division))
    seeds = {one.entry: one.seed for one in contest.contestants}
    on: list[tuple[bool, int, float, float, int, int]] = []
    for result in _results(division, last).values():
        going = outcome.going_on(contest, result)
        for place, entry in enumerate(outcome.order(result, seeds)):
            if entry in playing and entry not in result.forfeited:
                worth = -outcome.share(result, entry), -outcome.surplus(result, entry)
                on.append((entry not in going, place, *worth, seeds[entry], entry))
    on.sort()
    count = max(sum(not is_out for is_out, *_rest in on), SMALLEST)
    return [entry for *_rest, entry in on[:count]]
