"""Secrets of leagues: hidden leagues, drafts, closed doors, deleted people."""

import pytest
from django.urls import reverse

from accounts import privacy
from games.leagues.membership import services as membership
from games.leagues.models import Audit, Chair, Entry, Fixture, Member, Round, Season
from games.leagues.organiser import undo
from games.matches.models import Match
from games.ratings.models import Pool, Rating
from tests.leagues.league_play import running
from tests.leagues.public import making
from tests.leagues.public.conftest import visitor
from tests.leagues.public.test_pages import PAGES, text

DRAFTS = ("1/rounds/", "1/", "1/crosstable/", "", "1/results.csv", "1/results.json", "audit/")


def addresses(division):
    """Return every URL of a league's pages."""
    return [
        *(f"/leagues/tuesday/{page}" for page in PAGES),
        division.entries.first().get_absolute_url(),
        Fixture.objects.filter(round__division=division).first().get_absolute_url(),
        *(f"/leagues/tuesday/1/{name}" for name in ("standings.csv", "results.json")),
    ]


@pytest.mark.parametrize("access", ["code", "invitation"])
def test_an_unlisted_league_is_visible_by_link_unless_it_is_invitation_only(
    nights, stranger, mallory, access
):
    club = nights.season.league
    club.access, club.is_listed = access, False
    club.save()
    wanted = 404 if access == "invitation" else 200
    outsider, organiser = visitor(mallory), visitor(club.founder)
    for address in addresses(nights):
        assert stranger.get(address).status_code == wanted, address
        assert outsider.get(address).status_code == wanted
        assert organiser.get(address).status_code == 200
    assert "Tuesday Night Club" not in text(stranger, "/leagues/")
    assert "Tuesday Night Club" not in text(outsider, "/leagues/?search=Tuesday")
    assert "Tuesday Night Club" in text(organiser, "/leagues/")


@pytest.mark.parametrize("status", ["left", "banned"])
def test_users_who_left_or_were_banned_are_no_longer_members(nights, status):
    club = nights.season.league
    club.access, club.is_listed = "invitation", False
    club.save()
    member = club.members.get(user__username="p5")
    assert visitor(member.user).get("/leagues/tuesday/").status_code == 200
    Member.objects.filter(pk=member.pk).update(status=status)
    assert visitor(member.user).get("/leagues/tuesday/").status_code == 404


def test_the_list_of_leagues_shows_the_faces_of_current_members(nights, stranger):
    members = nights.season.league.members.order_by("pk")
    gone = members.values_list("pk", flat=True)[2:]
    Member.objects.filter(pk__in=list(gone)).update(status=Member.Status.LEFT)
    page = stranger.get("/leagues/").content.decode()
    assert page.count('class="face face-xs"') == 2
    for member in members[:2]:
        assert f"portrait-{member.user.portrait}" in page


def test_a_listed_invitation_only_league_is_visible_to_everybody(nights, stranger):
    club = nights.season.league
    club.access = "invitation"
    club.save()
    assert "invitation-only" in text(stranger, "/leagues/tuesday/")


@pytest.mark.parametrize("role", ["owner", "arbiter", "scheduler", "member", ""])
def test_a_draft_is_visible_only_to_organisers(nights, stranger, role):
    entries = list(nights.entries.all())
    drawn = Round.objects.create(
        division=nights, number=4, seed="hidden-seed", report={"algorithm": "tables"}
    )
    draft = making.fixture(drawn, entries[:7], 1, None)
    drawn.byes.create(entry=entries[8])
    client = stranger
    if role:
        member = nights.season.league.members.get(user__username="p9")
        Member.objects.filter(pk=member.pk).update(role=role)
        client = visitor(member.user)
    sees = role in ("owner", "arbiter", "scheduler")
    address = draft.get_absolute_url()
    assert client.get(address).status_code == (200 if sees else 404)
    rounds = text(client, "/leagues/tuesday/1/rounds/")
    assert ("hidden-seed" in rounds) is sees
    assert ("Round 4" in rounds) is sees
    if not sees:
        for entry in entries[:9]:
            assert address not in text(client, entry.get_absolute_url())
        for page in DRAFTS:
            found = client.get(f"/leagues/tuesday/{page}").content.decode()
            assert address not in found
            assert "hidden-seed" not in found
    told = client.get("/leagues/tuesday/1/results.json").json()["results"]
    assert draft.pk not in {line["fixture"] for line in told}


def test_a_season_in_preparation_is_visible_only_to_organisers(nights, stranger, organiser):
    club = nights.season.league
    Season.objects.create(league=club, number=2, name="Secret plans", format="tables")
    for page in ("2/", "2/rounds/", "2/crosstable/", "2/standings.csv"):
        assert stranger.get(f"/leagues/tuesday/{page}").status_code == 404
        assert organiser.get(f"/leagues/tuesday/{page}").status_code == 200
    for page in ("", "seasons/"):
        assert "Secret plans" not in text(stranger, f"/leagues/tuesday/{page}")
    assert "Secret plans" in text(organiser, "/leagues/tuesday/seasons/")


def test_a_table_behind_closed_doors_is_linked_only_for_its_players(nights, stranger):
    fixture = Fixture.objects.filter(round__division=nights, status="finished").first()
    Match.objects.update(allows_spectators=False)
    Season.objects.update(allows_spectators=False)
    code = fixture.games.first().match.code
    player = fixture.chairs.first().entry.user
    absent = Entry.objects.exclude(chairs__fixture=fixture).first().user
    for client in (stranger, visitor(absent)):
        assert code not in text(client, fixture.get_absolute_url())
        assert code not in client.get("/leagues/tuesday/1/results.json").content.decode()
    assert code in text(visitor(player), fixture.get_absolute_url())
    assert "behind closed doors" in text(stranger, fixture.get_absolute_url())
    Match.objects.update(is_published=True)
    assert code in text(stranger, fixture.get_absolute_url())


def test_a_running_match_is_shown_only_as_running(nights, stranger):
    fixture = Fixture.objects.filter(round__division=nights, status="planned").first()
    entries = [chair.entry for chair in fixture.chairs.all()]
    match = making.played_match(
        nights.season.league, entries, number=1, status="running", winner="", reason=""
    )
    fixture.games.create(ordinal=1, match=match)
    Fixture.objects.filter(pk=fixture.pk).update(status="running")
    page = text(stranger, fixture.get_absolute_url())
    assert f'href="/match/{match.code}/"' in page
    assert "badge liberal" not in page
    assert "badge fascist" not in page
    Match.objects.filter(pk=match.pk).update(status="void")
    assert match.code not in text(stranger, fixture.get_absolute_url())


def test_a_deleted_account_is_a_deleted_player_everywhere(nights, stranger):
    gone = nights.entries.all()[4]
    chair = Chair.objects.filter(entry=gone, fixture__status="finished").first()
    name, address = gone.name, chair.fixture.get_absolute_url()
    privacy.erase(gone.user)
    gone.user.delete()
    for page in (*addresses(nights), address, gone.get_absolute_url()):
        found = stranger.get(page).content.decode()
        assert name not in found, page
    for page in ("/leagues/tuesday/1/", address, gone.get_absolute_url()):
        assert "deleted player" in text(stranger, page)


def test_players_with_a_private_history_appear_in_a_league_by_name(nights, stranger):
    entry = nights.entries.first()
    entry.user.history_audience = "self"
    entry.user.save()
    season = nights.season
    pool = Pool.objects.create(key=f"league:{season.league_id}", game="secret-hitler")
    for one in nights.entries.all()[:2]:
        Rating.objects.create(
            pool=pool, user=one.user, rating=1777, deviation=50, volatility=0.06, at_least=1600
        )
    page = text(stranger, "/leagues/tuesday/1/")
    assert entry.name in page
    assert page.count("1777") == 1
    assert text(visitor(entry.user), "/leagues/tuesday/1/").count("1777") == 2
    assert "1777" not in text(stranger, entry.get_absolute_url())
    assert "Tuesday Night Club" not in text(stranger, entry.user.get_absolute_url())


def test_a_dispute_s_text_is_visible_to_its_players_and_arbiters(nights, stranger):
    fixture = Fixture.objects.filter(round__division=nights, status="finished").first()
    entry = fixture.chairs.first().entry
    fixture.disputes.create(by=entry, text="He peeked", decision="He did not", status="rejected")
    outsider = Entry.objects.exclude(chairs__fixture=fixture).exclude(user__username="p0").first()
    for client in (stranger, visitor(outsider.user)):
        page = text(client, fixture.get_absolute_url())
        assert "He peeked" not in page
        assert "He did not" in page
    for user in (entry.user, nights.season.league.founder):
        assert "He peeked" in text(visitor(user), fixture.get_absolute_url())


def test_a_profile_names_only_leagues_that_the_reader_may_find(nights, stranger, mallory):
    entry = nights.entries.all()[3]
    profile = entry.user.get_absolute_url()
    assert "Tuesday Night Club" in text(stranger, profile)
    assert "rank " in text(stranger, profile)
    nights.season.league.is_listed = False
    nights.season.league.save()
    fellow = nights.entries.all()[1].user
    for client, sees in ((stranger, False), (visitor(mallory), False), (visitor(fellow), True)):
        assert ("Tuesday Night Club" in text(client, profile)) is sees


def test_no_page_of_a_league_contains_its_code(nights, stranger):
    code = nights.season.league.code
    for page in addresses(nights):
        assert code not in stranger.get(page).content.decode()


def test_the_leaderboard_of_a_league_that_becomes_hidden_is_no_longer_public(client, owner):
    season, _players = running(owner, 4)
    league = season.league
    address = reverse("ratings:leaderboard", args=["noir"]) + f"?pool=league:{league.pk}"
    assert client.get(address).status_code == 200
    membership.edit_league(league, owner, access="invitation", is_listed=False)
    assert client.get(address).status_code == 404
    undo.undo(Audit.objects.first().pk, owner, reason="We are many.")
    assert client.get(address).status_code == 200
    membership.edit_league(league, owner, name="Green Chamber")
    assert Pool.objects.get(key=f"league:{league.pk}").title == "Green Chamber"
