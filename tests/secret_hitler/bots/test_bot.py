"""Bots: their answers are legal and help their side, and games end."""

from random import Random

import msgspec
import pytest

from games.engine.seats import PUBLIC, Seat, Viewer
from games.engine.simulation import simulate
from games.secret_hitler import GAME
from games.secret_hitler import actions as ac
from tests.secret_hitler.bots.answers import answer, liberal_wins, use_of_power
from tests.secret_hitler.random_play import turns
from tests.secret_hitler.table import Table, tiles

#: The bots that think.
THINKING = pytest.mark.parametrize("bot", ["simple", "strong"])


@pytest.mark.parametrize("bot", GAME.bots)
@pytest.mark.parametrize(
    "players", [5, 7, 10, *(pytest.param(count, marks=pytest.mark.prove) for count in (6, 8, 9))]
)
def test_a_bot_always_takes_an_offered_choice_or_ignores_an_invitation(players, bot):
    random = Random(players)
    for state, _turn in turns(players, seed=players, whims=0.4):
        for seat in range(len(state.roles)):
            choices = GAME.choices(state, Seat(seat))
            chosen = GAME.bots[bot](GAME.view(state, Viewer(Seat(seat))), choices, random)
            assert chosen in choices or (chosen is None and seat not in GAME.to_act(state))
            assert chosen is not None or seat not in GAME.to_act(state)


@THINKING
def test_a_bot_repeats_its_choices_with_the_same_seed(bot):
    bots = dict.fromkeys(GAME.sides.names, GAME.bots[bot])
    first, again = (list(simulate(GAME, 7, 3, 5, bots)) for _ in range(2))
    assert msgspec.json.encode(first) == msgspec.json.encode(again)


@pytest.mark.long
@pytest.mark.parametrize("players", [5, pytest.param(8, marks=pytest.mark.prove)])
def test_simple_liberals_do_better_than_random_ones(players):
    random = liberal_wins(players, "random", "random", 100)
    assert liberal_wins(players, "simple", "random", 100) > random + 0.2


@pytest.mark.long
@pytest.mark.parametrize("players", [5, pytest.param(8, marks=pytest.mark.prove)])
def test_simple_fascists_do_better_than_random_ones(players):
    against_random = liberal_wins(players, "simple", "random", 100)
    assert liberal_wins(players, "simple", "simple", 100) < against_random - 0.1


def test_the_random_bot_ignores_every_invitation():
    table = Table().round("L")
    assert GAME.waiting.invited(table.state) == (0,)
    assert answer("random", table, 0) is None


@THINKING
def test_a_liberal_claims_the_truth_once(bot):
    table = Table(deck="FFL").round("L")
    claim = answer(bot, table, 0)
    assert claim == ac.Claim("president-hand", 1, tiles=tiles("FFL"))
    assert answer(bot, table.act(0, claim), 0) is None


def test_a_fascist_who_buried_a_liberal_policy_claims_to_have_had_none():
    table = Table("FLLLH", deck="FFL").round("F")
    assert answer("simple", table, 0) == ac.Claim("president-hand", 1, tiles=tiles("FFF"))


def test_a_fascist_clears_an_ally_after_an_investigation():
    table = Table("LFLLFLH").fascist_rounds(1).any_government().legislate("F")
    assert table.state.president == 1
    table.act(1, ac.Investigate(Seat(4)))
    about = [c for c in table.choices(1, ac.Claim) if c.about == "investigation"]
    assert GAME.bots["simple"](table.view(1), about, Random(0)).party == "liberal"


@THINKING
def test_a_liberal_discards_and_enacts_for_the_liberals(bot):
    table = Table(deck="LFF").government(0, 1)
    assert answer(bot, table, 0) == ac.Discard("fascist")
    assert answer(bot, table.discard("F"), 1) == ac.Enact("liberal")


def test_a_fascist_one_policy_from_winning_enacts_it():
    table = Table("LLLLFFH", shuffles=["LFF"]).fascist_rounds(5)
    choices = table.any_government().choices(6, ac.Discard)
    assert GAME.bots["simple"](table.view(6), choices, Random(0)) == ac.Discard("liberal")


def test_a_fascist_votes_for_hitler_once_that_wins():
    table = Table("LLLFH").fascist_rounds(3)
    assert answer("simple", table, 3) == ac.Nominate(Seat(4))
    table.nominate(3, 4)
    assert answer("simple", table, 4) == ac.Vote(ja=True)


def test_a_liberal_never_trusts_a_chancellor_caught_red_handed():
    table = Table("LLLFH", deck="LLFLFF").government(0, 3).discard("L").enact("F")
    table.act(0, answer("simple", table, 0))
    table.government(1, 2).legislate("L").nominate(2, 3)
    assert answer("simple", table, 0) == ac.Vote(ja=False)


@THINKING
def test_liberals_execute_known_fascists_and_fascists_never_an_ally(bot):
    fascist = Table("LLLLFFH").fascist_rounds(3).any_government().legislate("F")
    assert fascist.state.president == 5
    victims = {use_of_power(bot, fascist, seed).target for seed in range(20)}
    assert victims.isdisjoint({4, 5, 6})
    known = Table("LLLLFFH").round("F").government(1, 2).legislate("F")
    known.act(1, ac.Investigate(Seat(4))).fascist_rounds(1).round("L").round("L")
    while known.state.president != 1:
        known.rejected_rounds(1)
    known.any_government().legislate("F")
    assert use_of_power(bot, known, 0) == ac.Execute(Seat(4))


def test_both_sides_answer_a_veto_according_to_the_tiles():
    for roles, agree in (("LLLLFFH", True), ("FLLLLFH", False)):
        table = Table(roles, shuffles=["FFF"]).fascist_rounds(5)
        while table.state.president != 0:
            table.rejected_rounds(1)
        table.any_government().discard("F")
        table.act(table.state.chancellor, ac.ProposeVeto())
        choices = table.choices(0, ac.AnswerVeto)
        assert GAME.bots["simple"](table.view(0), choices, Random(0)) == ac.AnswerVeto(agree)


@THINKING
def test_a_bot_needs_only_the_view_of_its_seat(bot):
    table = Table("LLLLFFH").nominate(0, 1)
    hidden = Table("LLLLFHF").nominate(0, 1)
    assert table.view(0) == hidden.view(0)
    assert answer(bot, table, 0) == answer(bot, hidden, 0)
    assert GAME.bots[bot](GAME.view(table.state, PUBLIC), (), Random(0)) is None
