"""The rules of each game on their own page, with a sheet for each number of players."""

import re

import pytest
from django.test import Client

from games.catalog import GAMES
from games.engine.examples import example
from games.engine.regions import PlayerInfo
from games.engine.seats import Viewer
from games.noir.pieces import LAST_MURDER, SUSPECTS
from games.noir.primer import facts_of as noir_facts_of
from games.secret_hitler.actions import Nominate
from games.secret_hitler.pieces import ROLES, TRACKS
from games.secret_hitler.primer import facts_of
from tests.matches.seating import browser, open_table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("language", ["en", "de", "it", "ja"])
def test_every_game_has_a_page_with_its_cards_in_every_language(key, language):
    page = Client().get(f"/learn/{key}/", headers={"Accept-Language": language})
    assert page.status_code == 200
    assert page.content.decode().count('class="how-card"') == len(GAMES[key].pages.primer.cards)


@pytest.mark.parametrize("key", GAMES)
def test_each_of_six_cards_shows_an_inert_part_of_the_real_board(key):
    page = Client().get(f"/learn/{key}/").content.decode()
    pieces = [card.split("<svg aria", 1)[0] for card in page.split('inert aria-hidden="true">')[1:]]
    assert len(pieces) == len(GAMES[key].pages.primer.cards) == 6
    assert all("<" in piece for piece in pieces)
    board = page[page.index('class="how-cards') : page.index('id="how-faces"')]
    assert not re.search(r' (id="(?!card-)|name=|formaction=|hx-post=)', board)


@pytest.mark.parametrize("key", GAMES)
def test_every_phase_has_its_rule(key):
    assert set(GAMES[key].pages.primer.rules) >= set(GAMES[key].pages.phases)


def test_ineligible_players_are_explained_in_the_words_of_the_rules():
    game, state = GAMES["secret-hitler"], example(GAMES["secret-hitler"], "nominate", 7, 3)
    president = game.to_act(state)[0]
    players = tuple(PlayerInfo(f"P{seat}", seat) for seat in range(7))
    choices = game.choices(state, president)
    own = game.pages.regions.own(
        game.view(state, Viewer(president)), players, president, choices, 0
    )
    for one in own["choices"].barred:
        refused = game.refusal(state, president, Nominate(chancellor=one.seat))
        assert one.why == refused.text
    allowed = {pick.seat for pick in own["choices"].picks}
    assert allowed | {one.seat for one in own["choices"].barred} == set(range(7))


def test_an_unknown_game_has_no_page():
    assert Client().get("/learn/chess/").status_code == 404


@pytest.mark.parametrize("key", GAMES)
def test_there_is_a_sheet_for_each_number_of_players(key):
    page = Client().get(f"/learn/{key}/").content.decode()
    assert page.count('class="table-sheet"') == len(GAMES[key].seats)


def test_the_sheet_of_noir_has_the_numbers_of_the_rules():
    numbers = {fact.label: fact.number for fact in noir_facts_of(2)}
    assert numbers["Suspects, in a square"] == len(SUSPECTS)
    assert numbers["Murders to win"] == LAST_MURDER
    assert numbers["First cards of the inspector"] == numbers["Cards in the inspector's hand"] + 1


@pytest.mark.parametrize("players", range(5, 11))
def test_a_sheet_states_the_rules(players):
    facts = {fact.label: fact for fact in facts_of(players)}
    assert facts["Liberals"].number == ROLES[players].count("liberal")
    assert facts["Fascists"].number == ROLES[players].count("fascist")
    assert ("nobody" in facts["Hitler"].text) == (players >= 7)
    granted = [fact.text for fact in facts_of(players) if fact.label == "Fascist policy %(number)d"]
    assert [text != "nothing" for text in granted] == [bool(power) for power in TRACKS[players]]


def test_a_table_links_to_its_rules(alice):
    match = open_table(alice, "noir")
    page = browser(alice).get(match.get_absolute_url()).content.decode()
    assert 'href="/learn/noir/"' in page
