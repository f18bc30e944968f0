"""Tables of five to ten: points by game, and their tie-breaks."""

import pytest
from msgspec.structs import replace

from games.contests.standings import standings
from games.contests.standings.contest import TABLES
from tests.contests.standings.contests import contest, table


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


def test_an_absent_player_gets_nothing_and_changes_nothing_for_others():
    rows = rows_of(night(table(1, 1, (1, 2, 3), (4, 5), True, forfeited=(6,)), of=6))
    row = rows[6]
    assert (row.points, row.forfeits, row.played, row.form) == (0, 1, 0, ("forfeit",))
    assert rows[1].points == 1.0


def test_a_player_who_abandons_a_game_that_the_team_wins_scores_nothing():
    rows = rows_of(night(table(1, 1, (1, 2, 3), (4, 5), True, abandoned=(1,))))
    assert (rows[1].points, rows[1].forfeits, rows[1].lost) == (0.0, 1, 1)
    assert (rows[2].points, rows[4].points) == (1.0, 0.0)


def test_a_substitute_scores_nothing_but_the_others_do():
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


@pytest.mark.parametrize("code", TABLES.tiebreaks)
def test_every_tie_break_of_tables_has_a_value(code):
    played = night(table(1, 1, (1, 2, 3), (4, 5), True))
    assert all(value is not None for value in metric(played, code).values())
