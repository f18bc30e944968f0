"""Chapter 6: the end."""

import pytest
from msgspec.structs import replace

from games.engine.required import required
from games.engine.seats import PUBLIC, Seat
from games.secret_hitler import GAME
from games.secret_hitler import actions as ac
from games.secret_hitler.state import evolve
from tests.secret_hitler.table import Table, tiles


def five_liberal() -> Table:
    return Table().liberal_rounds(5)


def six_fascist() -> Table:
    return Table("LLLLFFH").fascist_rounds(6)


def hitler_elected() -> Table:
    return Table().fascist_rounds(3).government(3, 4)


def hitler_executed() -> Table:
    table = Table().fascist_rounds(3).any_government().legislate("F")
    return table.act(table.state.president, ac.Execute(Seat(4)))


ENDINGS = {
    "five-liberal-policies": (five_liberal, "liberal", (0, 1, 2)),
    "six-fascist-policies": (six_fascist, "fascist", (4, 5, 6)),
    "hitler-elected": (hitler_elected, "fascist", (3, 4)),
    "hitler-executed": (hitler_executed, "liberal", (0, 1, 2)),
}


@pytest.mark.parametrize("reason", ENDINGS)
def test_sh_6_1_a_side_wins_and_hitler_wins_with_the_fascists(reason):
    play, winner, seats = ENDINGS[reason]
    outcome = GAME.outcome(play().state)
    assert (outcome.winner, outcome.reason, outcome.seats) == (winner, reason, seats)


@pytest.mark.parametrize("policies", [4, 5])
def test_sh_6_1_fewer_policies_do_not_end_the_match(policies):
    table = Table("LLLLFFH")
    table = table.liberal_rounds(4) if policies == 4 else table.fascist_rounds(5)
    assert GAME.outcome(table.state) is None


def test_sh_6_1_the_dead_win_with_their_side():
    table = Table("LLLLFFH").fascist_rounds(6)
    assert table.state.alive[5] is False
    assert 5 in GAME.outcome(table.state).seats


def test_sh_6_1_every_seat_plays_for_the_side_of_its_membership():
    state = Table().state
    sides = [GAME.sides.of(state, seat) for seat in range(5)]
    assert tuple(sides) == tiles("LLLFF")


@pytest.mark.parametrize("reason", ENDINGS)
def test_sh_6_1_nothing_can_be_done_after_the_end(reason):
    table = ENDINGS[reason][0]()
    for seat in range(len(table.state.roles)):
        assert GAME.choices(table.state, Seat(seat)) == ()
        assert table.refused(seat, ac.Vote(ja=True)) == "6.1"
    assert (
        GAME.to_act(table.state)
        == GAME.waiting.invited(table.state)
        == GAME.talk.muted_seats(table.state)
        == ()
    )


def test_sh_6_1_president_and_chancellor_stay_as_they_were_at_the_end():
    view = hitler_elected().view()
    assert (view.president, view.chancellor) == (3, 4)


def test_sh_6_2_roles_hands_discards_and_the_deck_are_open():
    table = five_liberal()
    view = table.view()
    assert (view.roles, view.parties) == (tiles("LLLFH"), tiles("LLLFF"))
    assert (view.deck, len(view.discards)) == (tiles("FL"), 10)
    first = view.rounds[0]
    assert (first.drawn, first.passed) == (tiles("FFL"), tiles("FL"))
    assert (first.president_discard, first.chancellor_discard) == ("fascist", "fascist")


def test_sh_6_2_investigations_and_peeks_are_open_too():
    table = Table("LLLLFFH").fascist_rounds(6)
    assert table.view().rounds[1].party == "fascist"
    assert GAME.view(hitler_elected().state, PUBLIC).rounds[2].peeked is not None


def test_sh_6_2_nothing_is_open_one_event_before_the_end():
    table = hitler_executed()
    *others, _ended = table.events
    state = table.before
    for event in others:
        state = evolve(state, event)
    assert GAME.view(state, PUBLIC).roles == (None,) * 5


@pytest.mark.parametrize(
    ("reason", "seats"),
    [
        ("five-liberal-policies", {"president", "chancellor"}),
        ("six-fascist-policies", {"president", "chancellor"}),
        ("hitler-elected", {"chancellor"}),
        ("hitler-executed", {"president", "target"}),
    ],
)
def test_one_sentence_says_what_decided_the_match(reason, seats):
    state = ENDINGS[reason][0]().state
    tale = required(GAME.words.tale(state))
    last, hitler = state.rounds[-1], state.roles.index("hitler")
    assert tale.chapter == len(state.rounds)
    assert {place for place in tale.seats if f"{{{place}}}" in tale.text} == seats
    assert tale.seats["president"] == last.president
    if reason.startswith("hitler"):
        assert hitler == tale.seats["chancellor" if reason == "hitler-elected" else "target"]


def test_a_match_decided_by_chaos_names_no_government():
    state = five_liberal().state
    last = replace(state.rounds[-1], chaos="liberal")
    assert GAME.words.tale(replace(state, rounds=(*state.rounds[:-1], last))) is None
