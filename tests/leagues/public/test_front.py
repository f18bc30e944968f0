"""A league's front page: a summary of its season for the visitor; and its members."""

import re

from django.contrib.auth.models import AnonymousUser

from games.leagues.models import Entry, Fixture, Member, Season
from games.leagues.public import queries
from games.leagues.public.standings_table import table_of
from tests.leagues.public import making
from tests.leagues.public.conftest import visitor
from tests.leagues.public.test_pages import text


def test_a_league_without_a_season_shows_a_notice(db, stranger, alice):
    making.league(alice)
    assert "No season has been played yet." in text(stranger, "/leagues/tuesday/")
    assert "No season has been closed yet." in text(stranger, "/leagues/tuesday/seasons/")


def test_a_cancelled_season_is_past_and_none_of_its_fixtures_is_due(nights, stranger):
    season = nights.season
    fixture = Fixture.objects.filter(round__division=nights, status="planned").first()
    pages = ("1/", f"1/fixtures/{fixture.pk}/", "seasons/")
    assert "Now" in text(stranger, "/leagues/tuesday/seasons/")
    assert "played until" in "".join(text(stranger, f"/leagues/tuesday/{one}") for one in pages)
    Season.objects.filter(pk=season.pk).update(status=Season.Status.CANCELLED)
    front, page, seasons = (text(stranger, f"/leagues/tuesday/{one}") for one in pages)
    wall = text(stranger, "/leagues/tuesday/1/wall/")
    assert "played until" not in front + page + wall
    assert "Next: round" not in wall
    assert "This season was cancelled." in page
    assert "Past seasons" in seasons
    assert ">Now<" not in seasons


def test_the_front_page_counts_the_settled_fixtures_of_the_round(nights, stranger):
    page = text(stranger, "/leagues/tuesday/")
    counted = re.search(r"Round (\d) of 3 <[^>]*>(\d)/(\d)<", page)
    fixtures = Fixture.objects.filter(round__division=nights, round__number=counted[1])
    settled = fixtures.exclude(status=Fixture.Status.PLANNED).count()
    assert (int(counted[2]), int(counted[3])) == (settled, fixtures.count())


def test_fixtures_that_are_due_have_no_result(duels):
    due = queries.fixtures_due(duels.season, AnonymousUser())
    assert {one.status for one in due} == {"planned"}


def test_members_are_sorted_by_role_and_then_by_name(nights, stranger):
    nights.season.league.members.filter(user__username="p9").update(role="arbiter")
    page = text(stranger, "/leagues/tuesday/members/")
    found = re.findall(r'<a href="/account/people/[^"]*"><bdi>(.*?)</bdi>', page)
    assert found[:2] == ["Adela", "Juno"]
    assert found[2:] == sorted(found[2:], key=str.lower)
    assert len(found) == 14


def test_the_excerpt_of_the_table_ends_with_the_visitor_s_row(nights, stranger):
    ranks = [line.row.entry for line in table_of(nights, AnonymousUser(), tiers=1).lines]
    last = visitor(Entry.objects.get(pk=ranks[-1]).user)
    sixth = visitor(Entry.objects.get(pk=ranks[5]).user)
    found = [
        (page.count('scope="row"'), page.count('class="own"'), page.count('class="gap"'))
        for page in (text(client, "/leagues/tuesday/") for client in (stranger, sixth, last))
    ]
    assert found == [(5, 0, 0), (6, 1, 0), (6, 1, 1)]


def test_the_excerpt_shows_the_visitor_s_own_division(duels, stranger):
    users = making.people(2, "s")
    second = duels.season.divisions.create(tier=2, name="Second")
    for rank, user in enumerate(users, 1):
        Entry.objects.create(
            season=duels.season, division=second, user=user, name=user.name, seed_rank=rank
        )
        Member.objects.create(league=duels.season.league, user=user)
    front = "/leagues/duellists/"
    in_second = text(visitor(users[0]), front)
    assert "<bdi>Second</bdi>" in in_second
    assert "<bdi>s-1</bdi>" in in_second
    assert 'href="/leagues/duellists/1/?division=2"' in in_second
    for client in (stranger, visitor(duels.entries.first().user)):
        assert "<bdi>s-1</bdi>" not in text(client, front)


def test_no_division_is_named_before_the_season_begins(db, stranger):
    users = making.people(2)
    season = making.season(making.league(users[0], users), users, status="registration").season
    season.divisions.update(name="First")
    season.divisions.create(tier=2, name="Second")
    page = text(stranger, "/leagues/tuesday/")
    assert "2 players have entered" in page
    assert "<bdi>First</bdi>" not in page
