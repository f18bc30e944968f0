"""Two processes that do the jobs at once: no second table, no second appointment."""

import pytest
from django.test import override_settings

from games.gathering import appointments, house_hour, opening
from games.gathering.models import Appointment
from games.matches.models import Match
from tests.gathering.arranging import arranged, say_yes, tables_of
from tests.leagues.league_play import people
from tests.overlapping import overlapping

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_two_processes_open_one_table(at, alice):
    evening = arranged(alice)
    say_yes(evening, *people(4))
    at(hours=8)
    overlapping(opening.open_due, opening.open_due)
    assert len(tables_of(evening)) == Match.objects.count() == 1


def test_two_processes_free_seats_once(at, alice, bob):
    evening = arranged(alice, fills_with_bots=True)
    say_yes(evening, bob)
    at(hours=8)
    opening.open_due()
    (table,) = tables_of(evening)
    opening.reserved_seats.lobby.sit(table.pk, bob)
    at(hours=8, minutes=5)
    overlapping(opening.release_due, opening.release_due)
    table.refresh_from_db()
    assert (table.is_running, table.players.count()) == (True, 5)


@override_settings(HOUSE_HOURS=[(4, 20, 0, "Europe/Berlin", "secret-hitler")])
def test_two_processes_create_the_house_hour_once(at):
    overlapping(house_hour.plan_due, house_hour.plan_due)
    assert Appointment.objects.count() == 1


def test_two_presses_create_one_next_appointment(at, alice):
    evening = arranged(alice)
    zone = house_hour.ZoneInfo("UTC")
    both = overlapping(*[lambda: appointments.again(evening.pk, alice, zone)] * 2)
    assert both[0] == both[1]
    assert Appointment.objects.count() == 2
