"""Tables of five to ten: points by game, and what separates equals there."""

from collections import defaultdict
from statistics import fmean

import pytest
from hypothesis import given
from msgspec.structs import replace

from games.contests.standings import standings
from games.contests.standings.contest import TABLES
from tests.contests.standings.contests import contest, nights, table


def rows_of(played):
    return {row.entry: row for row in standings(played)}


def night(*results, of=5, rounds=1, scoring=TABLES):
    return contest(results, of=of, rounds=rounds, kind="tables", scoring=scoring)


def metric(played, code):
    return {row.entry: dict(row.metrics).get(code) for row in standings(played)}


def test_every_game_won_gives_a_point():
    rows = rows_of(night(table(1, 1, (1, 2, 3), (4, 5), True, True, False)))
    assert {one: row.points for one, row in rows.items()} == {1: 2, 2: 2, 3: 2, 4: 1, 5: 1}
    assert (rows[4].played, rows[4].won, rows[4].lost) == (3, 1, 2)
    assert rows[4].form == ("loss", "loss", "win")


def test_who_does_not_come_gets_nothing_and_changes_nothing_for_others():
    rows = rows_of(night(table(1, 1, (1, 2, 3), (4, 5), True, forfeited=(6,)), of=6))
    row = rows[6]
    assert (row.points, row.forfeits, row.played, row.form) == (0, 1, 0, ("forfeit",))
    assert rows[1].points == 1.0


def test_who_abandons_a_game_that_the_team_wins_scores_nothing():
    rows = rows_of(night(table(1, 1, (1, 2, 3), (4, 5), True, abandoned=(1,))))
    assert (rows[1].points, rows[1].forfeits, rows[1].lost) == (0.0, 1, 1)
    assert (rows[2].points, rows[4].points) == (1.0, 0.0)


def test_a_substitute_scores_nothing_and_the_others_do():
    rows = rows_of(
        night(table(1, 1, (1, 2, 6), (4, 5), True, forfeited=(3,), substitutes=(6,)), of=6)
    )
    assert (rows[6].points, rows[6].played, rows[3].forfeits) == (0.0, 0, 1)
    assert rows[1].points == 1.0


def test_a_substitute_from_outside_needs_no_row():
    rows = rows_of(night(table(1, 1, (1, 2, 99), (4, 5), True, substitutes=(99,))))
    assert rows.keys() == {1, 2, 3, 4, 5}
    assert rows[1].points == 1.0


def test_only_the_best_nights_count_and_late_points_are_added():
    """By hand: 1 wins 2, 1 and 1 games in three nights, 4 none, 1 and 1 with half a point late."""
    played = night(
        table(1, 1, (1, 2, 3), (4, 5), True, True),
        table(2, 2, (1, 2, 3), (4, 5), True, False),
        table(3, 3, (1, 2, 3), (4, 5), True, False),
        rounds=3,
        scoring=replace(TABLES, games=2, nights=2),
    )
    late = tuple(replace(one, late_points=0.5 * (one.entry == 4)) for one in played.contestants)
    rows = rows_of(replace(played, contestants=late))
    assert (rows[1].points, rows[4].points, rows[5].points) == (3.0, 2.5, 2.0)
    assert (rows[1].played, rows[1].won) == (6, 4)


def test_a_win_on_the_side_that_seldom_wins_is_worth_more_among_equals():
    """By hand: liberals win 0.4 here, so a liberal gains 0.6 by a win, a fascist 0.4."""
    played = night(
        table(1, 1, (1, 2, 3), (4, 5), True, expected=0.4),
        table(2, 2, (4, 5, 6), (1, 2), False, expected=0.4),
        of=6,
    )
    assert metric(played, "against_expected") == {1: 1.0, 2: 1.0, 3: 0.6, 4: -1.0, 5: -1.0, 6: -0.4}
    assert metric(played, "hard_wins") == {1: 1, 2: 1, 3: 1, 4: 0, 5: 0, 6: 0}


def test_strength_is_of_opponents_less_team_mates_in_games_without_the_player():
    """By hand: without 1, the fixture 2 alone counts: 2 won (+.5), 4 lost (-.5), 3 and 5 absent.

    In fixture 1 player 1 had team-mates 2 (+.5) and 3 (0), and opponents 4 (-.5) and 5 (0):
    -.25 - .25 = -.5.
    """
    played = night(
        table(1, 1, (1, 2, 3), (4, 5), True),
        table(2, 2, (2, 6, 7), (4, 8), True),
        of=8,
    )
    assert metric(played, "strength")[1] == -0.5


def test_winning_does_not_change_the_own_strength_of_schedule():
    other = table(2, 2, (2, 6, 7), (4, 8), True)
    values = [
        metric(night(table(1, 1, (1, 2, 3), (4, 5), won), other, of=8), "strength")[1]
        for won in (True, False)
    ]
    assert values[0] == values[1]


def test_head_to_head_counts_games_on_opposite_sides_among_the_tied_alone():
    scoring = replace(TABLES, tiebreaks=("opposite",))
    played = night(
        table(1, 1, (1, 2, 3), (4, 5), True),
        table(2, 2, (4, 5, 6), (2, 3), True),
        of=6,
        scoring=scoring,
    )
    rows = rows_of(played)
    assert {one: row.points for one, row in rows.items()} == dict.fromkeys(range(1, 7), 1.0)
    # 2 won against 4 and 5, then lost against 4, 5 and 6.
    assert metric(played, "opposite") == {1: 2, 2: -1, 3: -1, 4: -1, 5: -1, 6: 2}


def test_who_wins_a_pair_on_opposite_sides_is_ahead():
    scoring = replace(TABLES, tiebreaks=("opposite",))
    played = night(
        table(1, 1, (1, 2, 3), (4, 5), True),
        table(2, 2, (6, 7, 8), (4, 9), False),
        of=9,
        scoring=scoring,
    )
    rows = standings(played)
    ahead = [row.entry for row in rows if row.points == 1.0]
    assert ahead[-1] == 4
    assert dict(next(row.metrics for row in rows if row.entry == 4))["opposite"] == -3.0


@pytest.mark.parametrize("code", TABLES.tiebreaks)
def test_every_tie_break_of_tables_is_counted_for_who_is_asked(code):
    played = night(table(1, 1, (1, 2, 3), (4, 5), True))
    assert all(value is not None for value in metric(played, code).values())


def strength_by_definition(played):
    """Return the strength of schedule counted anew for each player, game by game."""
    nights = [game.placings for result in played.results for game in result.games]

    def rate(entry, without):
        gains = [
            one.share - one.expected
            for placings in nights
            if without not in [p.entry for p in placings]
            for one in placings
            if one.entry == entry
        ]
        return sum(gains) / len(gains) if gains else 0.0

    def balance(me, placings):
        against = [rate(o.entry, me.entry) for o in placings if o.side != me.side]
        beside = [rate(o.entry, me.entry) for o in placings if o.side == me.side and o is not me]
        return fmean(against or [0.0]) - fmean(beside or [0.0])

    games = defaultdict(list)
    for placings in nights:
        for one in placings:
            games[one.entry].append(balance(one, placings))
    return {entry: fmean(games[entry] or [0.0]) for entry in range(1, 12)}


@given(nights())
def test_strength_is_the_mean_over_games_also_where_a_fixture_has_two(played):
    played = replace(played, scoring=TABLES)
    expected = strength_by_definition(played)
    for entry, value in metric(played, "strength").items():
        assert value == pytest.approx(expected[entry], abs=1e-6)


def test_strength_weighs_every_game_of_a_fixture():
    """By hand: 4 won two of three games without 1 (+.5, +.5, -.5, so 1/6), the others none.

    1 met 4 in two games of one fixture (1/6 each, one of two opponents: 1/12), and in one game of
    another had nobody there who played elsewhere: (1/12 + 1/12 + 0) / 3.
    """
    played = night(
        table(1, 1, (1, 2, 3), (4, 5), True, False),
        table(2, 2, (4, 6), (7, 8), True, True, False),
        table(3, 3, (1, 9), (10, 11), True),
        of=11,
    )
    assert metric(played, "strength")[1] == pytest.approx(1 / 18, abs=1e-6)
