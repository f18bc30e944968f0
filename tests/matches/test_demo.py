"""`manage.py demo`: what somebody finds who opens the site for the first time."""

import pytest
from django.core.management import call_command

from accounts.models import User
from games.catalog import GAMES
from games.matches import proof, refusals, tables
from games.matches.models import Entry, Match, Player
from tests.matches.seating import fresh

pytestmark = pytest.mark.django_db


def table_to_join(game: str) -> Match:
    return Match.objects.get(game=game, status=Match.Status.OPEN, host=None)


def test_the_first_person_at_a_table_without_a_host_becomes_its_host(alice, bob):
    match = tables.open_to_all(
        bots=4,
        game="secret-hitler",
        visibility=Match.Visibility.PUBLIC,
        seats_min=5,
        seats_max=10,
    )
    tables.sit(match.pk, alice)
    tables.sit(match.pk, bob)
    assert fresh(match).host == alice
    with pytest.raises(refusals.NotTheHost):
        tables.start(match.pk, bob)


@pytest.mark.parametrize("game", GAMES)
def test_a_visitor_sits_down_at_the_demo_table_and_starts(game, alice):
    call_command("demo", verbosity=0)
    match = table_to_join(game)
    tables.sit(match.pk, alice)
    tables.start(match.pk, alice)
    assert fresh(match).is_running
    assert match.players.filter(user__isnull=False).count() == 1


def test_a_second_call_adds_nothing():
    call_command("demo")
    before = [model.objects.count() for model in (User, Match, Player, Entry)]
    call_command("demo")
    assert [model.objects.count() for model in (User, Match, Player, Entry)] == before


def test_demo_matches_are_over_and_verify():
    call_command("demo")
    played = Match.objects.exclude(status=Match.Status.OPEN)
    assert played.count() == 5 * len(GAMES)
    for match in played:
        checks = proof.checks_of(match)
        assert checks
        assert all(check.is_ok for check in checks)
