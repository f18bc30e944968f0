"""What ratings keep about a person: to be shown to them, and to be let go of when they go."""

from typing import Any

from games.ratings.models import Pool, Rating


def export(user: Any) -> dict[str, Any]:
    """Return the ratings of `user`, with every change and the match that it came from."""
    current = Rating.objects.filter(user=user, pool__state=Pool.State.CURRENT)
    ordered = current.select_related("pool").order_by("pool__key", "pool__game", "side")
    return {"ratings": [_told(rating) for rating in ordered]}


def _told(rating: Rating) -> dict[str, Any]:
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


def erase(user: Any) -> None:
    """Delete the ratings of `user`; those of the others stay as they are."""
    Rating.objects.filter(user=user).delete()
