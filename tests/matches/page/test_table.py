"""The table before the start: sitting, leaving, readiness, removals, handing over, starting."""

import re

import pytest

from accounts.models import User
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.page import responses
from tests.matches.seating import (
    NAMES,
    NOBODY,
    browser,
    fresh,
    open_table,
    page_of,
    person,
    post,
    running,
    seat_of,
)

pytestmark = pytest.mark.django_db


def names(match) -> list[str]:
    return list(match.players.order_by("seat").values_list("name", flat=True))


def test_a_user_with_an_account_sits_down_with_one_click(table, mallory):
    assert post(mallory, table, "sit", entropy="00ff").status_code == 302
    assert names(table) == ["Alice", "Bob", "Mallory"]
    assert table.players.get(user=mallory).entropy == "00ff"


def test_a_visitor_without_an_account_gives_a_name_and_sits_down(table):
    client = browser()
    response = client.post(f"{table.get_absolute_url()}sit/", {"name": "Nora"}, follow=True)
    assert response.status_code == 200
    assert names(table)[-1] == "Nora"
    assert "I am ready" in response.content.decode()


def test_sitting_down_twice_counts_once(table, bob):
    assert post(bob, table, "sit").status_code == 302
    assert names(table) == ["Alice", "Bob"]


@pytest.mark.parametrize("name", ["", "admin", "x" * 30, "Alice", "АLICE"])
def test_an_invalid_or_taken_guest_name_is_refused_with_a_message(table, name):
    response = browser().post(f"{table.get_absolute_url()}sit/", {"name": name})
    assert response.status_code == 422
    assert names(table) == ["Alice", "Bob"]


def test_two_guests_of_the_same_name_are_told_apart(table):
    for _guest in range(3):
        browser().post(f"{table.get_absolute_url()}sit/", {"name": "Nora"})
    assert names(table)[2:] == ["Nora", "Nora (2)", "Nora (3)"]


def test_entropy_that_is_too_long_is_refused(table, mallory):
    assert post(mallory, table, "sit", entropy="x" * 129).status_code == 422
    assert len(names(table)) == 2


def test_a_full_table_refuses_and_creates_no_guest(table):
    for name in NAMES[:8]:
        lobby.sit(table.pk, person(name))
    response = browser().post(f"{table.get_absolute_url()}sit/", {"name": "Nora"})
    assert response.status_code == 409
    assert "Every seat at this table is taken." in response.content.decode()
    assert table.players.count() == 10
    assert not type(table.host).objects.filter(is_guest=True).exists()


def test_a_player_who_leaves_frees_the_seat_and_the_others_keep_theirs(table, alice, bob, mallory):
    lobby.sit(table.pk, mallory)
    post(bob, table, "leave")
    assert names(table) == ["Alice", "Mallory"]
    for user in (alice, mallory, bob, None):
        page = browser(user).get(table.get_absolute_url())
        assert page.status_code == 200


def test_all_pages_work_when_the_host_leaves_the_first_chair(table, alice, bob, mallory):
    lobby.sit(table.pk, mallory)
    post(alice, table, "leave")
    assert fresh(table).host == bob
    assert "Only the host" not in browser(bob).get(table.get_absolute_url()).content.decode()
    for user in (bob, mallory, alice, None):
        assert browser(user).get(table.get_absolute_url()).status_code == 200
    page = browser(bob).get(table.get_absolute_url()).content.decode()
    assert "/start/" in page
    assert "/start/" not in browser(mallory).get(table.get_absolute_url()).content.decode()


def test_only_the_user_s_own_chair_is_marked_as_you_despite_free_chairs(table, bob, mallory):
    lobby.sit(table.pk, mallory)
    post(bob, table, "leave")
    post(mallory, table, "ready")
    page = browser(mallory).get(table.get_absolute_url()).content.decode()
    assert "Not ready after all" in page


def test_a_freed_chair_is_the_first_to_be_taken(table, bob, mallory):
    lobby.sit(table.pk, mallory)
    post(bob, table, "leave")
    lobby.sit(table.pk, bob)
    assert seat_of(table, bob) == 1


def test_the_last_player_to_leave_closes_the_table_and_is_sent_to_the_lobby(alice):
    match = open_table(alice)
    response = post(alice, match, "leave")
    assert response["Location"] == "/"
    assert not Match.objects.exists()


def test_a_table_with_only_bots_is_closed_too(alice):
    match = open_table(alice)
    lobby.add_bot(match.pk, alice)
    post(alice, match, "leave")
    assert not Match.objects.exists()


def test_readiness_can_be_withdrawn(table, bob):
    post(bob, table, "ready")
    assert table.players.get(user=bob).is_ready
    post(bob, table, "unready")
    assert not table.players.get(user=bob).is_ready


def test_the_match_does_not_begin_before_everybody_is_ready(alice):
    match = open_table(alice)
    others = [person(name) for name in NAMES[:4]]
    for user in others:
        lobby.sit(match.pk, user)
    assert post(alice, match, "start").status_code == 409
    for user in others:
        lobby.be_ready(match.pk, user, ready=True)
    assert post(alice, match, "start").status_code == 302
    assert fresh(match).is_running


def test_too_few_cannot_begin_and_bots_fill_up_only_if_the_table_allows_it(table, alice, bob):
    lobby.be_ready(table.pk, bob, ready=True)
    assert post(alice, table, "start").status_code == 409
    assert fresh(table).is_open
    Match.objects.update(fills_with_bots=True)
    assert post(alice, table, "start").status_code == 302
    assert fresh(table).players.exclude(bot="").count() == 3


def test_after_the_start_seats_are_numbered_without_gaps(table, alice, bob, mallory):
    lobby.sit(table.pk, mallory)
    post(bob, table, "leave")
    Match.objects.update(fills_with_bots=True)
    lobby.be_ready(table.pk, mallory, ready=True)
    post(alice, table, "start")
    assert sorted(table.players.values_list("seat", flat=True)) == [0, 1, 2, 3, 4]


def test_the_host_hands_over_and_is_no_longer_the_host(table, alice, bob):
    assert post(alice, table, f"host/{bob.public_id}").status_code == 302
    assert fresh(table).host == bob
    assert post(alice, table, "start").status_code == 403


def test_the_host_removes_a_player_and_a_player_who_left_may_sit_down_again(table, alice, bob):
    post(bob, table, "leave")
    assert names(table) == ["Alice"]
    post(bob, table, "sit")
    assert names(table) == ["Alice", "Bob"]
    post(alice, table, f"remove/{bob.public_id}")
    assert names(table) == ["Alice"]


MENU = r'formaction="([^"]*/(?:host|remove)/[^"]*)"'


@pytest.mark.parametrize("step", ["host", "remove"])
def test_an_action_offered_to_the_host_never_affects_another_player_on_that_seat(
    table, alice, bob, mallory, step
):
    offered = [one for one in re.findall(MENU, page_of(alice, table)) if f"/{step}/" in one]
    lobby.leave(table.pk, bob)
    lobby.sit(table.pk, mallory)
    for address in offered:
        refused = browser(alice).post(address)
        assert refused.status_code == 404
        assert "There is no such player at this table." in refused.content.decode()
    assert offered
    assert names(table) == ["Alice", "Mallory"]
    assert fresh(table).host == alice
    assert not table.removals.exists()


def test_bots_can_be_added_by_kind_the_best_by_default_and_removed(table, alice):
    assert post(alice, table, "bot").status_code == 302
    assert post(alice, table, "bot", kind="random").status_code == 302
    best = table.rules.usual_bot
    assert best == "strong"
    assert list(table.players.exclude(bot="").values_list("bot", flat=True)) == [best, "random"]
    post(alice, table, "remove/2")
    assert table.players.exclude(bot="").count() == 1


def test_the_host_is_offered_weaker_bots_and_sees_the_kind_of_each(table, alice, bob):
    for kind in ("simple", "random"):
        assert f'value="{kind}"' in page_of(alice, table)
        assert f'value="{kind}"' not in page_of(bob, table)
        post(alice, table, "bot", kind=kind)
    assert "simple bot" in page_of(bob, table)
    assert "random bot" in page_of(bob, table)


def test_no_bot_has_the_name_of_anybody_at_the_table(table, alice):
    for _bot in range(8):
        post(alice, table, "bot")
    assert len(set(names(table))) == 10


@pytest.mark.parametrize(
    ("step", "status"),
    [
        ("remove/7", 404),
        ("remove/0", 404),
        ("remove/1", 404),
        (f"remove/{NOBODY}", 404),
        (f"host/{NOBODY}", 404),
        ("remove/999", 404),
        ("remove/-1", 404),
    ],
)
def test_an_action_on_a_nonexistent_seat_is_not_found(table, alice, step, status):
    assert post(alice, table, step).status_code == status
    assert names(table) == ["Alice", "Bob"]


def test_a_bot_cannot_become_host(table, alice, bob):
    lobby.leave(table.pk, bob)
    lobby.add_bot(table.pk, alice)
    offered = re.findall(MENU, page_of(alice, table))
    assert offered
    assert not any("/host/" in one for one in offered)


@pytest.mark.parametrize("kind", ["strongest", "", "x" * 300, "\x00"])
def test_an_unknown_kind_of_bot_is_refused(table, alice, kind):
    assert post(alice, table, "bot", kind=kind).status_code == 404
    assert len(names(table)) == 2


HOSTS_ONLY = ["start", "bot", "remove/0", "remove/1", f"remove/{NOBODY}", f"host/{NOBODY}"]


@pytest.mark.parametrize("step", HOSTS_ONLY)
def test_only_the_host_may_take_host_actions(table, alice, bob, mallory, step):
    for user in (bob, mallory, None):
        assert post(user, table, step).status_code == 403
    assert names(table) == ["Alice", "Bob"]
    assert fresh(table).host == alice
    assert fresh(table).is_open


@pytest.mark.parametrize("step", [*HOSTS_ONLY, "leave", "ready", "unready", "sit"])
def test_nothing_in_the_waiting_room_can_be_done_after_the_start(alice, bob, step):
    match = running(alice, bob)
    before = list(match.players.values())
    for user in (alice, bob):
        assert post(user, match, step).status_code == 409
    assert list(match.players.values()) == before


def test_after_leaving_a_chair_the_page_shows_the_room_as_to_a_stranger(table, bob):
    client = browser(bob)
    client.get(table.get_absolute_url())
    lobby.leave(table.pk, bob)
    page = client.get(table.get_absolute_url()).content.decode()
    assert "Sit down" in page
    assert "Leave" not in page


def test_where_spectators_are_not_allowed_they_are_turned_away_after_the_start(alice, mallory):
    match = running(alice, allows_spectators=False)
    for user in (mallory, None):
        page = browser(user).get(match.get_absolute_url())
        assert page.status_code == 403
        assert 'id="board"' not in page.content.decode()
        assert browser(user).get(f"{match.get_absolute_url()}verify/").status_code == 403
        assert browser(user).get(f"{match.get_absolute_url()}record.json").status_code == 403
        assert browser(user).get(f"{match.get_absolute_url()}qr.svg").status_code == 403
    assert browser(alice).get(match.get_absolute_url()).status_code == 200


def test_the_qr_code_contains_the_url(table):
    response = browser().get(f"{table.get_absolute_url()}qr.svg")
    assert response["Content-Type"] == "image/svg+xml"
    assert b"<svg" in response.content


@pytest.mark.parametrize("chair", [0, 1])
def test_the_host_of_a_table_for_two_may_choose_a_side(alice, bob, chair):
    match = open_table(alice, game="noir", seats_min=2, seats_max=2, host_seat=chair)
    lobby.sit(match.pk, bob)
    lobby.be_ready(match.pk, bob, ready=True)
    lobby.start(match.pk, alice)
    assert seat_of(match, alice) == chair


def test_only_a_game_with_different_seats_offers_the_host_a_side(client):
    assert 'name="host_seat"' in client.get("/open/?game=noir").content.decode()
    assert 'name="host_seat"' not in client.get("/open/?game=secret-hitler").content.decode()


def test_an_invalid_side_is_refused_and_a_missing_one_is_random(client, alice):
    client.force_login(alice)
    form = {"game": "noir", "seats_min": 2, "seats_max": 2, "visibility": "link"}
    form |= {"language": "en", "pace": "untimed"}
    assert client.post("/open/", form | {"host_seat": "7"}).status_code == 422
    client.post("/open/", form | {"host_seat": ""})
    assert Match.objects.get().host_seat is None


def test_a_table_for_a_fixed_number_shows_that_number_once(client, alice):
    match = open_table(alice, game="noir", seats_min=2, seats_max=2)
    page = client.get(match.get_absolute_url()).content.decode()
    assert "2 players" in page
    assert "2 to 2 players" not in page


STEPS = ("sit", "leave", "ready", "start", "bot", "rematch", "redeal", "say", "people", "publish")


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("script", [{}, {"HX-Request": "true"}])
def test_a_visitor_who_is_too_late_for_a_closed_table_is_sent_to_the_lobby(
    table, alice, bob, monkeypatch, step, script
):
    def find_and_close(code):
        match = find(code)
        Match.objects.filter(pk=match.pk).delete()
        return match

    find = responses.get_match_or_404
    monkeypatch.setattr(responses, "get_match_or_404", find_and_close)
    typed = {"who": str(bob.public_id), "kind": "deed", "words": "He shouts.", "text": "Hello"}
    answer = browser(alice).post(f"{table.get_absolute_url()}{step}/", typed, headers=script)
    assert answer.headers.get("HX-Redirect", answer.headers.get("Location")) == "/"


def test_a_seat_of_a_deleted_user_does_not_break_the_host_s_page(table, alice, bob):
    User.objects.filter(pk=bob.pk).delete()  # as if they sat down during the deletion
    seat = table.players.get(user=None).seat
    page = browser(alice).get(table.get_absolute_url()).content.decode()
    assert f"{table.get_absolute_url()}remove/{seat}/" in page
    assert f"{table.get_absolute_url()}host/" not in page
    post(alice, table, f"remove/{seat}")
    assert names(table) == ["Alice"]
