"""Open tables that nobody attends are closed; attended and awaited ones stay."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.matches.lobby import attendance, reserved_seats
from games.matches.lobby import services as lobby
from games.matches.models import Match
from tests.matches.seating import browser, open_table, running
from tests.matches.sockets import settle, stored, visit

pytestmark = pytest.mark.django_db


def left_for(match: Match, **ago: int) -> None:
    Match.objects.filter(pk=match.pk).update(seen_at=timezone.now() - timedelta(**ago))


def stays(match: Match) -> bool:
    attendance.look()
    return Match.objects.filter(pk=match.pk).exists()


@pytest.mark.parametrize(
    ("settings", "stays_for", "closes_after"),
    [
        ({}, {"minutes": 14}, {"minutes": 16}),
        ({"visibility": "link"}, {"hours": 23}, {"hours": 25}),
        ({"pace": "daily"}, {"days": 6}, {"days": 8}),
    ],
)
def test_an_abandoned_table_is_closed_after_its_time(alice, settings, stays_for, closes_after):
    match = open_table(alice, **settings)
    left_for(match, **stays_for)
    assert stays(match)
    left_for(match, **closes_after)
    assert not stays(match)


def test_a_player_who_loads_the_page_is_present_without_a_socket(alice, mallory):
    match = open_table(alice)
    left_for(match, minutes=20)
    browser(mallory).get(match.get_absolute_url())
    assert not stays(match)
    match = open_table(alice)
    left_for(match, minutes=20)
    browser(alice).get(match.get_absolute_url())
    assert stays(match)


def test_a_player_whose_page_polls_is_present_without_a_socket(alice):
    match = open_table(alice)
    client = browser(alice)
    client.get(match.get_absolute_url())
    left_for(match, minutes=16)
    client.get(f"{match.get_absolute_url()}live/", headers={"HX-Request": "true"})
    assert stays(match)


def test_a_player_who_acts_at_the_table_is_present(alice, bob):
    match = open_table(alice)
    left_for(match, minutes=20)
    lobby.sit(match.pk, bob)
    assert stays(match)


def test_reserved_tables_the_site_s_own_tables_and_running_matches_are_not_closed(alice, bob):
    game = {"game": "noir", "visibility": "public", "seats_min": 2, "seats_max": 2}
    kept = reserved_seats.reserve(people=[alice, bob], game="noir", visibility="public")
    own, dealt = lobby.open_to_all(bots=1, **game), running(alice)
    for match in (kept, own, dealt):
        left_for(match, days=30)
        assert stays(match)


def test_a_new_deal_waits_for_players_who_are_still_playing(alice):
    match = running(alice)
    successor = lobby.ask_redeal(match.pk, alice)
    left_for(successor, days=30)
    assert stays(successor)


@pytest.mark.django_db(transaction=True)
async def test_an_open_page_of_a_seated_player_keeps_a_table_open(alice, bob):
    match, other = await stored(open_table)(alice), await stored(open_table)(bob)
    page, looker = await visit(match, alice), await visit(other, alice)
    await settle(page, looker)
    for table in (match, other):
        await stored(left_for)(table, minutes=20)
    assert await stored(stays)(match)
    assert not await stored(stays)(other)
    await page.leave()
