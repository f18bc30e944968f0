"""Evenings of a circle over three weeks, through its pages and jobs with a simulated clock."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts import blocks, guests
from accounts.models import User
from games.circles.models import Circle
from games.gathering import opening
from games.gathering.models import Appointment
from games.matches.models import Match
from tests.circles.company import FIVE, circle_of, ended, look, page, press
from tests.gathering.arranging import tables_of
from tests.matches.seating import browser, fresh, person, play_to_the_end

pytestmark = pytest.mark.django_db

WEEK = timedelta(days=7)


def answer(client: Client, appointment: Appointment, number: int = 0, comes: str = "yes") -> None:
    """Tap on a date of an appointment."""
    date = appointment.dates.all()[number]
    path = f"{appointment.get_absolute_url()}answer/{date.pk}/"
    assert client.post(path, {"comes": comes}).status_code == 302


def played(appointment: Appointment, circle: Circle, guest: Client, *people: User) -> Match:
    """Open the table of an appointment by the job, let everybody come by the circle, and play."""
    opening.open_due()
    (table,) = tables_of(appointment)
    assert table.is_reserved
    opening.release_due()
    for client in (guest, *map(browser, people)):
        there = client.post(f"{circle.get_absolute_url()}open/")["Location"]
        assert there.strip("/").endswith(table.code)
        client.post(f"{there}sit/")
    assert fresh(table).is_running
    return ended(play_to_the_end(fresh(table), seed=3), timedelta(hours=1))


def test_a_circle_meets_for_three_weeks(alice, bob, at):
    others = [person(name) for name in ("Dan", "Eve", "Fay")]
    at()
    circle = circle_of(alice, bob, *others, name="Five", **FIVE)
    visitor = Client()
    visitor.post(f"/circles/join/{circle.code}/", {"guest-name": "Gwendolen"})
    guest = User.objects.get(display_name="Gwendolen")

    press(bob, circle, "ask/", first="2026-12-04T20:00", second="2026-12-05T20:00", zone="UTC")
    first = Appointment.objects.get()
    for user in (alice, *others[:2]):
        answer(browser(user), first, 1)
    answer(visitor, first, 1)
    answer(browser(others[2]), first, 1, "no")
    browser(bob).post(f"{first.get_absolute_url()}fix/", {"date": first.dates.all()[1].pk})
    text = visitor.get(f"{first.get_absolute_url()}appointment.ics").content.decode()
    assert "DTSTART:20261205T200000Z" in text
    assert "SUMMARY:Secret Hitler: Five" in text

    at(days=1, hours=8)
    match = played(first, circle, visitor, alice, bob, *others[:2])
    at(days=1, hours=9)
    assert f"/match/{match.code}/replay/" in page(others[2], circle, "evenings/")
    assert "Last evening" in look(others[2], "/circles/").content.decode()

    guests.claim(guest, username="gwen", email="gwen@example.org", password="correct horse 9")
    guest = User.objects.get(pk=guest.pk)
    assert "Same time next week" in page(bob, circle)
    assert "Same time next week" not in page(alice, circle)
    for _press in range(2):
        browser(bob).post(f"{first.get_absolute_url()}again/", {"zone": "UTC"})
    second = Appointment.objects.get(previous=first)
    assert second.starts_at - first.dates.all()[1].at == WEEK
    assert "Same time next week" not in page(bob, circle)
    gwen = browser(guest)
    for client in (gwen, browser(alice), browser(others[0]), browser(others[2])):
        answer(client, second)

    at(days=8, hours=8)
    again = played(second, circle, gwen, alice, bob, others[0], others[2])
    at(days=8, hours=9)
    shown = page(guest, circle, "evenings/")
    assert f"/match/{again.code}/replay/" in shown
    assert f"/match/{match.code}/replay/" in shown
    assert shown.count("circle-evening") == 2

    browser(bob).post(f"{second.get_absolute_url()}again/", {"zone": "UTC"})
    third = Appointment.objects.get(previous=second)
    press(bob, circle, "leave/", name="keep")
    third.refresh_from_db()
    assert third.host == alice
    assert browser(bob).get(third.get_absolute_url()).status_code == 404
    blocks.block(others[0], guest)
    for user in (alice, *others, guest):
        answer(browser(user), third)
    at(days=15, hours=8)
    opening.open_due()
    third.refresh_from_db()
    assert (third.status, tables_of(third)) == ("few", [])  # four without the blocked pair
    shown = page(guest, circle)
    assert "block" not in shown.lower().replace("inline-block", "")
    assert "Nothing is arranged yet" in shown
