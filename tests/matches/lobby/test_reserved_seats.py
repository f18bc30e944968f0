"""Tables with reserved seats: a league opens them, and strangers can't sit down."""

import pytest

from games.matches import errors
from games.matches.lobby import reserved_seats
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.play import referee, table_votes
from tests.matches.seating import browser, fresh, person, play_to_the_end, post

pytestmark = pytest.mark.django_db

NAMES = ("Ada", "Ben", "Chiyo", "Dario", "Elif", "Femi")


@pytest.fixture
def people() -> list:
    return [person(name) for name in NAMES]


@pytest.fixture
def match(people) -> Match:
    return reserve(people)


def reserve(people, game: str = "secret-hitler") -> Match:
    return reserved_seats.reserve(people=people, game=game, visibility=Match.Visibility.PUBLIC)


def test_it_begins_automatically_when_the_last_player_has_come(match, people):
    for user in people[:-1]:
        post(user, match, "sit", entropy=f"of {user.name}")
    assert fresh(match).is_open
    post(people[-1], match, "sit", entropy="of the last")
    assert fresh(match).is_running


def test_everybody_sits_on_their_assigned_seat(match, people):
    for user in reversed(people):
        lobby.sit(match.pk, user, "x")
    seated = match.players.order_by("seat").values_list("user", flat=True)
    assert list(seated) == [user.pk for user in people]


def test_in_noir_the_assigned_seat_decides_who_plays_the_killer(people):
    match = reserve(people[:2], "noir")
    for user in people[:2]:
        lobby.sit(match.pk, user, "x")
    match = play_to_the_end(match)
    sides = match.players.order_by("seat").values_list("user", "side")
    assert list(sides) == [(people[0].pk, "killer"), (people[1].pk, "inspector")]


def test_a_stranger_gets_no_chair_not_even_a_free_one(match, people, mallory):
    response = post(mallory, match, "sit")
    assert response.status_code == 403
    assert "reserved for certain people" in response.content.decode()
    assert not match.players.filter(user=mallory).exists()


def test_a_reserved_chair_cannot_be_left_but_a_player_may_step_away_briefly(match, people):
    lobby.sit(match.pk, people[0], "x")
    with pytest.raises(errors.Reserved):
        lobby.leave(match.pk, people[0])
    lobby.be_ready(match.pk, people[0], ready=False)
    for user in people[1:]:
        lobby.sit(match.pk, user, "x")
    assert fresh(match).is_open
    lobby.sit(match.pk, people[0], "another")
    assert fresh(match).is_running


def test_the_first_entropy_from_a_browser_is_kept(match, people):
    lobby.sit(match.pk, people[0], "first")
    lobby.sit(match.pk, people[0], "second")
    assert match.players.get(user=people[0]).entropy == "first"


def test_the_table_has_no_host(match, people):
    lobby.sit(match.pk, people[0], "x")
    with pytest.raises(errors.NotTheHost):
        lobby.start(match.pk, people[0])
    with pytest.raises(errors.NotTheHost):
        lobby.add_bot(match.pk, people[0])


def test_a_substitute_takes_over_the_chair(match, people, bob):
    reserved_seats.substitute(match.pk, out=people[2], into=bob)
    assert match.players.get(user=bob).seat == 2
    assert not match.players.filter(user=people[2]).exists()
    with pytest.raises(errors.TableFull):
        reserved_seats.substitute(match.pk, out=people[0], into=bob)


def test_the_players_present_may_be_allowed_to_begin_without_the_others(match, people):
    for user in people[:5]:
        lobby.sit(match.pk, user, "x")
    assert reserved_seats.begin_without_absent(match.pk) == [people[5].pk]
    assert fresh(match).is_running
    assert match.players.count() == 5


def test_too_few_cannot_begin_and_nobody_loses_their_chair(match, people):
    for user in people[:4]:
        lobby.sit(match.pk, user, "x")
    with pytest.raises(errors.TooFewPlayers):
        reserved_seats.begin_without_absent(match.pk)
    assert match.players.count() == 6


def test_a_running_match_is_neither_closed_nor_reseated(people, bob):
    match = reserve(people[:5])
    for user in people[:5]:
        lobby.sit(match.pk, user, "x")
    with pytest.raises(errors.NotOpen):
        reserved_seats.close(match.pk)
    with pytest.raises(errors.NotOpen):
        reserved_seats.substitute(match.pk, out=people[0], into=bob)


def test_players_of_a_closed_table_read_that_it_may_have_been_closed(match, people):
    client = browser(people[0])
    assert client.get(match.get_absolute_url()).status_code == 200
    reserved_seats.close(match.pk)
    answer = client.get(match.get_absolute_url())
    assert answer.status_code == 404
    assert "The table may have been closed before its game began" in answer.content.decode()
    assert "closed before" not in client.get("/no-such-page/").content.decode()


def test_a_match_that_a_player_left_for_good_is_marked_as_abandoned(people):
    match = reserve(people[:5])
    for user in people[:5]:
        lobby.sit(match.pk, user, "x")
    for user in people[:5]:
        table_votes.step_away(match.pk, user)
    referee.play_out(match)
    assert fresh(match).is_over
    assert fresh(match).is_abandoned


def test_a_match_that_everybody_finished_is_not_marked_as_abandoned(people):
    match = reserve(people[:5])
    for user in people[:5]:
        lobby.sit(match.pk, user, "x")
    assert not play_to_the_end(match).is_abandoned


def test_the_waiting_page_shows_whose_seats_they_are_and_offers_strangers_none(
    match, people, mallory
):
    client = browser(mallory)
    text = client.get(match.get_absolute_url()).content.decode()
    assert "reserved for certain people" in text
    assert "Sit down" not in text
