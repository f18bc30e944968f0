"""The bell: notifications about waiting tables, people present, and bots after a while."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import blocks
from accounts.models import User
from games.gathering import bell, lobby
from games.gathering.models import EveningBell
from games.matches import removals
from games.matches.lobby import bots_after, calls
from games.matches.lobby import services as tables
from games.matches.models import Match, Player
from games.push.models import Device
from tests.gathering.crowd import sit_down, users_of
from tests.leagues.league_play import people
from tests.matches.seating import browser, open_table, page_of, post, running

pytestmark = pytest.mark.django_db


def with_devices(*users: User) -> None:
    """Let each of `users` have a browser with notifications."""
    for user in users:
        Device.objects.create(user=user, endpoint=f"https://push.example/{user.pk}", language="en")


def lacking_one(host: User) -> Match:
    """Return a public table of five with one free seat."""
    table = open_table(host, seats=(5, 10))
    for number, user in enumerate(people(3, f"of-{host.pk}")):
        tables.sit(table.pk, user, str(number))
    return table


def without_marks(page: str) -> str:
    """Return `page` without tokens and counts of changes, which differ each time."""
    return re.sub(r"\b(\w{64}|\d{16})\b", "mark", page)


def test_a_subscriber_for_the_evening_is_notified_when_a_table_needs_one(alice, bob, mallory):
    with_devices(bob, mallory)
    bell.set_for_evening(bob, wanted=True)
    table = lacking_one(alice)
    assert sorted(bell.needed()) == [(bob.pk, table.code)]
    EveningBell.objects.update(until=table.opened_at - timedelta(seconds=1))
    assert sorted(bell.needed()) == []


@pytest.mark.parametrize("why", ["blocked", "blocks", "removed", "sits", "plays", "full", "link"])
def test_nobody_is_notified_about_a_table_they_cannot_join(alice, bob, why):
    with_devices(bob)
    bell.set_for_evening(bob, wanted=True)
    table = lacking_one(alice)
    if why in {"blocked", "blocks"}:
        blocks.block(*((alice, bob) if why == "blocked" else (bob, alice)))
    elif why == "removed":
        removals.note(table, bob, "")
    elif why == "sits":
        tables.sit(table.pk, bob)
        Player.objects.filter(match=table).exclude(user__in=[alice, bob]).first().delete()
    elif why == "plays":
        running(bob)
    elif why == "full":
        tables.sit(table.pk, User.objects.create_user("one-more"))
    else:
        Match.objects.update(visibility="link")
    assert sorted(bell.needed()) == []


def test_one_press_sets_the_bell_and_another_ends_it(alice):
    own = browser(alice)
    for _press in range(2):
        own.post("/bell/", {"wanted": "yes"})
    assert EveningBell.objects.count() == 1
    assert "Stop notifying me" in own.get("/").content.decode()
    own.post("/bell/", {"wanted": "no"})
    assert not EveningBell.objects.exists()
    assert browser().post("/bell/", {"wanted": "yes"}).status_code == 403


def test_an_absent_player_is_notified_of_each_arrival_and_of_a_full_table(alice, bob, mallory):
    with_devices(alice, bob)
    table = open_table(alice, "noir")
    table.seats_max = 3
    Match.objects.filter(pk=table.pk).update(seats_max=3)
    assert "Notify me when somebody comes" in page_of(alice, table)
    post(alice, table, "call")
    assert sorted(bell.arrivals()) == []
    tables.sit(table.pk, bob)
    (first,) = sorted(bell.arrivals())
    assert first[0] == alice.pk
    post(bob, table, "call")
    tables.sit(table.pk, mallory)
    second = sorted(bell.arrivals())
    assert [user for user, _marker in second] == sorted([alice.pk, bob.pk])
    assert first not in second
    assert sorted(bell.full()) == sorted([(alice.pk, table.code), (bob.pk, table.code)])
    post(bob, table, "uncall")
    assert sorted(bell.full()) == [(alice.pk, table.code)]


def test_only_seated_players_may_be_notified(alice, bob):
    table = open_table(alice, "noir")
    assert post(bob, table, "call").status_code == 403
    with pytest.raises(calls.errors.NotSeated):
        calls.want_call(table.pk, bob, wanted=True)


def test_nobody_else_sees_who_wants_notifications(alice, bob):
    table = open_table(alice, "noir", seats=(2, 2))
    tables.sit(table.pk, bob)
    before = without_marks(page_of(bob, table))
    post(alice, table, "call")
    assert without_marks(page_of(bob, table)) == before


def test_bots_take_the_seats_that_are_needed_after_the_time_that_the_host_set(alice, bob):
    table = open_table(alice, bots_after=10)
    tables.sit(table.pk, bob)
    bots_after.fill_due()
    assert table.players.count() == 2
    Match.objects.update(opened_at=table.opened_at - timedelta(minutes=10))
    for _look in range(2):
        bots_after.fill_due()
    assert (table.players.count(), table.players.exclude(bot="").count()) == (5, 3)
    assert "bot" in page_of(bob, table)
    bot = table.players.exclude(bot="").first()
    tables.remove(table.pk, alice, bot.seat)
    bots_after.fill_due()
    assert table.players.count() == 4  # once is enough: the host decides


def test_the_form_offers_only_minutes(alice):
    body = {
        "game": "noir", "seats_min": 2, "seats_max": 2, "visibility": "public", "language": "en",
    }  # fmt: skip
    own = browser(alice)
    assert own.post("/open/", {**body, "bots_after": "7"}).status_code == 422
    own.post("/open/", {**body, "bots_after": "5"})
    assert Match.objects.get().bots_after == 5
    assert "Bots after 5 minutes" in browser().get("/").content.decode()


def test_the_first_page_counts_players_and_waiting_people_except_opt_outs(alice, bob, mallory):
    running(alice)  # with four others
    open_table(bob)
    tables.sit(open_table(mallory).pk, bob)
    assert (lobby.figures().playing, lobby.figures().waiting) == (5, 2)
    User.objects.filter(pk__in=[alice.pk, bob.pk]).update(shows_presence=False)
    lobby.cache.clear()
    assert (lobby.figures().playing, lobby.figures().waiting) == (4, 1)
    page = browser().get("/").content.decode()
    assert "4 people are playing" in page
    assert "1 person is waiting at a table" in page


def test_presence_is_switched_off_in_the_settings(alice):
    own = browser(alice)
    assert 'name="shows_presence"' in own.get("/account/profile/").content.decode()
    fields = {"display_name": "Alice", "history_audience": "everyone", "letter_way": ""}
    own.post("/account/profile/", fields)
    alice.refresh_from_db()
    assert not alice.shows_presence


def test_the_section_takes_the_same_queries_for_ten_and_a_thousand_people(alice):
    host = people(1, "host")[0]
    counts = []
    for total in (10, 990):
        table = open_table(host)
        Player.objects.bulk_create(sit_down(users_of(f"w-{total}", total), table, first=1))
        lobby.cache.clear()
        with CaptureQueriesContext(connection) as caught:
            lobby.lobby_of(alice)
        counts.append(len(caught))
    assert counts[0] == counts[1]
    lobby.cache.clear()
    assert lobby.figures().waiting == 1001
