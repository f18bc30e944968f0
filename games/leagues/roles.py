"""Who may do what in a league."""

from typing import Any

from games.leagues import refusals
from games.leagues.models import League, Member
from games.matches.refusals import NotAllowed

Role = Member.Role

#: Owners run the league, arbiters decide about results and people, schedulers about rounds.
POWERS: dict[str, frozenset[str]] = {
    "run": frozenset({Role.OWNER}),
    "arbitrate": frozenset({Role.OWNER, Role.ARBITER}),
    "schedule": frozenset({Role.OWNER, Role.ARBITER, Role.SCHEDULER}),
    "play": frozenset(Role),
}


def member_of(league: League, user: Any) -> Member | None:
    """Return the active membership of `user`, if there is one."""
    if not getattr(user, "is_authenticated", False):
        return None
    return league.members.filter(user=user, status=Member.Status.ACTIVE).first()


def may(user: Any, league: League, power: str) -> bool:
    """Return whether `user` has `power` in `league`: run, arbitrate, schedule or play."""
    member = member_of(league, user)
    return member is not None and member.role in POWERS[power]


def require(user: Any, league: League, power: str) -> Member:
    """Return the membership of `user`, who has `power`.

    :raises NotAMember: if they are none.
    :raises NotAllowed: if they may not.
    """
    member = member_of(league, user)
    if member is None:
        raise refusals.NotAMember
    if member.role not in POWERS[power]:
        raise NotAllowed
    return member
