"""Joining a league, its members' roles, and the rule that it always has an owner."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.leagues import errors, roles
from games.leagues.membership import services as membership
from games.leagues.models import Audit, Invitation, Member
from games.matches.errors import NotAllowed
from tests.leagues.league_play import found

pytestmark = pytest.mark.django_db


def test_the_founder_owns_the_league(owner):
    league = found(owner)
    assert roles.may(owner, league, "run")
    assert league.slug == "grey-chamber"


def test_two_leagues_of_the_same_name_have_different_urls(owner):
    assert found(owner).slug != found(owner).slug


@pytest.mark.parametrize("name", ["new", "Calendar", "!!!", "日本"])
def test_a_name_never_takes_a_reserved_url(owner, name):
    league = membership.create_league(founder=owner, name=name, game="noir")
    assert league.slug not in membership.TAKEN
    assert league.slug


def test_a_guest_can_neither_found_nor_join_a_league(owner):
    guest = User.objects.create_user("guest-1", display_name="Guest", is_guest=True)
    with pytest.raises(errors.NeedsAccount):
        found(guest)
    with pytest.raises(errors.NeedsAccount):
        membership.join(found(owner), guest)


def test_anybody_can_join_a_public_league_and_joining_twice_counts_once(owner, alice):
    league = found(owner)
    membership.join(league, alice)
    membership.join(league, alice)
    assert league.members.filter(user=alice).count() == 1
    assert not roles.may(alice, league, "schedule")


def test_a_code_only_opens_its_own_league_however_it_is_typed(owner, alice, bob):
    league = found(owner, access="code")
    with pytest.raises(errors.WrongCode):
        membership.join(league, alice, code="NOTTHISONE")
    with pytest.raises(errors.WrongCode):
        membership.join(league, alice)
    membership.join(league, alice, code=f"our code: {league.code[:8].lower()}!")
    assert roles.may(alice, league, "play")
    old = league.code
    membership.renew_code(league, owner)
    with pytest.raises(errors.WrongCode):
        membership.join(league, bob, code=old)


def test_an_invitation_admits_a_limited_number_and_its_secret_is_not_stored(
    owner, alice, bob, mallory
):
    league = found(owner, access="invitation")
    with pytest.raises(errors.InvitationNeeded):
        membership.join(league, alice)
    token = membership.invite(league, owner, uses=2, role="scheduler")
    membership.join(league, alice, token=token)
    membership.join(league, bob, token=token)
    assert roles.may(bob, league, "schedule")
    with pytest.raises(errors.InvitationOver):
        membership.join(league, mallory, token=token)
    assert token not in str(list(Invitation.objects.values()))
    assert token not in str(list(Audit.objects.values()))


def test_an_invitation_that_expired_or_is_of_another_league_opens_nothing(owner, alice):
    league, other = found(owner, access="invitation"), found(owner, access="invitation")
    token = membership.invite(league, owner)
    with pytest.raises(errors.InvitationOver):
        membership.join(other, alice, token=token)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(errors.InvitationOver):
        membership.join(league, alice, token=token)


def test_a_banned_user_stays_out_until_let_in_again(owner, mallory):
    league = found(owner)
    member = membership.join(league, mallory)
    with pytest.raises(errors.NeedsReason):
        membership.ban(member, owner, reason=" ")
    membership.ban(member, owner, reason="Insulted everybody.")
    for way in (membership.join, membership.admit_at_door):
        with pytest.raises(errors.Banned):
            way(league, mallory)
    membership.readmit(member, owner)
    assert roles.may(mallory, league, "play")


def test_the_last_owner_can_neither_leave_nor_step_down(owner, alice):
    league = found(owner)
    mine = league.members.get(user=owner)
    with pytest.raises(errors.LastOwner):
        membership.leave(league, owner)
    with pytest.raises(errors.LastOwner):
        membership.set_role(mine, owner, "member")
    membership.set_role(membership.join(league, alice), owner, "owner")
    membership.leave(league, owner)
    assert not roles.may(owner, league, "play")


def test_an_arbiter_who_left_returns_as_a_plain_member(owner, alice):
    league = found(owner)
    membership.set_role(membership.join(league, alice), owner, "arbiter")
    membership.leave(league, alice)
    assert membership.join(league, alice).role == Member.Role.MEMBER


def test_an_arbiter_cannot_ban_an_owner(owner, alice, bob):
    league = found(owner)
    membership.set_role(membership.join(league, alice), owner, "arbiter")
    membership.set_role(membership.join(league, bob), owner, "owner")
    with pytest.raises(NotAllowed):
        membership.ban(league.members.get(user=bob), alice, reason="No")
