"""The ratings of a hidden league are hidden, too."""

import pytest
from django.urls import reverse

from games.leagues.membership import services as membership
from games.leagues.models import Audit
from games.leagues.organiser import undo
from games.ratings.models import Pool
from tests.conftest import account
from tests.leagues.league_play import running

pytestmark = pytest.mark.django_db


def test_the_leaderboard_of_a_league_that_hides_is_no_longer_public(client):
    owner = account("Olga")
    season, _players = running(owner, 4)
    league = season.league
    address = reverse("ratings:leaderboard", args=["noir"]) + f"?pool=league:{league.pk}"
    assert client.get(address).status_code == 200
    membership.edit_league(league, owner, access="invitation", is_listed=False)
    assert client.get(address).status_code == 404
    undo.undo(Audit.objects.first().pk, owner, reason="We are many.")
    assert client.get(address).status_code == 200
    membership.edit_league(league, owner, name="Green Chamber")
    assert Pool.objects.get(key=f"league:{league.pk}").title == "Green Chamber"
