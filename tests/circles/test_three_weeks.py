"""A circle over three weeks, through its pages: a claimed guest account, a leaver, and a block."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts import blocks, guests
from accounts.models import User
from games.circles.models import Circle
from games.matches.models import Match
from tests.circles.company import ended, page, press
from tests.matches.seating import browser, fresh, play_to_the_end, post, running

pytestmark = pytest.mark.django_db


def evening(circle: Circle, *people: User, days: int) -> Match:
    """Let `people` press the button one after the other and play; it was some days ago."""
    tables = {press(user, circle, "open/")["Location"] for user in people}
    assert len(tables) == 1
    match = Match.objects.get(code=tables.pop().strip("/")[-6:])
    for user in people[1:]:
        post(user, match, "ready")
    post(people[0], match, "start")
    return ended(play_to_the_end(fresh(match), seed=days), timedelta(days=days))


def test_a_group_that_was_kept_plays_on_for_three_weeks(alice, bob):
    first = running(alice, bob, visibility="link")
    ended(play_to_the_end(first), timedelta(days=21))
    browser(alice).post(f"/circles/keep/{first.code}/", {"name": "Wednesdays"})
    circle = Circle.objects.get()
    others = [player.user for player in first.players.all() if player.user != alice]
    for user in others:
        browser(user).post(f"{circle.get_absolute_url()}accept/")
    assert f"/match/{first.code}/replay/" in page(alice, circle, "evenings/")

    visitor = Client()
    visitor.post(f"/circles/join/{circle.code}/", {"guest-name": "Gwendolen"})
    guest = User.objects.get(display_name="Gwendolen")
    five = [alice, bob, *(user for user in others if user != bob)][:4]
    second = evening(circle, *five, guest, days=14)
    guests.claim(guest, username="gwen", email="gwen@example.org", password="correct horse 9")
    guest = User.objects.get(pk=guest.pk)
    third = evening(circle, guest, *five, days=7)
    shown = page(guest, circle, "evenings/")
    assert f"/match/{second.code}/replay/" in shown
    assert f"/match/{third.code}/replay/" in shown
    assert f"/match/{first.code}/replay/" not in shown
    assert shown.count("circle-evening") == 2

    press(bob, circle, "say/", text="See you on Wednesday")
    press(bob, circle, "leave/", name="take")
    assert "See you on Wednesday" in page(alice, circle)
    assert ">Bob<" not in page(alice, circle, "evenings/")
    assert "former member" in page(alice, circle, "evenings/")

    loud, quiet = five[2], five[3]
    blocks.block(quiet, loud)
    press(loud, circle, "say/", text="Is anybody here?")
    table = press(loud, circle, "open/")["Location"]
    assert "Is anybody here?" not in page(quiet, circle)
    assert "The table is free" in page(quiet, circle)
    assert press(quiet, circle, "open/")["Location"] != table
    names = {place["user__display_name"] for place in circle.memberships.filter(
        status="member").values("user__display_name")}  # fmt: skip
    assert {"Alice", "Gwendolen", loud.name, quiet.name} <= names
