"""Chapter 3: the legislative session."""

import pytest

from games.engine.chance import SeededChance
from games.engine.seats import Seat
from games.secret_hitler import GAME
from games.secret_hitler import actions as ac
from games.secret_hitler import events as ev
from tests.secret_hitler.random_play import turns
from tests.secret_hitler.table import TWO_TO_ONE, Table, tiles

SEVEN = "LLLLFFH"


def vetoing() -> Table:
    """Return a table where the chancellor holds two policies and may propose a veto."""
    return Table(SEVEN).fascist_rounds(5).any_government().discard("F")


def test_sh_3_1_the_president_draws_the_top_three_tiles_in_their_order():
    table = Table(deck="LFFL").government(0, 1)
    assert table.view(0).hand == tiles("LFF")
    assert table.view().deck_size == 14
    assert table.told(0)[-1] == "You draw liberal, fascist, fascist."


@pytest.mark.parametrize("seat", [None, 1, 2, 3, 4])
def test_sh_3_1_nobody_else_sees_the_three_tiles(seat):
    some, other = (Table(deck=deck).government(0, 1) for deck in ("LFF", "FFF"))
    assert some.view(seat).hand is None
    assert some.view(seat) == other.view(seat)
    assert some.told(seat) == other.told(seat)


def test_sh_3_2_the_president_discards_one_and_the_chancellor_sees_the_other_two():
    table = Table(deck="LFF").government(0, 1).discard("F")
    assert table.view(1).hand == tiles("LF")
    assert table.view(0).hand is None
    assert table.view().discard_size == 1
    assert table.told(1) == ["P0 passes you liberal, fascist."]
    assert table.told(0) == ["You discard fascist and pass liberal, fascist to P1."]


@pytest.mark.parametrize("seat", [None, 2, 3, 4])
def test_sh_3_2_nobody_else_sees_the_two_tiles(seat):
    some, other = (Table(deck="LFF").government(0, 1).discard(tile) for tile in "LF")
    assert some.view(seat) == other.view(seat)
    assert some.told(seat) == other.told(seat)


def test_sh_3_2_the_chancellor_does_not_see_what_the_president_discarded():
    some, other = (
        Table(deck=deck).government(0, 1).discard(tile)
        for deck, tile in (("LFF", "F"), ("LLF", "L"))
    )
    assert some.view(1) == other.view(1)
    assert some.told(1) == other.told(1)


def test_sh_3_2_the_president_can_only_discard_what_is_in_the_hand():
    assert Table(deck="FFF").government(0, 1).refused(0, ac.Discard("liberal")) == "3.2"


def test_sh_3_2_only_the_president_discards_from_three():
    assert Table().government(0, 1).refused(1, ac.Discard("fascist")) == "3.2"


def test_sh_3_3_the_chancellor_enacts_one_face_up_and_discards_the_other():
    table = Table(deck="LFF").government(0, 1).discard("F").enact("L")
    assert (table.state.liberal, table.state.fascist) == (1, 0)
    assert table.view().rounds[0].enacted == "liberal"
    assert table.view().discard_size == 2
    assert table.told()[0] == "P1 enacts a liberal policy."


def test_sh_3_3_the_chancellor_can_only_enact_what_was_passed():
    table = Table(deck="LFF").government(0, 1).discard("L")
    assert table.refused(1, ac.Enact("liberal")) == "3.3"
    assert table.refused(0, ac.Enact("fascist")) == "3.3"


@pytest.mark.parametrize("deck", ["FFF", "LLL"])
def test_sh_3_4_the_president_decides_even_when_all_tiles_are_the_same(deck):
    table = Table(deck=deck).government(0, 1)
    assert table.view().to_act == (0,)
    assert len(table.choices(0, ac.Discard)) == 1


@pytest.mark.parametrize(("discard", "enact"), [("L", "F"), ("F", "L"), ("F", "F")])
def test_sh_3_4_the_chosen_tile_is_the_one_discarded(discard, enact):
    truth = Table(deck="LFF").government(0, 1).discard(discard).enact(enact).truth.rounds[0]
    assert (truth.president_discard, truth.enacted) == tiles(discard + enact)


def test_sh_3_5_president_and_chancellor_are_silent_from_the_draw_to_the_enactment():
    table = Table()
    assert GAME.talk.muted_seats(table.nominate(0, 1).state) == ()
    assert GAME.talk.muted_seats(table.elect().state) == (0, 1)
    assert GAME.talk.muted_seats(table.discard("F").state) == (0, 1)
    assert GAME.talk.muted_seats(table.enact("F").state) == ()


def test_sh_3_5_silent_players_cannot_claim():
    table = Table().round("L").government(1, 0)
    claim = ac.Claim("president-hand", 1, tiles=tiles("FFL"))
    assert table.choices(0, ac.Claim) == []
    assert table.refused(0, claim) == "3.5"
    assert claim in table.legislate("L").choices(0, ac.Claim)


def test_sh_3_5_silence_lasts_through_a_veto_proposal_until_the_veto_is_agreed():
    table = vetoing()
    government = (table.state.president, table.state.chancellor)
    assert GAME.talk.muted_seats(table.act(government[1], ac.ProposeVeto()).state) == government
    assert GAME.talk.muted_seats(table.act(government[0], ac.AnswerVeto(agree=True)).state) == ()


def test_sh_3_5_the_others_may_talk_and_claim_during_a_session():
    table = Table().round("L").government(1, 2)
    assert len(table.choices(0, ac.Claim)) == 8


@pytest.mark.parametrize("seat", [None, 2, 3, 4])
def test_sh_3_6_discards_stay_hidden_from_those_who_never_held_them(seat):
    played = Table(deck="LFF").round("F").view(seat).rounds[0]
    assert (played.drawn, played.president_discard) == (None, None)
    assert (played.passed, played.chancellor_discard) == (None, None)
    assert Table().round("L").view(seat).discards is None


def test_sh_3_6_players_remember_the_tiles_they_held():
    table = Table(deck="LFF").government(0, 1).discard("F").enact("F")
    president, chancellor = (table.view(seat).rounds[0] for seat in (0, 1))
    assert (president.drawn, president.president_discard) == (tiles("LFF"), "fascist")
    assert (president.passed, president.chancellor_discard) == (tiles("LF"), None)
    assert (chancellor.drawn, chancellor.president_discard) == (None, None)
    assert (chancellor.passed, chancellor.chancellor_discard) == (tiles("LF"), "liberal")


@pytest.mark.parametrize("letters", ["LFF", "FFF", "LLL"])
def test_sh_3_7_a_claim_may_be_true_or_false(letters):
    table = Table(deck="LFF").round("F")
    claim = ac.Claim("president-hand", 1, tiles=tiles(letters))
    assert table.act(0, claim).view().claims[0].tiles == tiles(letters)


def test_sh_3_7_the_engine_announces_hitlers_execution_and_election():
    executed = Table().fascist_rounds(3).any_government().legislate("F")
    executed.act(executed.state.president, ac.Execute(Seat(4)))
    elected = Table().fascist_rounds(3).government(3, 4)
    assert executed.told()[-1] == "P4 was Hitler, and is dead: the liberals win."
    assert elected.told()[-1] == "P4 is Hitler, and is chancellor: the fascists win."


def test_sh_3_8_fewer_than_three_remaining_tiles_are_shuffled_with_the_discards():
    table = Table().liberal_rounds(4)
    assert table.view().deck_size == 5
    table.round("F")
    assert table.event(ev.DeckShuffled).deck == table.truth.deck
    assert (table.view().deck_size, table.view().discard_size) == (12, 0)


def test_sh_3_8_exactly_three_remaining_tiles_are_not_shuffled():
    table = Table(deck="FL" + TWO_TO_ONE[:12]).rejected_rounds(6)
    assert table.view().deck_size == 15
    table.fascist_rounds(3)
    assert table.view().deck_size == 6
    assert "DeckShuffled" not in table.liberal_rounds(1).happened
    assert table.view().deck_size == 3


def test_sh_3_8_the_new_deck_comes_before_the_power():
    table = Table(deck=TWO_TO_ONE, shuffles=["LLFF"]).liberal_rounds(2).fascist_rounds(2)
    table.any_government().legislate("F")
    names = table.happened
    assert names.index("PolicyEnacted") < names.index("DeckShuffled") < names.index("PowerGranted")
    president = table.state.president
    assert table.act(president, ac.Peek()).view(president).peeked == tiles("LLF")


def test_sh_3_8_the_new_order_is_not_shown():
    some, other = (Table(shuffles=[order]).liberal_rounds(4).round("F") for order in ("LF", "FFFF"))
    for seat in (None, 0, 1, 2, 3, 4):
        assert some.view(seat) == other.view(seat)
        assert some.told(seat) == other.told(seat)


def test_sh_3_8_each_reshuffle_is_the_next_labelled_draw_of_what_is_left_liberal_first():
    seen = set()
    for seed in range(20):
        chance = SeededChance(seed.to_bytes(32, "big"), [""] * 10)
        for before, turn in turns(10, seed, whims=0.0):
            for event in turn.events:
                if isinstance(event, ev.DeckShuffled):
                    state = GAME.apply(before, turn.events)
                    left = tiles("L" * (6 - state.liberal) + "F" * (11 - state.fascist))
                    assert event.deck == chance.shuffle(f"deck/{state.shuffles}", left)
                    seen.add(state.shuffles)
    assert seen == {1, 2}


def test_sh_3_8_a_vetoed_session_is_followed_by_a_reshuffle_too():
    table = Table(SEVEN).fascist_rounds(4).rejected_rounds(3).any_government().discard("F")
    table.act(table.state.chancellor, ac.ProposeVeto())
    table.act(table.state.president, ac.AnswerVeto(agree=True))
    names = table.happened
    assert names[:3] == ["VetoAgreed", "DeckShuffled", "TrackerAdvanced"]
    assert table.view().deck_size == 12


def test_sh_3_8_a_match_that_has_ended_is_not_reshuffled():
    table = Table().liberal_rounds(5)
    assert table.truth.result.reason == "five-liberal-policies"
    assert "DeckShuffled" not in table.happened
    assert table.truth.deck_size == 2
