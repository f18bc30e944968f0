"""The strong bot: it uses certain knowledge, and otherwise plays for its side."""

from random import Random

import pytest

from games.engine.seats import Seat
from games.secret_hitler import actions as ac
from games.secret_hitler.bots.strong.fascist_policy import drawn_by_worth, scheme_of
from tests.secret_hitler.bots.answers import answer, liberal_wins
from tests.secret_hitler.table import Table, tiles


@pytest.mark.long
@pytest.mark.parametrize("players", [5, pytest.param(8, marks=pytest.mark.prove)])
def test_strong_liberals_win_more_than_simple_ones(players):
    simple = liberal_wins(players, "simple", "simple", 60)
    assert liberal_wins(players, "strong", "simple", 60) > simple + 0.05


def test_a_fascist_president_whose_ally_betrayed_covers_or_exposes_the_ally_and_not_itself():
    table = Table("FLLLH", deck="FFL").government(0, 4).discard("F").enact("F")
    claims = {answer("strong", table, 0, seed).tiles for seed in range(20)}
    assert claims <= {tiles("FFF"), tiles("FFL")}


def test_a_fascist_chancellor_never_owns_up_to_a_betrayal():
    table = Table("LLLLFFH", deck="LFF").government(0, 4).discard("F").enact("F")
    claims = {answer("strong", table, 4, seed).tiles for seed in range(20)}
    assert claims == {tiles("FF")}


def test_a_fascist_president_claims_bad_luck_or_blames_a_liberal_chancellor():
    table = Table("FLLLH", deck="LFF").government(0, 1).discard("L").enact("F")
    claims = {tuple(sorted(answer("strong", table, 0, seed).tiles)) for seed in range(40)}
    assert claims == {tiles("FFF"), tiles("FFL")}


@pytest.mark.parametrize(
    ("roles", "seat", "knows"),
    [("LLLFH", 3, True), ("LLLFH", 4, True), ("LLLLFFH", 4, True), ("LLLLFFH", 6, False)],
)
def test_only_a_bot_that_knows_every_role_schemes(roles, seat, knows):
    assert (scheme_of(Table(roles).view(seat), Seat(seat)) is not None) is knows
    assert scheme_of(Table(roles).view(0), Seat(0)) is None


def test_a_fascist_values_a_government_most_when_it_elects_hitler():
    def gain(chancellor: int) -> float:
        table = Table("LLLLLFFH").fascist_rounds(3)
        president = table.state.president
        scheme = scheme_of(table.nominate(president, chancellor).view(5), Seat(5))
        return scheme.gain(president, Seat(chancellor))

    assert gain(7) > max(gain(1), 0.0)


def test_the_better_choice_is_drawn_more_often_and_always_when_cold():
    def share(heat: float) -> float:
        random = Random(0)
        return sum(drawn_by_worth({0: 0.4, 1: 0.5}, heat, random) for _ in range(400)) / 400

    assert 0.5 < share(1.0) < share(0.1) < 1.0
    assert share(0.001) == 1.0


def test_every_fascist_does_everything_to_enact_the_winning_policy():
    table = Table("LLLLFFH", shuffles=["LFF"]).fascist_rounds(5).any_government()
    assert {answer("strong", table, 6, seed) for seed in range(10)} == {ac.Discard("liberal")}


def test_a_liberal_rejects_the_candidate_who_betrayed_it():
    table = Table("LLLFH", deck="LLFLFF", first=1).government(1, 3).discard("L").enact("F")
    table.act(1, answer("strong", table, 1))
    table.government(2, 0).legislate("L").nominate(3, 1)
    assert answer("strong", table, 1) == ac.Vote(ja=False)


def test_hitler_votes_for_their_own_election_once_it_wins():
    table = Table("LLLFH").fascist_rounds(3).nominate(3, 4)
    assert answer("strong", table, 4) == ac.Vote(ja=True)
