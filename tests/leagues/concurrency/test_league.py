"""A league that two people join, leave or run at once: nothing is done by halves."""

import pytest

from games.leagues import errors
from games.leagues.fixtures import opening, rulings
from games.leagues.membership import services as membership
from games.leagues.models import (
    Audit,
    Chair,
    Member,
    Season,
)
from games.leagues.organiser import undo
from games.leagues.scheduling import proposals
from games.leagues.seasons import entries
from games.leagues.seasons import services as seasons
from games.matches.errors import NotAllowed
from games.matches.models import Match
from tests.leagues.concurrency.organising import acts, admit, begun, seen
from tests.leagues.league_play import drawn, entry_of, found, people
from tests.leagues.scheduling.arranging import fresh, soon, users_of
from tests.matches.play.test_at_once import at_once
from tests.overlapping import overlapping

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_two_accept_the_last_use_of_an_invitation(owner, alice, bob):
    league = found(owner, access="invitation")
    token = membership.invite(league, owner)
    _mine, theirs = overlapping(
        lambda: membership.join(league, alice, token=token),
        lambda: membership.join(league, bob, token=token),
    )
    assert isinstance(theirs, errors.InvitationOver)
    assert set(league.members.values_list("user", flat=True)) == {owner.pk, alice.pk}


def test_an_invitation_is_accepted_while_it_is_taken_back(owner, alice):
    league = found(owner, access="invitation")
    token = membership.invite(league, owner)
    _mine, theirs = overlapping(
        lambda: membership.revoke(league, owner, league.invitations.get().pk),
        lambda: membership.join(league, alice, token=token),
    )
    assert isinstance(theirs, errors.InvitationOver)
    assert not league.members.filter(user=alice).exists()


def test_a_code_is_used_while_it_is_renewed(owner, alice):
    league = found(owner, access="code")
    _mine, theirs = overlapping(
        lambda: membership.renew_code(seen(league), owner),
        lambda: membership.join(league, alice, code=league.code),
    )
    assert isinstance(theirs, errors.WrongCode)


def test_who_comes_in_twice_at_once_is_one_member(owner, alice):
    league = found(owner, access="invitation")
    token = membership.invite(league, owner, uses=2)
    overlapping(
        lambda: membership.join(league, alice, token=token),
        lambda: membership.join(league, alice, token=token),
    )
    assert league.members.filter(user=alice).count() == 1
    assert league.invitations.get().uses_left == 1


def test_two_owners_take_the_league_from_each_other(owner, other):
    league = found(owner)
    admit(league, other)
    of_owner, of_other = (league.members.get(user=user) for user in (owner, other))
    assert of_owner.league == of_other.league  # as pages have them: read already
    _mine, theirs = overlapping(
        lambda: membership.set_role(of_other, owner, "member"),
        lambda: membership.set_role(of_owner, other, "member"),
    )
    assert isinstance(theirs, NotAllowed)
    assert Member.objects.filter(role="owner").count() == 1


def test_two_ban_the_same_member(owner, other, mallory):
    league = found(owner)
    admit(league, other)
    a = membership.join(league, mallory)
    b = seen(a)
    _mine, theirs = overlapping(
        lambda: membership.ban(a, owner, reason="Insults."),
        lambda: membership.ban(b, other, reason="Insults."),
    )
    assert isinstance(theirs, errors.AlreadyDecided)
    assert acts("ban") == 1


def test_both_owners_leave(owner, other):
    league = found(owner)
    admit(league, other)
    _mine, theirs = overlapping(
        lambda: membership.leave(league, owner), lambda: membership.leave(league, other)
    )
    assert isinstance(theirs, errors.LastOwner)


def test_two_prepare_a_season(owner, other):
    league = found(owner)
    admit(league, other)
    overlapping(
        lambda: seasons.open_season(seen(league), owner, name="Mine", format="swiss"),
        lambda: seasons.open_season(seen(league), other, name="Theirs", format="swiss"),
    )
    assert dict(league.seasons.values_list("number", "name")) == {1: "Mine", 2: "Theirs"}


def test_a_season_is_opened_while_the_league_is_archived(owner, other):
    league = found(owner)
    admit(league, other)
    season = seasons.open_season(league, owner, name="First", format="swiss")
    _mine, theirs = overlapping(
        lambda: seasons.open_registration(seen(season), owner),
        lambda: seasons.archive(seen(league), other),
    )
    assert isinstance(theirs, errors.WrongStage)
    assert seen(league).archived_at is None


def test_all_at_once_nobody_waits_for_each_other_in_a_circle(owner, other):
    season, players = begun(owner, other, 6)
    published = drawn(season, owner)
    fixtures = list(published.fixtures.all())
    league = season.league
    guests = people(2, "guest")
    token = membership.invite(league, owner, uses=9)
    done = Audit.objects.get(verb="publish_round").pk
    jobs = [
        *(lambda f=one: opening.open_now(f.pk, users_of(f)[0]) for one in fixtures),
        *(lambda f=one: proposals.set_time(f.pk, other, soon(days=1)) for one in fixtures),
        lambda: entries.withdraw(entry_of(season, players[0]), players[0]),
        lambda: rulings.void_fixture(fresh(fixtures[1]), owner, reason="A bug."),
        lambda: undo.undo(done, other, reason="Too early."),
        lambda: seasons.cancel(seen(season), owner, reason="Nobody comes."),
        *(lambda user=one: membership.join(league, user, token=token) for one in guests),
        lambda: membership.revoke(league, owner, league.invitations.get().pk),
    ]
    at_once(jobs)  # anything but a refusal is raised
    assert seen(season).status == Season.Status.CANCELLED
    assert not Match.objects.exists()
    assert Chair.objects.filter(fixture__round=published).count() == 6
