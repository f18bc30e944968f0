"""Chapter 7: at a digital table."""

import msgspec
import pytest

from games.engine.regions import PlayerInfo
from games.engine.seats import Seat
from games.secret_hitler import GAME
from games.secret_hitler import actions as ac
from games.secret_hitler.regions.public import public_regions
from tests.secret_hitler.table import Table, tiles


def hand_claim(letters: str = "FFL", about: str = "president-hand", number: int = 1) -> ac.Claim:
    return ac.Claim(about, number, tiles=tiles(letters))


def test_sh_7_1_president_and_chancellor_can_claim_their_hands_in_every_order():
    table = Table().round("L")
    president = table.choices(0, ac.Claim)
    chancellor = table.choices(1, ac.Claim)
    assert len(set(president)) == len(president) == 8
    assert len(set(chancellor)) == len(chancellor) == 4
    assert hand_claim("LFF") in president
    assert hand_claim("LF", "chancellor-hand") in chancellor


def test_sh_7_1_a_peek_and_an_investigation_can_be_claimed():
    peek = Table().fascist_rounds(3)
    found = Table("LLLLFFH").fascist_rounds(2)
    assert hand_claim("LLL", "peek", 3) in peek.choices(2, ac.Claim)
    assert ac.Claim("investigation", 2, party="liberal") in found.choices(1, ac.Claim)


def test_sh_7_1_a_claim_is_shown_next_to_its_player_until_the_next_policy():
    people, table = [PlayerInfo(f"P{seat}", seat) for seat in range(5)], Table().round("L")
    claim = public_regions(table.act(0, hand_claim()).view(), people)["seat-0"].claim
    assert claim.tiles == tiles("FFL")
    assert public_regions(table.round("F").view(), people)["seat-0"].claim is None


def test_sh_7_1_only_players_who_held_the_knowledge_can_claim_it():
    table = Table().round("L")
    assert table.choices(2, ac.Claim) == []
    assert table.refused(1, hand_claim()) == "7.1"
    assert table.refused(0, hand_claim("LF", "chancellor-hand")) == "7.1"


def test_sh_7_1_a_claim_waits_until_the_session_is_over():
    table = Table().government(0, 1)
    assert table.refused(2, hand_claim()) == "7.1"
    table.legislate("L")
    assert table.act(0, hand_claim()).view().claims[0].seat == 0


def test_sh_7_1_a_vetoed_session_is_over_too():
    table = Table("LLLLFFH").fascist_rounds(5).any_government().discard("F")
    president, number = table.state.president, table.state.round
    table.act(table.state.chancellor, ac.ProposeVeto())
    table.act(president, ac.AnswerVeto(agree=True))
    assert hand_claim("FFF", number=number) in table.choices(president, ac.Claim)


def test_sh_7_1_a_hand_can_be_claimed_before_its_power_is_used():
    table = Table().fascist_rounds(2).any_government().legislate("F")
    assert hand_claim("FFF", number=3) in table.choices(2, ac.Claim)
    assert table.refused(2, hand_claim("FFF", "peek", 3)) == "7.1"


def test_sh_7_1_a_later_claim_may_change_an_earlier_one_and_both_stay_in_the_log():
    table = Table().round("L").act(0, hand_claim("FFL")).act(0, hand_claim("FFF"))
    assert [claim.tiles for claim in table.view().claims] == [tiles("FFL"), tiles("FFF")]
    assert table.view().rounds[0].claims == table.view().claims


def test_sh_7_1_a_claim_is_public_and_reveals_nothing_else():
    table = Table().round("L").act(0, hand_claim("FFF"))
    assert table.told() == table.told(3)
    assert table.told() == ["P0 claims to have drawn fascist, fascist, fascist in round 1."]


def test_sh_7_1_claims_are_open_in_later_rounds_and_while_others_vote():
    table = Table().round("L").nominate(1, 2)
    assert hand_claim() in table.choices(0, ac.Claim)


def test_sh_7_1_the_dead_do_not_claim():
    table = Table("LLLLFFH").fascist_rounds(3).any_government().legislate("F")
    table.act(table.state.president, ac.Execute(Seat(0)))
    assert table.refused(0, hand_claim()) == "4.4"


@pytest.mark.parametrize(
    "claim",
    [
        hand_claim("FF"),
        hand_claim("FFLL"),
        hand_claim(number=0),
        hand_claim(number=9),
        hand_claim("FFL", "investigation"),
        ac.Claim("president-hand", 1),
        ac.Claim("president-hand", 1, party="liberal"),
        ac.Claim("president-hand", 1, tiles=tiles("FFL"), party="liberal"),
    ],
)
def test_sh_7_1_a_claim_in_another_form_is_refused(claim):
    assert Table().round("L").refused(0, claim) == "7.1"


@pytest.mark.parametrize("extra", [{"party": None}, {"tiles": None}, {"note": "x"}])
def test_sh_7_1_a_claim_with_unexpected_keys_is_malformed(extra):
    raw = {"action": "claim", "about": "president-hand", "round": 1, "tiles": ["liberal"] * 3}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(raw | extra, GAME.records.actions)


def test_sh_7_1_a_player_with_new_knowledge_is_invited_until_they_claim():
    table = Table().round("L")
    assert GAME.waiting.invited(table.state) == (0,), "the chancellor is the next candidate"
    assert GAME.waiting.invited(table.act(0, hand_claim()).state) == ()
    assert GAME.waiting.invited(Table().government(0, 2).legislate("L").state) == (0, 2)


def test_sh_7_1_a_player_who_let_the_time_pass_is_not_invited_again_but_may_claim():
    table = Table().government(0, 2).legislate("L").nominate(1, 3).reject()
    assert GAME.waiting.invited(table.state) == ()
    assert hand_claim() in table.choices(0, ac.Claim)


def test_sh_7_1_nobody_is_invited_during_a_session_or_a_vote():
    table = Table().government(0, 2).legislate("L").nominate(1, 3)
    assert GAME.waiting.invited(table.state) == ()
    assert GAME.waiting.invited(table.elect().state) == ()


def test_sh_7_2_spectators_see_what_the_table_sees_and_nothing_more():
    table = Table("LLLLFFH").fascist_rounds(3)
    view = table.view()
    assert (view.seat, view.hand, view.peeked, view.deck) == (None,) * 4
    assert view.roles == view.parties == (None,) * 7
    assert view.knowledge == ()


def test_sh_7_2_the_dead_are_named_for_the_gallery():
    table = Table("LLLLFFH").fascist_rounds(4)
    assert GAME.talk.eliminated(table.state) == tuple(
        seat for seat, alive in enumerate(table.view().alive) if not alive
    )
    assert len(GAME.talk.eliminated(table.state)) == 1


def test_sh_7_3_the_table_can_redeal_until_the_first_vote_is_shown():
    table = Table()
    assert GAME.start.redealable(table.state)
    assert GAME.start.redealable(table.nominate(0, 1).state)
    assert GAME.start.redealable(table.vote(ja=[0, 1, 2, 3]).state)
    assert not GAME.start.redealable(table.elect().state)


def test_sh_7_3_a_rejected_first_vote_counts_as_shown_too():
    assert not GAME.start.redealable(Table().nominate(0, 1).reject().state)
