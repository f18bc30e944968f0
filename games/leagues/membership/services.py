"""Services for leagues and their members: create, edit, join, leave, invite, ban."""

import hashlib
import secrets
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from accounts.models import User
from accounts.requests import Visitor
from games.leagues import errors, rating_pool, roles
from games.leagues.audit.recorder import lock, record
from games.leagues.models import Invitation, League, Member
from games.leagues.models.league import new_code
from games.matches.public import NotAllowed, code_in

Role, Status, Access = Member.Role, Member.Status, League.Access

#: Slugs that are reserved for other pages.
TAKEN = {"new", "join", "calendar", "invitation", "search", "hours"}
#: The maximum number of days for which an invitation is valid.
LONGEST = 90
#: A second league by the same founder with the same name within this time is a double click.
DOUBLE_CLICK = timedelta(seconds=30)


def create_league(*, founder: Visitor, name: str, **fields: Any) -> League:
    """Create a league owned by its founder.

    `fields` are the fields of League that owners may edit.

    :raises NeedsAccount: for guests.
    """
    owner = _account(founder)
    with transaction.atomic():
        league = League.objects.create(name=name, slug=_slug(name), founder=owner, **fields)
        with record(league, owner, "found_league", about=name, is_own=True):
            zone = fields.get("timezone", "UTC")
            Member.objects.create(league=league, user=owner, role=Role.OWNER, timezone=zone)
    return league


@transaction.atomic
def create_once(*, founder: Visitor, name: str, **fields: Any) -> League:
    """Create a league, or return the one that this founder just created with this name.

    :raises NeedsAccount: for guests.
    """
    if founder.is_authenticated:
        User.objects.select_for_update().get(pk=founder.pk)
        since = timezone.now() - DOUBLE_CLICK
        league = League.objects.filter(founder=founder, name=name, founded_at__gte=since).first()
        if league is not None:
            return league
    return create_league(founder=founder, name=name, **fields)


def _account(visitor: Visitor) -> User:
    """Return the user, who must have an account.

    :raises NeedsAccount: for guests and anonymous visitors.
    """
    if not visitor.is_authenticated or visitor.is_guest:
        raise errors.NeedsAccount
    return visitor


def _slug(name: str) -> str:
    """Return an unused slug for a league called `name`."""
    base = slugify(name)[:50] or "league"
    if base not in TAKEN and not League.objects.filter(slug=base).exists():
        return base
    return f"{base}-{secrets.token_hex(3)}"


def edit_league(league: League, actor: User, *, reason: str = "", **fields: Any) -> None:
    """Change a league's description, or who may join.

    :raises Refused: NotAllowed for all but owners, or NothingChanged.
    """
    with record(league, actor, "edit_league", about=league.name, reason=reason) as recorder:
        recorder.edit(league, **fields)
        rating_pool.rename_pool(league)


def renew_code(league: League, actor: User) -> None:
    """Give the league a new code; the old code becomes invalid.

    :raises NotAllowed: for all but owners.
    """
    with record(league, actor, "renew_code", about=league.name):
        League.objects.filter(pk=league.pk).update(code=new_code())
    league.refresh_from_db()


def join(
    league: League, visitor: Visitor, *, code: str = "", token: str = "", zone: str = ""
) -> Member:
    """Make the visitor a member of the league; joining twice changes nothing.

    :raises Refused: NeedsAccount, Banned, Archived, WrongCode, InvitationNeeded or
        InvitationOver.
    """
    user = _account(visitor)
    with transaction.atomic():
        lock(league)
        member = league.members.filter(user=user).first()
        if member and member.status == Status.BANNED:
            raise errors.Banned
        if member and member.status == Status.ACTIVE:
            return member
        if league.archived_at:
            raise errors.Archived
        role = _admitted_as(league, code, token)
        return _admit(league, user, role, zone or league.timezone)


def is_banned(league: League, visitor: Visitor) -> bool:
    """Return whether organisers have banned this visitor."""
    ban = league.members.filter(user=visitor.pk, status=Status.BANNED)
    return visitor.is_authenticated and ban.exists()


def admit_at_door(league: League, user: User) -> Member:
    """Add a user who was checked in at the door as a member, guests included.

    :raises Refused: Banned or Archived.
    """
    with transaction.atomic():
        lock(league)
        if is_banned(league, user):
            raise errors.Banned
        if league.archived_at:
            raise errors.Archived
        member = league.members.filter(user=user, status=Status.ACTIVE).first()
        return member or _admit(league, user, Role.MEMBER, league.timezone)


def _admitted_as(league: League, code: str, token: str) -> str:
    """Return the role of a new member; count the use of an invitation."""
    if token:
        invitation = invitation_of(token, league)
        invitation.uses_left -= 1
        invitation.save(update_fields=["uses_left"])
        return invitation.role
    if league.access == Access.INVITATION:
        raise errors.InvitationNeeded
    typed = code_in(code, len(league.code))
    if league.access == Access.CODE and not secrets.compare_digest(typed, league.code):
        raise errors.WrongCode
    return Role.MEMBER


def _admit(league: League, user: User, role: str, zone: str) -> Member:
    member, is_new = Member.objects.get_or_create(
        league=league, user=user, defaults={"role": role, "timezone": zone}
    )
    if not is_new:  # a former member returns, as a member or in the invitation's role
        member.role, member.status = role, Status.ACTIVE
        member.save(update_fields=["role", "status"])
    return member


def invite(
    league: League, actor: User, *, role: str = Role.MEMBER, uses: int = 1, days: int = 14,
    note: str = "",
) -> str:  # fmt: skip
    """Create an invitation, and return the secret of its link, which is not stored.

    :raises NotAllowed: for all but owners.
    :raises BadSetting: for more than `LONGEST` days, or an unknown role.
    """
    if role not in Role.values or not 0 < days <= LONGEST or not 0 < uses <= 1000:
        raise errors.BadSetting
    token = secrets.token_urlsafe(24)
    with record(league, actor, "invite", about=note or Role(role).value):
        Invitation.objects.create(
            league=league,
            token_hash=hash_of(token),
            role=role,
            note=note[:80],
            uses_left=uses,
            expires_at=timezone.now() + timedelta(days=days),
            made_by=actor,
        )
    return token


def revoke(league: League, actor: User, invitation_id: int) -> None:
    """Withdraw an invitation.

    :raises NotAllowed: for all but owners.
    """
    with record(league, actor, "revoke_invitation"):
        league.invitations.filter(pk=invitation_id).delete()


def invitation_of(token: str, league: League | None = None) -> Invitation:
    """Return the invitation with this secret; with `league`, only one of that league, locked.

    :raises InvitationOver: if it does not exist, or is no longer open.
    """
    invitations = Invitation.objects.select_related("league", "season")
    invitations = invitations.filter(token_hash=hash_of(token))
    if league is not None:
        invitations = invitations.filter(league=league).select_for_update(of=("self",))
    invitation = invitations.first()
    if invitation is None or not invitation.is_open:
        raise errors.InvitationOver
    return invitation


def hash_of(token: str) -> str:
    """Return the hash that is stored instead of an invitation's secret."""
    return hashlib.sha256(token.encode()).hexdigest()


def leave(league: League, user: User) -> None:
    """End a membership; places in running seasons are kept, and given up on the seasons' pages.

    :raises Refused: NotAMember, or LastOwner.
    """
    with transaction.atomic():
        lock(league)
        member = roles.require(user, league, "play")
        _keep_an_owner(member)
        member.status, member.role = Status.LEFT, Role.MEMBER
        member.save(update_fields=["status", "role"])


def set_role(member: Member, actor: User, role: str, *, reason: str = "") -> None:
    """Give a member another role.

    :raises Refused: NotAllowed for all but owners, BadSetting, NothingChanged, or LastOwner.
    """
    about = member.user.name
    with record(member.league, actor, "set_role", about=about, reason=reason) as recorder:
        lock(member)
        if role not in Role.values or member.status != Status.ACTIVE:
            raise errors.BadSetting
        if role != Role.OWNER:
            _keep_an_owner(member)
        recorder.edit(member, role=role)


def ban(member: Member, actor: User, *, reason: str) -> None:
    """Ban a member from the league; they keep their place in running seasons.

    :raises Refused: NotAllowed for all but owners and arbiters, AlreadyDecided, LastOwner, or
        NeedsReason.
    """
    about = member.user.name
    with record(member.league, actor, "ban", about=about, reason=reason) as recorder:
        mine = roles.require(actor, member.league, "arbitrate")
        lock(member)
        if member.role == Role.OWNER and mine.role != Role.OWNER:
            raise NotAllowed
        if member.status == Status.BANNED:
            raise errors.AlreadyDecided
        _keep_an_owner(member)
        recorder.edit(member, status=Status.BANNED, role=Role.MEMBER)


def readmit(member: Member, actor: User, *, reason: str = "") -> None:
    """Lift a ban.

    :raises Refused: NotAllowed for all but owners and arbiters, or AlreadyDecided.
    """
    about = member.user.name
    with record(member.league, actor, "readmit", about=about, reason=reason) as recorder:
        lock(member)
        if member.status != Status.BANNED:
            raise errors.AlreadyDecided
        recorder.edit(member, status=Status.ACTIVE)


def _keep_an_owner(member: Member) -> None:
    """Check that the league has another owner besides this member.

    :raises LastOwner: if it has no other.
    """
    owners = member.league.members.filter(role=Role.OWNER, status=Status.ACTIVE)
    if member.role == Role.OWNER and not owners.exclude(pk=member.pk).exists():
        raise errors.LastOwner
