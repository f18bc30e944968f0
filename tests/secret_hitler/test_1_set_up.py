"""Chapter 1: set-up."""

from collections import Counter

import pytest

from games.engine.chance import SeededChance
from games.engine.game import IllegalAction
from games.engine.seats import Seat, seats_of
from games.secret_hitler import GAME
from games.secret_hitler.actions import Investigate
from games.secret_hitler.dealing import Setup
from games.secret_hitler.pieces import TILES
from tests.secret_hitler.table import Table, tiles

LIBERALS = {5: 3, 6: 4, 7: 4, 8: 5, 9: 5, 10: 6}


def dealt(players: int, seed: int = 0):
    chance = SeededChance(bytes([seed]) * 32, [""] * players)
    return GAME.start.deal(players, GAME.start.options(), chance)[0]


def set_up(roles: str, deck=TILES, first: int = 0, players: int | None = None):
    setup = Setup(tiles(roles), deck, first)
    return GAME.records.deal(players or len(roles), GAME.start.options(), setup)


@pytest.mark.parametrize("players", LIBERALS)
def test_sh_1_1_the_dealt_roles_match_the_table(players):
    liberals = LIBERALS[players]
    expected = {"liberal": liberals, "fascist": players - liberals - 1, "hitler": 1}
    assert Counter(dealt(players).roles) == expected


@pytest.mark.parametrize("players", [0, 4, 11])
def test_sh_1_1_fewer_than_five_or_more_than_ten_cannot_play(players):
    with pytest.raises(IllegalAction) as refusal:
        dealt(players)
    assert refusal.value.clause == "1.1"


@pytest.mark.parametrize("roles", ["LLLLF", "LLLFF", "LLFFH", "LLLHH"])
def test_sh_1_1_a_recorded_set_up_with_other_roles_is_refused(roles):
    with pytest.raises(IllegalAction) as refusal:
        set_up(roles)
    assert refusal.value.clause == "1.1"


def test_sh_1_1_a_recorded_set_up_needs_a_role_for_every_player():
    with pytest.raises(IllegalAction) as refusal:
        set_up("LLLFH", players=6)
    assert refusal.value.clause == "1.1"


def test_sh_1_2_hitlers_membership_is_fascist_and_does_not_show_the_role():
    assert Table("LHLLLFF").view(1).parties[1] == "fascist"
    table = Table("LLLLFFH").round("F").government(1, 2).legislate("F")
    table.act(1, Investigate(Seat(6)))
    assert table.view(1).parties[6] == "fascist"
    assert table.view(1).roles[6] is None


@pytest.mark.parametrize("players", LIBERALS)
def test_sh_1_3_the_deck_is_6_liberal_and_11_fascist_policies(players):
    assert Counter(dealt(players).deck) == {"liberal": 6, "fascist": 11}


def test_sh_1_3_the_deck_is_shuffled():
    assert dealt(5, seed=1).deck != dealt(5, seed=2).deck


def test_sh_1_3_roles_deck_and_first_candidate_come_from_their_labelled_draws():
    chance = SeededChance(bytes(32), [""] * 7)
    setup = GAME.records.extract_setup(GAME.start.deal(7, GAME.start.options(), chance))
    assert setup.roles == chance.shuffle("roles", tiles("LLLLFFH"))
    assert setup.deck == chance.shuffle("deck/0", tiles("L" * 6 + "F" * 11))
    assert setup.first_president == chance.below("first-president", 7)
    assert set(GAME.records.draws) == {"roles", "deck", "first_president"}


def test_sh_1_3_the_deck_lies_face_down():
    assert [Table().view(seat).deck for seat in (None, *range(5))] == [None] * 6


@pytest.mark.parametrize("deck", [tiles("LLLLLLFFFFF"), tiles("L" * 7 + "F" * 10)])
def test_sh_1_3_a_recorded_deck_of_other_tiles_is_refused(deck):
    with pytest.raises(IllegalAction) as refusal:
        set_up("LLLFH", deck=deck)
    assert refusal.value.clause == "1.3"


@pytest.mark.parametrize("roles", ["LLLFH", "LLLLFH"])
def test_sh_1_4_with_5_or_6_the_fascist_and_hitler_know_each_other(roles):
    table = Table(roles)
    fascist, hitler = roles.index("F"), roles.index("H")
    for seat in (fascist, hitler):
        known = table.view(seat).roles
        assert (known[fascist], known[hitler]) == ("fascist", "hitler")
        assert known.count(None) == len(roles) - 2


@pytest.mark.parametrize("roles", ["LLLLFFH", "LLLLLFFH", "LLLLLFFFH", "LLLLLLFFFH"])
def test_sh_1_4_with_7_to_10_every_fascist_knows_all_fascists_and_hitler(roles):
    known = Table(roles).view(roles.index("F")).roles
    liberals = roles.count("L")
    assert known == (None,) * liberals + tiles(roles[liberals:])


@pytest.mark.parametrize("roles", ["LLLLFFH", "LLLLLFFH", "LLLLLFFFH", "LLLLLLFFFH"])
def test_sh_1_4_with_7_to_10_hitler_knows_nobody(roles):
    known = Table(roles).view(roles.index("H")).roles
    assert known == (None,) * (len(roles) - 1) + ("hitler",)


@pytest.mark.parametrize("roles", ["LLLFH", "LLLLFH", "LLLLFFH", "LLLLLLFFFH"])
def test_sh_1_4_liberals_know_nobody(roles):
    view = Table(roles).view(0)
    assert view.roles == ("liberal",) + (None,) * (len(roles) - 1)
    assert view.parties == view.roles


def test_sh_1_5_the_first_candidate_is_drawn_by_chance():
    assert {dealt(5, seed).first_president for seed in range(60)} == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("first", [-1, 5])
def test_sh_1_5_a_recorded_first_candidate_must_sit_at_the_table(first):
    with pytest.raises(IllegalAction) as refusal:
        set_up("LLLFH", first=first)
    assert refusal.value.clause == "1.5"


def test_sh_1_5_the_next_player_is_the_next_seat_and_the_last_is_followed_by_the_first():
    table = Table(first=3).rejected_rounds(1)
    assert table.view().president == 4
    assert table.rejected_rounds(1).view().president == 0


def test_sh_1_6_everybody_sees_the_same_order_of_seats_from_the_start():
    table = Table()
    orders = {(table.view(seat).players, table.view(seat).president) for seat in seats_of(5)}
    assert orders == {(5, 0)}
