"""Blocks between people. They work both ways, and nobody is notified."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from accounts.models import Block, User


def block(by: User, user: User) -> None:
    """Keep `by` and `user` from reading each other or sitting together, if not already blocked."""
    if by != user:
        Block.objects.get_or_create(by=by, user=user)


def unblock(by: User, user: User) -> None:
    """Remove the block by `by`; one by `user` remains."""
    Block.objects.filter(by=by, user=user).delete()


def blocked_by(user: User) -> QuerySet[User]:
    """Return the users that `user` has blocked."""
    return User.objects.filter(blocked_by__by=user).order_by("display_name", "pk")


def kept_apart_from(user: User) -> frozenset[int]:
    """Return the keys of all users separated from `user` by a block, made by either side."""
    pairs = Block.objects.filter(Q(by=user.pk) | Q(user=user.pk)).values_list("by", "user")
    return frozenset(other for pair in pairs for other in pair if other != user.pk)


def kept_apart_from_any(users: Iterable[int]) -> dict[int, frozenset[int]]:
    """Return each user separated by a block from some of `users`, mapped to those (as keys)."""
    group = frozenset(users)
    pairs = Block.objects.filter(Q(by__in=group) | Q(user__in=group)).values_list("by", "user")
    apart: dict[int, frozenset[int]] = {}
    for by, user in pairs:
        for one, other in ((by, user), (user, by)):
            if other in group:
                apart[one] = apart.get(one, frozenset()) | {other}
    return apart
