"""The strong bot: it uses certain knowledge, and helps its side by the rest."""

from random import Random

import msgspec
import pytest

from games.engine.seats import PUBLIC, Seat, Viewer
from games.engine.simulation import simulate
from games.secret_hitler import GAME
from games.secret_hitler import actions as ac
from games.secret_hitler.bots.strong.bot import play_strongly
from games.secret_hitler.bots.strong.fascist_policy import drawn_by_worth, scheme_of
from tests.secret_hitler.random_play import turns
from tests.secret_hitler.table import Table, tiles


def answer(table: Table, seat: int, seed: int = 0):
    """Return the action of a strong bot at `seat` for what it sees."""
    return play_strongly(table.view(seat), GAME.choices(table.state, Seat(seat)), Random(seed))


def wins(players: int, liberal: str, fascist: str, games: int = 60) -> float:
    """Return the share of games that the liberals win."""
    bots = {"liberal": GAME.bots[liberal], "fascist": GAME.bots[fascist]}
    played = simulate(GAME, players, games, 1, bots)
    return sum(game.outcome.winner == "liberal" for game in played) / games


@pytest.mark.parametrize("players", range(5, 11))
def test_in_any_position_it_chooses_among_its_choices_or_lets_an_invitation_pass(players):
    random = Random(players)
    for state, _turn in turns(players, seed=players, whims=0.4):
        for seat in range(len(state.roles)):
            choices = GAME.choices(state, Seat(seat))
            chosen = play_strongly(GAME.view(state, Viewer(Seat(seat))), choices, random)
            owes = seat in GAME.to_act(state)
            assert chosen in choices or (chosen is None and not owes)
            assert chosen is not None or not owes


def test_it_is_the_same_again_with_the_same_chance():
    bots = dict.fromkeys(GAME.sides, play_strongly)
    first, again = (list(simulate(GAME, 7, 3, 5, bots)) for _ in range(2))
    assert msgspec.json.encode(first) == msgspec.json.encode(again)


@pytest.mark.long
@pytest.mark.parametrize("players", [5, 8])
def test_strong_liberals_win_more_than_simple_ones(players):
    assert wins(players, "strong", "simple") > wins(players, "simple", "simple") + 0.05


def test_its_vote_depends_on_nothing_that_its_seat_may_not_know():
    table, hidden = Table("LLLLFFH").nominate(0, 1), Table("LLLLFHF").nominate(0, 1)
    assert table.view(2) == hidden.view(2)
    assert answer(table, 2) == answer(hidden, 2)


def test_it_lets_the_public_pass():
    assert play_strongly(GAME.view(Table().state, PUBLIC), (), Random(0)) is None


def test_a_liberal_claims_the_truth_once():
    table = Table(deck="FFL").round("L")
    claim = answer(table, 0)
    assert claim == ac.Claim("president-hand", 1, tiles=tiles("FFL"))
    assert answer(table.act(0, claim), 0) is None


def test_a_liberal_discards_and_enacts_for_the_liberals():
    table = Table(deck="LFF").government(0, 1)
    assert answer(table, 0) == ac.Discard("fascist")
    assert answer(table.discard("F"), 1) == ac.Enact("liberal")


def test_a_fascist_president_whose_ally_betrayed_covers_or_exposes_the_ally_and_not_itself():
    table = Table("FLLLH", deck="FFL").government(0, 4).discard("F").enact("F")
    claims = {answer(table, 0, seed).tiles for seed in range(20)}
    assert claims <= {tiles("FFF"), tiles("FFL")}


def test_a_fascist_chancellor_never_owns_up_to_a_betrayal():
    table = Table("LLLLFFH", deck="LFF").government(0, 4).discard("F").enact("F")
    claims = {answer(table, 4, seed).tiles for seed in range(20)}
    assert claims == {tiles("FF")}


def test_a_fascist_president_tells_of_bad_luck_or_blames_a_liberal_chancellor():
    table = Table("FLLLH", deck="LFF").government(0, 1).discard("L").enact("F")
    claims = {tuple(sorted(answer(table, 0, seed).tiles)) for seed in range(40)}
    assert claims == {tiles("FFF"), tiles("FFL")}


@pytest.mark.parametrize(
    ("roles", "seat", "knows"),
    [("LLLFH", 3, True), ("LLLFH", 4, True), ("LLLLFFH", 4, True), ("LLLLFFH", 6, False)],
)
def test_only_who_knows_every_role_schemes(roles, seat, knows):
    assert (scheme_of(Table(roles).view(seat), Seat(seat)) is not None) is knows
    assert scheme_of(Table(roles).view(0), Seat(0)) is None


def test_a_government_promises_a_fascist_most_where_it_elects_hitler():
    def gain(chancellor: int) -> float:
        table = Table("LLLLLFFH").fascist_rounds(3)
        president = table.state.president
        scheme = scheme_of(table.nominate(president, chancellor).view(5), Seat(5))
        return scheme.gain(president, Seat(chancellor))

    assert gain(7) > max(gain(1), 0.0)


def test_the_better_choice_is_drawn_more_often_and_in_the_cold_always():
    def share(heat: float) -> float:
        random = Random(0)
        return sum(drawn_by_worth({0: 0.4, 1: 0.5}, heat, random) for _ in range(400)) / 400

    assert 0.5 < share(1.0) < share(0.1) < 1.0
    assert share(0.001) == 1.0


def test_every_fascist_does_all_to_enact_the_policy_that_wins():
    table = Table("LLLLFFH", shuffles=["LFF"]).fascist_rounds(5).any_government()
    assert {answer(table, 6, seed) for seed in range(10)} == {ac.Discard("liberal")}


def test_a_liberal_rejects_the_candidate_who_betrayed_it():
    table = Table("LLLFH", deck="LLFLFF", first=1).government(1, 3).discard("L").enact("F")
    table.act(1, answer(table, 1))
    table.government(2, 0).legislate("L").nominate(3, 1)
    assert answer(table, 1) == ac.Vote(ja=False)


def test_a_liberal_executes_whom_it_knows_for_a_fascist_and_a_fascist_never_an_ally():
    fascist = Table("LLLLFFH").fascist_rounds(3).any_government().legislate("F")
    assert fascist.state.president == 5
    victims = {use_of_power(fascist, seed).target for seed in range(10)}
    assert victims.isdisjoint({4, 5, 6})
    known = Table("LLLLFFH").round("F").government(1, 2).legislate("F")
    known.act(1, ac.Investigate(Seat(4))).fascist_rounds(1).round("L").round("L")
    while known.state.president != 1:
        known.rejected_rounds(1)
    known.any_government().legislate("F")
    assert use_of_power(known, 0) == ac.Execute(Seat(4))


def use_of_power(table: Table, seed: int):
    """Return how the president uses the power, after any claims."""
    president = table.state.president
    choices = table.choices(president, ac.Execute)
    return play_strongly(table.view(president), choices, Random(seed))


def test_hitler_votes_for_the_own_election_once_it_wins():
    table = Table("LLLFH").fascist_rounds(3).nominate(3, 4)
    assert answer(table, 4) == ac.Vote(ja=True)
