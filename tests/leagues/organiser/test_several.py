"""The organisers' list of players follows the standings; one step can affect several players."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.leagues.models import Audit, Entry, Notice, Season
from games.leagues.seasons import announcements
from tests.leagues.league_play import drawn, found, people, running, season_of, settle
from tests.leagues.organiser.visitors import client_of, text

pytestmark = pytest.mark.django_db


def page_of(season: Season, step: str = "") -> str:
    return f"{season.get_absolute_url()}run/players/{step}"


def keys_on(page: str) -> list[int]:
    """Return the players whose checkboxes a page shows, in page order."""
    return [int(key) for key in re.findall(r'name="players" value="(\d+)"', page)]


def test_players_are_listed_in_the_order_of_their_points(owner):
    season, _players = running(owner, 4)
    winners = []
    for fixture in drawn(season, owner).fixtures.all():
        winners.append(fixture.chairs.last().entry_id)
        settle(fixture, winners[-1:])
    shown = keys_on(text(client_of(owner).get(page_of(season))))
    assert set(shown[:2]) == set(winners)
    assert set(shown) == set(season.entries.values_list("pk", flat=True))


def test_the_step_shows_the_selected_players_or_everybody_if_none_is_selected(owner):
    season, _players = running(owner, 4)
    chosen = [one.pk for one in season.entries.order_by("pk")[1:3]]
    client, address = client_of(owner), page_of(season, "note/")
    assert keys_on(text(client.get(address, {"players": chosen}))) == chosen
    assert len(keys_on(text(client.get(address)))) == 4


def test_one_refusal_leaves_all_players_unchanged_and_names_the_player(owner):
    season, _players = running(owner, 3)
    first, second, _third = season.entries.order_by("pk")
    for number in range(announcements.MOST):
        announcements.write_to(second, owner, text=f"Note {number}")
    data = {"players": [first.pk, second.pk], "text": "The hall has moved."}
    answer = client_of(owner).post(page_of(season, "note/"), data)
    assert answer.status_code == 409
    assert f"{second.name}: " in text(answer)
    assert not Notice.objects.filter(user=first.user, kind=Notice.Kind.NOTE).exists()


def test_a_player_of_another_season_is_refused(owner):
    season, _players = running(owner, 3)
    other = season_of(season.league, owner, people(2, "guest"))
    foreign = other.entries.first()
    answer = client_of(owner).post(
        page_of(season, "note/"), {"players": [foreign.pk], "text": "Hello"}
    )
    assert answer.status_code == 422
    assert not Notice.objects.filter(kind=Notice.Kind.NOTE).exists()


@pytest.mark.parametrize(("count", "offers"), [(1, True), (2, False)])
def test_a_message_offers_to_undo_a_single_act_but_not_the_last_of_several(owner, count, offers):
    season = season_of(found(owner), owner, people(3))
    Entry.objects.filter(season=season).update(status=Entry.Status.APPLIED)
    chosen = [one.pk for one in season.entries.order_by("pk")[:count]]
    answer = client_of(owner).post(page_of(season, "accept/"), {"players": chosen}, follow=True)
    assert Audit.objects.filter(verb="accept").count() == count
    assert ("/undo/" in text(answer)) is offers


def test_places_are_filled_in_the_order_of_entry(owner):
    season = season_of(found(owner), owner, people(3), capacity=1)
    now = timezone.now()
    latest, middle, earliest = season.entries.order_by("pk")
    for day, entry in enumerate((earliest, middle, latest)):
        since = now + timedelta(days=day)
        Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.APPLIED, entered_at=since)
    chosen = [latest.pk, middle.pk, earliest.pk]
    assert keys_on(text(client_of(owner).get(page_of(season)))) == chosen[::-1]
    client_of(owner).post(page_of(season, "accept/"), {"players": chosen})
    statuses = dict(season.entries.values_list("pk", "status"))
    assert [statuses[key] for key in chosen] == ["waiting", "waiting", "confirmed"]
    assert keys_on(text(client_of(owner).get(page_of(season))))[1:] == [middle.pk, latest.pk]
