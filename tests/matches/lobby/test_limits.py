"""Limits: no user or network can harm others, and people sharing a home never reach a limit."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from config.server import sockets
from games.matches import errors, limits, queries
from games.matches.lobby import services as lobby
from games.matches.models import Match
from tests.matches.seating import browser, fresh, open_table, person, running
from tests.matches.sockets import Page, stored, visit

pytestmark = pytest.mark.django_db

#: A public IP address, and one in a home network.
AWAY, HOME = "93.184.215.14", "192.168.1.7"
TABLE = {"game": "secret-hitler", "seats_min": 5, "seats_max": 10, "visibility": "public",
         "pace": "untimed", "language": "en"}  # fmt: skip


@pytest.fixture(autouse=True)
def _few_wrong_codes(monkeypatch):
    """Lower the limit of wrong codes, so the test needs fewer requests."""
    monkeypatch.setattr(limits, "WRONG_CODES", 9)


def came_from(user, address: str) -> Client:
    client = browser(user)
    client.defaults["REMOTE_ADDR"] = address
    return client


def test_one_user_cannot_fill_the_lobby(alice):
    client = browser(alice)
    answers = [client.post("/open/", TABLE) for _number in range(12)]
    assert [answer.status_code for answer in answers[:4]] == [302, 302, 302, 409]
    assert "three open tables already" in answers[3].content.decode()
    assert Match.objects.filter(status="open").count() == 3


def listed() -> list[int]:
    """Return the tables in the lobby, in their order."""
    return [table.pk for table in browser().get("/tables/").context["tables"]]


def test_two_networks_cannot_fill_the_list_of_tables(alice, monkeypatch):
    monkeypatch.setattr(queries, "LISTED", limits.LISTED_OF_A_NETWORK * 2 + 1)
    waiting = open_table(alice)
    answers = []
    for number in range(limits.LISTED_OF_A_NETWORK * 3):
        client = came_from(person(f"Filler {number}"), f"93.184.215.{14 + number % 2}")
        answers.append(client.post("/open/", TABLE))
    refused = [answer for answer in answers if answer.status_code == 429]
    assert waiting.pk in listed()
    assert len(refused) == limits.LISTED_OF_A_NETWORK
    assert "open a table by link" in refused[0].content.decode()


def test_a_network_with_enough_listed_tables_may_open_unlisted_ones_and_list_more_later(alice):
    for number in range(limits.LISTED_OF_A_NETWORK):
        came_from(person(f"Host {number}"), AWAY).post("/open/", TABLE)
    client = came_from(alice, AWAY)
    assert client.post("/open/", TABLE | {"visibility": "link"}).status_code == 302
    assert client.post("/open/", TABLE).status_code == 429
    Match.objects.filter(pk=listed()[0]).update(status="running")
    assert client.post("/open/", TABLE).status_code == 302


def test_a_home_network_may_list_any_number_of_tables(db):
    for number in range(limits.LISTED_OF_A_NETWORK + 1):
        answer = came_from(person(f"Host {number}"), HOME).post("/open/", TABLE)
        assert answer.status_code == 302


def test_tables_with_somebody_waiting_come_before_abandoned_ones(alice, bob):
    waited_at, left_alone = open_table(alice), open_table(bob)
    assert listed() == [left_alone.pk, waited_at.pk]
    a_while_ago = timezone.now() - queries.ATTENDED
    Match.objects.filter(pk=left_alone.pk).update(seen_at=a_while_ago)
    assert listed() == [waited_at.pk, left_alone.pk]


def test_nobody_can_become_the_host_of_a_fourth_table(alice, bob):
    for _number in range(3):
        open_table(alice)
    match = open_table(bob)
    lobby.sit(match.pk, alice)
    refused = browser(bob).post(f"{match.get_absolute_url()}host/{alice.public_id}/")
    assert refused.status_code == 409
    assert "They have three open tables already." in refused.content.decode()
    assert fresh(match).host == bob


def test_a_table_that_follows_a_match_may_be_handed_to_anybody(alice, bob):
    for _number in range(3):
        open_table(alice)
    over = running(bob, alice, game="noir")
    Match.objects.filter(pk=over.pk).update(status="finished")
    following = lobby.rematch(over.pk, bob)
    lobby.sit(following.pk, alice)
    lobby.hand_over(following.pk, bob, alice.public_id)
    assert fresh(following).host == alice


def test_a_player_with_enough_tables_inherits_another_only_if_alone(alice, bob, mallory):
    for _number in range(3):
        open_table(alice)
    match = open_table(bob)
    lobby.sit(match.pk, alice)
    lobby.sit(match.pk, mallory)
    lobby.leave(match.pk, bob)
    assert fresh(match).host == mallory
    lobby.leave(match.pk, mallory)
    assert fresh(match).host == alice


def test_a_host_who_begins_or_leaves_a_table_may_open_another(alice):
    first, *_others = [open_table(alice) for _number in range(3)]
    with pytest.raises(errors.TooManyTables):
        open_table(alice)
    lobby.leave(first.pk, alice)
    open_table(alice)


def test_three_open_tables_prevent_neither_play_with_bots_nor_a_rematch(alice):
    for _number in range(3):
        open_table(alice)
    lobby.play_bots(host=alice, game="noir", visibility="link", seats_min=2, seats_max=2)
    over = running(person("Host"), alice)
    Match.objects.filter(pk=over.pk).update(status="finished")
    lobby.rematch(over.pk, alice)


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_clicks_open_no_fourth_table(alice):
    for _number in range(2):
        open_table(alice)

    def one_more(_number: int) -> bool:
        try:
            open_table(alice)
        except errors.TooManyTables:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(one_more, range(6))) == 1


def test_a_network_that_opens_many_tables_with_new_guests_is_stopped():
    answers = []
    for number in range(50):
        client = came_from(None, AWAY)
        form = TABLE | {"name": f"Nora {number}", "visibility": "link"}
        answers.append(client.post("/open/", form).status_code)
    assert answers[:40] == [302] * 40
    assert set(answers[40:]) == {429}
    assert came_from(None, HOME).post("/open/", {**TABLE, "name": "Ida"}).status_code == 302


@pytest.mark.parametrize("written", [f"::ffff:{AWAY}", "0:0:0:0:0:FFFF:5DB8:D70E"])
def test_an_ip_address_is_the_same_in_every_notation_of_a_proxy(written, rf):
    assert limits.network_of(rf.get("/", REMOTE_ADDR=written)) == AWAY
    assert not limits.network_of(rf.get("/", REMOTE_ADDR=f"::ffff:{HOME}"))
    assert limits.network_of(rf.get("/", REMOTE_ADDR="2a00:1450:1:2::3")) == "2a00:1450:1:2::"


def test_requests_recorded_before_the_clock_was_set_back_delay_nobody(monkeypatch):
    rate, now = limits.RateLimit(2, 60.0), 10_000.0
    monkeypatch.setattr(limits.time, "time", lambda: now)
    assert [limits.seconds_to_wait(rate, "this", "Ada") > 0 for _time in range(3)] == [
        False, False, True,
    ]  # fmt: skip
    now -= 3600
    assert limits.seconds_to_wait(rate, "this", "Ada") == 0


def test_a_user_who_repeatedly_sits_down_and_gets_up_is_told_to_wait(alice, bob):
    match, client = open_table(alice), browser(bob)
    answers = []
    for _number in range(35):
        answers.append(client.post(f"{match.get_absolute_url()}sit/").status_code)
        client.post(f"{match.get_absolute_url()}leave/")
    assert answers[:30] == [302] * 30
    assert set(answers[30:]) == {429}
    assert not fresh(match).players.filter(user=bob).exists()


def test_a_shared_house_of_thirty_can_sit_down_within_a_minute():
    host = person("Host")
    tables_there = [open_table(host, "secret-hitler", seats=(5, 10)) for _number in range(3)]
    for number in range(27):
        client = came_from(None, AWAY)
        match = tables_there[number % 3]
        sat = client.post(f"{match.get_absolute_url()}sit/", {"name": f"Guest {number}"})
        assert sat.status_code == 302
        assert client.get(match.get_absolute_url()).status_code == 200
    assert sum(match.players.count() for match in tables_there) == 30


def test_too_many_guests_a_minute_from_one_ip_address_must_wait(alice, settings):
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/m/ip"}
    path = f"{open_table(alice, seats=(5, 10)).get_absolute_url()}sit/"
    answers = [came_from(None, AWAY).post(path, {"name": f"Nora {n}"}) for n in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 422]
    assert "Wait a minute" in answers[2].content.decode()


@pytest.mark.parametrize("address", ["/join/?code={}", "/match/{}/", "/match/{}/qr.svg"])
def test_codes_cannot_be_guessed_and_the_right_one_is_hidden_from_a_guesser(alice, address):
    match, client = open_table(alice), came_from(None, AWAY)
    for _number in range(limits.WRONG_CODES):
        assert client.get(address.format("ZZZZZZ")).status_code == 404
    assert client.get(address.format(match.code)).status_code == 429
    assert client.get(match.get_absolute_url()).status_code == 429
    assert came_from(None, "8.8.8.8").get(match.get_absolute_url()).status_code == 200
    assert came_from(alice, AWAY).get(match.get_absolute_url()).status_code == 200


def test_wrong_codes_are_forgotten_after_a_minute(monkeypatch):
    now = 1000.0
    monkeypatch.setattr(limits.time, "monotonic", lambda: now)
    for _number in range(limits.WRONG_CODES):
        limits.guesses.note(AWAY)
    assert limits.guesses.is_too_many(AWAY)
    now += limits.WITHIN + 1
    assert not limits.guesses.is_too_many(AWAY)


def test_users_in_a_home_network_may_mistype_codes(alice):
    match, client = open_table(alice), came_from(None, HOME)
    for _number in range(limits.WRONG_CODES + 5):
        client.get("/join/?code=ZZZZZZ")
    assert client.get(match.get_absolute_url()).status_code == 200


@pytest.mark.django_db(transaction=True)
async def test_a_user_s_sockets_are_limited_and_closing_one_allows_another(alice, monkeypatch):
    monkeypatch.setattr(sockets, "OF_A_PERSON", 3)
    match = await stored(open_table)(alice)
    pages = [await visit(match, alice) for _number in range(3)]
    one_more = Page(f"/ws/match/{match.code}/", pages[0].client)
    assert not await one_more.connect()
    await pages.pop().leave()
    pages.append(await visit(match, alice))
    for page in pages:
        await page.leave()


async def came_by_socket(match_code: str, user, address: str) -> tuple[Page, bool]:
    page = Page(f"/ws/match/{match_code}/", await stored(browser)(user))
    page.socket.scope["client"] = (address, 9)
    return page, await page.connect()


@pytest.mark.django_db(transaction=True)
async def test_a_network_has_at_most_as_many_sockets_as_a_school_needs(alice, bob, monkeypatch):
    monkeypatch.setattr(sockets, "OF_A_NETWORK", 2)
    code = (await stored(open_table)(alice)).code
    tried = [await came_by_socket(code, user, AWAY) for user in (alice, bob, None)]
    assert [opened for _page, opened in tried] == [True, True, False]
    at_home = [await came_by_socket(code, None, HOME) for _number in range(3)]
    assert all(opened for _page, opened in at_home)
    for page, opened in (*tried, *at_home):
        if opened:
            await page.leave()


@pytest.mark.django_db(transaction=True)
async def test_sockets_cannot_be_used_to_guess_codes_either(alice, bob):
    code = (await stored(open_table)(alice)).code
    for _number in range(limits.WRONG_CODES):
        page, _opened = await came_by_socket("ZZZZZZ", None, AWAY)
        assert await page.close_code() == 4404
    assert not (await came_by_socket(code, bob, AWAY))[1]
    page, opened = await came_by_socket(code, alice, AWAY)
    assert opened
    await page.leave()
