"""Calendar feeds: their contents for programs, and secrets they must not show."""

from datetime import UTC, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar as Feed

from games.leagues.fixtures import rulings
from games.leagues.membership import services as membership
from games.leagues.models import Audit, Calendar, Fixture, Member, Round
from games.leagues.organiser import undo
from games.leagues.scheduling import attendance, calendars, proposals, substitutes
from games.leagues.seasons import services as seasons
from tests.leagues.scheduling.arranging import duel, fresh, league_of, move, soon, table, users_of

pytestmark = pytest.mark.django_db


def events(text: bytes) -> list:
    return Feed.from_ical(text).walk("VEVENT")


def own(user) -> list:
    return events(calendars.own_feed(user))


def test_a_fixture_with_a_time_is_an_event_in_utc(owner, fixture, ada, ben):
    at = soon(days=2)
    proposals.set_time(fixture.pk, owner, at)
    (event,) = own(ada)
    assert event["uid"] == f"fixture-{fixture.pk}@localhost"
    assert event.decoded("dtstart") == at
    assert event["dtstart"].to_ical().endswith(b"Z")
    assert event.decoded("dtend") - at == timedelta(minutes=50)
    assert event["sequence"] == 1
    assert event["status"] == "CONFIRMED"
    assert event["url"].endswith(fixture.get_absolute_url())
    assert {ada.name, ben.name} == set(event["summary"].rpartition(": ")[2].split(" – "))
    assert event.decoded("dtstamp").tzinfo is not None


def test_the_feed_names_the_site_that_made_it(owner, settings):
    settings.SITE_NAME = "Salon, Rouge"
    feed = Feed.from_ical(calendars.own_feed(owner))
    assert feed["prodid"] == "-//Salon, Rouge//leagues//EN"


def test_moving_a_fixture_keeps_its_event_and_raises_its_sequence(owner, fixture, ada):
    seen = []
    for days in (1, 2):
        proposals.set_time(fixture.pk, owner, soon(days=days))
        (event,) = own(ada)
        seen.append((event["uid"], event["sequence"], event.decoded("last-modified")))
    assert seen[0][0] == seen[1][0]
    assert seen[1][1] == seen[0][1] + 1
    assert seen[1][2] >= seen[0][2]


def test_a_fixture_without_a_time_is_the_last_day_of_its_round_and_blocks_no_time(fixture):
    (event,) = own(users_of(fixture)[0])
    assert event.decoded("dtstart") == fixture.round.closes_at.astimezone(UTC).date()
    assert (event["transp"], event["status"]) == ("TRANSPARENT", "TENTATIVE")


def test_a_fixture_that_does_not_take_place_is_cancelled(owner):
    fixture = move(duel(owner), days=1)
    Fixture.objects.update(status="void", finished_at=timezone.now())
    (event,) = own(users_of(fixture)[0])
    assert event["status"] == "CANCELLED"


def forfeited(owner, fixture):
    entry = fixture.chairs.first().entry_id
    rulings.forfeit_fixture(fixture, owner, {entry}, reason="Nobody there")
    return Audit.objects.get(verb="forfeit_fixture")


def cancelled(owner, fixture):
    seasons.cancel(fixture.round.division.season, owner, reason="Too few")
    return Audit.objects.get(verb="cancel_season")


@pytest.mark.parametrize("stop", [forfeited, cancelled])
def test_undoing_the_end_of_a_fixture_never_makes_its_event_older(owner, stop):
    fixture = move(duel(owner), days=1)
    ada = users_of(fixture)[0]
    Round.objects.update(published_at=timezone.now() - timedelta(days=2))
    act = stop(owner, fresh(fixture))
    (ended,) = own(ada)
    undo.undo(act.pk, owner, reason="They were there")
    (again,) = own(ada)
    assert (ended["status"], again["status"]) == ("CANCELLED", "CONFIRMED")
    for field in ("dtstamp", "last-modified"):
        assert again.decoded(field) >= ended.decoded(field)
    assert again["sequence"] >= ended["sequence"]


def test_reopening_a_fixture_never_makes_its_event_older(owner):
    fixture = move(duel(owner), days=1)
    ada = users_of(fixture)[0]
    Round.objects.update(published_at=timezone.now() - timedelta(days=2))
    forfeited(owner, fresh(fixture))
    (ended,) = own(ada)
    rulings.reopen_fixture(fresh(fixture), owner, reason="They were there")
    (again,) = own(ada)
    assert again["status"] == "TENTATIVE"
    assert again.decoded("dtstamp") >= ended.decoded("dtstamp")


def test_others_do_not_see_a_fixture_but_substitutes_do(owner, alice, mallory):
    fixture = table(owner, 6)
    league = league_of(fixture)
    for user in (alice, mallory):
        membership.join(league, user)
    Member.objects.filter(user=alice).update(can_substitute=True)
    gone = users_of(fixture)[0]
    assert own(mallory) == own(alice) == []
    attendance.rsvp(fixture.pk, gone, "no")
    substitutes.offer(fixture.chairs.get(entry__user=gone).pk, alice)
    assert len(own(alice)) == 1
    assert own(gone) == own(mallory) == []


def test_drafts_are_not_in_any_calendar(owner):
    fixture = move(duel(owner), days=1)
    Round.objects.update(status=Round.Status.DRAFT)
    assert own(users_of(fixture)[0]) == []
    assert events(calendars.league_feed(league_of(fixture))) == []


def test_only_users_with_the_url_can_read_a_feed_until_it_is_renewed(owner):
    fixture = move(duel(owner), days=1)
    ada = users_of(fixture)[0]
    client = Client()
    client.force_login(ada)
    page = client.get(f"/leagues/{league_of(fixture).slug}/calendar/")
    key = Calendar.objects.get(user=ada).key
    assert f"/leagues/calendar/{key}.ics" in page.content.decode()
    assert "webcal://" in page.content.decode()
    stranger = Client()
    answer = stranger.get(f"/leagues/calendar/{key}.ics")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert len(events(answer.content)) == 1
    assert "private" in answer["Cache-Control"]
    client.post(f"/leagues/{league_of(fixture).slug}/calendar/renew/")
    assert stranger.get(f"/leagues/calendar/{key}.ics").status_code == 404
    assert Calendar.objects.get(user=ada).key != key


@pytest.mark.parametrize("key", ["nobody", "x" * 32, "%00", "a" * 5000, "☃"])
def test_an_unknown_key_is_not_found(db, key):
    assert Client().get(f"/leagues/calendar/{key}.ics").status_code == 404


def test_a_deactivated_account_has_no_calendar(owner):
    key = calendars.calendar_of(owner).key
    owner.is_active = False
    owner.save()
    assert Client().get(f"/leagues/calendar/{key}.ics").status_code == 404


def test_the_league_s_feed_is_public_and_contains_nothing_private(owner, fixture, ada):
    Member.objects.filter(user=ada).update(hours=[100], timezone="Pacific/Chatham")
    proposals.set_time(fixture.pk, owner, soon(days=1))
    answer = Client().get(f"/leagues/{league_of(fixture).slug}/calendar.ics")
    text = answer.content.decode()
    assert answer.status_code == 200
    assert len(events(answer.content)) == 1
    for private in (ada.email, "Chatham", calendars.calendar_of(ada).key, "ATTENDEE"):
        assert private not in text


def test_a_hidden_league_has_no_public_feed(fixture):
    league = league_of(fixture)
    league.access, league.is_listed = "invitation", False
    league.save()
    assert Client().get(f"/leagues/{league.slug}/calendar.ics").status_code == 404


def test_hostile_names_remain_text(owner):
    fixture = move(duel(owner), days=1)
    league = league_of(fixture)
    league.name = "A\r\nBEGIN:VEVENT\r\nSUMMARY:hoax, with; signs\\n"
    league.save()
    ada = users_of(fixture)[0]
    (event,) = own(ada)
    assert "hoax" in event["description"]
    assert len(events(calendars.league_feed(league))) == 1
    assert fresh(fixture).starts_at


def test_an_unchanged_feed_is_not_sent_again(owner, fixture):
    proposals.set_time(fixture.pk, owner, soon(days=2))
    address = f"/leagues/{league_of(fixture).slug}/calendar.ics"
    browser = Client()
    tag = browser.get(address)["ETag"]
    again = browser.get(address, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    proposals.set_time(fixture.pk, owner, soon(days=3))
    assert browser.get(address, headers={"If-None-Match": tag}).status_code == 200
