"""Chapter 2: election."""

import pytest

from games.secret_hitler import actions as ac
from tests.secret_hitler.table import TWO_TO_ONE, Table

SEVEN = "LLLLFFH"


def test_sh_2_1_the_candidate_drawn_at_the_start_runs_in_round_1():
    view = Table(first=2).view()
    assert (view.round, view.phase, view.president, view.to_act) == (1, "nominate", 2, (2,))


def test_sh_2_1_a_round_begins_with_one_pass_after_an_enacted_policy():
    assert Table().government(0, 1).legislate("L").view().president == 1


def test_sh_2_1_a_round_begins_with_one_pass_after_a_rejection():
    view = Table().nominate(0, 1).reject().view()
    assert (view.round, view.president, view.chancellor) == (2, 1, None)


def test_sh_2_1_a_round_begins_with_one_pass_after_a_veto():
    table = Table(SEVEN).fascist_rounds(5)
    president = table.any_government().state.president
    table.discard("F").act(table.state.chancellor, ac.ProposeVeto())
    table.act(president, ac.AnswerVeto(agree=True))
    after = [s for s in range(president + 1, president + 7) if table.state.alive[s % 7]]
    assert table.view().president == after[0] % 7


def test_sh_2_2_the_candidate_nominates_any_other_player_at_first():
    assert Table().nominees() == {1, 2, 3, 4}


def test_sh_2_2_the_candidate_cannot_nominate_themselves():
    assert Table().refused(0, ac.Nominate(0)) == "2.2"


def test_sh_2_2_only_the_candidate_nominates():
    assert Table().refused(1, ac.Nominate(2)) == "2.2"


def test_sh_2_2_the_dead_cannot_be_nominated():
    table = Table("LLLLLFFH").fascist_rounds(4)
    dead = table.state.alive.index(False)
    assert dead not in table.nominees()
    assert table.refused(table.state.president, ac.Nominate(dead)) == "2.2"


def test_sh_2_2_only_players_at_the_table_can_be_nominated():
    assert Table().refused(0, ac.Nominate(9)) == "2.2"
    assert Table().refused(0, ac.Nominate(-1)) == "2.2"


def test_sh_2_3_the_last_elected_president_and_chancellor_are_term_limited():
    table = Table(SEVEN).government(0, 3).legislate("L")
    assert table.nominees() == {2, 4, 5, 6}
    assert table.view().term_limited == (0, 3)
    assert table.refused(1, ac.Nominate(0)) == "2.3"
    assert table.refused(1, ac.Nominate(3)) == "2.3"


def test_sh_2_3_an_unelected_government_bars_nobody():
    assert Table(SEVEN).nominate(0, 3).reject().nominees() == {0, 2, 3, 4, 5, 6}


def test_sh_2_3_a_rejected_government_does_not_change_the_term_limits():
    table = Table(SEVEN).government(0, 3).legislate("L").nominate(1, 2).reject()
    assert table.view().term_limited == (0, 3)


def test_sh_2_3_term_limits_never_bar_from_the_presidency():
    table = Table(SEVEN).government(0, 1).legislate("L")
    assert table.view().president == 1
    assert table.view().term_limited == (0, 1)
    assert table.nominees() == {2, 3, 4, 5, 6}


def test_sh_2_3_a_dead_chancellor_bars_nobody_in_their_place():
    table = Table("LLLLLLFFFH", first=0).fascist_rounds(3).any_government().legislate("F")
    chancellor = table.state.chancellor
    table.act(table.state.president, ac.Execute(chancellor))
    assert table.view().term_limited == (table.state.last_president,)


def test_sh_2_4_when_five_or_fewer_are_alive_only_the_last_chancellor_is_barred():
    table = Table("LLLFH").government(0, 2).legislate("L")
    assert table.nominees() == {0, 3, 4}
    assert table.view().term_limited == (2,)
    assert table.refused(1, ac.Nominate(2)) == "2.4"


def test_sh_2_4_with_six_alive_both_are_barred():
    table = Table("LLLLFH").government(0, 2).legislate("L")
    assert table.nominees() == {3, 4, 5}


def test_sh_2_4_the_living_are_counted_at_the_nomination_not_at_the_start():
    table = Table("LLLLFH").fascist_rounds(3).any_government().legislate("F")
    before = table.state
    assert set(table.view().term_limited) == {before.last_president, before.last_chancellor}
    bystander = next(
        s for s in range(5) if s not in (before.last_president, before.last_chancellor)
    )
    table.act(before.president, ac.Execute(bystander))
    assert table.view().term_limited == (before.last_chancellor,)


def test_sh_2_5_every_living_player_votes_including_the_candidates():
    assert Table().nominate(0, 1).view().to_act == (0, 1, 2, 3, 4)


def test_sh_2_5_the_dead_do_not_vote():
    table = Table().fascist_rounds(4)
    dead = table.state.alive.index(False)
    table.act(table.state.president, table.choices(table.state.president, ac.Nominate)[0])
    assert dead not in table.view().to_act
    assert table.refused(dead, ac.Vote(ja=True)) == "4.4"
    assert table.elect().view().rounds[-1].votes[dead] is None


def test_sh_2_5_the_voters_are_public_but_not_their_votes():
    yes, no = (Table().nominate(0, 1).act(2, ac.Vote(ja)) for ja in (True, False))
    assert yes.view().votes_cast == (False, False, True, False, False)
    assert yes.view() == no.view()
    assert yes.view(1) == no.view(1)
    assert yes.told(1) == no.told(1) == ["P2 has voted."]


def test_sh_2_5_a_voter_sees_their_own_vote():
    table = Table().nominate(0, 1).act(2, ac.Vote(ja=False))
    assert table.view(2).own_vote is False
    assert table.view(2).ballots == (None, None, False, None, None)
    assert table.told(2) == ["You vote nein!"]


def test_sh_2_5_the_last_vote_reveals_every_vote_with_its_voter():
    table = Table().nominate(0, 1).vote(ja=[0, 1, 3], nein=[2, 4])
    assert table.view().rounds[0].votes == (True, True, False, True, False)
    assert table.view().ballots == (True, True, False, True, False)


def test_sh_2_5_a_vote_may_be_changed_until_the_last_is_in():
    table = Table().nominate(0, 1).vote(ja=[0, 1, 2])
    table.act(2, ac.Vote(ja=False)).act(2, ac.Vote(ja=False)).vote(ja=[3], nein=[4])
    assert table.view().rounds[0].votes == (True, True, False, True, False)


def test_sh_2_5_nobody_else_learns_that_a_vote_was_changed():
    table = Table().nominate(0, 1).act(2, ac.Vote(ja=True))
    before = [table.view(seat) for seat in (None, 0, 1, 3, 4)]
    table.act(2, ac.Vote(ja=False))
    assert [table.view(seat) for seat in (None, 0, 1, 3, 4)] == before
    assert [table.told(seat) for seat in (None, 0, 1, 3, 4)] == [[]] * 5
    assert table.told(2) == ["You change your vote: nein!"]


def test_sh_2_5_votes_cannot_be_changed_once_they_are_shown():
    assert Table().government(0, 1).refused(2, ac.Vote(ja=False)) == "2.5"


def test_sh_2_6_more_than_half_elects():
    view = Table().nominate(0, 1).vote(ja=[0, 1, 2], nein=[3, 4]).view()
    assert (view.phase, view.rounds[0].elected) == ("discard", True)


def test_sh_2_6_a_tie_rejects():
    view = Table("LLLLFH").nominate(0, 1).vote(ja=[0, 1, 2], nein=[3, 4, 5]).view()
    assert (view.phase, view.tracker, view.rounds[0].elected) == ("nominate", 1, False)


def test_sh_2_6_a_rejection_advances_the_tracker_and_passes_the_candidacy():
    table = Table().nominate(0, 1).reject()
    assert table.happened[-3:] == ["GovernmentRejected", "TrackerAdvanced", "CandidacyPassed"]
    assert (table.view().tracker, table.view().president) == (1, 1)


def test_sh_2_6_half_of_the_living_counts_not_half_of_the_seats():
    table = Table("LLLLFH").fascist_rounds(4)
    table.act(table.state.president, table.choices(table.state.president, ac.Nominate)[0])
    living = table.view().to_act
    assert len(living) == 5
    assert table.vote(ja=living[:3], nein=living[3:]).state.rounds[-1].elected is True


@pytest.mark.parametrize(("deck", "policies"), [("L", (1, 0)), ("F", (0, 1))])
def test_sh_2_7_the_third_rejection_enacts_the_top_tile(deck, policies):
    table = Table(deck=deck).rejected_rounds(3)
    assert (table.state.liberal, table.state.fascist) == policies
    assert (table.view().deck_size, table.view().tracker, table.view().president) == (16, 0, 3)


def test_sh_2_7_chaos_grants_no_power():
    table = Table(deck="FFLFFLF").fascist_rounds(2).rejected_rounds(3)
    assert (table.state.fascist, table.view().phase, table.view().power) == (3, "nominate", None)


def test_sh_2_7_chaos_clears_the_term_limits():
    table = Table(SEVEN).government(0, 3).legislate("L").rejected_rounds(3)
    assert table.view().term_limited == ()
    assert table.view().president == 4
    assert table.nominees() == {0, 1, 2, 3, 5, 6}


def test_sh_2_7_everyone_stays_eligible_until_a_government_is_elected():
    table = Table(SEVEN).government(0, 3).legislate("L").rejected_rounds(4)
    assert table.nominees() == {0, 1, 2, 3, 4, 6}
    assert table.government(5, 0).legislate("L").view().term_limited == (0, 5)


def test_sh_2_7_a_fascist_policy_by_chaos_counts_for_hitlers_election():
    table = Table(deck="FFLFFLF").fascist_rounds(2).rejected_rounds(3).government(0, 4)
    assert table.truth.result.reason == "hitler-elected"


def test_sh_2_7_a_fascist_policy_by_chaos_counts_for_the_veto():
    table = Table(SEVEN).fascist_rounds(4).rejected_rounds(3)
    assert table.state.fascist == 5
    table.any_government().discard("F")
    assert table.choices(table.state.chancellor, ac.ProposeVeto)


def test_sh_2_7_a_policy_by_chaos_can_end_the_match():
    table = Table(deck="FFL" * 4 + "L").liberal_rounds(4).rejected_rounds(3)
    assert table.truth.result.reason == "five-liberal-policies"


def test_sh_2_7_a_short_deck_is_shuffled_after_chaos():
    table = Table(deck=TWO_TO_ONE).liberal_rounds(2).fascist_rounds(2)
    table.rejected_rounds(9)
    assert table.happened.count("DeckShuffled") == 1
    assert table.happened.index("DeckShuffled") > table.happened.index("ChaosPolicyEnacted")
    assert table.view().deck_size == 10


def test_sh_2_8_an_election_does_not_reset_the_tracker():
    table = Table().rejected_rounds(2).any_government()
    assert table.view().tracker == 2
    assert table.discard("F").view().tracker == 2


def test_sh_2_8_an_enacted_policy_resets_the_tracker():
    assert Table().rejected_rounds(2).round("L").view().tracker == 0


def test_sh_2_8_chaos_resets_the_tracker():
    assert Table().rejected_rounds(3).view().tracker == 0


def test_sh_2_9_electing_hitler_after_three_fascist_policies_ends_it_before_the_draw():
    table = Table().fascist_rounds(3).government(3, 4)
    assert table.truth.result.reason == "hitler-elected"
    assert table.truth.result.winner == "fascist"
    assert "TilesDrawn" not in table.happened
    assert table.truth.rounds[-1].drawn is None


def test_sh_2_9_hitler_may_be_elected_before_the_third_fascist_policy():
    table = Table().fascist_rounds(2).government(2, 4)
    assert (table.view().phase, table.view().not_hitler) == ("discard", ())


def test_sh_2_9_another_chancellor_is_publicly_not_hitler_from_then_on():
    table = Table().fascist_rounds(3).government(3, 0)
    assert table.view().not_hitler == (0,)
    assert "Now everybody knows: P0 is not Hitler." in table.told()
    assert table.happened.index("ProvedNotHitler") < table.happened.index("TilesDrawn")


def test_sh_2_9_a_player_is_proved_not_hitler_only_once():
    table = Table(shuffles=["LFF"]).fascist_rounds(3)
    table.government(3, 0).legislate("L").government(4, 1).legislate("L")
    table.government(0, 2).legislate("L").government(1, 0)
    assert "ProvedNotHitler" not in table.happened
    assert table.view().not_hitler == (0, 1, 2)
