"""A player's own marks on other players: only for players, and never sent anywhere."""

import re

import pytest

from tests.matches.seating import browser, running, seat_of

pytestmark = pytest.mark.django_db


def test_a_player_may_mark_every_other_player_and_no_form_sends_the_marks(alice, bob, mallory):
    match = running(alice, bob)
    page = browser(alice).get(match.get_absolute_url()).content.decode()
    inputs = re.findall(r"<input[^>]* data-mark [^>]*>", page)
    marked = {found[1] for one in inputs if (found := re.search(r'name="mark-(\d)"', one))}
    assert marked == {str(seat) for seat in range(5)} - {str(seat_of(match, alice))}
    assert all('form="my-marks"' in one for one in inputs)
    assert 'id="my-marks"' not in page
    assert "data-mark" not in browser(mallory).get(match.get_absolute_url()).content.decode()
