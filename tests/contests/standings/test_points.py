"""Points of duels: from fixtures, forfeits, byes and arbiters."""

from msgspec.structs import replace

from games.contests.standings import NAMES, standings
from games.contests.standings.contest import (
    SCORINGS,
    ByeResult,
    Contestant,
    PointsAdjustment,
)
from games.contests.standings.tiebreaks import METRICS
from tests.contests.standings.contests import contest, duel


def rows_of(played):
    return {row.entry: row for row in standings(played)}


def test_a_pair_of_games_gives_two_one_or_no_points():
    results = [duel(1, 1, 1, 2, "11"), duel(2, 1, 3, 4, "10"), duel(3, 2, 1, 3, "1=")]
    rows = rows_of(contest(results, of=4, rounds=3))
    assert {entry: row.points for entry, row in rows.items()} == {1: 4.0, 2: 0.0, 3: 1.0, 4: 1.0}
    assert (rows[1].won, rows[1].drawn, rows[1].lost, rows[1].played) == (2, 0, 0, 2)
    assert (rows[3].won, rows[3].drawn, rows[3].lost, rows[3].form) == (0, 1, 1, ("draw", "loss"))


def test_a_forfeit_is_a_win_for_the_player_who_was_present():
    rows = rows_of(contest([duel(1, 1, 1, 2, "+")], of=2, rounds=1))
    assert (rows[1].points, rows[1].won, rows[1].forfeits, rows[1].form) == (2.0, 1, 0, ("win",))
    assert (rows[2].points, rows[2].lost, rows[2].forfeits) == (0.0, 1, 1)
    assert rows[2].form == ("forfeit",)
    assert dict(rows[1].metrics)["game_points"] == 2.0


def test_a_fixture_forfeited_after_a_game_is_a_forfeit_whatever_the_game_was():
    given = replace(duel(1, 1, 1, 2, "1"), forfeited=(1,))
    rows = rows_of(contest([given], of=2, rounds=1))
    assert (rows[1].points, rows[2].points, rows[1].forfeits) == (0.0, 2.0, 1)
    assert dict(rows[2].metrics)["game_points"] == 2.0


def test_neither_player_gets_anything_if_both_forfeit():
    rows = rows_of(contest([duel(1, 1, 1, 2, "--")], of=2, rounds=1))
    assert [(row.points, row.won, row.forfeits) for row in rows.values()] == [(0, 0, 1), (0, 0, 1)]


def test_an_unplayed_fixture_gives_nothing():
    rows = rows_of(contest([duel(1, 1, 1, 2, "")], of=2, rounds=1))
    assert [(row.points, row.played, row.form) for row in rows.values()] == [(0, 0, ()), (0, 0, ())]


def test_byes_late_points_and_sanctions_add_up():
    played = contest(
        [duel(1, 2, 1, 2, "11")],
        of=3,
        rounds=2,
        byes=[ByeResult(1, 1, 2.0)],
        sanctions=[PointsAdjustment(2, 1, -0.5)],
        changed=[Contestant(3, 3, joined_round=2, late_points=1.0)],
    )
    rows = rows_of(played)
    assert (rows[1].points, rows[1].byes, rows[1].form) == (3.5, 1, ("bye", "win"))
    assert rows[3].points == 1.0


def test_form_is_the_last_five_results_with_the_newest_last():
    results = [duel(n, n, 1, 2, "11" if n % 2 else "00") for n in range(1, 8)]
    row = rows_of(contest(results, of=2, rounds=7))[1]
    assert row.form == ("win", "loss", "win", "loss", "win")


def test_an_abandoned_game_gives_its_abandoner_nothing():
    result = duel(1, 1, 1, 2, "1")
    one, two = result.games[0].placings
    placings = (replace(one, abandoned=True), replace(two, won=True))
    given = replace(result, games=(replace(result.games[0], placings=placings),))
    rows = rows_of(contest([given], of=2, rounds=1))
    assert (rows[1].points, rows[1].forfeits, rows[2].points) == (0.0, 1, 2.0)


def test_every_tie_break_has_a_name_and_a_calculation():
    assert NAMES.keys() == METRICS.keys() | {"points", "status"}
    assert all(code in METRICS for scoring in SCORINGS.values() for code in scoring.tiebreaks)


def test_an_empty_contest_is_ordered_by_lot():
    rows = standings(contest([], of=4, rounds=3))
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert [row.decided_by for row in rows] == ["", "lot", "lot", "lot"]
    assert standings(contest([], of=0, rounds=1)) == ()
