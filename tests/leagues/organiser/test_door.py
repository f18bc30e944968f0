"""A table night: players check in with a code at the door; a wall shows the current round."""

import re
from datetime import timedelta

import pytest
from django.core import signing
from django.test import Client

from accounts.models import User
from games.leagues.models import Attendance, Audit, League, Member
from games.leagues.seasons import divisions, door, draws, sitting_out
from games.leagues.seasons import services as seasons
from games.matches import limits
from tests.conftest import account
from tests.leagues.league_play import (
    drawn,
    entry_of,
    found,
    people,
    play_round,
    running,
    season_of,
)
from tests.leagues.organiser.visitors import client_of, text

pytestmark = pytest.mark.django_db


def night(owner, **fields):
    """Return a season of table nights that asks for attendance, and its seven players."""
    fields = {"asks_attendance": True, "rounds_planned": 4, **fields}
    return running(owner, 7, "secret-hitler", **fields)


def address_of(season) -> str:
    """Return the URL in the current code at the door."""
    return f"/leagues/{season.league.slug}/{season.number}/door/{door.code_of(season)}/"


def test_players_and_guests_who_scan_the_code_are_present_for_the_next_round(owner):
    season, players = night(owner)
    League.objects.update(access="invitation", is_listed=False)
    page = f"/leagues/{season.league.slug}/{season.number}/run/door/"
    organiser = client_of(owner)
    assert "data:image/svg+xml;base64," in text(organiser.get(page))
    division = season.divisions.get()
    assert sitting_out.coming(division, 1) == set()
    address = address_of(season)
    ada = client_of(players[0])
    assert ada.get(address).status_code == 200
    assert not Attendance.objects.exists()
    assert ada.post(address).url == season.get_absolute_url()
    guest = Client()
    assert guest.post(address, {"name": ""}).status_code == 422
    assert guest.post(address, {"name": "Wanda"}).status_code == 302
    assert client_of(account("Zoe")).post(address).status_code == 302
    wanda = season.entries.get(name="Wanda")
    assert wanda.user.is_guest
    there = {entry_of(season, players[0]), wanda, season.entries.get(name="Zoe")}
    assert sitting_out.coming(division, 1) == {one.pk for one in there}
    shown = text(organiser.get(page))
    assert all(name in shown for name in ("3 players are here", "Wanda", "Zoe", players[0].name))
    joined = Audit.objects.filter(verb="join_late", actor=None)
    assert sorted(joined.values_list("about", flat=True)) == ["Wanda", "Zoe"]


@pytest.mark.parametrize("signed", [7, {"season": 7}, None])
def test_a_signed_code_of_another_format_is_refused_like_a_forged_one(owner, signed):
    season, players = night(owner)
    code = signing.dumps(signed, salt=door.SALT)
    address = f"/leagues/{season.league.slug}/{season.number}/door/{code}/"
    assert client_of(players[0]).get(address).status_code == 404


def test_a_code_is_invalid_later_elsewhere_and_for_banned_users(owner, monkeypatch):
    season, players = night(owner)
    address = address_of(season)
    browser = client_of(players[0])
    Member.objects.filter(user=players[1]).update(status="banned")
    banned = client_of(players[1])
    assert [banned.get(address).status_code, banned.post(address).status_code] == [403, 403]
    for forged in (address.replace(":", ":x", 1), address.replace(":", "/", 1)):
        assert Client().get(forged).status_code == 404
    monkeypatch.setattr(door, "LIFE", timedelta(seconds=-1))
    assert [browser.get(address).status_code, browser.post(address).status_code] == [410, 410]
    monkeypatch.undo()
    for user in players:
        sitting_out.say(entry_of(season, user), user, 1, comes=True)
    drawn(season, owner)
    assert browser.post(address).status_code == 410  # the code of the previous round
    assert browser.post(address_of(season)).status_code == 302
    assert Attendance.objects.filter(checked_in_at__isnull=False).count() == 1


def test_players_check_in_for_the_current_round_of_their_own_division(owner):
    season = season_of(
        found(owner, "secret-hitler"), owner, people(12),
        format="swiss_tables", table_size=6, rounds_planned=2, asks_attendance=True,
    )  # fmt: skip
    divisions.arrange(season, owner, divisions=[{"name": "First"}, {"name": "Second"}])
    seasons.begin(season, owner)
    first, second = season.divisions.all()
    for entry in first.entries.all():
        sitting_out.say(entry, entry.user, 1, comes=True)
    drawn(season, owner)
    page = f"{season.get_absolute_url()}run/door/"
    assert "Check in for round" not in text(client_of(owner).get(page))
    for division, number in ((first, 2), (second, 1)):
        entry = division.entries.first()
        phone = client_of(entry.user)
        assert f"Check in for round {number}" in text(phone.get(address_of(season)))
        assert phone.post(address_of(season)).status_code == 302
        assert entry.attendances.get(round_number=number).comes
    assert [one.entry.division.name for one in door.checked_in(season)] == ["Second", "First"]


def test_nobody_can_check_in_after_the_last_round(owner):
    season, players = night(owner, rounds_planned=1)
    for user in players:
        sitting_out.say(entry_of(season, user), user, 1, comes=True)
    address = address_of(season)
    drawn(season, owner)
    phone = client_of(players[0])
    assert [phone.post(at).status_code for at in (address, address_of(season))] == [410, 410]
    here = f"{season.get_absolute_url()}run/"
    organiser = client_of(owner)
    assert organiser.get(f"{here}door/").url == here
    assert f"{here}door/" not in text(organiser.get(here))


def test_guests_of_the_same_name_are_told_apart_in_a_season(owner):
    season, _players = night(owner)
    for name in ("Bob", "bob", "\uff22ob"):
        phone = Client()
        phone.post(address_of(season), {"name": name})
        assert phone.session["_auth_user_id"]
    entered = season.entries.filter(user__is_guest=True).order_by("pk")
    assert [one.name for one in entered] == ["Bob", "bob (2)", "Bob (3)"]


def test_the_audit_shows_that_players_at_the_door_joined_automatically(owner):
    season, _players = night(owner)
    Client().post(address_of(season), {"name": "Wanda"})
    page = client_of(owner).get(
        f"/leagues/{season.league.slug}/audit/", headers={"accept-language": "de"}
    )
    assert "Am Eingang eingecheckt." in text(page)
    assert "Checked in at the door" not in text(page)
    assert "gelöscht" not in text(page)


def test_scanning_the_code_again_shows_that_the_player_is_checked_in(owner):
    season, players = night(owner)
    address, phone = address_of(season), client_of(players[0])
    assert "I am here" in text(phone.get(address))
    phone.post(address)
    again = text(phone.get(address))
    assert "You are checked in" in again
    assert "I am here" not in again


def test_an_old_or_broken_door_code_does_not_count_as_a_search_for_tables(owner):
    season, _players = night(owner)
    address = address_of(season)
    broken = [address[:-3] + "xx/", address.rpartition("door/")[0] + "door/%00/"]
    phone = Client(REMOTE_ADDR="93.184.215.14")  # the IP address that all guests of a venue share
    for number in range(limits.WRONG_CODES + 1):
        assert phone.get(broken[number % 2]).status_code == 404
    assert phone.get(address).status_code == 200


def test_a_guest_turned_away_at_the_door_leaves_no_data_behind(owner):
    season, players = night(owner)
    for user in players:
        sitting_out.say(entry_of(season, user), user, 1, comes=True)
    drawn(season, owner)
    second = season.divisions.create(name="Second", tier=2)  # the division of newcomers
    second.rounds.create(number=season.rounds_planned, status="published")
    phone, before = Client(), User.objects.count()
    asked = phone.get(address_of(season))
    assert (asked.status_code, "The entry deadline has passed." in text(asked)) == (409, True)
    assert "I am here" not in text(asked)
    assert "Log in, if you have an account" in text(asked)  # players may be logged out
    assert client_of(players[0]).get(address_of(season)).status_code == 200  # already plays
    assert phone.post(address_of(season), {"name": "Wanda"}).status_code == 409
    assert User.objects.count() == before
    assert "_auth_user_id" not in phone.session
    assert not Member.objects.filter(user__display_name="Wanda").exists()


def test_the_wall_shows_current_rounds_to_everybody_and_drafts_to_nobody(owner):
    season, players = night(owner)
    wall = f"/leagues/{season.league.slug}/{season.number}/wall/"
    for user in players:
        sitting_out.say(entry_of(season, user), user, 1, comes=True)
    assert "No round has been published yet" in text(client_of(owner).get(wall))
    run = f"/leagues/{season.league.slug}/{season.number}/run/"
    drafted = draws.draft_round(season.divisions.get(), owner)
    asked = text(client_of(owner).get(f"{run}rounds/{drafted.pk}/publish/"))
    assert "Playing time in minutes" in asked
    publish = client_of(owner).post(f"{run}rounds/{drafted.pk}/publish/", {"minutes": 90})
    assert publish.status_code == 302
    shown = text(Client().get(wall))
    assert "1:30" in shown
    assert all(one.name in shown for one in players)
    assert "Next: round 2" in shown
    assert 'data-renew="15" data-next="?division=1"' in shown
    assert '<noscript><meta http-equiv="refresh" content="15;url=?division=1">' in shown
    pages = (text(one.get(wall)) for one in (client_of(players[0]), Client()))
    assert len({re.sub(r"<time [^>]*>[^<]*</time>", "", page) for page in pages}) == 1
    play_round(drafted)
    assert "as soon as it is drawn" in text(Client().get(wall))


def test_the_wall_shows_the_divisions_in_turn_without_those_that_have_no_round(owner):
    season = season_of(
        found(owner, "secret-hitler"), owner, people(24),
        format="tables", table_size=5, rounds_planned=2,
    )  # fmt: skip
    names = [{"name": name, "capacity": most} for name, most in (("A", 5), ("B", 5), ("C", None))]
    divisions.arrange(season, owner, divisions=names)
    seasons.begin(season, owner)
    for one in season.divisions.exclude(name="B"):
        draws.publish_round(draws.draft_round(one, owner), owner)
    wall, seen, page = f"{season.get_absolute_url()}wall/", [], "?division=1"
    for _page in range(4):
        seen.append(page)
        shown = text(Client().get(wall + page))
        page = shown.partition('data-next="')[2].partition('"')[0].replace("&amp;", "&")
    assert seen == ["?division=1", "?division=3", "?division=1", "?division=3"]
