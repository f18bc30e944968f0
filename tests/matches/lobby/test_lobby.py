"""The front page: from the first visit to the first decision, and what strangers may find."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.catalog import GAMES
from games.matches.lobby import services as lobby
from games.matches.models import CODE_LETTERS, Match
from tests.matches.seating import NAMES, open_table, person, play_to_the_end, running

pytestmark = pytest.mark.django_db

LOBBY = "/"


def body(response) -> str:
    return response.content.decode()


@pytest.mark.parametrize("address", ["/", "/open/", "/api/", "/history/", "/ratings/"])
def test_a_head_request_is_answered_like_a_get(client, address):
    found = client.head(address)
    assert found.status_code == client.get(address).status_code == 200
    assert found.content == b""


@pytest.mark.parametrize("game", GAMES)
def test_one_typed_name_and_one_click_lead_from_the_front_page_to_a_dealt_match(client, game):
    assert 'name="name"' in body(client.get(LOBBY))
    response = client.post("/play/", {"name": "Nora", "game": game}, follow=True)
    page = body(response)
    assert response.status_code == 200
    assert 'id="board"' in page
    assert "Nora" in page
    match = Match.objects.get()
    assert match.is_running
    assert match.players.exclude(bot="").count() == GAMES[game].seats.start - 1


def test_play_now_creates_a_guest_who_can_return_to_the_table(client):
    client.post("/play/", {"name": "Nora", "game": "secret-hitler"})
    match = Match.objects.get()
    assert User.objects.get().is_guest
    assert match.code in body(client.get(LOBBY))
    assert client.get(match.get_absolute_url()).status_code == 200


def test_play_now_opens_an_unlisted_table(client):
    client.post("/play/", {"name": "Nora", "game": "secret-hitler"})
    assert Match.objects.get().code not in body(Client().get(LOBBY))


@pytest.mark.parametrize("seats", ["4", "11", "-1", "0x5", "999999999999999999999"])
def test_play_now_with_an_invalid_number_of_players_shows_an_error(client, seats):
    response = client.post("/play/", {"name": "Nora", "game": "secret-hitler", "seats": seats})
    assert response.status_code == 422
    assert not Match.objects.exists()


@pytest.mark.parametrize("game", ["", "chess", "../noir", "secret-hitler\x00", "Noir"])
def test_a_forged_game_key_opens_nothing(client, alice, game):
    client.force_login(alice)
    assert client.post("/play/", {"game": game}).status_code == 422
    assert client.post("/open/", {"game": game, "seats_min": 5, "seats_max": 5}).status_code == 422
    assert client.get("/open/", {"game": game}).status_code == 200
    assert not Match.objects.exists()


HOSTILE = [
    "",
    " ",
    "\u202eadmin",
    "x" * 5000,
    "<script>alert(1)</script>",
    "a\x00b",
    "\u200b\u200b",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_refused_with_a_message_beside_the_field(client, name):
    response = client.post("/play/", {"name": name, "game": "secret-hitler"})
    assert response.status_code == 422
    assert 'id="play-name-errors"' in body(response)
    assert not User.objects.exists()


def test_a_name_with_markup_that_is_short_enough_shows_as_text(client):
    client.post("/play/", {"name": "<b>Bo</b>", "game": "secret-hitler"})
    page = body(client.get(Match.objects.get().get_absolute_url()))
    assert "<b>Bo</b>" not in page
    assert "&lt;b&gt;Bo&lt;/b&gt;" in page


def test_input_is_kept_when_the_name_is_refused(client):
    page = body(client.post("/play/", {"name": "admin", "game": "secret-hitler"}))
    assert 'value="admin"' in page


def test_a_guest_cannot_take_the_name_of_an_account(client, alice):
    response = client.post("/play/", {"name": "ALICE", "game": "secret-hitler"})
    assert response.status_code == 422
    assert "is already taken" in body(response)


FORM = {
    "game": "secret-hitler",
    "seats_min": "6",
    "seats_max": "8",
    "visibility": "link",
    "has_chat": "on",
    "fills_with_bots": "on",
    "is_rated": "on",
    "least_matches": "5",
    "pace": "untimed",
    "language": "de",
    "entropy": "ab" * 16,
}


OPTIONAL = {"has_chat", "fills_with_bots", "is_rated", "least_matches"}


def test_every_option_of_the_form_applies_to_the_table_that_it_opens(client, alice):
    client.force_login(alice)
    options = {f"option_{name}": "on" for name in GAMES["secret-hitler"].words.options}
    response = client.post("/open/", FORM | options)
    match = Match.objects.get()
    assert response["Location"] == match.get_absolute_url()
    assert (match.game, match.seats_min, match.seats_max) == ("secret-hitler", 6, 8)
    assert (match.visibility, match.pace, match.language) == ("link", "untimed", "de")
    assert match.has_chat
    assert match.fills_with_bots
    assert (match.is_rated, match.least_matches) == (True, 5)
    assert not match.allows_spectators
    assert all(match.options.values())
    assert set(match.options) == set(GAMES["secret-hitler"].words.options)
    assert match.host == alice
    assert len(match.seed) == 32


def test_the_other_options_are_off_by_default(client, alice):
    client.force_login(alice)
    bare = {k: v for k, v in FORM.items() if k not in OPTIONAL}
    client.post("/open/", bare | {"allows_spectators": "on"})
    match = Match.objects.get()
    assert not match.has_chat
    assert not match.fills_with_bots
    assert (match.is_rated, match.least_matches) == (False, 0)
    assert match.allows_spectators
    assert not any(match.options.values())


BAD = [
    {"seats_min": "4"},
    {"seats_max": "11"},
    {"seats_min": "8", "seats_max": "6"},
    {"seats_min": ""},
    {"seats_min": "-5"},
    {"seats_max": "6.5"},
    {"seats_max": "1" * 400},
    {"visibility": "secret"},
    {"visibility": ""},
    {"pace": "blitz"},
    {"least_matches": "3"},
    {"language": "tlh"},
    {"entropy": "x" * 500},
    {"entropy": "a\x00"},
]


@pytest.mark.parametrize("wrong", BAD)
def test_an_invalid_field_is_named_and_no_table_is_opened(client, alice, wrong):
    client.force_login(alice)
    response = client.post("/open/", FORM | wrong)
    assert response.status_code == 422
    assert 'class="errors"' in body(response)
    assert not Match.objects.exists()


def test_a_refused_visibility_gets_the_focus(client, alice):
    client.force_login(alice)
    page = body(client.post("/open/", FORM | {"visibility": "nobody", "pace": "blitz"}))
    assert re.search(r'<fieldset [^>]*tabindex="-1" autofocus>\s*<legend>Visibility<', page)
    assert page.count(" autofocus") == 1


def test_unknown_fields_are_ignored(client, alice, bob):
    client.force_login(alice)
    client.post(
        "/open/", FORM | {"host": bob.pk, "seed": "00", "status": "finished", "code": "AAAAAA"}
    )
    match = Match.objects.get()
    assert match.host == alice
    assert match.is_open
    assert match.code != "AAAAAA"


def test_opening_without_an_account_takes_the_given_name(client):
    client.post("/open/", FORM | {"name": "Nora"})
    assert Match.objects.get().players.get().name == "Nora"


def test_opening_without_a_name_opens_nothing_and_creates_no_guest(client):
    assert client.post("/open/", FORM).status_code == 422
    assert not Match.objects.exists()
    assert not User.objects.exists()


def test_an_invalid_form_creates_no_guest_either(client):
    assert client.post("/open/", FORM | {"name": "Nora", "seats_min": "1"}).status_code == 422
    assert not User.objects.exists()


def test_the_lobby_lists_only_public_tables(client, alice, bob):
    listed = open_table(alice)
    hidden = open_table(bob, visibility=Match.Visibility.LINK)
    for address in (LOBBY, "/tables/"):
        page = body(client.get(address))
        assert listed.code in page
        assert hidden.code not in page


def test_the_lobby_shows_how_many_waiting_players_are_bots(client, alice):
    match = open_table(alice, fills_with_bots=True)
    assert "1 of 10 seats taken</span>" in body(client.get("/tables/"))
    for number in (1, 2):
        match.players.create(seat=None, bot=match.rules.usual_bot, name=f"Bot {number}")
    assert "3 of 10 seats taken, 2 by bots" in body(client.get("/tables/"))


@pytest.mark.parametrize(
    ("settings", "is_listed"),
    [({}, True), ({"visibility": "link"}, False), ({"allows_spectators": False}, False)],
)
def test_only_public_matches_are_offered_to_watch_and_then_listed_as_finished(
    client, settings, is_listed
):
    match = running(**settings)
    assert (match.code in body(client.get(LOBBY))) == is_listed
    play_to_the_end(match)
    assert (match.code in body(client.get(LOBBY))) == is_listed


def test_the_newest_matches_to_watch_are_visible_and_the_others_one_press_away(client):
    match = running()
    for number in range(9):
        match.pk, match.commitment, match.code = None, "", f"{CODE_LETTERS[number]}" * 6
        match._state.adding = True
        match.save()
    page = body(client.get(LOBBY))
    shown, more = page.split("and 2 more")
    assert [part.count('class="row-go">Watch') for part in (shown, more)] == [8, 2]


def test_filters_show_their_tables(client, alice, bob):
    german, english = open_table(alice, language="de"), open_table(bob, language="en")
    page = body(client.get("/tables/", {"language": "de", "game": "secret-hitler"}))
    assert german.code in page
    assert english.code not in page
    page = body(client.get("/tables/", {"language": "", "game": "secret-hitler"}))
    assert german.code in page
    assert english.code in page


@pytest.mark.parametrize(
    "query", [{"game": "chess"}, {"language": "' OR 1=1"}, {"game": ["a", "b"]}]
)
def test_an_invalid_filter_is_ignored(client, alice, query):
    match = open_table(alice)
    assert match.code in body(client.get("/tables/", query))


def test_a_full_table_is_not_offered_as_open(client, alice, bob):
    match = open_table(alice, seats=(5, 5))
    for user in [bob, *map(person, NAMES[:3])]:
        lobby.sit(match.pk, user)
    assert match.code not in body(client.get("/tables/"))


def test_only_the_user_s_own_unfinished_tables_are_listed_as_their_own(client, alice, bob):
    mine = open_table(alice, visibility=Match.Visibility.LINK)
    theirs = open_table(bob, visibility=Match.Visibility.LINK)
    client.force_login(alice)
    page = body(client.get(LOBBY))
    assert 0 < page.index(mine.code) < page.index('class="game-card"')
    assert theirs.code not in page


def test_anonymous_visitors_have_no_tables_even_if_chairs_have_no_owner(client):
    match = running(visibility=Match.Visibility.LINK)
    match.players.update(user=None)
    match.host.delete()
    assert match.code not in body(client.get(LOBBY))


def test_an_unknown_code_is_not_found_with_a_message_and_stays_in_the_field(client):
    response = client.get("/join/", {"code": "QQQQQQ"})
    assert response.status_code == 404
    assert "There is no table with this code." in body(response)
    assert 'value="QQQQQQ"' in body(response)


@pytest.mark.parametrize(
    "code", ["", "AB", "ABCDEFG", "ABCDE1", "ABCDEO", "ＡＢＣＤＥＦ1", "<b>", "x" * 999, "\x00"]
)
def test_an_impossible_code_is_refused_with_a_message(client, code):
    response = client.get("/join/", {"code": code})
    assert response.status_code == 404
    assert 'id="join-code-errors"' in body(response)


def test_codes_contain_no_lookalikes(alice):
    assert not set("ILO01") & set(CODE_LETTERS)
    assert re.fullmatch(rf"[{CODE_LETTERS}]{{6}}", open_table(alice).code)


def test_the_lobby_needs_no_more_queries_for_more_tables(
    client, django_assert_max_num_queries, alice
):
    for number in range(12):
        open_table(person(f"Host {number}"))
    client.get(LOBBY)
    with django_assert_max_num_queries(12):
        client.get(LOBBY)


@pytest.mark.parametrize("address", ["/", "/tables/", "/open/"])
def test_lobby_pages_are_never_cached(client, address):
    assert "no-store" in client.get(address)["Cache-Control"]


def test_get_requests_to_play_and_open_change_nothing(client):
    assert client.get("/play/").status_code == 405
    assert client.get(reverse("matches:open")).status_code == 200
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("visibility", "asked", "pace"),
    [
        ("public", "", "relaxed"),
        ("link", "", "untimed"),
        ("public", "untimed", "untimed"),
        ("link", "brisk", "brisk"),
    ],
)
def test_a_public_table_has_a_pace_unless_untimed_is_chosen(client, alice, visibility, asked, pace):
    client.force_login(alice)
    seats = {"game": "secret-hitler", "seats_min": 5, "seats_max": 10, "language": "en"}
    client.post("/open/", {**seats, "visibility": visibility, "pace": asked})
    assert Match.objects.get().pace == pace


def test_adding_a_bot_needs_few_queries(alice, django_assert_max_num_queries):
    match = open_table(alice)
    with django_assert_max_num_queries(15):  # it once queried each of twenty possible names
        lobby.add_bot(match.pk, alice)
    assert match.players.count() == 2
