"""Crosstables and meetings, in table order."""

from hypothesis import given

from games.contests.standings import standings
from games.contests.standings.contest import Contestant
from games.contests.standings.crosstable import Encounter, Meeting, crosstable, meetings
from tests.contests.standings.contests import contest, duel, nights, round_robins, table


def test_both_players_see_the_same_duel_from_their_own_side():
    cross = crosstable(contest([duel(7, 2, 1, 2, "1=")], of=2, rounds=1))
    assert cross.entries == (1, 2)
    assert cross.cells[0][1] == (Encounter(7, 2, 1.5, 0.5, 2.0),)
    assert cross.cells[1][0] == (Encounter(7, 2, 0.5, 1.5, 0.0),)
    assert cross.cells[0][0] == cross.cells[1][1] == ()


def test_a_pair_that_meets_twice_has_both_results_in_order():
    cross = crosstable(contest([duel(2, 4, 1, 2, "00"), duel(1, 1, 2, 1, "-")], of=2, rounds=4))
    row = cross.cells[cross.entries.index(1)][cross.entries.index(2)]
    assert [(one.round, one.is_forfeit) for one in row] == [(1, True), (4, False)]


def test_annulled_results_are_not_in_the_crosstable():
    gone = Contestant(2, 2, withdrawn_after=1)
    cross = crosstable(contest([duel(1, 1, 1, 2, "11")], of=5, rounds=5, changed=[gone]))
    assert {cell for row in cross.cells for cell in row} == {()}


@given(round_robins())
def test_a_crosstable_adds_up_to_the_table(played):
    cross = crosstable(played)
    sanctions = dict.fromkeys(cross.entries, 0.0)
    for one in played.sanctions:
        sanctions[one.entry] += one.points
    for row, cells in zip(standings(played), cross.cells, strict=True):
        total = sum(one.points for cell in cells for one in cell)
        assert total + sanctions[row.entry] == row.points


def test_meetings_count_nights_and_games_as_team_mates_and_opponents():
    results = [
        table(1, 1, (1, 2, 3), (4, 5), True, False),
        table(2, 2, (1, 4, 5), (2, 3), True),
    ]
    met = meetings(contest(results, of=5, rounds=2, kind="tables"))
    place = {entry: index for index, entry in enumerate(met.entries)}
    assert met.cells[place[1]][place[2]] == Meeting(2, 2, 1)
    assert met.cells[place[4]][place[5]] == Meeting(2, 3, 0)
    assert met.cells[place[1]][place[1]] == Meeting()


@given(nights())
def test_meetings_are_the_same_from_both_sides(played):
    cells = meetings(played).cells
    assert all(cells[i][j] == cells[j][i] for i in range(len(cells)) for j in range(len(cells)))
