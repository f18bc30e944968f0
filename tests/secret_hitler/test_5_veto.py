"""Chapter 5: the veto."""

from games.secret_hitler import actions as ac
from tests.secret_hitler.table import Table

SEVEN = "LLLLFFH"


def passed(table: Table) -> Table:
    """Elect any government and pass two tiles to its chancellor."""
    return table.any_government().discard("F")


def vetoing() -> Table:
    return passed(Table(SEVEN).fascist_rounds(5))


def propose(table: Table) -> Table:
    return table.act(table.state.chancellor, ac.ProposeVeto())


def answer(table: Table, *, agree: bool) -> Table:
    return table.act(table.state.president, ac.AnswerVeto(agree))


def test_sh_5_1_with_five_fascist_policies_the_chancellor_may_propose_a_veto():
    table = vetoing()
    assert table.choices(table.state.chancellor, ac.ProposeVeto) == [ac.ProposeVeto()]
    assert table.view().may_propose_veto


def test_sh_5_1_with_four_fascist_policies_no_veto_can_be_proposed():
    table = passed(Table(SEVEN).fascist_rounds(4))
    assert table.refused(table.state.chancellor, ac.ProposeVeto()) == "5.1"


def test_sh_5_1_only_the_chancellor_who_holds_two_tiles_proposes():
    table = Table(SEVEN).fascist_rounds(5).any_government()
    assert table.refused(table.state.chancellor, ac.ProposeVeto()) == "5.1"
    table.discard("F")
    assert table.refused(table.state.president, ac.ProposeVeto()) == "5.1"


def test_sh_5_1_proposal_and_answer_are_public():
    table = propose(vetoing())
    president, chancellor = table.state.president, table.state.chancellor
    assert table.told() == [f"P{chancellor} proposes a veto."]
    assert table.view().veto_proposed
    answer(table, agree=False)
    assert table.told() == [f"P{president} refuses the veto: P{chancellor} must enact a policy."]


def test_sh_5_1_the_chancellor_keeps_the_tiles_until_the_president_answers():
    table = propose(vetoing())
    president, chancellor = table.state.president, table.state.chancellor
    assert table.view().to_act == (president,)
    assert len(table.view(chancellor).hand) == 2
    assert table.view(president).hand is None
    assert table.refused(chancellor, ac.Enact("fascist")) == "5.2"
    assert table.refused(chancellor, ac.AnswerVeto(agree=True)) == "5.2"
    assert table.refused(chancellor, ac.ProposeVeto()) == "5.1"


def test_sh_5_1_only_a_proposed_veto_can_be_answered():
    table = vetoing()
    assert table.refused(table.state.president, ac.AnswerVeto(agree=True)) == "5.1"


def test_sh_5_2_an_agreed_veto_discards_both_tiles_and_advances_the_tracker():
    table = vetoing()
    enacted = (table.state.liberal, table.state.fascist)
    discards = table.view().discard_size
    answer(propose(table), agree=True)
    assert table.view().discard_size == discards + 2
    assert (table.view().tracker, table.view().phase) == (1, "nominate")
    assert (table.state.liberal, table.state.fascist) == enacted
    assert table.view().rounds[-2].vetoed


def test_sh_5_2_a_veto_that_brings_the_tracker_to_three_brings_chaos():
    table = passed(Table(SEVEN).fascist_rounds(5).rejected_rounds(2))
    answer(propose(table), agree=True)
    names = ["VetoAgreed", "TrackerAdvanced", "ChaosPolicyEnacted"]
    assert table.happened[:3] == names
    assert table.truth.rounds[-1].chaos or table.view().rounds[-2].chaos


def test_sh_5_2_a_short_deck_is_shuffled_before_chaos_takes_its_top():
    table = Table(SEVEN, shuffles=["L"]).fascist_rounds(4).rejected_rounds(3)
    passed(table.rejected_rounds(2))
    answer(propose(table), agree=True)
    names = ["VetoAgreed", "DeckShuffled", "TrackerAdvanced", "ChaosPolicyEnacted"]
    assert table.happened[:4] == names
    assert table.state.liberal == 1
    assert table.view().deck_size == 11


def test_sh_5_2_chaos_after_a_veto_can_end_the_match():
    table = Table(SEVEN, shuffles=["F"]).fascist_rounds(4).rejected_rounds(3)
    answer(propose(passed(table.rejected_rounds(2))), agree=True)
    assert table.truth.result.reason == "six-fascist-policies"


def test_sh_5_3_after_a_refusal_the_chancellor_must_enact_and_cannot_propose_again():
    table = answer(propose(vetoing()), agree=False)
    chancellor = table.state.chancellor
    assert table.view().to_act == (chancellor,)
    assert not table.view().may_propose_veto
    assert table.refused(chancellor, ac.ProposeVeto()) == "5.3"
    assert len(table.choices(chancellor, ac.Enact)) == len(set(table.state.hand))


def test_sh_5_3_a_refused_proposal_does_not_move_the_tracker():
    table = passed(Table(SEVEN).fascist_rounds(5).rejected_rounds(1))
    assert answer(propose(table), agree=False).view().tracker == 1


def test_sh_5_3_a_veto_may_be_proposed_again_in_the_next_session():
    table = Table(SEVEN, shuffles=["LFFLFF"]).fascist_rounds(5)
    answer(propose(passed(table)), agree=False).enact("L")
    passed(table)
    assert table.view().may_propose_veto


def test_sh_5_4_a_vetoed_government_is_the_last_elected_for_term_limits():
    table = vetoing()
    government = {table.state.president, table.state.chancellor}
    answer(propose(table), agree=True)
    assert table.state.alive.count(True) == 5
    assert {table.view().last_president, table.view().last_chancellor} == government
    assert table.view().term_limited == (table.state.last_chancellor,)


def test_sh_5_4_with_more_than_five_alive_both_are_barred():
    table = passed(Table("LLLLLLFFFH").fascist_rounds(5))
    government = {table.state.president, table.state.chancellor}
    answer(propose(table), agree=True)
    assert set(table.view().term_limited) == government


def test_sh_5_4_chaos_after_the_veto_clears_the_term_limits():
    table = passed(Table("LLLLLLFFFH", shuffles=["FLLLLL"]).fascist_rounds(5).rejected_rounds(2))
    answer(propose(table), agree=True)
    assert table.view().term_limited == ()
