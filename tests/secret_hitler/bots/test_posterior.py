"""The posterior: exact where the rules alone decide, and uncertain elsewhere."""

from math import comb, isclose

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.seats import PUBLIC, Seat, Viewer
from games.secret_hitler import GAME
from games.secret_hitler import actions as ac
from games.secret_hitler.bots.strong.assignments import assignments_of
from games.secret_hitler.bots.strong.marginals import (
    deck_odds,
    draw_odds,
    fascist_odds,
    hitler_odds,
    top_odds,
)
from games.secret_hitler.bots.strong.opponent_model import vote_odds
from games.secret_hitler.bots.strong.posterior import belief_of
from games.secret_hitler.insight.explanation import explain
from tests.secret_hitler.random_play import turns
from tests.secret_hitler.table import Table, tiles


def odds(table: Table, seat: int | None = None) -> list[float]:
    """Return each player's probability of being fascist, for a seat or the public."""
    return fascist_odds(belief_of(GAME.view(table.state, Viewer(seat))))


def test_there_are_840_worlds_for_ten_players():
    assert [len(assignments_of(players).masks) for players in range(5, 11)] == [
        20,
        30,
        105,
        168,
        504,
        840,
    ]


@pytest.mark.parametrize(("roles", "share"), [("LLLFH", 2 / 4), ("LLLLFFH", 3 / 6)])
def test_a_liberal_starts_with_the_odds_of_the_deal(roles, share):
    found = odds(Table(roles), 0)
    assert found[0] == 0
    assert all(isclose(odds, share) for odds in found[1:])


def test_a_fascist_of_seven_knows_everybody():
    assert odds(Table("LLLLFFH"), 4) == [0, 0, 0, 0, 1, 1, 1]


def test_an_investigation_settles_a_membership_for_its_president():
    table = Table("LLLLFFH").round("F").government(1, 2).legislate("F")
    table.act(1, ac.Investigate(Seat(4)))
    assert odds(table, 1)[4] == 1
    assert odds(table, 0)[4] < 1


def test_an_executed_player_who_was_not_hitler_is_ruled_out_as_hitler():
    table = Table("LLLLFFH").fascist_rounds(3).any_government().legislate("F")
    table.act(table.state.president, ac.Execute(Seat(0)))
    assert hitler_odds(belief_of(GAME.view(table.state, PUBLIC)))[0] == 0


def test_a_president_who_passed_a_liberal_policy_that_was_not_enacted_knows_a_fascist():
    table = Table("LLLFH", deck="LFF").government(0, 3).discard("F").enact("F")
    assert odds(table, 0)[3] > 0.75
    assert odds(table, 1)[3] < 0.75


def test_a_fascist_policy_makes_both_officers_suspicious_and_a_liberal_one_less_so():
    for letter, sign in (("F", 1), ("L", -1)):
        before, after = odds(Table("LLLFH"), 4), odds(Table("LLLFH").round(letter))
        assert all(sign * (after[seat] - 0.4) > 0 for seat in (0, 1))
        assert before != after


def test_a_contradiction_makes_both_more_suspicious_than_a_common_story():
    def told(passed: str) -> list[float]:
        table = Table("LLLLFFH", deck="LFF").government(0, 1).discard("F").enact("F")
        table.act(0, ac.Claim("president-hand", 1, tiles=tiles("LFF" if passed == "LF" else "FFF")))
        return odds(table.act(1, ac.Claim("chancellor-hand", 1, tiles=tiles("FF"))))

    assert told("LF")[1] > told("FF")[1]


def test_the_draw_of_a_fresh_deck_is_hypergeometric():
    belief = belief_of(GAME.view(Table().state, PUBLIC))
    expected = [comb(6, k) * comb(11, 3 - k) / comb(17, 3) for k in range(4)]
    assert all(isclose(a, b) for a, b in zip(draw_odds(belief), expected, strict=True))
    assert isclose(top_odds(belief), 6 / 17)


def test_only_the_president_knows_what_is_left_in_the_deck():
    table = Table("LLLLFFH", deck="LLL").government(0, 1).legislate("L")
    assert deck_odds(belief_of(table.view(0)))[3] == 1
    assert 0 < deck_odds(belief_of(table.view(2)))[3] < 1


def test_unanimous_votes_reveal_nothing():
    assert all(isclose(share, 1) for row in vote_odds(1.0, 8, 4, 0.5) for share in row)
    assert all(isclose(row[-1], 1) for row in vote_odds(3.0, 8, 8, 0.5))


@given(st.floats(0.2, 5), st.integers(4, 8), st.integers(0, 8), st.integers(0, 4))
def test_vote_odds_weighted_by_their_number_of_ways_average_to_one(lean, voters, ayes, fascists):
    ayes = min(ayes, voters)
    row = vote_odds(lean, voters, ayes, 0.5)[fascists]
    ways = [
        comb(fascists, own) * comb(voters - fascists, ayes - own) if own <= ayes else 0
        for own in range(fascists + 1)
    ]
    assert isclose(sum(o * w for o, w in zip(row, ways, strict=True)), sum(ways), abs_tol=1e-6)


@settings(max_examples=12)
@given(st.integers(5, 10), st.integers(0, 10_000))
def test_whatever_happens_the_odds_add_up_and_the_truth_stays_possible(players, seed):
    for state, turn in turns(players, seed, whims=0.3):
        if turn.seat is None or GAME.outcome(state) is not None or not state.roles:
            continue
        view = GAME.view(state, Viewer(turn.seat))
        belief = belief_of(view)
        fascists = sum(role != "liberal" for role in state.roles)
        assert isclose(sum(fascist_odds(belief)), fascists)
        assert isclose(sum(hitler_odds(belief)), 1)
        assert isclose(sum(deck_odds(belief)), 1)
        assert hitler_odds(belief)[state.roles.index("hitler")] > 0
        assert belief.deck_size == len(state.deck) or state.phase in (
            "discard",
            "enact",
            "answer-veto",
        )


def test_an_explanation_tells_certain_from_likely():
    table = Table("LLLLFFH").round("F").government(1, 2).legislate("F")
    table.act(1, ac.Investigate(Seat(4)))
    found = explain(table.view(1), None)
    assert [judged.seat for judged in found.judgements if judged.certain_hitler] == [1]
    assert found.judgements[4].fascist == 1
    assert found.deals < 105


def test_an_explanation_for_a_fascist_of_seven_is_certain_of_all():
    found = explain(Table("LLLLFFH").view(4), None).judgements
    assert all(judged.certain_party and judged.certain_hitler for judged in found)
