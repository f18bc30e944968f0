"""People barred from public or rated tables by a moderator get no seat or predicted wait."""

from datetime import timedelta

import pytest

from accounts.models import ConductDecision
from games.gathering import appointments, opening, queue
from games.matches.models import Match
from games.matches.public import errors
from tests.gathering.arranging import GAME, arranged, say_yes, tables_of
from tests.leagues.league_play import people
from tests.matches.seating import browser

pytestmark = pytest.mark.django_db


def restrict(user, kind, at) -> ConductDecision:
    """Keep `user` from a kind of table for a day."""
    until = at() + timedelta(days=1)
    return ConductDecision.objects.create(user=user, kind=kind, reason="x", until=until)


@pytest.mark.parametrize("kind", ["private", "casual"])
def test_a_person_barred_from_public_tables_gets_no_place_in_the_queue(at, alice, kind):
    restrict(alice, kind, at)
    assert browser(alice).post(f"/queue/ask/{GAME}/").status_code == 403
    ConductDecision.objects.update(verdict="lifted")
    assert browser(alice).post(f"/queue/ask/{GAME}/").status_code == 302


def test_a_restriction_imposed_while_waiting_keeps_a_person_from_the_table(at, alice):
    for user in (alice, *people(4)):
        queue.ask(user, GAME, "brisk", "en")
    restrict(alice, "private", at)
    queue.seat_due()
    assert not Match.objects.exists()


def test_public_and_rated_appointments_refuse_barred_people(at, alice, bob):
    evening = arranged(alice)
    restrict(bob, "private", at)
    with pytest.raises(errors.Restricted):
        say_yes(evening, bob)
    with pytest.raises(errors.Restricted):
        arranged(bob)
    private = arranged(alice, among=[bob])
    say_yes(private, bob)
    assert appointments.comers(private) == [alice, bob]
    say_yes(evening, *people(5))
    restrict(alice, "casual", at)
    at(hours=8)
    opening.open_due()
    (table,) = tables_of(evening)
    assert not table.players.filter(user=alice).exists()
