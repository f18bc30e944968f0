"""Pages of a season with 200 players: short, searchable, and showing the visitor's own rows."""

import re

import pytest
from django.test import Client

from accounts.models import User
from games.leagues.models import Chair, Division, Entry, Fixture, Member, Round, Season
from games.leagues.seasons import services as seasons
from tests.leagues.league_play import drawn, found, people, season_of, settle_round
from tests.leagues.organiser.visitors import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def crowded(owner):
    """A round robin of four, joined by 196 more who have met in one round of a hundred duels."""
    season = season_of(found(owner), owner, people(4), format="round_robin")
    seasons.begin(season, owner)
    first = drawn(season, owner)
    division = Division.objects.get()
    users = User.objects.bulk_create(
        User(username=f"u{number}", display_name=f"Guest {number:03}") for number in range(196)
    )
    Member.objects.bulk_create(Member(league=season.league, user=one) for one in users)
    entries = Entry.objects.bulk_create(
        Entry(season=season, division=division, user=one, name=one.name, seed_rank=place)
        for place, one in enumerate(users, 5)
    )
    for number in range(98):
        fixture = Fixture.objects.create(round=first, number=number + 3)
        for seat in (0, 1):
            fixture.chairs.create(entry=entries[2 * number + seat], seat=seat)
    settle_round(first, [one.pk for one in entries])
    return Season.objects.get(), users


def elements(page):
    return len(re.findall(r"<[a-z]", page.partition("<main")[2].partition("</main>")[0]))


def test_pages_of_200_players_stay_short_and_searchable(crowded):
    season, users = crowded
    base = season.get_absolute_url()
    stranger, me = Client(), client_of(users[150])

    def page(client, path, **query):
        answer = client.get(base + path, query)
        assert answer.status_code == 200
        return answer.content.decode()

    for path, most in (("", 2300), ("rounds/", 800), ("crosstable/", 1500)):
        assert elements(page(stranger, path)) < most, path

    shown = page(stranger, "rounds/", round=1)
    assert shown.count('class="fixture-link"') == 30
    assert "Page 1 of 4" in shown
    assert "page=2" in shown
    assert "round=1" in shown
    assert page(stranger, "rounds/", round=1, search="guest 150").count("fixture-link") == 1
    assert page(me, "rounds/", round=1, me=1).count("fixture-link") == 1
    assert "Nobody by that name" in page(stranger, "rounds/", round=1, search="zz\0z")
    assert "Only me" in page(me, "rounds/")
    assert "Only me" not in page(stranger, "rounds/")
    assert "Only me" not in page(client_of(season.league.founder), "rounds/")
    assert stranger.get(base + "rounds/", {"round": 99}).status_code == 404

    own = page(me, "crosstable/")  # the part that contains the visitor
    assert "Guest 150" in own
    assert "Guest 151" in page(stranger, "crosstable/", search="guest 151")
    assert page(stranger, "", search="Guest 17").count("<bdi>Guest 17") >= 10
    assert "Guest 150" in page(me, "", me=1)


def test_organisers_page_through_a_round_of_a_hundred_duels(crowded, owner):
    season, _users = crowded
    mine, first = client_of(owner), Round.objects.get(status="closed")
    path = f"{season.get_absolute_url()}run/rounds/{first.pk}/"
    Round.objects.filter(pk=first.pk).update(status="published")
    shown = mine.get(path).content.decode()
    assert elements(shown) < 800
    assert "Page 1 of 4" in shown
    assert "Guest 190" not in shown
    found_one = mine.get(path, {"search": "guest 190"}).content.decode()
    assert "Guest 190" in found_one
    assert found_one.count("draft-seat") == 3
    assert "Nobody by that name." in mine.get(path, {"search": "zz"}).content.decode()
    picked = Chair.objects.filter(fixture__round=first).first()
    found_one = mine.get(path, {"search": "guest 190", "swap": picked.pk}).content.decode()
    assert f'name="swap" value="{picked.pk}"' in found_one


def test_organisers_can_find_one_of_200_players_and_members(crowded, owner):
    season, _users = crowded
    mine = client_of(owner)
    for path, row in (
        (f"{season.get_absolute_url()}run/players/", 'name="players"'),
        (f"{season.league.get_absolute_url()}run/members/", "roster-row"),
    ):
        shown = mine.get(path).content.decode()
        assert shown.count(row) == 50, path
        assert "Page 1 of " in shown
        far = next(f"Guest {one}" for one in range(195, 99, -1) if f"Guest {one}" not in shown)
        found_one = mine.get(path, {"search": far.lower()}).content.decode()
        assert found_one.count(row) == 1
        assert far in found_one
        assert "Nobody by that name." in mine.get(path, {"search": "zz"}).content.decode()
        assert mine.get(path, {"page": "last"}).status_code == 200
