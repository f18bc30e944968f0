"""A new spectator of a running table reads its story in three lines; players don't."""

import pytest

from tests.matches.seating import browser, played_until, player_at, running

pytestmark = pytest.mark.django_db


def story(match, user=None) -> str:
    page = browser(user).get(match.get_absolute_url()).content.decode()
    return page.partition('id="so-far"')[2].partition("</details>")[0]


@pytest.mark.parametrize("game", ["secret-hitler", "noir"])
def test_a_new_spectator_reads_the_story_so_far_in_three_lines(game: str):
    match = played_until(story, lambda: running(game=game))
    assert 1 <= story(match).count('<p class="so-far-line">') <= 3
    assert not story(match, player_at(match, 0).user)
