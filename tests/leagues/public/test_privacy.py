"""Personal data in leagues: exported on request, and erased with the account."""

import json

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from accounts import privacy
from accounts.models import User
from accounts.privacy import delete_account
from games.leagues.membership import services as membership
from games.leagues.models import Audit, Chair, Entry, Member, Season
from games.leagues.organiser import undo
from games.leagues.scheduling import attendance, substitutes
from games.leagues.seasons import entries, exchanges, standings_input
from games.leagues.seasons import services as seasons
from games.matches.names import DELETED
from tests.leagues.league_play import drawn, newcomer, running
from tests.leagues.public import making
from tests.leagues.public.test_audit import told


def test_a_user_s_data_contains_their_leagues_seasons_and_acts(nights):
    owner = nights.season.league.founder
    entry = nights.entries.get(user=owner)
    entries.sanction(nights.entries.last(), owner, kind="warning", reason="Be nice")
    Chair.objects.filter(entry=entry).first().fixture.disputes.create(by=entry, text="No!")
    text = json.dumps(privacy.export(owner), cls=DjangoJSONEncoder)
    for word in ("tuesday", "Be nice", "No!", entry.name):
        assert word in text
    for secret in (nights.season.league.code, nights.season.seed):
        assert secret not in text


def test_no_name_of_a_deleted_user_is_left_and_the_table_is_otherwise_unchanged(nights, stranger):
    owner = nights.season.league.founder
    gone, other = nights.entries.all()[4:6]
    name, user = gone.name, gone.user
    entries.sanction(gone, owner, kind="points", points=-1, reason="Late")
    one, two = (Chair.objects.filter(entry=e, fixture__round__number=3).first()
                for e in (gone, other))  # fmt: skip
    if one.fixture_id != two.fixture_id:
        exchanges.swap_chairs(one, two, owner, reason="Traffic")
    membership.ban(Member.objects.get(user=user), owner, reason="Rude")
    before = [row.entry for row in standings_input.table_of(nights) if row.entry != gone.pk]
    delete_account(user)
    gone.refresh_from_db()
    assert gone.status == Entry.Status.WITHDRAWN
    assert name not in json.dumps([*Audit.objects.values_list("about", "changes")])
    assert name not in told(stranger)
    assert "deleted player" in told(stranger)
    nights.refresh_from_db()
    after = [row.entry for row in standings_input.table_of(nights) if row.entry != gone.pk]
    assert sorted(after) == sorted(before)


@pytest.mark.parametrize("name", ["Karl Old", "Ann / Bob"])
def test_neither_an_earlier_name_nor_a_disambiguated_one_is_left(db, alice, bob, stranger, name):
    club = making.league(alice, [bob])
    bob.rename(name)
    bob.save()
    membership.ban(Member.objects.get(user=bob), alice, reason="Rude")
    assert name in told(stranger)
    bob.rename("Karl")
    bob.save()
    delete_account(bob)
    assert name not in told(stranger)
    assert club.audits.get(verb="ban").about == DELETED


def test_no_name_of_a_deleted_user_is_left_in_an_undone_act(nights):
    owner = nights.season.league.founder
    gone = nights.entries.all()[4]
    name, user = gone.name, gone.user
    entries.sanction(gone, owner, kind="points", points=-1, reason="Late")
    for reason in ("Was there", "Was not there"):
        undo.undo(Audit.objects.first().pk, owner, reason=reason)
    delete_account(user)
    assert name not in json.dumps([*Audit.objects.values_list("about", flat=True)])


def open_for_one(owner: User, member: User, *, players: list[User]) -> Season:
    """Return a season open for entries: the first of `players` plays, the second waits."""
    season = Season.objects.create(
        league=making.league(owner, [member]), number=1, name="First", status="registration",
        format="tables", capacity=1,
    )  # fmt: skip
    for user, status in zip(players, ("confirmed", "waiting"), strict=True):
        Entry.objects.create(season=season, user=user, name=user.name, status=status)
    return season


def test_no_name_is_left_of_a_deleted_user_who_moved_up_from_the_waiting_list(db, alice, bob):
    season = open_for_one(alice, bob, players=[alice, bob])
    seasons.unregister(season, alice)
    assert Audit.objects.get(verb="move_up").about == bob.name
    delete_account(bob)
    assert Audit.objects.get(verb="move_up").about != bob.name


def test_an_entry_before_the_season_begins_is_deleted_with_the_account(db, alice, bob):
    season = open_for_one(alice, bob, players=[bob, alice])
    delete_account(bob)
    [left] = season.entries.all()
    assert (left.user, left.status) == (alice, "confirmed")


@pytest.mark.parametrize("role", ["arbiter", "scheduler"])
def test_a_league_whose_last_owner_is_deleted_goes_to_another_organiser(
    db, alice, bob, stranger, role
):
    club = making.league(alice, [bob])
    Member.objects.filter(user=bob).update(role=role)
    delete_account(alice)
    assert Member.objects.get(league=club).role == "owner"
    assert "deleted player gave a role: Bob" in told(stranger)
    assert "The owner&#x27;s account was deleted." in told(stranger)


def test_a_league_without_other_organisers_stays_without_an_owner(db, alice, bob, stranger):
    making.league(alice, [bob])
    delete_account(alice)
    assert Member.objects.get().role == "member"
    assert "Nobody at the moment." in stranger.get("/leagues/tuesday/").content.decode()


def test_a_deleted_substitute_leaves_the_chair_open_for_another(owner):
    fixture = drawn(running(owner, 4)[0], owner).fixtures.first()
    hana = newcomer(fixture.round.division.season.league, "Hana")
    chair = fixture.chairs.select_related("entry__season__league").first()
    substitutes.put_in(chair, owner, hana, reason="Ill")
    delete_account(hana)
    chair.refresh_from_db()
    assert chair.substitute is None
    assert attendance.wants_substitute(chair)
