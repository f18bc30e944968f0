"""Personal data in decisions: exported on request, erased with the account."""

from typing import Any

from accounts.models import ConductDecision, User


def export(user: User) -> dict[str, Any]:
    """Return the decisions about `user`, without the names of the deciders."""
    decisions = ConductDecision.objects.filter(user=user).order_by("pk")
    return {
        "decisions": list(
            decisions.values(
                *("kind", "scope_name", "reason", "at", "until"),
                *("appeal", "appealed_at", "verdict", "answer"),
            )
        )
    }


def erase(user: User) -> None:
    """Delete the decisions about `user`; those made by `user` remain, without the name."""
    ConductDecision.objects.filter(user=user).delete()
