"""Whom a moderator's decision keeps from tables for now; they are neither seated nor promised."""

from collections.abc import Collection

from django.utils import timezone

from accounts.models import ConductDecision, User
from games.matches.public import errors


def restricted(users: Collection[int], *, is_public: bool, is_rated: bool) -> set[int]:
    """Return the users who may not sit at such a table now; one statement."""
    kinds = [ConductDecision.Kind.PRIVATE] if is_public else []
    kinds += [ConductDecision.Kind.CASUAL] if is_rated else []
    found = ConductDecision.objects.filter(user__in=users, kind__in=kinds, until__gt=timezone.now())
    lifted = ConductDecision.Verdict.LIFTED
    return set(found.exclude(verdict=lifted).values_list("user", flat=True))


def check(user: User, *, is_public: bool, is_rated: bool) -> None:
    """Check that `user` may sit at such a table now.

    :raises Restricted: if a moderator's decision forbids it.
    """
    if restricted([user.pk], is_public=is_public, is_rated=is_rated):
        raise errors.Restricted
