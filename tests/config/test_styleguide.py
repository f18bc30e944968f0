"""The style guide, as developers see it: every chair, piece and table of each game."""

from pathlib import Path

import pytest
from django.urls import path
from django.utils.html import escape

from config.specimens import letters, public_pieces, questions, reveals
from config.styleguide import styleguide
from config.urls import urlpatterns as site
from games.catalog import GAMES
from games.secret_hitler.specimens import CHAIRS

CONFIG = Path(__file__).parents[2] / "config"
TEMPLATES = CONFIG.parent / "templates"
#: The site's own URLs, and the one that only development has.
urlpatterns = [*site, path("styleguide/", styleguide)]

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


def test_it_shows_every_component_in_both_themes_and_links_to_each_game(client):
    page = client.get("/styleguide/").content.decode()
    assert page.count("Talk and reactions") == 2
    for key, game in GAMES.items():
        assert page.count(f"<h3>{game.name}</h3>") == 2
        assert f'href="?game={key}"' in page


def test_it_shows_a_chair_in_every_state_in_both_themes(client):
    page = client.get("/styleguide/", {"game": "secret-hitler"}).content.decode()
    for seat in range(len(CHAIRS)):
        assert page.count(f'id="seat-{seat}"') == 2
    assert 'class="at-chair dead"' in page


@pytest.mark.usefixtures("nightfall")
def test_a_game_without_its_own_pieces_is_included_too(client):
    assert "Nightfall" in client.get("/styleguide/").content.decode()
    page = client.get("/styleguide/", {"game": "nightfall"})
    assert page.status_code == 200
    assert "specimens" not in page.content.decode()


def test_it_knows_games_only_through_the_catalog():
    modules = (CONFIG / "styleguide.py", CONFIG / "specimens.py")
    for source in (*modules, *(TEMPLATES / "styleguide").iterdir()):
        text = source.read_text().lower()
        for key in GAMES:
            assert key not in text, source
            assert key.replace("-", "_") not in text, source


@pytest.mark.parametrize("key", GAMES)
def test_it_shows_a_table_and_the_hand_next_to_a_television(client, key):
    phase = GAMES[key].pages.phases[0]
    for way, body in (("", ""), ("hand", " as-hand")):
        page = client.get("/styleguide/", {"game": key, "phase": phase, "as": way})
        text = page.content.decode()
        assert f'class="at-table cabinet staged{body} seated"' in text
        assert 'id="board"' in text
        assert 'id="choices"' in text


@pytest.mark.parametrize("key", GAMES)
def test_it_shows_a_games_own_pieces_in_each_state_in_both_themes(key, client):
    page = client.get("/styleguide/", {"game": key}).content.decode()
    groups = [*(list(drawn(key)) for drawn in (questions, reveals, letters))]
    groups += public_pieces(key).values()
    assert len(groups) == 4
    for specimens in groups:
        assert specimens
        for state, drawing in specimens:
            assert f'<p class="label">{escape(state)}</p>' in page
            assert page.count(drawing) >= 2, state


def test_a_question_is_shown_before_and_after_something_is_chosen():
    states = [state for state, _drawing in questions("secret-hitler")]
    assert {"nominate", "nominate, chosen", "enact, or veto", "peek", "over: won"} <= {*states}
    checked = [one.drawing for one in questions("noir") if one.state == "inspector, chosen"]
    assert len(checked) > 3
    assert all(drawing.count(" checked") == 1 for drawing in checked)


def test_tiles_of_noir_are_shown_with_every_mark_and_answer():
    drawn = "".join(tile.drawing for tile in public_pieces("noir")["tile"])
    marks = ("killer-yes", "killer-no", "inspector-yes", "inspector-no", "dead", "innocent")
    for mark in (*marks, "disguise", "killer", "inspector", "last"):
        assert f'data-tell="{mark}"' in drawn
