"""Views and log lines keep the same secrets, and agree with each other."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.record import log_lines
from games.engine.seats import EVERYTHING, PUBLIC, Seat, Viewer, seats_of
from games.secret_hitler import GAME
from games.secret_hitler import actions as ac
from games.secret_hitler.state import MadeClaim
from tests.secret_hitler.random_play import turns
from tests.secret_hitler.table import Table, spoken, tiles

matches = {"players": st.integers(5, 10), "seed": st.integers(0, 2**32)}
lawful = settings(max_examples=12)


def viewers(players: int) -> list[Viewer]:
    return [PUBLIC, EVERYTHING, *(Viewer(seat) for seat in seats_of(players))]


@lawful
@given(**matches)
def test_a_view_changes_only_with_a_line_in_the_log(players, seed):
    for before, turn in turns(players, seed):
        after = GAME.apply(before, turn.events)
        for viewer in viewers(players):
            lines = log_lines(GAME, before, turn, viewer)
            changed = GAME.view(before, viewer) != GAME.view(after, viewer)
            assert not changed or lines, "a change that nobody was told of"
            if not lines:
                assert isinstance(turn.action, ac.Vote), "all but a changed vote is told"


@lawful
@given(**matches)
def test_every_line_can_be_spoken_and_belongs_to_a_round(players, seed):
    for before, turn in turns(players, seed):
        after = GAME.apply(before, turn.events)
        for viewer in viewers(players):
            for line in log_lines(GAME, before, turn, viewer):
                assert "{" not in spoken(line)
                assert before.round <= line.chapter <= after.round
                assert line.kind


@lawful
@given(**matches)
def test_a_living_players_view_holds_only_what_the_rules_allow(players, seed):
    for before, _turn in turns(players, seed):
        for viewer in viewers(players)[:1] + viewers(players)[2:]:
            view = GAME.view(before, viewer)
            assert (view.deck, view.discards) == (None, None)
            holder = {"discard": before.president}.get(before.phase, before.chancellor)
            if view.hand is not None:
                assert viewer.seat == holder
            if view.peeked is not None:
                assert viewer.seat == before.peeker


def test_players_always_see_their_own_role_and_party():
    table = Table("LLLLFFH")
    for seat, role in enumerate(tiles("LLLLFFH")):
        view = table.view(seat)
        assert view.roles[seat] == role
        assert view.parties[seat] == ("liberal" if role == "liberal" else "fascist")


def test_roles_are_never_deduced():
    table = Table().fascist_rounds(3).government(3, 0).legislate("L")
    assert table.view(1).roles == (None, "liberal", None, None, None)
    assert table.view(1).not_hitler == (0,)


def test_the_omniscient_view_shows_hands_ballots_and_the_deck():
    table = Table(deck="LFF").nominate(0, 1).act(3, ac.Vote(ja=False))
    assert table.truth.ballots == (None, None, None, False, None)
    assert table.elect().truth.hand == tiles("LFF")
    assert table.truth.deck == table.state.deck
    assert table.truth.roles == tiles("LLLFH")


@pytest.mark.parametrize(
    ("roles", "seat", "words"),
    [
        ("LLLFH", 3, "With 5 or 6 players the fascist and Hitler know each other"),
        ("LLLFH", 4, "With 5 or 6 players Hitler and the fascist know each other"),
        ("LLLLFFH", 4, "With 7 to 10 players every fascist knows all fascists"),
        ("LLLLFFH", 6, "With 7 to 10 players Hitler knows nobody"),
        ("LLLLFFH", 0, "Liberals know nobody"),
    ],
)
def test_the_view_says_why_a_seat_knows_what_it_knows(roles, seat, words):
    assert spoken(Table(roles).view(seat).knowledge[1]).startswith(words)


def test_a_fascist_is_told_who_the_others_are():
    knowledge = [spoken(line) for line in Table("LLLLFFH").view(4).knowledge]
    assert knowledge[2:] == ["P5 is a fascist.", "P6 is Hitler."]


def test_an_investigation_adds_to_the_presidents_knowledge():
    table = Table("LLLLFFH").fascist_rounds(1).any_government().legislate("F")
    table.act(1, ac.Investigate(Seat(6)))
    assert spoken(table.view(1).knowledge[-1]) == (
        "You investigated P6: the party membership is fascist."
    )
    assert len(table.view(2).knowledge) == 2


def test_a_view_before_the_deal_shows_nothing():
    view = GAME.view(GAME.start.empty, PUBLIC)
    assert (view.players, view.to_act, view.president) == (0, (), None)


def test_a_claim_appears_only_in_the_round_that_it_is_about():
    table = Table("LLLLFFH", deck="FFL" * 5).government(0, 1).legislate("F")
    table.act(0, ac.Claim("president-hand", 1, tiles("FFL")))
    table.government(1, 2).legislate("L")
    table.act(2, ac.Claim("chancellor-hand", 2, tiles("FL")))
    table.act(1, ac.Claim("chancellor-hand", 1, tiles("FF")))
    claims = [[(c.seat, c.about) for c in played.claims] for played in table.view().rounds]
    assert claims[:2] == [
        [(0, "president-hand"), (1, "chancellor-hand")],
        [(2, "chancellor-hand")],
    ]
    assert [claim.round for claim in table.view().claims] == [1, 2, 1]


def test_an_execution_appears_with_its_victim_in_its_own_round():
    table = Table().fascist_rounds(3).any_government().legislate("F")
    president = table.state.president
    victim = next(seat for seat in (1, 2, 0) if seat != president)
    table.act(president, ac.Execute(Seat(victim)))
    *earlier, played, now = table.view().rounds
    assert (played.power, played.power_used, played.target) == ("execute", True, victim)
    assert all(before.target is None and before.power != "execute" for before in earlier)
    assert (now.power, now.target) == (None, None)
    assert not table.view().alive[victim]


def test_two_thousand_claims_are_shown_in_a_view_made_from_scratch():
    before, _turn = next(turns(5, 1))
    claim = ac.Claim("president-hand", 1, tiles=("liberal", "fascist", "fascist"))
    claims = tuple(MadeClaim(Seat(number % 5), claim) for number in range(2000))
    assert len(GAME.view(msgspec.structs.replace(before, claims=claims), PUBLIC).claims) == 2000
