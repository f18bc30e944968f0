"""Players who leave before half are annulled; later leavers forfeit their remaining fixtures."""

import pytest
from msgspec.structs import replace

from games.contests.standings import standings
from games.contests.standings.contest import ROUND_ROBIN, SWISS, Contestant
from tests.contests.standings.contests import circle, contest, duel


def rows_of(played):
    return {row.entry: row for row in standings(played)}


def test_a_bye_in_a_round_robin_gives_nothing():
    assert (ROUND_ROBIN.bye, SWISS.bye) == (0.0, 2.0)


def round_robin(of, left, score="11"):
    """Return a round robin that the lower number always wins, until the last entry leaves."""
    results = [
        duel(10 * number + place, number, min(pair), max(pair), score)
        for number, pairs in enumerate(circle(of), 1)
        for place, pair in enumerate(pairs)
        if of not in pair or number <= left
    ]
    gone = Contestant(of, of, withdrawn_after=left)
    return contest(results, of=of, rounds=len(circle(of)), changed=[gone])


def test_a_player_who_leaves_before_half_is_annulled_for_everybody():
    rows = rows_of(round_robin(6, 2))
    assert rows[6].is_annulled
    assert rows[6].is_out
    assert (rows[6].rank, rows[6].points, rows[6].played, rows[6].band) == (6, 0.0, 0, None)
    assert [rows[one].played for one in range(1, 6)] == [4] * 5
    assert [rows[one].points for one in range(1, 6)] == [8, 6, 4, 2, 0]


@pytest.mark.parametrize(("planned", "is_annulled"), [(8, False), (9, True)])
def test_exactly_half_does_not_count_as_before_half(planned, is_annulled):
    results = [duel(one, one, one, 9, "11") for one in range(1, 5)]
    gone = Contestant(9, 9, withdrawn_after=4, planned=planned)
    assert rows_of(contest(results, of=9, rounds=9, changed=[gone]))[9].is_annulled == is_annulled


def test_in_an_odd_round_robin_everybody_has_fewer_fixtures_than_rounds():
    """Four of eight fixtures are half, although they are less than half of nine rounds."""
    results = [duel(one, one, one, 9, "11") for one in range(1, 5)]
    gone = Contestant(9, 9, withdrawn_after=4)
    assert not rows_of(contest(results, of=9, rounds=9, changed=[gone]))[9].is_annulled
    assert rows_of(contest(results, of=10, rounds=9, changed=[gone]))[9].is_annulled


def test_the_remaining_fixtures_of_a_leaver_are_automatic_forfeits():
    played = round_robin(6, 3)
    later = [duel(900 + number, number, one, 6, "") for one, number in ((4, 4), (5, 5))]
    rows = rows_of(replace(played, results=(*played.results, *later)))
    assert rows[6].forfeits == 2
    assert (rows[4].form[-1], rows[5].form[-1]) == ("win", "win")


def test_forfeits_do_not_count_towards_half():
    results = [duel(1, 1, 1, 4, "11"), duel(2, 2, 2, 4, "+")]
    gone = Contestant(4, 4, withdrawn_after=2)
    assert rows_of(contest(results, of=4, rounds=3, changed=[gone]))[4].is_annulled


def test_disqualified_players_rank_below_everybody_who_counts():
    results = [duel(1, 1, 1, 2, "11"), duel(2, 2, 1, 3, "11"), duel(3, 3, 2, 3, "11")]
    out = Contestant(1, 1, is_disqualified=True)
    rows = standings(contest(results, of=3, rounds=3, changed=[out]))
    assert [(row.entry, row.points, row.decided_by) for row in rows] == [
        (2, 2, ""),
        (3, 0, "points"),
        (1, 4, "status"),
    ]
    assert rows[2].is_out


def test_players_disqualified_before_half_are_annulled():
    out = Contestant(1, 1, withdrawn_after=1, is_disqualified=True)
    rows = rows_of(contest([duel(1, 1, 1, 2, "11")], of=4, rounds=3, changed=[out]))
    assert rows[1].is_annulled
    assert rows[2].played == 0
