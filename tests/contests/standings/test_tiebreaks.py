"""Tie-breaks of duels, with manually calculated and published examples."""

from functools import cache

import pytest
from hypothesis import given
from msgspec import convert
from msgspec.structs import replace

from games.contests.standings import standings
from games.contests.standings.contest import (
    ROUND_ROBIN,
    SWISS,
    ByeResult,
    Contestant,
    PlayedGame,
    Scoring,
)
from tests.contests.standings.contests import contest, duel, round_robins

SONNEBORN = replace(ROUND_ROBIN, tiebreaks=("sonneborn", "direct", "game_points", "forfeits"))
OF_2024 = replace(SWISS, rules=2024)


def rows_of(played):
    return {row.entry: row for row in standings(played)}


def metric(played, code):
    return {row.entry: dict(row.metrics)[code] for row in standings(played)}


def only(*codes, base=ROUND_ROBIN):
    return replace(base, tiebreaks=codes)


# --- Sonneborn-Berger


def test_sonneborn_berger_as_published():
    """Example 1 of www.fiveinline.com/sbps.html (and of Sensei's Library): 4, 4, 3, 1 points.

    A duel of two games counts once here, so the values are half of the published ones.
    """
    results = [
        duel(1, 1, 1, 2, "10"),
        duel(2, 1, 3, 4, "11"),
        duel(3, 2, 1, 3, "11"),
        duel(4, 2, 2, 4, "11"),
        duel(5, 3, 1, 4, "10"),
        duel(6, 3, 2, 3, "10"),
    ]
    played = contest(results, of=4, rounds=3, scoring=SONNEBORN)
    rows = standings(played)
    assert [(row.entry, row.points) for row in rows] == [(1, 4), (2, 4), (3, 3), (4, 1)]
    assert metric(played, "sonneborn") == {1: 11 / 2, 2: 9 / 2, 3: 6 / 2, 4: 4 / 2}
    assert [row.decided_by for row in rows] == ["", "sonneborn", "points", "points"]


# --- Buchholz


def test_cut_1_first_removes_a_round_that_was_missed_voluntarily():
    """C.07, 16.4 and 16.5: of five rounds, a half-point and a zero-point bye.

    Both count as an opponent with the player's own 3.5 points; the cut removes one of them,
    although all three opponents have fewer.
    """
    scoring = Scoring(1.0, 0.5, 0.0, 1.0, tiebreaks=("buchholz_cut1", "buchholz"))
    results = [
        duel(1, 1, 1, 2, "11"),
        duel(2, 3, 1, 3, "11"),
        duel(3, 5, 1, 4, "11"),
        duel(4, 1, 3, 4, "11"),
        duel(5, 2, 2, 4, "11"),
        duel(6, 3, 2, 4, "="),
        duel(7, 4, 3, 4, "="),
        duel(8, 4, 2, 5, "00"),
        duel(9, 5, 2, 5, "00"),
        duel(10, 5, 3, 5, "00"),
    ]
    byes = [ByeResult(2, 1, 0.5, was_asked=True), ByeResult(4, 1, 0.0, was_asked=True)]
    played = contest(results, of=5, rounds=5, kind="swiss", byes=byes, scoring=scoring)
    points = {one: row.points for one, row in rows_of(played).items()}
    assert points[1] == 3.5
    weakest = points[2] + points[3] + points[4]
    assert metric(played, "buchholz")[1] == weakest + 7.0
    assert metric(played, "buchholz_cut1")[1] == weakest + 3.5


def test_rounds_sat_out_at_the_end_count_as_draws_for_the_opponents():
    """C.07, 16.3: 2 plays once and is absent twice, so 1's opponent has 0 + 1 + 1."""
    results = [duel(1, 1, 1, 2, "11"), duel(2, 2, 1, 3, "11"), duel(3, 3, 1, 4, "11")]
    byes = [ByeResult(2, 2, 0.0, was_asked=True), ByeResult(3, 2, 0.0, was_asked=True)]
    byes += [ByeResult(1, 3, 2.0), ByeResult(3, 3, 2.0), ByeResult(1, 4, 2.0), ByeResult(2, 4, 2.0)]
    played = contest(results, of=4, rounds=3, kind="swiss", byes=byes)
    assert rows_of(played)[2].points == 0.0
    assert metric(played, "buchholz")[1] == (0 + 1 + 1) + 4 + 4


@pytest.mark.parametrize(("rules", "values"), [(2026, (4.5, 3, 4.5)), (2024, (6, 4.5, 6))])
def test_a_bye_counts_at_most_as_a_draw_in_every_round_since_2026(rules, values):
    """C.07, 16.4.2: of three players 1 has the bye of round 1 and wins twice."""
    scoring = replace(SWISS, win=1.0, draw=0.5, bye=1.0, rules=rules)
    results = [duel(1, 1, 2, 3, "=="), duel(2, 2, 1, 2, "11"), duel(3, 3, 1, 3, "11")]
    byes = [ByeResult(1, 1, 1.0), ByeResult(2, 3, 1.0), ByeResult(3, 2, 1.0)]
    played = contest(results, of=3, rounds=3, kind="swiss", byes=byes, scoring=scoring)
    codes = ("buchholz", "buchholz_cut1", "sonneborn")
    assert tuple(metric(played, code)[1] for code in codes) == values


@pytest.mark.parametrize(("rules", "virtual"), [(2026, 1), (2024, 4)])
def test_a_forfeit_counts_at_most_the_points_of_the_scheduled_opponent_since_2026(rules, virtual):
    """C.07, 16.4.1: 2, with 1 point in the end, forfeited to 1, who has 4 and beat 3, who has 1."""
    results = [
        duel(1, 1, 1, 2, "+"),
        duel(2, 1, 3, 4, "=="),
        duel(3, 2, 1, 3, "11"),
        duel(4, 2, 2, 4, "=="),
    ]
    scoring = replace(SWISS, rules=rules)
    played = contest(results, of=4, rounds=2, kind="swiss", scoring=scoring)
    assert metric(played, "buchholz")[1] == metric(played, "sonneborn")[1] == virtual + 1


def test_a_contest_begun_before_the_rules_of_2026_keeps_those_of_2024():
    stored = {"tiebreaks": ["buchholz"]}
    assert convert(stored, Scoring).rules == 2024
    assert SWISS.rules == 2026


# --- direct encounter


def oracle(tied, score):
    """Order `tied` by direct encounter in the simplest way; return the groups that stay tied."""
    tied = sorted(tied)
    if len(tied) < 2 or any((a, b) not in score for a in tied for b in tied if a != b):
        return [tied]
    own = {a: sum(score[a, b] for b in tied if b != a) for a in tied}
    groups = []
    for value in sorted(set(own.values()), reverse=True):
        group = [a for a in tied if own[a] == value]
        groups += [group] if len(group) == len(tied) else oracle(group, score)
    return groups


def as_of_1_and_2(result):
    """Return a duel as the only one of a contest of players 1 and 2; few such duels exist."""
    number = {entry: place for place, entry in enumerate(result.entries, 1)}
    games = tuple(
        PlayedGame(tuple(replace(one, entry=number[one.entry]) for one in game.placings))
        for game in result.games
    )
    forfeited = tuple(number[entry] for entry in result.forfeited)
    return replace(result, fixture=1, round=1, entries=(1, 2), games=games, forfeited=forfeited)


@cache
def points_alone(result):
    points = {row.entry: row.points for row in standings(contest([result], of=2, rounds=1))}
    return points[1], points[2]


@given(round_robins(most=7))
def test_the_direct_encounter_agrees_with_an_oracle(played):
    played = replace(played, scoring=only("direct"), sanctions=())
    score = {}
    for result in played.results:
        a, b = result.entries
        score[a, b], score[b, a] = points_alone(as_of_1_and_2(result))
    rows = standings(played)
    levels = {}
    for row in rows:
        levels.setdefault(row.points, []).append(row)
    for level in levels.values():
        found, groups = [row.entry for row in level], oracle([row.entry for row in level], score)
        for group in groups:
            assert set(found[: len(group)]) == set(group)
            for row in level:
                if row.entry in group:
                    assert set(row.tied_with) == set(group) - {row.entry}
            found = found[len(group) :]


# --- the rest


@pytest.mark.parametrize(("expected", "hard"), [(0.4, 1.0), (0.5, 0.0), (0.6, 0.0)])
def test_a_win_with_the_harder_side_requires_a_side_that_wins_less_than_half(expected, hard):
    played = contest([duel(1, 1, 1, 2, "1", expected)], of=2, rounds=1)
    assert metric(played, "hard_wins")[1] == hard


def test_the_lot_separates_entries_tied_in_everything_else():
    rows = standings(contest([duel(1, 1, 1, 2, "10")], of=2, rounds=1))
    assert [row.decided_by for row in rows] == ["", "lot"]
    assert [row.tied_with for row in rows] == [(rows[1].entry,), (rows[0].entry,)]
    lots = [dict(row.metrics)["lot"] for row in rows]
    assert lots == sorted(lots, reverse=True)


def test_another_seed_draws_different_lots():
    played = contest([], of=8, rounds=1)
    orders = {
        tuple(row.entry for row in standings(replace(played, lot=str(seed)))) for seed in range(5)
    }
    assert len(orders) > 1


def test_metrics_are_in_the_order_of_the_scoring():
    row = standings(contest([], of=2, rounds=1, scoring=SWISS, kind="swiss"))[0]
    assert [code for code, _ in row.metrics] == [*SWISS.tiebreaks, "lot"]


def test_a_missing_round_of_a_late_joiner_counts_as_an_equal_opponent():
    results = [duel(1, 1, 2, 3, "11"), duel(2, 2, 1, 3, "11"), duel(3, 3, 1, 2, "11")]
    late = [Contestant(1, 1, joined_round=2)]
    played = contest(results, of=3, rounds=3, kind="swiss", changed=late, scoring=OF_2024)
    assert metric(played, "buchholz")[1] == 4.0 + 0.0 + 2.0
