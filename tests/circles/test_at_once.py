"""Two presses at the same moment, in two connections."""

from contextlib import suppress
from datetime import UTC, timedelta

import pytest
from django.http import Http404
from django.utils import timezone

from accounts import privacy
from games.circles import dates, keeping, membership, tables
from games.circles.models import Circle, Membership
from games.gathering import appointments, errors
from games.gathering.models import Appointment
from games.matches.lobby.services import be_ready, leave
from games.matches.models import Match
from tests.circles.company import FIVE, circle_of
from tests.matches.seating import play_to_the_end, running
from tests.overlapping import overlapping

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_two_members_who_press_simultaneously_sit_at_one_table(alice, bob):
    circle = circle_of(alice, bob, name="Five", **FIVE)
    one, other = overlapping(
        lambda: tables.open_table(circle, alice), lambda: tables.open_table(circle, bob)
    )
    assert one.pk == other.pk
    assert Match.objects.get().players.count() == 2


def test_pressing_while_the_last_player_leaves_the_table_opens_another(alice, bob):
    circle = circle_of(alice, bob)
    match = tables.open_table(circle, alice)
    _left, opened = overlapping(
        lambda: leave(match.pk, alice), lambda: tables.open_table(circle, bob)
    )
    assert opened == Match.objects.get()
    assert opened != match


def test_two_people_who_keep_a_group_simultaneously_get_one_circle(alice, bob):
    match = play_to_the_end(running(alice, bob, game="noir", visibility="link"))
    one, other = overlapping(
        lambda: keeping.keep(match.pk, alice, "One"), lambda: keeping.keep(match.pk, bob, "Two")
    )
    assert one.pk == other.pk
    assert {place.status for place in Membership.objects.all()} == {"member"}


def test_the_last_two_members_who_leave_simultaneously_delete_the_circle(alice, bob):
    circle = circle_of(alice, bob)
    overlapping(
        lambda: membership.leave(circle, alice, keeps_name=True),
        lambda: membership.leave(circle, bob, keeps_name=True),
    )
    assert not Circle.objects.exists()


def test_a_member_removed_while_pressing_opens_nothing(alice, bob):
    circle = circle_of(alice, bob)

    def press() -> object:
        try:
            return tables.open_table(circle, bob)
        except Http404:
            return None

    _done, opened = overlapping(
        lambda: membership.act(circle, alice, bob.public_id, "remove"), press
    )
    assert opened is None
    assert not Match.objects.exists()


def test_a_deleted_account_leaves_its_circles_in_the_common_lock_order(alice, bob):
    one, two = circle_of(alice, name="One"), circle_of(alice, name="Two")
    for circle in (two, one):
        membership.join(circle, bob, code=circle.code)
    overlapping(
        lambda: membership.edit(one, alice, name="A"),
        lambda: privacy.delete_account(bob),
        lambda: membership.edit(two, alice, name="B"),
    )
    assert set(Circle.objects.values_list("name", flat=True)) == {"A", "B"}
    assert {place.user for place in Membership.objects.all()} == {alice}


def test_a_deleted_account_leaves_its_circle_before_its_table(alice, bob):
    circle = circle_of(alice, bob, name="Five", **FIVE)
    match = tables.open_table(circle, alice)
    tables.open_table(circle, bob)
    overlapping(
        lambda: membership.edit(circle, alice, name="A"),
        lambda: privacy.delete_account(bob),
        lambda: be_ready(match.pk, alice, ready=False),
    )
    assert {player.user for player in match.players.all()} == {alice}
    assert {place.user for place in Membership.objects.all()} == {alice}


def test_two_simultaneous_presses_ask_once(alice, bob):
    circle = circle_of(alice, bob)
    moments = [timezone.now() + timedelta(days=1)]
    one, other = overlapping(
        lambda: dates.ask(circle, alice, moments), lambda: dates.ask(circle, alice, moments)
    )
    assert one.pk == other.pk
    assert Appointment.objects.count() == 1


def test_a_member_who_leaves_while_repeating_a_date_hosts_nothing(alice, bob):
    circle = circle_of(alice, bob)
    first = dates.ask(circle, bob, [timezone.now() + timedelta(days=1)])
    Appointment.objects.update(status="few")

    def repeat() -> None:
        with suppress(errors.NotYourAppointment):
            appointments.again(first.pk, bob, UTC)

    overlapping(repeat, lambda: membership.leave(circle, bob, keeps_name=True))
    assert {one.host for one in Appointment.objects.all()} == {alice}
