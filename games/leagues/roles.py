"""Roles in a league, and their powers."""

from accounts.requests import Visitor
from games.leagues import errors
from games.leagues.models import League, Member
from games.matches.public import NotAllowed

Role = Member.Role

#: Owners run the league, arbiters rule on results and people, schedulers manage rounds.
POWERS: dict[str, frozenset[str]] = {
    "run": frozenset({Role.OWNER}),
    "arbitrate": frozenset({Role.OWNER, Role.ARBITER}),
    "schedule": frozenset({Role.OWNER, Role.ARBITER, Role.SCHEDULER}),
    "play": frozenset(Role),
}


def member_of(league: League, user: Visitor) -> Member | None:
    """Return the active membership of `user`, or None."""
    if not user.is_authenticated:
        return None
    return league.members.filter(user=user, status=Member.Status.ACTIVE).first()


def may(user: Visitor, league: League, power: str) -> bool:
    """Return whether `user` has `power` in `league`: run, arbitrate, schedule or play."""
    return has(member_of(league, user), power)


def has(member: Member | None, power: str) -> bool:
    """Return whether `member` has `power`; False without a membership."""
    return member is not None and member.role in POWERS[power]


def require(user: Visitor, league: League, power: str) -> Member:
    """Return the membership of `user`, who must have `power`.

    :raises NotAMember: if the user is not a member.
    :raises NotAllowed: if their role does not have this power.
    """
    return with_power(member_of(league, user), power)


def with_power(member: Member | None, power: str) -> Member:
    """Return `member`, who must have `power`.

    :raises Refused: as in `require`.
    """
    if member is None:
        raise errors.NotAMember
    if not has(member, power):
        raise NotAllowed
    return member
