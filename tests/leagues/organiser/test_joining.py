"""Founding, joining, leaving and entering, by pages: what is typed, kept, said and done."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.leagues.fixtures import rulings
from games.leagues.membership import services as membership
from games.leagues.models import Entry, Invitation, League, Member, Season
from games.leagues.seasons import entries, standings_input
from games.leagues.seasons import services as seasons
from tests.conftest import account
from tests.leagues.league_play import drawn, entry_of, found, people, running, season_of
from tests.leagues.organiser.visitors import client_of, text

pytestmark = pytest.mark.django_db
NEW = "/leagues/new/"
HOSTILE = "<script>alert(1)</script> {{ 7*7 }}"
GAME = {"game": "noir", "name": "Fog", "about": "Murder by mail."}
PEOPLE = {"access": "code", "is_listed": "on", "language": "de", "timezone": "Europe/Berlin"}
RULES = {"rules_text": "Be on time."}


def fill(client: Client, **game: str) -> None:
    """Walk through the wizard up to its last look."""
    for number, typed in enumerate(({**GAME, **game}, PEOPLE, RULES), 1):
        answer = client.post(f"{NEW}?step={number}", typed)
        assert answer.url == f"{NEW}?step={number + 1}"


@pytest.fixture
def guest(db):
    """A guest's browser."""
    user = User.objects.create_user("guest-7", display_name="Gert", is_guest=True)
    return client_of(user)


def test_the_wizard_founds_a_league_and_leads_to_what_comes_next(client, alice):
    client.force_login(alice)
    fill(client)
    summary = client.get(f"{NEW}?step=4").content.decode()
    assert "Be on time." in summary
    assert "Deutsch" in summary
    answer = client.post(f"{NEW}?step=4", {"go": "create"}, follow=True)
    league = League.objects.get()
    assert (league.name, league.game, league.access, league.timezone) == (
        "Fog", "noir", "code", "Europe/Berlin",
    )  # fmt: skip
    assert league.is_listed
    page = answer.content.decode()
    assert reverse("leagues:run-new-season", args=[league.slug]) in page
    assert reverse("leagues:run-invitations", args=[league.slug]) in page


@pytest.mark.parametrize(
    ("said", "zone"),
    [("Asia/Tokyo", "Asia/Tokyo"), ("Asia/Calcutta", "Asia/Kolkata"), ("x", "UTC")],
)
def test_the_zone_of_a_new_league_is_first_that_of_the_browser(client, said, zone):
    client.post(f"{NEW}?step=1", {**GAME, "zone": said})
    assert client.get(f"{NEW}?step=2").context["form"]["timezone"].value() == zone


def test_a_second_click_founds_no_second_league(client, alice):
    client.force_login(alice)
    fill(client)
    first = client.post(f"{NEW}?step=4", {"go": "create"})
    second = client.post(f"{NEW}?step=4", {"go": "create"})
    assert first.url == second.url
    other = client_of(alice)
    fill(other)
    other.post(f"{NEW}?step=4", {"go": "create"})
    assert League.objects.count() == 1


def test_back_and_forth_loses_nothing_even_what_is_wrong(client, alice):
    client.force_login(alice)
    client.post(f"{NEW}?step=1", {**GAME, "name": HOSTILE * 2})
    client.post(f"{NEW}?step=1", {**GAME, "name": HOSTILE, "go": "2"})
    answer = client.post(f"{NEW}?step=2", {**PEOPLE, "timezone": "Moon/Crater", "go": "1"})
    assert answer.url == f"{NEW}?step=1"
    page = client.get(answer.url).content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert "<script>alert" not in page
    assert 'value="code"' in client.get(f"{NEW}?step=2").content.decode()


@pytest.mark.parametrize(
    ("step", "typed", "wrong"),
    [
        (1, {**GAME, "name": ""}, "name"),
        (1, {**GAME, "name": "x" * 61}, "name"),
        (1, {**GAME, "name": "\u200b\u2060"}, "name"),
        (1, {**GAME, "name": "Fog \u202egof"}, "name"),
        (1, {**GAME, "game": "chess"}, "game"),
        (2, {**PEOPLE, "timezone": "Moon/Crater"}, "timezone"),
        (2, {**PEOPLE, "access": "nobody"}, "access"),
        (3, {"rules_text": "x" * 10_001}, "rules_text"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(client, alice, step, typed, wrong):
    client.force_login(alice)
    answer = client.post(f"{NEW}?step={step}", typed)
    assert answer.status_code == 422
    assert wrong in answer.context["form"].errors


def test_the_last_look_leads_back_to_what_is_missing(client, alice):
    client.force_login(alice)
    client.post(f"{NEW}?step=1", GAME)
    assert client.get(f"{NEW}?step=4").url == f"{NEW}?step=2"
    assert client.post(f"{NEW}?step=4", {"go": "create"}).url == f"{NEW}?step=2"
    assert not League.objects.exists()


def test_a_guest_is_told_to_keep_the_account_and_goes_on_where_they_were(guest):
    fill(guest)
    answer = guest.post(f"{NEW}?step=4", {"go": "create"})
    assert answer.status_code == 403
    assert "Be on time." in answer.content.decode()
    claim = {"username": "gert", "email": "gert@example.org", "password1": "correct horse 9",
             "password2": "correct horse 9"}  # fmt: skip
    claimed = guest.post(f"{reverse('accounts:claim')}?next={NEW}%3Fstep%3D4", claim)
    assert claimed.url == f"{NEW}?step=4"
    guest.post(claimed.url, {"go": "create"})
    assert League.objects.get().founder.username == "gert"


def test_claiming_leads_to_no_foreign_site(guest):
    claim = {"username": "gert", "email": "gert@example.org", "password1": "correct horse 9",
             "password2": "correct horse 9"}  # fmt: skip
    answer = guest.post(f"{reverse('accounts:claim')}?next=https://evil.example/", claim)
    assert answer.url == reverse("accounts:settings")


def test_who_logs_in_on_the_way_finds_what_they_typed(client, alice):
    fill(client)
    assert client.post(f"{NEW}?step=4", {"go": "create"}).status_code == 403
    client.login(username="alice", password="correct horse 9")
    client.post(f"{NEW}?step=4", {"go": "create"})
    assert League.objects.get().founder == alice


def test_joining_by_button_and_by_code(crowd):
    assert crowd.post("outsider", "join").status_code == 302
    assert crowd.league.members.count() == 5
    League.objects.update(access="code")
    for code, status in (("", 422), ("WRONGONE", 403), ("x" * 201, 422)):
        member = Member.objects.get(user__username="otto")
        member.delete()
        answer = crowd.post("outsider", "join", code=code)
        assert answer.status_code == status
        assert code in answer.content.decode()
        membership.join(crowd.league, member.user, code=crowd.league.code)
    Member.objects.get(user__username="otto").delete()
    typed = f" {crowd.league.code[:4].lower()}-{crowd.league.code[4:]} "
    assert crowd.post("outsider", "join", code=typed).status_code == 302


def test_a_guest_who_typed_a_code_finds_it_again(crowd, guest):
    League.objects.update(access="code")
    crowd.clients["guest"] = guest
    answer = crowd.post("guest", "join", code="ABCD EFGH")
    assert answer.status_code == 403
    assert reverse("accounts:claim") in answer.content.decode()
    assert "ABCD EFGH" in crowd.get("guest", "join").content.decode()


def test_an_invitation_shows_the_league_and_asks_and_its_secret_stays_in_no_address(crowd, owner):
    League.objects.update(access="invitation", is_listed=False)
    token = membership.invite(crowd.league, owner, uses=1)
    client = crowd.clients["outsider"]
    followed = client.get(reverse("leagues:invitation", args=[token]))
    assert followed.url == reverse("leagues:invited")
    page = client.get(followed.url).content.decode()
    assert crowd.league.name in page
    assert token not in page
    assert not Member.objects.filter(user__username="otto").exists()
    assert client.post(followed.url).status_code == 302
    assert Member.objects.filter(user__username="otto", status="active").exists()
    assert Invitation.objects.get().uses_left == 0


@pytest.mark.parametrize("token", ["nonsense", "x" * 300])
def test_an_invitation_that_is_none_says_so(client, alice, token):
    client.force_login(alice)
    client.get(reverse("leagues:invitation", args=[token]))
    assert client.get(reverse("leagues:invited")).status_code == 404
    assert client.post(reverse("leagues:invited")).status_code == 404


def test_a_stranger_who_follows_an_invitation_logs_in_and_still_has_it(crowd, owner, alice):
    League.objects.update(access="invitation")
    token = membership.invite(crowd.league, owner)
    client = Client()
    client.get(reverse("leagues:invitation", args=[token]))
    answer = client.post(reverse("leagues:invited"))
    assert answer.status_code == 403
    client.login(username="alice", password="correct horse 9")
    client.post(reverse("leagues:invited"))
    assert crowd.league.members.filter(user=alice).exists()


def test_entering_a_season_waiting_in_line_and_taking_it_back(crowd, owner):
    season = season_of(crowd.league, owner, people(2), capacity=2)
    page = crowd.get("member", "register", season).content.decode()
    assert "waiting list" in page
    assert crowd.post("member", "register", season).status_code == 302
    page = crowd.get("member", "season", season).content.decode()
    assert "place 1" in page
    assert crowd.post("member", "register", season).status_code == 409
    seasons.unregister(season, season.entries.first().user)
    assert Entry.objects.get(user=crowd.members["member"].user).status == "confirmed"
    assert crowd.post("member", "unregister", season).status_code == 302
    assert crowd.post("member", "unregister", season).status_code == 409
    assert crowd.post("outsider", "register", season).status_code == 403
    assert crowd.post("stranger", "register", season).status_code == 302
    assert season.entries.count() == 1


def test_after_the_deadline_nobody_enters(crowd, owner):
    season = season_of(crowd.league, owner, people(2))
    Season.objects.update(registration_closes_at=timezone.now() - timedelta(minutes=1))
    answer = crowd.post("member", "register", season)
    assert answer.status_code == 409
    assert "not open" in answer.content.decode()


def test_who_was_put_out_of_a_season_does_not_enter_it_again(crowd, owner):
    season, players = running(owner, 4)
    entries.disqualify(entry_of(season, players[0]), owner, reason="Two accounts.")
    crowd.league = season.league
    crowd.clients["player"] = client_of(players[0])
    assert crowd.post("player", "register", season).status_code == 409


@pytest.mark.parametrize(("played", "is_annulled"), [(1, True), (2, False)])
def test_before_leaving_one_is_told_truly_what_becomes_of_one_s_results(
    crowd, owner, played, is_annulled
):
    season, players = running(owner, 4, format="round_robin")
    entry = entry_of(season, players[0])
    for _round in range(played):
        for fixture in drawn(season, owner).fixtures.all():
            absent = fixture.chairs.exclude(entry=entry).first().entry_id
            rulings.forfeit_fixture(fixture, owner, {absent}, reason="Absent.")
    crowd.league = season.league
    crowd.clients["player"] = client_of(players[0])
    page = crowd.get("player", "withdraw", season).content.decode()
    assert ("annulled" in page) is is_annulled
    assert ("so far still count" in page) is not is_annulled
    crowd.post("player", "withdraw", season)
    [row] = [one for one in standings_input.table_of(entry.division) if one.entry == entry.pk]
    assert row.is_annulled is is_annulled


@pytest.fixture
def season(owner):
    return season_of(found(owner), owner, [])


def join(client, season, **data):
    return client.post(f"/leagues/{season.league.slug}/join/", data)


def test_who_joins_enters_the_open_season_with_the_same_press(season):
    ada = account("Ada")
    client = client_of(ada)
    assert "Join the league and enter" in text(client.get(season.get_absolute_url()))
    assert "Enter First as well" in text(client.get(season.league.get_absolute_url()))
    answer = join(client, season, enter=season.number)
    assert answer.url == season.get_absolute_url()
    assert season.entries.filter(user=ada, status="confirmed").exists()


def test_who_has_joined_is_led_to_where_one_says_when_one_can_play(season):
    hours = f'<a href="/leagues/{season.league.slug}/hours/">Say when you can play.</a>'
    for name, wanted in (("Ada", {"enter": season.number}), ("Ben", {})):
        client = client_of(account(name))
        answer = join(client, season, **wanted)
        assert hours in text(client.get(answer.url))


def test_who_does_not_want_to_enter_only_joins(season):
    ada = account("Ada")
    join(client_of(ada), season)
    assert Member.objects.filter(user=ada, status="active").exists()
    assert not season.entries.exists()


def test_who_is_invited_enters_with_accepting(owner, season):
    token = membership.invite(season.league, owner, role="member", uses=1, days=7, note="")
    ada = account("Ada")
    client = client_of(ada)
    client.get(f"/leagues/invitation/{token}/")
    assert "Enter First as well" in text(client.get("/leagues/invitation/"))
    client.post("/leagues/invitation/", {"enter": season.number})
    assert season.entries.filter(user=ada).exists()


def test_nobody_enters_a_season_that_is_not_open_by_joining(owner, season):
    Season.objects.update(registration_closes_at=timezone.now() - timedelta(hours=1))
    ada = account("Ada")
    client = client_of(ada)
    assert "as well" not in text(client.get(season.league.get_absolute_url()))
    join(client, season, enter=season.number)
    assert Member.objects.filter(user=ada).exists()
    assert not season.entries.exists()
    draft = seasons.open_season(season.league, owner, name="Second", format="swiss")
    join(client_of(account("Ben")), season, enter=draft.number)
    assert not draft.entries.exists()
