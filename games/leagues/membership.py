"""Founding leagues, and coming and going in them."""

import hashlib
import secrets
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from games.leagues import pools, refusals, roles, webhooks
from games.leagues.ledger import hold, recorded
from games.leagues.models import Invitation, League, Member
from games.leagues.models.league import new_code

Role, Status, Access = Member.Role, Member.Status, League.Access

#: Addresses that mean something else.
TAKEN = {"new", "join", "calendar", "invitation", "search", "hours"}
#: How long an invitation may last, in days.
LONGEST = 90


def found(*, founder: Any, name: str, **fields: Any) -> League:
    """Found a league; its founder owns it.

    `fields` are those of League that its owner may edit.

    :raises NeedsAccount: for guests.
    """
    _require_account(founder)
    with transaction.atomic():
        league = League.objects.create(name=name, slug=_slug(name), founder=founder, **fields)
        with recorded(league, founder, "found_league", about=name):
            zone = fields.get("timezone", "UTC")
            Member.objects.create(league=league, user=founder, role=Role.OWNER, timezone=zone)
    return league


def _require_account(user: Any) -> None:
    if not user.is_authenticated or user.is_guest:
        raise refusals.NeedsAccount


def _slug(name: str) -> str:
    """Return a free address for a league called `name`."""
    wanted = slugify(name)[:50] or "league"
    if wanted not in TAKEN and not League.objects.filter(slug=wanted).exists():
        return wanted
    return f"{wanted}-{secrets.token_hex(3)}"


def edit_league(league: League, actor: Any, *, reason: str = "", **fields: Any) -> None:
    """Change what a league says of itself, or who may join.

    :raises NotAllowed: for all but owners.
    """
    roles.require(actor, league, "run")
    with recorded(league, actor, "edit_league", about=league.name, reason=reason) as ledger:
        ledger.edit(league, **fields)
        pools.rename_pool(league)


def renew_code(league: League, actor: Any) -> None:
    """Give the league a new code; the old one opens nothing any more.

    :raises NotAllowed: for all but owners.
    """
    roles.require(actor, league, "run")
    with recorded(league, actor, "renew_code", about=league.name):
        League.objects.filter(pk=league.pk).update(code=new_code())
    league.refresh_from_db()


def join(league: League, user: Any, *, code: str = "", token: str = "", zone: str = "") -> Member:
    """Become a member; joining twice changes nothing.

    :raises Refused: NeedsAccount, Banned, Archived, WrongCode, InvitationNeeded or
        InvitationOver.
    """
    _require_account(user)
    with transaction.atomic():
        hold(league)
        member = league.members.filter(user=user).first()
        if member and member.status == Status.BANNED:
            raise refusals.Banned
        if member and member.status == Status.ACTIVE:
            return member
        if league.archived_at:
            raise refusals.Archived
        role = _admitted_as(league, code, token)
        return _admit(league, user, role, zone or league.timezone)


def _admitted_as(league: League, code: str, token: str) -> str:
    """Return the role in which somebody comes in; uses an invitation up."""
    if token:
        invitation = _invitation(league, token)
        invitation.uses_left -= 1
        invitation.save(update_fields=["uses_left"])
        return invitation.role
    if league.access == Access.INVITATION:
        raise refusals.InvitationNeeded
    if league.access == Access.CODE and not _is_code(league, code):
        raise refusals.WrongCode
    return Role.MEMBER


def _is_code(league: League, code: str) -> bool:
    typed = "".join(letter for letter in code.upper() if letter.isalnum())
    return secrets.compare_digest(typed.encode(), league.code.encode())


def _admit(league: League, user: Any, role: str, zone: str) -> Member:
    member, is_new = Member.objects.get_or_create(
        league=league, user=user, defaults={"role": role, "timezone": zone}
    )
    if not is_new:  # somebody who had left comes back, as a member or as they were invited
        member.role, member.status = role, Status.ACTIVE
        member.save(update_fields=["role", "status"])
    return member


def invite(
    league: League, actor: Any, *, role: str = Role.MEMBER, uses: int = 1, days: int = 14,
    note: str = "",
) -> str:  # fmt: skip
    """Return the secret of a new invitation link, which is kept nowhere.

    :raises NotAllowed: for all but owners.
    :raises BadSetting: for more than `LONGEST` days, or no such role.
    """
    roles.require(actor, league, "run")
    if role not in Role.values or not 0 < days <= LONGEST or not 0 < uses <= 1000:
        raise refusals.BadSetting
    token = secrets.token_urlsafe(24)
    with recorded(league, actor, "invite", about=note or Role(role).value):
        Invitation.objects.create(
            league=league,
            token_hash=_hash(token),
            role=role,
            note=note[:80],
            uses_left=uses,
            expires_at=timezone.now() + timedelta(days=days),
            made_by=actor,
        )
    return token


def league_of_invitation(token: str) -> League:
    """Return the league that an invitation leads to.

    :raises InvitationOver: if it is used up, too old, or none.
    """
    return _invitation(None, token).league


def revoke(league: League, actor: Any, invitation_id: int) -> None:
    """Take an invitation back.

    :raises NotAllowed: for all but owners.
    """
    roles.require(actor, league, "run")
    with recorded(league, actor, "revoke_invitation"):
        league.invitations.filter(pk=invitation_id).delete()


def _invitation(league: League | None, token: str) -> Invitation:
    known = Invitation.objects.select_related("league").filter(
        token_hash=_hash(token), uses_left__gt=0, expires_at__gt=timezone.now()
    )
    if league is not None:
        known = known.filter(league=league).select_for_update(of=("self",))
    invitation = known.first()
    if invitation is None:
        raise refusals.InvitationOver
    return invitation


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def leave(league: League, user: Any) -> None:
    """Leave a league; seasons that run must be left on their own first.

    :raises Refused: NotAMember, or LastOwner.
    """
    with transaction.atomic():
        hold(league)
        member = roles.require(user, league, "play")
        _keep_an_owner(member)
        member.status, member.role = Status.LEFT, Role.MEMBER
        member.save(update_fields=["status", "role"])


def set_role(member: Member, actor: Any, role: str, *, reason: str = "") -> None:
    """Give a member another role.

    :raises Refused: NotAllowed for all but owners, BadSetting, or LastOwner.
    """
    about = member.user.name
    with recorded(member.league, actor, "set_role", about=about, reason=reason) as ledger:
        roles.require(actor, member.league, "run")
        hold(member)
        if role not in Role.values or member.status != Status.ACTIVE:
            raise refusals.BadSetting
        if role != Role.OWNER:
            _keep_an_owner(member)
        ledger.edit(member, role=role)


def ban(member: Member, actor: Any, *, reason: str) -> None:
    """Put somebody out of the league for good; seasons that run are another matter.

    :raises Refused: NotAllowed for all but owners and arbiters, AlreadyDecided, LastOwner, or
        NeedsReason.
    """
    about = member.user.name
    with recorded(
        member.league, actor, "ban", about=about, reason=reason, needs_reason=True
    ) as ledger:
        mine = roles.require(actor, member.league, "arbitrate")
        hold(member)
        if member.role == Role.OWNER and mine.role != Role.OWNER:
            raise roles.NotAllowed
        if member.status == Status.BANNED:
            raise refusals.AlreadyDecided
        _keep_an_owner(member)
        ledger.edit(member, status=Status.BANNED, role=Role.MEMBER)
        webhooks.tell(member.league, "member.banned", {"name": about})


def readmit(member: Member, actor: Any, *, reason: str = "") -> None:
    """Let somebody who was banned back in.

    :raises Refused: NotAllowed for all but owners and arbiters, or AlreadyDecided.
    """
    about = member.user.name
    with recorded(member.league, actor, "readmit", about=about, reason=reason) as ledger:
        roles.require(actor, member.league, "arbitrate")
        hold(member)
        if member.status != Status.BANNED:
            raise refusals.AlreadyDecided
        ledger.edit(member, status=Status.ACTIVE)


def _keep_an_owner(member: Member) -> None:
    """Check that somebody else owns the league, too.

    :raises LastOwner: if nobody does.
    """
    owners = member.league.members.filter(role=Role.OWNER, status=Status.ACTIVE)
    if member.role == Role.OWNER and not owners.exclude(pk=member.pk).exists():
        raise refusals.LastOwner
