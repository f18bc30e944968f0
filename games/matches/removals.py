"""People removed from a table by its host, who see the reason, and can't return until the end."""

from django.utils.translation import gettext_lazy as _

from accounts import blocks
from accounts.models import User
from accounts.requests import Visitor
from games.matches import errors
from games.matches.models import Match, Removal

#: The sentence shown to the removed person, by reason.
_WHY = {
    Removal.Reason.FRIENDS: _("The host has removed you: this table is for certain people."),
    Removal.Reason.AWAY: _("The host has removed you: you had been away for a while."),
    Removal.Reason.MANNERS: _("The host has removed you for how you behaved at the table."),
    Removal.Reason.NONE: errors.Removed.text,
}


def note(match: Match, user: User, reason: str) -> None:
    """Record that `user` was removed from `match`; an unknown `reason` is stored as empty."""
    value = reason if reason in Removal.Reason.values else Removal.Reason.NONE
    Removal.objects.update_or_create(match=match, user=user, defaults={"reason": value})


def check(match: Match, user: Visitor) -> None:
    """Check that `user` was not removed from `match`, or that the match is over.

    :raises Removed: with the reason.
    """
    if not user.is_authenticated or match.is_over:
        return
    removal = Removal.objects.filter(match=match, user=user.pk).first()
    if removal is not None:
        raise errors.Removed(_WHY[Removal.Reason(removal.reason)])


def unwelcome_at(match: Match) -> frozenset[int]:
    """Return the users who may not sit down at `match`: removed, or kept apart by a block."""
    there = match.players.filter(user__isnull=False).values_list("user", flat=True)
    return removed_from(match) | blocks.kept_apart_from_any(user for user in there if user).keys()


def removed_from(match: Match) -> frozenset[int]:
    """Return the removed users, who have no access to `match` until it is over."""
    if match.is_over:
        return frozenset()
    return frozenset(match.removals.values_list("user", flat=True))
