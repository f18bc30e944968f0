"""A phone beside a television: a hand for a player in the room, by choice or the TV's code."""

import pytest
from django.test import Client

from games.matches.drawing import on_screen
from games.matches.lobby import services as lobby
from games.matches.page import screen
from tests.matches.seating import browser, open_table, play_to_the_end, running

pytestmark = pytest.mark.django_db

HAND = 'class="at-table cabinet as-hand'
IN_ROOM = 'class="at-table cabinet in-room'
ON_SCREEN = '<div id="standing" class="standing" data-on-screen>'


def page_of(client: Client, match, query: str = "") -> str:
    """Return the page that a device shows after redirects."""
    return client.get(f"{match.get_absolute_url()}{query}", follow=True).content.decode()


def show_on_television(match) -> Client:
    """Return a television that shows `match`."""
    television = Client()
    television.get("/screen/")
    screen.take_over(television.session["screen"], match)
    television.get("/screen/now/")
    return television


def test_a_player_who_scans_the_code_of_a_television_gets_a_hand(alice, bob):
    match, phone = running(alice, bob), browser(alice)
    page = page_of(phone, match, "?here=room")
    assert IN_ROOM in page
    assert ON_SCREEN not in page  # no television shows the table yet
    show_on_television(match)
    page = page_of(phone, match)
    assert ON_SCREEN in page
    assert IN_ROOM in page
    assert 'data-letter-way="hold"' in page
    assert "css/pages/hand.css" in page
    # A player who followed a link sees the whole table, even beside a television.
    page = page_of(browser(bob), match)
    assert HAND not in page
    assert IN_ROOM not in page
    assert 'data-letter-way="' not in page
    assert "css/pages/hand.css" not in page


def test_the_phone_that_connected_a_television_is_in_its_room(alice, bob):
    match, phone, television = running(alice, bob), browser(alice), Client()
    television.get("/screen/")
    code = television.session["screen"]
    wrong = phone.post(f"{match.get_absolute_url()}screen/", {"screen": "AAAAAA"})
    assert (wrong.status_code, "hand" in phone.cookies) == (404, False)
    answer = phone.post(f"{match.get_absolute_url()}screen/", {"screen": code}, follow=True)
    assert IN_ROOM in answer.content.decode()
    television.get("/screen/now/")
    assert "The television shows this table." in page_of(phone, match)
    # A phone set to show the whole table still shows it.
    phone.get(f"{match.get_absolute_url()}?here=table")
    answer = phone.post(f"{match.get_absolute_url()}screen/", {"screen": code}, follow=True)
    assert IN_ROOM not in answer.content.decode()


def test_a_hand_is_chosen_and_undone_with_plain_links_and_remembered(alice, bob):
    match, phone = running(alice, bob), browser(alice)
    hand, table = (f"{match.get_absolute_url()}?here={way}" for way in ("hand", "table"))
    assert f'href="{hand}"' in page_of(phone, match)
    answer = phone.get(hand)
    assert (answer.status_code, answer["Location"]) == (302, match.get_absolute_url())
    page = page_of(phone, match)
    assert HAND in page
    assert f'href="{table}"' in page
    assert page.count('id="board"') == 1  # the same regions, so frames are the same
    phone.get(table)
    show_on_television(match)
    for query in ("", "?here=elsewhere"):
        page = page_of(phone, match, query)
        assert HAND not in page
        assert IN_ROOM not in page


def test_other_tables_are_shown_whole_and_the_next_of_the_same_players_as_a_hand(alice, bob):
    match, phone = running(alice, bob), browser(alice)
    phone.get(f"{match.get_absolute_url()}?here=hand")
    other = open_table(alice)
    assert "as-hand" not in page_of(phone, other)
    match = play_to_the_end(match)
    again = lobby.rematch(match.pk, alice)
    assert "as-hand" in page_of(phone, again)
    assert phone.cookies["hand"].value == f"{again.code}:hand"


def test_an_invalid_cookie_changes_nothing(alice, bob):
    match, phone = running(alice, bob), browser(alice)
    for value in ("", ":", "hand", f"{match.code}:", f"{match.code}:other", ":hand", r"\000x:hand"):
        phone.cookies["hand"] = value
        page = page_of(phone, match)
        assert HAND not in page
        assert IN_ROOM not in page


def test_users_of_a_screen_reader_need_not_hold_the_letter(alice, bob):
    alice.letter_way = "heard"
    alice.save()
    match = running(alice, bob)
    assert 'data-letter-way="heard"' in page_of(browser(alice), match, "?here=hand")


def test_a_table_that_no_television_may_show_ends_hands(alice, bob):
    match, phone = running(alice, bob, allows_spectators=False), browser(alice)
    show_on_television(match)
    assert ON_SCREEN not in page_of(phone, match, "?here=room")


def test_a_television_that_is_switched_off_ends_hands(alice, bob, monkeypatch):
    match, phone = running(alice, bob), browser(alice)
    show_on_television(match)
    assert ON_SCREEN in page_of(phone, match, "?here=room")
    monkeypatch.setattr(on_screen, "SHOWN_FOR", 0)  # no request for a minute
    assert ON_SCREEN not in page_of(phone, match)


@pytest.mark.parametrize("host", ["192.168.1.20:8000", "localhost:8000"])
def test_a_television_shows_the_host_of_its_own_request(alice, host, settings):
    settings.ALLOWED_HOSTS = ["192.168.1.20", "localhost"]
    match = open_table(alice)
    television = Client(headers={"Host": host})
    television.get("/screen/")
    screen.take_over(television.session["screen"], match)
    page = television.get("/screen/now/").content.decode()
    assert f"<p>{host}</p>" in page
    assert ("Phones can&#39;t reach" in page or "Phones can't reach" in page) == ("local" in host)


def test_a_foreign_host_is_never_shown(alice, settings):
    settings.ALLOWED_HOSTS = ["testserver"]
    television = Client(headers={"Host": "evil.example"})
    assert television.get("/screen/").status_code == 400
    assert television.get(f"{open_table(alice).get_absolute_url()}qr.svg").status_code == 400


def test_the_qr_code_leads_into_the_room(alice, monkeypatch):
    drawn = []
    monkeypatch.setattr(
        "games.matches.page.views_records.svg_of", lambda address: drawn.append(address) or b""
    )
    match = open_table(alice)
    Client(headers={"Host": "localhost:8000"}).get(f"{match.get_absolute_url()}qr.svg")
    assert drawn == [f"http://localhost:8000{match.get_absolute_url()}?here=room"]
