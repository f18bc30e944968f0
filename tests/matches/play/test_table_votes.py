"""Table votes: no side can decide alone, and everybody shown as a voter counts."""

import pytest

from accounts.models import User
from accounts.privacy import delete_account
from games.matches import errors
from games.matches.drawing import page_states
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.play import clocks, table_votes
from tests.api.client import playing
from tests.chat.executions import after_execution
from tests.matches.play.test_late_voters import run_out
from tests.matches.seating import (
    act_as,
    fresh,
    open_table,
    owing,
    person,
    play_to_the_end,
    player_at,
    running,
)

pytestmark = pytest.mark.django_db

TOO_FEW = "Too few people are playing to cancel the match"


def among_bots(people: int, count: int = 5, **settings) -> tuple[Match, list[User]]:
    """Return a running match with this many people, and bots on the other seats."""
    users = [person(f"Person {number}") for number in range(people)]
    match = open_table(users[0], seats=(count, count), fills_with_bots=True, **settings)
    for user in users[1:]:
        lobby.sit(match.pk, user)
        lobby.be_ready(match.pk, user, ready=True)
    lobby.start(match.pk, users[0])
    return fresh(match), users


def page_of(client, match: Match, user: User) -> str:
    """Return the page of the match as seen by `user`."""
    client.force_login(user)
    return client.get(match.get_absolute_url()).content.decode()


def shown(match: Match) -> dict[str, int]:
    """Return the number of votes that the page shows for each proposal."""
    return {what: len(seats) for what, seats in page_states.page_state_of(fresh(match)).table.votes}


@pytest.mark.parametrize("people", [1, 2, 3])
def test_people_who_may_all_be_on_one_side_cannot_call_a_match_off(people):
    match, users = among_bots(people)
    for user in users:
        with pytest.raises(errors.NotAllowed):
            table_votes.vote(match.pk, user, "void")
    assert fresh(match).is_running


def test_a_host_among_programs_of_others_cannot_call_the_match_off_alone():
    match, _programs = playing()
    table_votes.vote(match.pk, match.host, "void")
    assert fresh(match).is_running


def test_owners_of_programs_count_as_voters():
    match, programs = playing()
    for program in programs[:3]:
        table_votes.vote(match.pk, program.user, "void")
    assert fresh(match).is_running
    assert shown(match)["void"] == 3
    table_votes.vote(match.pk, match.host, "void")
    assert fresh(match).status == Match.Status.VOID
    assert programs[0].look(match)["status"] == "void"


@pytest.mark.parametrize("people", [4, 5])
def test_more_players_must_agree_than_any_side_has_however_many_bots_play(people):
    match, users = among_bots(people)
    for user in users[:3]:
        table_votes.vote(match.pk, user, "void")
    assert fresh(match).is_running
    table_votes.vote(match.pk, users[3], "void")
    assert fresh(match).status == Match.Status.VOID
    table_votes.vote(match.pk, users[3], "void")  # the second press of the last one
    with pytest.raises(errors.NotRunning):
        table_votes.vote(match.pk, users[3], "void", wanted=False)


def test_both_of_two_must_agree():
    match = running(game="noir")
    first, second = [player.user for player in match.players.select_related("user")]
    table_votes.vote(match.pk, first, "void")
    assert fresh(match).is_running
    table_votes.vote(match.pk, second, "void")
    assert fresh(match).status == Match.Status.VOID


def test_deleted_accounts_may_leave_too_few_voters():
    match = running()
    users = [player.user for player in match.players.select_related("user")]
    delete_account(users[0])
    assert "void" in shown(match)
    delete_account(users[1])
    assert "void" not in shown(match)


@pytest.mark.parametrize("people", [3, 4])
def test_the_offered_votes_are_the_same_on_every_seat_and_side(client, people):
    match, users = among_bots(people)
    pages = [page_of(client, match, user) for user in users]
    assert {TOO_FEW in page for page in pages} == {people == 3}
    assert {"wish/void/" in page for page in pages} == {people == 4}


def test_one_player_among_bots_can_still_stop_the_clocks():
    match, (user,) = among_bots(1, pace="relaxed")
    table_votes.vote(match.pk, user, "pause")
    assert fresh(match).paused_at


def test_one_player_among_programs_cannot_stop_the_clocks_of_their_owners():
    match, programs = playing(pace="relaxed")
    table_votes.vote(match.pk, match.host, "pause")
    assert fresh(match).paused_at is None
    for program in programs[:3]:
        table_votes.vote(match.pk, program.user, "pause")
    assert fresh(match).paused_at


@pytest.mark.parametrize("how", ["called off", "dealt again"])
def test_a_finished_match_cannot_be_paused(how):
    match, programs = playing(game="noir", pace="relaxed")
    users = [player.user for player in match.players.select_related("user")]
    for user in users:
        table_votes.vote(match.pk, user, "pause")
    assert programs[0].look(match)["is_paused"]
    for user in users:
        if how == "called off":
            table_votes.vote(match.pk, user, "void")
        else:
            lobby.ask_redeal(match.pk, user)
    assert fresh(match).status == Match.Status.VOID
    assert not page_states.page_state_of(fresh(match)).table.is_paused
    assert not programs[0].look(match)["is_paused"]


def test_a_player_who_has_left_cannot_vote(client):
    match = running()
    client.force_login(match.host)
    table_votes.step_away(match.pk, match.host)
    answer = client.post(f"{match.get_absolute_url()}wish/void/", headers={"HX-Request": "true"})
    assert answer.status_code == 403
    assert "Take your seat back first" in answer.content.decode()
    assert shown(match)["void"] == 0


def test_the_vote_of_a_replaced_late_player_is_neither_counted_nor_shown():
    match = running(pace="relaxed")
    (seat,) = owing(match)
    absent = match.players.get(seat=seat)
    others = [p.user for p in match.players.select_related("user") if p.seat != seat]
    for user in (absent.user, *others[:2]):
        table_votes.vote(match.pk, user, "void")
    match.players.filter(seat=seat).update(is_away=True)  # as the clock does
    assert shown(match)["void"] == 2
    table_votes.vote(match.pk, others[2], "void")
    assert shown(match)["void"] == 3
    assert fresh(match).is_running


def test_a_replaced_player_comes_back_without_their_earlier_vote(settings):
    settings.BOT_PACE = 0
    match = running(pace="relaxed")
    (seat,) = owing(match)
    late = match.players.get(seat=seat)
    others = [p.user for p in match.players.select_related("user") if p.seat != seat]
    for user in (late.user, *others[:2]):
        table_votes.vote(match.pk, user, "pause")
    match.players.filter(seat=seat).update(missed=clocks.PATIENCE - 1)
    run_out(match, seat)
    assert match.players.get(seat=seat).is_away
    table_votes.vote(match.pk, others[2], "pause")
    act_as(match, seat, action="vote", ja=True)
    assert not match.players.get(seat=seat).is_away
    assert shown(match)["pause"] == 3  # not 4 of 4, so the clocks keep running
    table_votes.vote(match.pk, late.user, "pause")
    assert fresh(match).paused_at


def test_dead_players_cannot_leave_to_a_bot_and_make_no_match_unrated(client):
    match, dead = after_execution()
    user = player_at(match, dead).user
    address = match.get_absolute_url()
    assert f"{address}away/" not in page_of(client, match, user)
    assert client.post(f"{address}away/", headers={"HX-Request": "true"}).status_code == 403
    living = next(p.user for p in match.players.all() if p.seat != dead)
    assert f"{address}away/" in page_of(client, match, living)
    assert not play_to_the_end(match).is_abandoned
