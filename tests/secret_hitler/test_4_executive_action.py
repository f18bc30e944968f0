"""Chapter 4: executive action."""

import pytest

from games.engine.seats import Seat
from games.secret_hitler import GAME
from games.secret_hitler import actions as ac
from tests.secret_hitler.table import Table, tiles

ROLES = {5: "LLLFH", 6: "LLLLFH", 7: "LLLLFFH", 8: "LLLLLFFH", 9: "LLLLLFFFH", 10: "LLLLLLFFFH"}
SMALL = [None, None, "peek", "execute", "execute"]
MIDDLE = [None, "investigate", "call-election", "execute", "execute"]
LARGE = ["investigate", "investigate", "call-election", "execute", "execute"]
TRACKS = {5: SMALL, 6: SMALL, 7: MIDDLE, 8: MIDDLE, 9: LARGE, 10: LARGE}


def granted(players: int, policies: int) -> Table:
    """Return a table where a government has just enacted this fascist policy, counted from 1."""
    table = Table(ROLES[players]).fascist_rounds(policies - 1)
    return table.any_government().legislate("F")


@pytest.mark.parametrize("place", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("players", ROLES)
def test_sh_4_1_the_power_depends_on_the_place_on_the_tables_track(players, place):
    view = granted(players, place).view()
    assert view.power == TRACKS[players][place - 1]
    assert view.phase == ("power" if view.power else "nominate")
    assert list(view.track) == TRACKS[players]


def test_sh_4_1_the_sixth_fascist_policy_ends_the_match_without_a_power():
    table = Table(ROLES[7]).fascist_rounds(6)
    assert "PowerGranted" not in table.happened
    assert table.view().phase == "over"


def test_sh_4_1_a_liberal_policy_grants_nothing():
    assert Table(ROLES[9]).round("L").view().phase == "nominate"


def test_sh_4_1_a_liberal_policy_after_fascist_ones_grants_nothing():
    table = Table(ROLES[7]).fascist_rounds(2).any_government().legislate("L")
    assert table.view().power is None


def test_sh_4_1_the_power_belongs_to_the_sitting_president():
    table = granted(9, 1)
    assert table.view().to_act == (table.state.president,)
    assert table.refused(table.state.chancellor, ac.Investigate(Seat(5))) == "4.1"


def test_sh_4_1_the_track_depends_on_the_players_at_the_start():
    table = granted(7, 4)
    table.use_power()
    assert list(table.view().track) == MIDDLE


def test_sh_4_2_the_power_comes_before_the_next_round():
    table = granted(5, 3)
    assert table.state.round == 3
    assert table.refused(table.state.president, ac.Nominate(Seat(0))) == "2.2"
    assert table.act(table.state.president, ac.Peek()).state.round == 4


def test_sh_4_2_a_power_is_used_once_and_does_not_carry_over():
    table = granted(5, 3).act(2, ac.Peek())
    assert table.refused(2, ac.Peek()) == "4.1"
    assert table.round("L").refused(2, ac.Peek()) == "4.1"


def test_sh_4_2_the_fifth_fascist_policy_unlocks_the_veto():
    assert [granted(7, place).view().veto_unlocked for place in (4, 5)] == [False, True]


@pytest.mark.parametrize(("target", "party"), [(3, "liberal"), (4, "fascist"), (6, "fascist")])
def test_sh_4_3_only_the_president_sees_the_membership_and_never_the_role(target, party):
    table = granted(7, 2)
    president = table.state.president
    table.act(president, ac.Investigate(Seat(target)))
    assert table.view(president).parties[target] == party
    assert table.view(president).roles[target] is None
    assert table.told(president)[0] == (
        f"You investigate P{target}: the party membership is {party}."
    )
    bystander = 2
    assert table.view(bystander).parties[target] is None
    assert table.told(bystander)[0] == f"P{president} investigates the loyalty of P{target}."


def test_sh_4_3_the_table_sees_who_was_investigated():
    table = granted(7, 2).act(1, ac.Investigate(Seat(4)))
    assert table.view().investigated == (4,)
    assert (table.view().rounds[1].target, table.view().rounds[1].party) == (4, None)


def test_sh_4_3_nobody_is_investigated_twice():
    table = granted(9, 1).act(0, ac.Investigate(Seat(5))).any_government().legislate("F")
    assert 5 not in [choice.target for choice in table.choices(1, ac.Investigate)]
    assert table.refused(1, ac.Investigate(Seat(5))) == "4.3"


def test_sh_4_3_the_president_investigates_another_player():
    assert granted(9, 1).refused(0, ac.Investigate(Seat(0))) == "4.3"


def test_sh_4_4_the_dead_take_no_part_in_anything():
    table = granted(7, 4)
    victim = next(s for s in range(6) if s != table.state.president)
    table.act(table.state.president, ac.Execute(Seat(victim)))
    assert table.view().alive[victim] is False
    assert GAME.talk.eliminated(table.state) == (victim,)
    assert GAME.choices(table.state, Seat(victim)) == ()
    assert victim not in table.nominees()


def test_sh_4_4_the_dead_are_skipped_in_the_rotation():
    table = Table(ROLES[5]).fascist_rounds(3).any_government().legislate("F")
    assert table.state.president == 3
    table.act(3, ac.Execute(Seat(0)))
    assert table.rejected_rounds(1).view().president == 1


def test_sh_4_4_the_president_cannot_choose_themselves():
    table = granted(5, 4)
    assert table.refused(table.state.president, ac.Execute(table.state.president)) == "4.4"


def test_sh_4_4_the_dead_cannot_be_executed_again():
    table = granted(7, 4).use_power()
    dead = table.state.alive.index(False)
    table.any_government().legislate("F")
    assert table.refused(table.state.president, ac.Execute(Seat(dead))) == "4.4"


def test_sh_4_4_hitlers_execution_wins_for_the_liberals_immediately():
    table = granted(5, 4)
    table.act(table.state.president, ac.Execute(Seat(4)))
    assert table.happened == ["PlayerExecuted", "MatchEnded"]
    assert table.truth.result.reason == "hitler-executed"


def test_sh_4_4_a_fascist_president_may_execute_hitler():
    table = Table("LLLFH").fascist_rounds(3).government(3, 0).legislate("F")
    assert ac.Execute(Seat(4)) in table.choices(3, ac.Execute)


def test_sh_4_4_another_execution_reveals_only_that_the_victim_was_not_hitler():
    liberal, fascist = (
        Table(roles).fascist_rounds(3).government(3, 0).legislate("F").act(3, ac.Execute(Seat(1)))
        for roles in ("LLLFH", "LFLLH")
    )
    for table in (liberal, fascist):
        assert 1 in table.view().not_hitler
        assert table.view().roles == table.view().parties == (None,) * 5
    assert liberal.view() == fascist.view()
    assert liberal.told() == fascist.told()


def test_sh_4_5_only_the_president_sees_the_top_three_and_they_stay():
    table = Table(deck="FFL" * 3 + "LFL").fascist_rounds(2).any_government().legislate("F")
    deck = table.state.deck
    table.act(2, ac.Peek())
    assert table.state.deck == deck
    assert table.view(2).peeked == tiles("LFL")
    assert table.told(2)[0] == "You peek at the top three policies: liberal, fascist, liberal."
    assert [table.view(seat).peeked for seat in (None, 0, 1, 3, 4)] == [None] * 5
    assert table.told(0)[0] == "P2 peeks at the top three policies."


def test_sh_4_5_the_next_president_draws_the_peeked_tiles():
    table = granted(5, 3).act(2, ac.Peek())
    peeked = table.view(2).peeked
    table.government(3, 0)
    assert table.view(3).hand == peeked
    assert table.view(2).peeked is None
    assert table.view(2).rounds[2].peeked == peeked


def test_sh_4_5_a_peek_is_over_when_chaos_takes_the_top_tile():
    table = granted(5, 3).act(2, ac.Peek()).rejected_rounds(2)
    assert table.view(2).peeked is not None
    assert table.rejected_rounds(1).view(2).peeked is None


def test_sh_4_6_any_other_living_player_can_be_called_even_if_term_limited():
    table = granted(7, 3)
    targets = {choice.target for choice in table.choices(2, ac.CallElection)}
    assert targets == {0, 1, 3, 4, 5, 6}
    assert table.refused(2, ac.CallElection(Seat(2))) == "4.6"
    assert table.state.chancellor in targets


def test_sh_4_6_after_a_special_election_it_is_the_callers_neighbours_turn():
    table = granted(7, 3).act(2, ac.CallElection(Seat(5)))
    assert table.view().president == 5
    assert table.round("L").view().president == 3


def test_sh_4_6_the_callers_neighbour_follows_whatever_the_outcome():
    table = granted(7, 3).act(2, ac.CallElection(Seat(5)))
    assert table.rejected_rounds(1).view().president == 3


def test_sh_4_6_a_called_neighbour_may_run_twice_in_a_row():
    table = granted(7, 3).act(2, ac.CallElection(Seat(3))).rejected_rounds(1)
    assert table.view().president == 3
    assert table.rejected_rounds(1).view().president == 4


def test_sh_4_6_called_players_are_not_skipped_when_their_turn_comes():
    table = granted(7, 3).act(2, ac.CallElection(Seat(4))).rejected_rounds(2)
    assert table.view().president == 4


def test_sh_4_6_the_dead_are_skipped_after_a_special_election():
    table = granted(7, 3).act(2, ac.CallElection(Seat(5))).any_government().legislate("F")
    table.act(5, ac.Execute(Seat(3)))
    assert table.view().president == 4


def test_sh_4_6_the_president_called_nominates_under_the_usual_limits():
    table = granted(7, 3)
    last = {table.state.president, table.state.chancellor}
    table.act(2, ac.CallElection(Seat(5)))
    assert table.nominees() == set(range(7)) - last - {5}


def test_sh_4_7_a_power_its_president_and_its_target_are_public():
    table = Table(ROLES[7]).fascist_rounds(3)
    used = [(r.power, r.power_used, r.target is not None) for r in table.view().rounds[:3]]
    assert used == [
        (None, False, False),
        ("investigate", True, True),
        ("call-election", True, True),
    ]


def test_sh_4_7_the_knowledge_gained_is_private_but_may_be_claimed():
    table = granted(7, 2).act(1, ac.Investigate(Seat(4)))
    assert table.view().rounds[1].party is None
    table.act(1, ac.Claim("investigation", 2, party="liberal"))
    assert table.view().rounds[1].claims[0].party == "liberal"
    assert table.told() == ["P1 claims that P4 is a member of the liberal party."]
