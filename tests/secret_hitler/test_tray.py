"""The tray of waiting seats: the same for all, except players with something to read."""

from games.engine.regions import PlayerInfo
from games.engine.seats import Seat
from games.secret_hitler import actions as ac
from games.secret_hitler.regions.own import own_regions
from tests.secret_hitler.table import Table


def trays(table: Table) -> list[object]:
    """Return the secret that each seat's tray says was added to its letter."""
    people = [PlayerInfo(f"P{seat}", seat) for seat in range(len(table.state.roles))]
    return [
        own_regions(table.view(seat), people, Seat(seat), [], 1)["choices"].in_letter
        for seat in range(len(table.state.roles))
    ]


def test_a_president_who_peeked_is_shown_where_the_three_tiles_are():
    table = Table().fascist_rounds(2).any_government().legislate("F")
    assert trays(table) == [None] * 5
    assert trays(table.act(2, ac.Peek())) == [None, None, "policies", None, None]


def test_an_investigator_is_shown_where_the_party_is_until_the_next_government_ends():
    table = Table("LLLLFFH").fascist_rounds(1).any_government().legislate("F")
    president = table.view().president
    table.act(president, ac.Investigate(Seat((president + 3) % 7)))
    assert [seat for seat, told in enumerate(trays(table)) if told] == [president]
    assert {*trays(table)} == {None, "party"}
    assert {*trays(table.round("L"))} == {None}
