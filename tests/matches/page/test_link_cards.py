"""Link previews on other sites: a title, a sentence, a picture, and no secrets."""

import re
from html import unescape

import pytest
from django.core import signing
from django.test import Client

from games.engine.required import required
from games.matches.models import Match
from games.matches.page import link_cards
from games.matches.page.link_cards import LinkCard
from tests.history.play import finished, people
from tests.matches.seating import nominate, open_table, running

pytestmark = pytest.mark.django_db

PNG = b"\x89PNG\r\n"


def card_at(address: str, language: str = "en") -> dict[str, str]:
    page = Client().get(address, headers={"Accept-Language": language}).content.decode()
    found = re.findall(r'<meta property="og:(\S+)" content="([^"]*)">', page)
    assert len(found) == len(dict(found)), "said twice"
    return {name: unescape(text) for name, text in found}


def test_an_invitation_shows_the_host_the_free_seats_and_the_pace(alice):
    match = open_table(alice, pace="relaxed", language="de", seats=(5, 7))
    card = card_at(match.get_absolute_url())
    assert card["title"] == "Table of Alice"
    assert card["description"] == (
        "Secret Hitler · 1 of 7 seats taken · Relaxed: two minutes per move · German"
    )
    assert card["url"].endswith(match.get_absolute_url())


def test_the_picture_is_rendered_and_cacheable(alice):
    address = card_at(open_table(alice).get_absolute_url())["image"]
    picture = Client().get(address.removeprefix("http://testserver"))
    assert picture.content.startswith(PNG)
    assert "max-age" in picture["Cache-Control"]


@pytest.mark.parametrize("language", ["de", "it", "ja"])
def test_every_language_can_be_rendered(alice, language):
    card = card_at(open_table(alice).get_absolute_url(), language)
    address = card["image"].removeprefix("http://testserver")
    assert Client().get(address).content.startswith(PNG)


@pytest.mark.parametrize("token", ["x", "WyJhIiwiYiJd:forged", ".eJx:y"])
def test_nobody_can_make_the_site_render_their_own_text(token):
    assert Client().get(f"/card/{token}.png").status_code == 404


@pytest.mark.parametrize("value", [[], ["a"], ["a", "b", "", "d"], ["a", 7, ""], {"title": "a"}, 7])
def test_a_signed_value_of_another_kind_is_not_found(value):
    token = signing.Signer(salt=link_cards.SALT).sign_object(value)
    assert Client().get(f"/card/{token}.png").status_code == 404


def test_the_card_of_a_running_match_does_not_change_with_its_moves(alice):
    match = running(alice)
    before = card_at(match.get_absolute_url())
    nominate(match)
    assert card_at(match.get_absolute_url()) == before
    assert before["description"] == "Secret Hitler · 5 players · running"


def test_the_card_of_a_finished_match_shows_its_end():
    over = finished("secret-hitler", people("ada", "ben", "chiyo", "dario", "elif"), seed=3)
    assert card_at(over.get_absolute_url())["title"] == over.ending


def test_a_table_behind_closed_doors_has_no_card(alice):
    match = running(alice, allows_spectators=False)
    assert card_at(match.get_absolute_url()) == {}


def test_a_name_is_plain_text_in_the_card_and_in_the_picture(alice):
    alice.rename('<b>"&')
    alice.save()
    card = card_at(open_table(alice).get_absolute_url())
    assert card["title"] == 'Table of <b>"&'
    assert link_cards.png(LinkCard(card["title"], "")).startswith(PNG)


def drawn_at(address: str) -> LinkCard:
    """Return the data for the picture of a page's card."""
    picture = card_at(address)["image"]
    return required(link_cards.card_of(picture.split("/card/")[1].removesuffix(".png")))


def test_a_profile_has_a_card_with_its_own_face(alice):
    card = drawn_at(alice.get_absolute_url())
    assert (card.title, card.faces) == ("Alice", alice.portrait)


def test_the_picture_shows_all_players_at_the_table_in_order(alice):
    match = running(alice)
    seats = match.players.order_by("seat").select_related("user")
    faces = [player.user.portrait for player in seats]
    assert drawn_at(match.get_absolute_url()).faces.split() == faces


@pytest.mark.parametrize("count", [0, 1, 10])
def test_a_card_of_any_table_can_be_rendered(count):
    faces = " ".join(["00030303938"] * count)
    assert link_cards.png(LinkCard("Table of Ada", "A table", faces)).startswith(PNG)


@pytest.mark.parametrize("address", ["/", "/learn/", "/leagues/"])
@pytest.mark.parametrize("language", ["en", "de", "it", "ja"])
def test_the_most_shared_pages_have_a_card(address, language):
    card = card_at(address, language)
    token = card["image"].split("/card/")[1].removesuffix(".png")
    assert link_cards.card_of(token) == LinkCard(card["title"], card["description"])
    assert card["description"]


def test_the_url_of_the_picture_is_the_same_for_the_same_text():
    card = LinkCard("Table of Ada", "4 of 7")
    assert link_cards.token_of(card) == link_cards.token_of(card)
    assert link_cards.card_of(link_cards.token_of(card)) == card


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("short", ["short"]),
        ("one two three", ["one two", "three"]),
        ("一二三四五六七", ["一二三四", "五六七"]),
        ("a b c d e f g h i j k l m n o p", ["a b c d e", "f g h i…"]),
        ("", [""]),
        ("a b. c d e f g h i j k l", ["a b."]),
        ("一二。三四五六七八九", ["一二。"]),
    ],
)
def test_text_is_wrapped_where_possible_and_truncated_if_too_long(text, lines):
    assert link_cards.wrap(text, 9, 2) == lines


def test_only_tables_that_the_visitor_may_see_are_named(alice):
    match = open_table(alice, visibility=Match.Visibility.LINK)
    assert match.code not in str(card_at("/"))
