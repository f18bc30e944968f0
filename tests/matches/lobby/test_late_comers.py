"""Latecomers take a bot's seat before the first vote is shown, or else play the next match."""

import pytest
from django.test import Client

from accounts.models import User
from games.matches import errors
from games.matches.lobby import late_comers, reserved_seats
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.play import reading, records, services
from tests.history.play import play_on
from tests.matches.seating import (
    fresh,
    nominate,
    open_table,
    owing,
    page_of,
    player_at,
    post,
    running,
    vote_all,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def early(alice) -> Match:
    """A match of alice and four bots in which nothing has happened."""
    settings = {"visibility": "public", "seats_min": 5, "seats_max": 5}
    return fresh(lobby.play_bots(host=alice, game="secret-hitler", **settings))


def bot_of(match: Match) -> int:
    return match.players.exclude(bot="").first().seat


def test_an_early_spectator_is_offered_a_bot_s_seat_and_gets_it(early, bob):
    seat = bot_of(early)
    tray = page_of(bob, early).split('id="standing"')[1].split('id="choices"')[0]
    assert f"/take/{seat}/" in tray  # visible immediately, not behind a tab
    assert post(bob, early, f"take/{seat}").status_code == 302
    player = player_at(early, seat)
    assert (player.user, player.bot, player.name) == (bob, "", "Bob")
    assert f"/take/{seat}/" not in page_of(bob, early)


def test_a_second_click_on_the_seat_causes_no_message(early, bob):
    seat = bot_of(early)
    for _click in range(2):
        assert post(bob, early, f"take/{seat}").status_code == 302
    assert early.players.filter(user=bob).count() == 1


def test_a_guest_gives_a_name_and_sits_down(early):
    seat = bot_of(early)
    Client().post(f"{early.get_absolute_url()}take/{seat}/", {"name": "Nora"})
    assert player_at(early, seat).name == "Nora"
    assert player_at(early, seat).user.is_guest


def test_a_guest_who_was_too_late_for_a_seat_is_told_and_takes_another(early, bob):
    seat, phone = bot_of(early), Client()
    post(bob, early, f"take/{seat}")
    address = f"{early.get_absolute_url()}take/"
    late = phone.post(f"{address}{seat}/", {"name": "Nora"})
    assert late.status_code == 409
    assert "Somebody has just taken this seat." in late.content.decode()
    assert "_auth_user_id" not in phone.session
    assert not User.objects.filter(display_name="Nora").exists()
    other = bot_of(early)
    phone.post(f"{address}{other}/", {"name": "Nora"})
    assert player_at(early, other).name == "Nora"


def test_a_latecomer_is_asked_about_a_new_deal_like_the_others(alice, bob, mallory):
    table = open_table(alice, seats=(5, 5), fills_with_bots=True)
    lobby.sit(table.pk, bob)
    lobby.be_ready(table.pk, bob, ready=True)
    lobby.start(table.pk, alice)
    lobby.ask_redeal(table.pk, alice)
    late_comers.take_bots_seat(table.pk, mallory, bot_of(table))
    assert fresh(table).successor is None
    for user in (alice, bob):
        lobby.ask_redeal(table.pk, user)
    assert fresh(table).is_running
    following = lobby.ask_redeal(table.pk, mallory)
    assert following.is_running
    assert following.players.exclude(bot="").count() == 2
    people = following.players.filter(user__isnull=False).values_list("user", flat=True)
    assert {*people} == {alice.pk, bob.pk, mallory.pk}


@pytest.mark.parametrize("begins", [False, True])
def test_a_latecomer_gets_the_letter_and_a_match_in_play_does_not_wait(
    begins, settings, alice, bob
):
    settings.READING_SECONDS = 20
    match = lobby.play_bots(host=alice, game="secret-hitler", seats_min=5, seats_max=5)
    if begins:
        reading.read(match.pk, alice)
    seat = bot_of(match)
    late_comers.take_bots_seat(match.pk, bob, seat)
    assert '<dialog id="reveal" class="reveal' in page_of(bob, match)
    if not begins:
        reading.read(match.pk, alice)
        assert fresh(match).reading_until
        reading.read(match.pk, bob)
    assert fresh(match).reading_until is None
    assert 'id="reveal" hidden' in page_of(bob, match) or begins


def test_a_latecomer_gets_no_letter_in_a_game_without_letters(early, bob):
    late_comers.take_bots_seat(early.pk, bob, bot_of(early))
    assert 'id="reveal" hidden' in page_of(bob, early)


def test_the_deal_can_be_verified_as_before(early, bob):
    late_comers.take_bots_seat(early.pk, bob, bot_of(early))
    over = play_on(fresh(early))
    assert all(check.is_ok for check in records.checks_of(over))


@pytest.mark.parametrize("seat_of_whom", ["person", "nobody"])
def test_nobody_can_take_the_seat_of_a_person_or_a_nonexistent_one(early, bob, alice, seat_of_whom):
    seat = early.players.get(user=alice).seat if seat_of_whom == "person" else 9
    assert post(bob, early, f"take/{seat}").status_code == 409
    assert not early.players.filter(user=bob).exists()


def test_nobody_can_sit_twice(early, alice):
    with pytest.raises(errors.NotAllowed):
        late_comers.take_bots_seat(early.pk, alice, bot_of(early))


def test_after_the_first_vote_it_is_too_late_and_the_next_match_is_offered(alice, bob):
    match = running(alice)
    nominate(match)
    vote_all(match, ja=False)
    match.players.filter(seat=owing(match)[0]).update(user=None, bot="simple")
    with pytest.raises(errors.TooLate):
        late_comers.take_bots_seat(match.pk, bob, bot_of(match))
    assert "/take/" not in page_of(bob, match)
    assert "the next match begins here" in page_of(bob, match)


def test_after_the_end_the_next_table_is_open_to_spectators_if_it_has_room(alice, bob):
    match = running(alice)
    Match.objects.filter(pk=match.pk).update(status="finished")
    following = lobby.rematch(match.pk, alice)
    assert following.get_absolute_url() in page_of(bob, match)
    Match.objects.filter(pk=following.pk).update(seats_max=1)
    assert following.get_absolute_url() not in page_of(bob, match)


def test_reserved_tables_and_removed_people_are_no_exception(early, alice, bob):
    early.removals.create(user=bob)
    with pytest.raises(errors.Removed):
        late_comers.take_bots_seat(early.pk, bob, bot_of(early))
    kept = reserved_seats.reserve(people=[alice, bob], game="noir", visibility="public")
    for user in (alice, bob):
        lobby.sit(kept.pk, user)
    assert not services.admits_late_comers(fresh(kept))
