"""The front page of a player: their tables, and the story of a finished match."""

import re
from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test import Client

from accounts import portraits
from games.catalog import GAMES
from games.matches import queries
from games.matches.lobby import home
from games.matches.lobby import services as lobby
from tests.matches.seating import open_table, person, play_to_the_end, running, truth_of

pytestmark = pytest.mark.django_db


def page_of(client: Client) -> str:
    return client.get("/").content.decode()


def awaited_user(match):
    seat = truth_of(match).to_act[0]
    return match.players.select_related("user").get(seat=seat).user


def test_a_player_who_must_decide_sees_your_turn_first(client):
    match = running(*(person(f"P{number}") for number in range(5)))
    client.force_login(awaited_user(match))
    page = page_of(client)
    assert "Your turn (1)" in page
    assert page.index("Your turn (1)") < page.index("<h1")
    assert match.get_absolute_url() in page


def test_a_waiting_player_sees_who_is_choosing(client):
    match = running(*(person(f"P{number}") for number in range(5)))
    awaited = awaited_user(match)
    other = match.players.exclude(user=awaited).select_related("user").first().user
    client.force_login(other)
    page = page_of(client)
    assert "Your turn" not in page
    assert f"{awaited.name} is choosing" in page


def test_six_of_many_tables_are_visible_and_the_rest_one_press_away(client, alice):
    for other in range(7):
        lobby.sit(open_table(person(f"P{other}")).pk, alice)
    client.force_login(alice)
    in_sight, rest = page_of(client).split("<summary>and 1 more</summary>")
    assert in_sight.count('class="own-table"') == 6
    assert rest.count('class="own-table"') == 1


def test_tables_that_have_waited_longest_come_first():
    people = [person(f"P{number}") for number in range(5)]
    matches = [running(*people) for _ in range(6)]  # enough that a player is awaited twice
    for day, match in enumerate(matches):
        match.entries.update(at=datetime(2026, 1, 9 - day, tzinfo=UTC))
    found = [[one for one in home.own_tables(user) if one.awaits_me] for user in people]
    tables = max(found, key=len)
    assert len(tables) > 1
    assert tables == sorted(tables, key=lambda one: one.since)


def test_a_stranger_is_offered_one_field_and_one_button(client):
    form = re.search(r'<form[^>]*id="play".*?</form>', page_of(client), re.DOTALL).group()
    assert form.count("<button") == 1
    assert len(re.findall(r'<input (?!type="hidden")', form)) == 1


@pytest.mark.parametrize("game", GAMES)
def test_every_game_shows_its_number_of_players_duration_and_rules(client, game):
    page = page_of(client)
    primer = GAMES[game].pages.primer
    assert f"{primer.minutes} minutes" in page
    assert primer.pitch in page
    learn = client.get("/learn/").content.decode()
    assert all(card.title in learn for card in primer.cards)


def test_the_story_has_a_real_end_and_links_to_the_view_of_a_losing_player(client, alice):
    match = play_to_the_end(running(alice))
    story = home.story_of(queries.latest_finished())
    assert story.match == match
    assert not match.players.get(seat=story.viewpoint.seat).won
    page = page_of(client)
    assert all(str(line) in page for line in story.lines)
    assert f"/replay/?eyes={story.viewpoint.seat}" in page


def test_no_story_is_about_an_unlisted_table(client, alice):
    play_to_the_end(running(alice, visibility="link"))
    assert "From the archive" not in page_of(client)


def test_the_faces_at_open_tables_are_included_once(client, alice):
    for _ in range(3):
        open_table(alice)
    page = page_of(client)
    assert page.count(f'<symbol id="portrait-{alice.portrait}"') == 1
    assert page.count(f'href="#portrait-{alice.portrait}"') == 3


def test_a_list_requested_on_its_own_includes_its_drawings(client, alice):
    open_table(alice)
    text = client.get("/tables/", headers={"HX-Request": "true"}).content.decode()
    assert f'<symbol id="portrait-{alice.portrait}"' in text
    assert portraits.is_portrait(alice.portrait)


def test_a_table_for_friends_is_unlisted_by_default(client):
    assert "/open/?friends" in page_of(client)
    form = client.get("/open/?friends").content.decode()
    chosen = re.search(r'<input[^>]*name="visibility"[^>]*\bchecked\b[^>]*>', form)[0]
    assert 'value="link"' in chosen


def test_the_first_button_mentions_bots_and_open_tables_are_one_step_away(client, alice):
    assert "with bots, right now" in page_of(client)
    assert "Join an open table" not in page_of(client)
    open_table(alice)
    assert re.search(r'href="#open-heading">Join an open table<', page_of(client))


def test_a_table_left_while_the_page_is_rendered_is_omitted(alice, bob):
    table = open_table(alice)
    lobby.sit(table.pk, bob)
    left = []

    def leave_before_players_are_read(execute, sql, *arguments):
        if sql.startswith('SELECT "matches_player"') and not left:
            left.append(table.pk)
            lobby.leave(table.pk, bob)
        return execute(sql, *arguments)

    with connection.execute_wrapper(leave_before_players_are_read):
        assert home.own_tables(bob) == []
    assert left == [table.pk]


def test_the_visitor_s_tables_come_before_the_poster(client, alice):
    match = open_table(alice)
    client.force_login(alice)
    page = page_of(client)
    assert page.index(match.code) < page.index("<h1")


@pytest.mark.parametrize(
    ("address", "is_there"),
    [("/", True), ("/learn/secret-hitler/", True), ("/learn/noir/", False), ("/history/", False)],
)
def test_the_licence_of_a_game_is_shown_with_the_game(address, is_there):
    assert ("CC BY-NC-SA" in Client().get(address).content.decode()) == is_there
