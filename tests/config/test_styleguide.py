"""The style guide, as developers see it: every chair and a table of each game."""

import pytest
from django.urls import path

from config.styleguide import CHAIRS, styleguide
from config.urls import urlpatterns as site
from games.catalog import GAMES

#: The site's own addresses, and the one that only development has.
urlpatterns = [*site, path("styleguide/", styleguide)]

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


def test_it_shows_a_chair_in_every_state_in_both_themes(client):
    page = client.get("/styleguide/").content.decode()
    for seat in range(len(CHAIRS)):
        assert page.count(f'id="seat-{seat}"') == 2
    assert 'class="chair dead"' in page


@pytest.mark.parametrize("key", GAMES)
def test_it_shows_a_table_and_the_hand_beside_a_television(client, key):
    phase = GAMES[key].pages.phases[0]
    for way, body in (("", "at-table cabinet"), ("hand", "at-table cabinet as-hand")):
        page = client.get("/styleguide/", {"game": key, "phase": phase, "as": way})
        text = page.content.decode()
        assert f'class="{body}"' in text
        assert 'id="board"' in text
        assert 'id="choices"' in text
