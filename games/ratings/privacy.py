"""Personal data in ratings: exported on request, erased with the account."""

from typing import Any

from accounts.models import User
from games.ratings.models import Pool, Rating


def export(user: User) -> dict[str, Any]:
    """Return the ratings of `user`, with every change and its match."""
    current = Rating.objects.filter(user=user, pool__state=Pool.State.CURRENT)
    ratings = current.select_related("pool").order_by("pool__key", "pool__game", "side")
    return {"ratings": [_rating_data(rating) for rating in ratings]}


def _rating_data(rating: Rating) -> dict[str, Any]:
    changes = rating.changes.order_by("at", "pk")
    return {
        "pool": rating.pool.key,
        "game": rating.pool.game,
        "side": rating.side,
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "matches": rating.played,
        "last_match_ended_at": rating.last_at,
        "changes": list(
            changes.values(
                "match__code",
                "at",
                "before",
                "after",
                "deviation_before",
                "deviation_after",
                "expected",
                "score",
            )
        ),
    }


def erase(user: User) -> None:
    """Delete the ratings of `user`; those of other people are kept."""
    Rating.objects.filter(user=user).delete()
