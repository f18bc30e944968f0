"""A table starts with its last player's click while somebody decides about its fixture.

The start comes first here; the other step has already read the fixture, and waits.
"""

import pytest
from django.db import transaction

from accounts.models import User
from config.wiring import PERSONAL_DATA
from games.leagues import errors
from games.leagues.fixtures import opening, results, rulings
from games.leagues.membership import services as membership
from games.leagues.models import Fixture, Season
from games.leagues.scheduling import pauses, substitutes
from games.leagues.seasons import entries
from games.matches.models import Match
from tests.conftest import account
from tests.leagues.scheduling.arranging import duel, fresh, league_of, sit, users_of
from tests.overlapping import overlapping

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def fixture(owner):
    """Return a duel whose table is open; one of its two players is seated."""
    waiting = duel(owner)
    there, _missing = users_of(waiting)
    opening.open_now(waiting.pk, there)
    sit(fresh(waiting).games.get().match, there)
    return fresh(waiting)


def start(fixture: Fixture) -> Match:
    """Seat the last player while somebody has locked the fixture; return the match."""
    Fixture.objects.select_for_update().get(pk=fixture.pk)
    match = fixture.games.get().match
    sit(match, users_of(fixture)[1])
    return match


def void(fixture, owner):
    rulings.void_fixture(fixture, owner, reason="Never drawn.")


def forfeit(fixture, owner):
    entry = fixture.chairs.first().entry_id
    rulings.forfeit_fixture(fixture, owner, {entry}, reason="Did not come.")


def put_in(fixture, owner):
    guest = User.objects.get(username="hana")
    substitutes.put_in(fixture.chairs.first(), owner, guest, reason="Ill.")


@pytest.mark.parametrize("step", [void, forfeit, put_in])
def test_a_decision_about_a_fixture_is_refused_once_its_match_has_started(fixture, owner, step):
    membership.join(league_of(fixture), account("Hana"))
    match, refusal = overlapping(lambda: start(fixture), lambda: step(fixture, owner))
    assert isinstance(refusal, errors.MatchesBegun)
    assert Match.objects.get(pk=match.pk).is_running
    results.collect()
    assert fresh(fixture).status == Fixture.Status.RUNNING
    assert not fixture.chairs.exclude(substitute=None, forfeited=False).exists()


def test_a_pause_does_not_affect_a_match_that_just_started(fixture, owner):
    season = Season.objects.get()
    match, _paused = overlapping(
        lambda: start(fixture), lambda: pauses.pause(season, owner, reason="Holidays.")
    )
    assert Season.objects.get().is_paused
    assert Match.objects.get(pk=match.pk).is_running
    assert fresh(fixture).status == Fixture.Status.RUNNING


def test_a_player_who_withdraws_from_a_season_finishes_a_match_that_just_started(fixture):
    leaver = fixture.chairs.first().entry
    overlapping(lambda: start(fixture), lambda: entries.withdraw(leaver, leaver.user))
    leaver.refresh_from_db()
    assert leaver.status == "withdrawn"
    assert fresh(fixture).status == Fixture.Status.RUNNING


def test_an_account_can_be_deleted_while_the_opponent_sits_down(fixture):
    leaver, opponent = users_of(fixture)
    match = fixture.games.get().match
    _circles, *erasing = PERSONAL_DATA
    first, *rest = [lambda keeper=keeper: keeper.erase(leaver) for keeper in erasing]

    def come() -> str:
        try:
            with transaction.atomic():
                sit(match, opponent)
        except Match.DoesNotExist:
            return "gone"
        return "there"

    _erased, came = overlapping(first, come, *rest)
    assert came == "gone"
    assert fresh(fixture).status == Fixture.Status.FORFEITED
