"""Players from a pasted list: how it is parsed; members are entered, others are invited."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.leagues import errors
from games.leagues.membership import services as membership
from games.leagues.models import Audit, Entry, Invitation, Season
from games.leagues.organiser import undo
from games.leagues.seasons import divisions, entries, importing
from games.leagues.seasons import services as seasons
from games.matches.play.outbox import deliver_due
from tests.conftest import account
from tests.leagues.league_play import drawn, found, people, running, season_of
from tests.leagues.organiser.visitors import client_of, text
from tests.remembered import remembered

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(owner):
    """An open season of two divisions; Ada, Ben and Chloé are members and have not entered."""
    return in_two_divisions(owner)


@remembered
def in_two_divisions(owner):
    league = found(owner)
    for name in ("Ada", "Ben", "Chloé"):
        membership.join(league, account(name))
    season = season_of(league, owner, people(2))
    divisions.arrange(season, owner, divisions=[{"name": "First"}, {"name": "Second"}])
    return season


def read(season, owner, typed="", file=None):
    """Submit a list and return the resulting page."""
    here = f"{season.get_absolute_url()}run/players/import/"
    data = {"players": typed, **({"file": file} if file else {})}
    return client_of(owner).post(here, data, follow=True)


def enter(season, owner, typed="", file=None):
    (address, _status) = read(season, owner, typed, file).redirect_chain[-1]
    return client_of(owner).post(address, follow=True)


def rows(page):
    """Return the page's line about each player."""
    lines = re.findall(r'<li class="roster-row">(.*?)</li>', page)
    return [" ".join(re.sub("<[^>]*>", " ", line).split()) for line in lines]


def test_the_page_previews_the_list_and_changes_nothing_before_confirmation(season, owner):
    page = text(read(season, owner, "Ada, 1700, Second\nZoe, zoe@club.example\n ben ,First"))
    assert rows(page) == [
        "Ada member 1700 · Second", "Zoe invited zoe@club.example", "ben member First",
    ]  # fmt: skip
    assert ("2 members will be entered." in page, "1 invitation will be sent" in page) == (
        True,
        True,
    )
    assert "Enter 3 players" in page
    assert (Entry.objects.count(), Invitation.objects.count()) == (2, 0)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("utf-8.csv", "name,e-mail,rating,division\nChloé,,1700,second\n".encode()),
        ("excel.csv", "sep=;\r\nDivision;Name;Rating\r\nSecond;Chloé;1700\r\n".encode("cp1252")),
        ("tabs.txt", "\ufeffChloé\t1700\tSecond\n".encode()),
    ],
)
def test_files_of_other_programs_are_parsed(season, owner, name, data):
    enter(season, owner, file=SimpleUploadedFile(name, data))
    entry = season.entries.get(name="Chloé")
    assert (entry.seed_rating, entry.division.name) == (1700, "Second")


def test_members_are_entered_with_rating_and_division_and_keep_them_at_the_beginning(season, owner):
    page = text(enter(season, owner, "Ada, 1900, Second\nBen, 1800, Second\nChloé, 1700, First"))
    assert "entered or invited" in page
    seasons.begin(Season.objects.get(), owner)
    places = season.entries.filter(name__in=["Ada", "Ben"]).order_by("seed_rank")
    assert [(one.name, one.division.name, one.seed_rating) for one in places] == [
        ("Ada", "Second", 1900), ("Ben", "Second", 1800),
    ]  # fmt: skip


def test_an_undone_import_invites_nobody_until_the_undo_is_undone(season, owner, mailoutbox):
    enter(season, owner, "Zoe, zoe@club.example")
    deliver_due(importing.KIND)
    (path,) = re.findall(r"/leagues/invitation/\S+", mailoutbox[0].body)
    enter(season, owner, "Yan, yan@club.example")
    last, first = Audit.objects.filter(verb="import_players")
    for act in (first, last):
        undo.undo(act.pk, owner, reason="The wrong list.")
    deliver_due(importing.KIND)
    assert len(mailoutbox) == 1
    zoe = client_of(account("Zoe"))
    answer = zoe.get(path, follow=True)
    assert (answer.status_code, "is no longer valid" in text(answer)) == (404, True)
    assert zoe.post("/leagues/invitation/").status_code == 404
    assert not season.league.members.filter(user__username="zoe").exists()
    console = f"/leagues/{season.league.slug}/run/"
    assert "<bdi>Zoe</bdi>" not in text(client_of(owner).get(f"{console}invitations/"))
    assert "valid invitation" not in text(client_of(owner).get(console))
    undo.undo(Audit.objects.get(undoes=first).pk, owner, reason="It was right.")
    assert "<bdi>Zoe</bdi>" in text(client_of(owner).get(f"{console}invitations/"))
    assert "is reserved for you" in text(zoe.get(path, follow=True))
    zoe.post("/leagues/invitation/")
    assert season.entries.get(user__username="zoe").plays


def test_an_invitation_used_while_its_import_is_undone_enters_nobody(season, owner):
    importing.enter_all(season, owner, [importing.ListedPlayer("Zoe", None, "zoe@club.example")])
    invitation = Invitation.objects.select_related("season", "act").get()
    undo.undo(Audit.objects.get(verb="import_players").pk, owner, reason="The wrong list.")
    with pytest.raises(errors.InvitationOver):
        importing.enter_invited(invitation, account("Zoe"))
    assert season.entries.count() == 2


def test_others_are_invited_once_and_enter_through_their_link(season, owner, mailoutbox):
    enter(season, owner, "Zoe, zoe@club.example, 1650, Second")
    for _twice in range(2):
        deliver_due(importing.KIND)
    (letter,) = mailoutbox
    assert (letter.to, Invitation.objects.get().address) == (["zoe@club.example"], "")
    (link,) = re.findall(r"https?://\S+/leagues/invitation/\S+", letter.body)
    path = "/leagues/" + link.partition("/leagues/")[2]
    zoe = account("Zoe")
    browser = client_of(zoe)
    assert "is reserved for you" in text(browser.get(path, follow=True))
    assert browser.post("/leagues/invitation/").url == season.get_absolute_url()
    entry = season.entries.get(user=zoe)
    assert (entry.division.name, entry.seed_rating, entry.status) == ("Second", 1650, "confirmed")
    assert Client().get(path, follow=True).status_code == 404


def test_a_member_who_is_invited_under_another_name_is_entered_too(season, owner, mailoutbox):
    enter(season, owner, "Augusta, ada@club.example")
    deliver_due(importing.KIND)
    (path,) = re.findall(r"/leagues/invitation/\S+", mailoutbox[0].body)
    ada = season.league.members.get(user__username="ada").user
    browser = client_of(ada)
    assert "Take the place" in text(browser.get(path, follow=True))
    browser.post("/leagues/invitation/")
    assert season.entries.get(user=ada).plays


def test_no_page_reveals_whether_an_email_address_has_an_account(season, owner):
    known, unknown = (
        text(read(season, owner, f"Zoe, {address}")).replace(address, "@")
        for address in ("ada@example.com", "nobody@example.com")
    )
    assert rows(known) == rows(unknown) == ["Zoe invited @"]
    secrets = re.compile(r'value="\w{16,}"|import/\w+/|Token": "\w+"')
    assert secrets.sub("", known) == secrets.sub("", unknown)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("Zoe", "Line 1: No member is called Zoe: add an e-mail address."),
        ("Ada\nPlayer 1", "Line 2: Player 1 has entered already."),
        ("Ada\nAda, 1700", "A player is listed twice."),
        ("Zoe, zoe@", "Line 1: Enter a valid e"),
        ("Ada, 17oo", "Line 1: 17oo is not a rating."),
        ("name,division\nAda,Third", "Line 2: No division is called Third."),
        ("", "Enter one to 200 players."),
    ],
)
def test_each_unreadable_line_is_named(season, owner, typed, says):
    answer = read(season, owner, typed)
    assert answer.status_code == 422
    assert says in text(answer).replace("&#x27;", "'")


def test_only_owners_import_before_the_season_begins_and_three_lists_a_day(season, owner):
    player = importing.ListedPlayer("Ada", season.league.members.get(user__username="ada").user_id)
    with pytest.raises(errors.NotAllowed):
        importing.enter_all(season, season.entries.first().user, [player])
    for name in ("A", "B", "C"):
        importing.enter_all(
            season, owner, [importing.ListedPlayer(name, None, f"{name}@x.example")]
        )
    with pytest.raises(errors.TooManyAnnouncements):
        importing.enter_all(season, owner, [player])
    Audit.objects.all().delete()
    Season.objects.update(status="running")
    with pytest.raises(errors.WrongStage):
        importing.enter_all(season, owner, [player])


def test_an_expired_list_must_be_pasted_again(season, owner):
    address = f"{season.get_absolute_url()}run/players/import/abc/"
    assert client_of(owner).get(address).status_code == 410


def test_applications_to_a_running_season_are_decided_in_the_inbox(owner):
    season, _players = running(owner, 6, "secret-hitler", format="tables", rounds_planned=3)
    drawn(season, owner)
    zoe = account("Zoe")
    membership.join(season.league, zoe)
    browser = client_of(zoe)
    asking = f"{season.get_absolute_url()}register/"
    assert asking in text(browser.get(season.get_absolute_url()))
    browser.post(asking)
    assert asking not in text(browser.get(season.get_absolute_url()))
    entry = season.entries.get(user=zoe)
    assert entry.status == "applied"
    inbox = text(client_of(owner).get(f"{season.get_absolute_url()}run/"))
    accept = f"{season.get_absolute_url()}run/players/{entry.pk}/accept/"
    assert accept in inbox
    client_of(owner).post(accept)
    entry.refresh_from_db()
    assert (entry.status, entry.joined_round, entry.division.tier) == ("confirmed", 2, 1)
    assert entry.seed_rank == 7


def test_an_applicant_of_a_running_season_can_be_declined_and_a_player_cannot(owner):
    season, players = running(owner, 6, "secret-hitler", format="tables", rounds_planned=3)
    zoe = account("Zoe")
    membership.join(season.league, zoe)
    asked = entries.ask_to_join(season, zoe)
    with pytest.raises(errors.AlreadyEntered):
        entries.ask_to_join(season, zoe)
    entries.turn_away(asked, owner, reason="Full.")
    assert not season.entries.filter(user=zoe).exists()
    with pytest.raises(errors.WrongStage):
        entries.turn_away(season.entries.get(user=players[0]), owner, reason="Full.")


def test_nobody_can_apply_to_a_fully_drawn_or_played_out_season(owner):
    season, _players = running(owner, 4, format="round_robin")
    zoe = account("Zoe")
    membership.join(season.league, zoe)
    with pytest.raises(errors.WrongStage):
        entries.ask_to_join(season, zoe)
    assert "Ask to join" not in text(client_of(zoe).get(season.get_absolute_url()))
