"""`manage.py demo`: the data that a visitor finds on a new site."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import override_settings

from accounts.models import User
from games.catalog import GAMES
from games.matches import errors
from games.matches.lobby import services as lobby
from games.matches.models import Match, MatchEntry, Player
from games.matches.play import records
from tests.matches.seating import fresh

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def demo(django_db_setup, django_db_blocker) -> Iterator[None]:
    """Make the demo data once for all tests of this module: playing it takes seconds."""
    as_on_a_site = override_settings(READING_SECONDS=20)
    with django_db_blocker.unblock(), transaction.atomic(), as_on_a_site:
        call_command("demo", verbosity=0)
        yield
        transaction.set_rollback(True)


def table_to_join(game: str) -> Match:
    return Match.objects.get(game=game, status=Match.Status.OPEN, host=None)


def test_the_first_person_at_a_table_without_a_host_becomes_its_host(alice, bob):
    match = lobby.open_to_all(
        bots=4,
        game="secret-hitler",
        visibility=Match.Visibility.PUBLIC,
        seats_min=5,
        seats_max=10,
    )
    lobby.sit(match.pk, alice)
    lobby.sit(match.pk, bob)
    assert fresh(match).host == alice
    with pytest.raises(errors.NotTheHost):
        lobby.start(match.pk, bob)


@pytest.mark.parametrize("game", GAMES)
def test_a_visitor_sits_down_at_the_demo_table_and_starts(demo, game, alice):
    match = table_to_join(game)
    lobby.sit(match.pk, alice)
    lobby.start(match.pk, alice)
    assert fresh(match).is_running
    assert match.players.filter(user__isnull=False).count() == 1


def test_a_second_run_adds_nothing(demo):
    before = [model.objects.count() for model in (User, Match, Player, MatchEntry)]
    call_command("demo")
    assert [model.objects.count() for model in (User, Match, Player, MatchEntry)] == before


def test_demo_matches_are_finished_and_verifiable(demo):
    played = Match.objects.exclude(status=Match.Status.OPEN)
    assert played.count() == 5 * len(GAMES)
    for match in played:
        checks = records.checks_of(match)
        assert checks
        assert all(check.is_ok for check in checks)
