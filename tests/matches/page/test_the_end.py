"""At the end everybody at the table sees their own result and all roles."""

import re

import pytest
from django.test import Client

from tests.history.play import finished, people
from tests.matches.seating import browser

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("game", "size"), [("secret-hitler", 5), ("noir", 2)])
def test_players_are_told_whether_they_won_and_spectators_are_not(game, size):
    users = people("ada", "ben", "chiyo", "dario", "elif")[:size]
    match = finished(game, users, seed=1)
    for user in users:
        client = browser(user)
        page = client.get(match.get_absolute_url()).content.decode()
        won = match.players.get(user=user).won
        assert ("You have won." in page) is won
        assert ("You have lost." in page) is not won
    watched = Client().get(match.get_absolute_url()).content.decode()
    assert "You have" not in watched


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_roles_are_revealed_one_by_one_and_hitler_last(seed):
    match = finished("secret-hitler", people("ada", "ben", "chiyo", "dario", "elif"), seed=seed)
    page = Client().get(match.get_absolute_url()).content.decode()
    plates = re.findall(r' unveil-(\d)"[^>]*><i class="mark m-(\w+)">', page)
    order = [sign for _number, sign in sorted(plates)]
    assert order == ["lamp"] * 3 + ["gate", "mask"]
    assert sorted(number for number, _sign in plates) == list("01234")
