"""A new spectator of a running table reads its story in three lines; players don't."""

from random import Random

import pytest

from tests.matches.seating import browser, play_one, player_at, running

pytestmark = pytest.mark.django_db


def story(match, user=None) -> str:
    page = browser(user).get(match.get_absolute_url()).content.decode()
    return page.partition('id="so-far"')[2].partition("</details>")[0]


@pytest.mark.parametrize("game", ["secret-hitler", "noir"])
def test_who_comes_to_watch_reads_what_has_happened_in_three_lines(game: str):
    match, random = running(game=game), Random(5)
    while not story(match):  # no match ends before something that counts has happened
        assert play_one(match, random)
    assert 1 <= story(match).count('<p class="so-far-line">') <= 3
    assert not story(match, player_at(match, 0).user)
