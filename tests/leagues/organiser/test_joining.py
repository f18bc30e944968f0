"""Founding, joining, leaving and entering through pages: input, errors, messages and effects."""

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
FOG = {
    "game": "noir", "name": "Fog", "about": "Murder by mail.", "access": "code", "is_listed": "on",
    "language": "de", "timezone": "Europe/Berlin", "rules_text": "Be on time.",
}  # fmt: skip


@pytest.fixture
def guest(db):
    """A guest's browser."""
    user = User.objects.create_user("guest-7", display_name="Gert", is_guest=True)
    return client_of(user)


def test_one_page_founds_a_league_and_leads_to_the_next_step(client, alice):
    client.force_login(alice)
    page = text(client.post(NEW, FOG, follow=True))
    league = League.objects.get()
    assert {name: getattr(league, name) for name in FOG} == {**FOG, "is_listed": True}
    assert reverse("leagues:run-new-season", args=[league.slug]) in page
    assert reverse("leagues:run-invitations", args=[league.slug]) in page


def test_a_second_click_founds_no_second_league(client, alice):
    client.force_login(alice)
    first, second = (client.post(NEW, FOG).url for _click in range(2))
    assert first == second == client_of(alice).post(NEW, FOG).url
    assert League.objects.count() == 1


@pytest.mark.parametrize(
    ("wrong", "value"),
    [
        ("name", ""), ("name", "x" * 61), ("name", "\u200b\u2060"), ("name", "Fog \u202egof"),
        ("name", HOSTILE * 2), ("game", "chess"), ("timezone", "Moon/Crater"),
        ("access", "nobody"), ("rules_text", "x" * 10_001),
    ],
)  # fmt: skip
def test_errors_are_shown_beside_their_fields_and_the_input_is_kept(client, alice, wrong, value):
    client.force_login(alice)
    answer = client.post(NEW, {**FOG, wrong: value})
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {wrong}
    page = text(answer)
    assert "Be on time." in page or wrong == "rules_text"
    assert "<script>alert" not in page
    assert not League.objects.exists()


def test_a_guest_is_asked_to_claim_the_account_and_returns_to_the_form(guest):
    answer = guest.post(NEW, FOG)
    assert answer.status_code == 403
    assert "Be on time." in text(answer)
    claim = {"username": "gert", "email": "gert@example.org", "password1": "correct horse 9",
             "password2": "correct horse 9"}  # fmt: skip
    claimed = guest.post(f"{reverse('accounts:claim')}?next={NEW}", claim)
    assert claimed.url == NEW
    form = guest.get(NEW).context["form"]
    assert {name: form[name].value() for name in FOG} == {**FOG, "is_listed": True}
    guest.post(NEW, FOG)
    assert League.objects.get().founder.username == "gert"
    assert guest.get(NEW).context["form"]["name"].value() is None


def test_claiming_an_account_redirects_to_no_other_site(guest):
    claim = {"username": "gert", "email": "gert@example.org", "password1": "correct horse 9",
             "password2": "correct horse 9"}  # fmt: skip
    answer = guest.post(f"{reverse('accounts:claim')}?next=https://evil.example/", claim)
    assert answer.url == reverse("accounts:settings")


def test_users_who_log_in_on_the_way_find_their_input_again(client, alice):
    assert client.post(NEW, FOG).status_code == 403
    client.login(username="alice", password="correct horse 9")
    assert client.get(NEW).context["form"]["rules_text"].value() == "Be on time."


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


def test_a_guest_who_typed_a_code_finds_it_after_claiming_the_account(crowd, guest):
    League.objects.update(access="code")
    crowd.clients["guest"] = guest
    answer = crowd.post("guest", "join", code="ABCD EFGH")
    assert answer.status_code == 403
    assert reverse("accounts:claim") in answer.content.decode()
    assert "ABCD EFGH" in crowd.get("guest", "join").content.decode()


def test_an_invitation_shows_the_league_and_asks_and_no_url_keeps_its_secret(crowd, owner):
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
def test_an_invalid_invitation_shows_an_error(client, alice, token):
    client.force_login(alice)
    client.get(reverse("leagues:invitation", args=[token]))
    assert client.get(reverse("leagues:invited")).status_code == 404
    assert client.post(reverse("leagues:invited")).status_code == 404


def test_a_stranger_who_follows_an_invitation_still_has_it_after_logging_in(crowd, owner, alice):
    League.objects.update(access="invitation")
    token = membership.invite(crowd.league, owner)
    client = Client()
    client.get(reverse("leagues:invitation", args=[token]))
    answer = client.post(reverse("leagues:invited"))
    assert answer.status_code == 403
    client.login(username="alice", password="correct horse 9")
    client.post(reverse("leagues:invited"))
    assert crowd.league.members.filter(user=alice).exists()


def test_a_player_enters_a_season_joins_the_waiting_list_and_withdraws_the_entry(crowd, owner):
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


def test_nobody_can_enter_after_the_deadline(crowd, owner):
    season = season_of(crowd.league, owner, people(2))
    Season.objects.update(registration_closes_at=timezone.now() - timedelta(minutes=1))
    answer = crowd.post("member", "register", season)
    assert answer.status_code == 409
    assert "not open" in answer.content.decode()


def test_a_player_removed_from_a_season_cannot_enter_it_again(crowd, owner):
    season, players = running(owner, 4)
    entries.disqualify(entry_of(season, players[0]), owner, reason="Two accounts.")
    crowd.league = season.league
    crowd.clients["player"] = client_of(players[0])
    assert crowd.post("player", "register", season).status_code == 409


@pytest.mark.parametrize(("played", "is_annulled"), [(1, True), (2, False)])
def test_the_page_for_leaving_says_what_happens_to_the_results(crowd, owner, played, is_annulled):
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


def test_joining_a_league_enters_the_open_season_with_the_same_press(season):
    ada = account("Ada")
    client = client_of(ada)
    assert "Join the league and enter" in text(client.get(season.get_absolute_url()))
    assert "Enter First as well" in text(client.get(season.league.get_absolute_url()))
    answer = join(client, season, enter=season.number)
    assert answer.url == season.get_absolute_url()
    assert season.entries.filter(user=ada, status="confirmed").exists()


def test_a_new_member_is_led_to_the_page_for_their_hours(season):
    hours = f'<a href="/leagues/{season.league.slug}/hours/">Say when you can play.</a>'
    for name, wanted in (("Ada", {"enter": season.number}), ("Ben", {})):
        client = client_of(account(name))
        answer = join(client, season, **wanted)
        assert hours in text(client.get(answer.url))


def test_accepting_an_invitation_enters_the_season(owner, season):
    token = membership.invite(season.league, owner, role="member", uses=1, days=7, note="")
    ada = account("Ada")
    client = client_of(ada)
    client.get(f"/leagues/invitation/{token}/")
    assert "Enter First as well" in text(client.get("/leagues/invitation/"))
    client.post("/leagues/invitation/", {"enter": season.number})
    assert season.entries.filter(user=ada).exists()


def test_joining_enters_no_season_that_is_not_open(owner, season):
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
