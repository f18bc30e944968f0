"""A match by link becomes everybody's once all the people who were there agree."""

from typing import Any

from django.db import transaction

from games.matches import refusals
from games.matches.models import Match
from games.matches.services import locked


def agree(match_id: int, user: Any, *, publishes: bool) -> None:
    """Note whether `user` agrees that everybody may see the match; it takes all who were there.

    Whoever brought an imported match here decides about it alone, for nobody else did anything.

    :raises Refused: NotOver or NotSeated.
    """
    with transaction.atomic():
        match = locked(match_id)
        if not match.is_over:
            raise refusals.NotOver
        if match.is_imported and match.host_id == user.pk:
            match.is_published = publishes
        else:
            _note(match, user, publishes=publishes)
        match.settle_listing()
        match.save(update_fields=["is_published", "is_listed"])


def _note(match: Match, user: Any, *, publishes: bool) -> None:
    seated = match.players.filter(user=user.pk, user__isnull=False)
    if not seated.update(publishes=publishes):
        raise refusals.NotSeated
    match.is_published = not match.players.filter(user__isnull=False, publishes=False).exists()


def standing(match: Match, user: Any) -> dict[str, Any]:
    """Return who has agreed so far, for the page of the replay."""
    people = list(match.players.filter(user__isnull=False).values_list("user", "publishes"))
    return {
        "is_open_anyway": match.is_listed and not match.is_published,
        "agreed": sum(agrees for _user, agrees in people),
        "people": len(people),
        "is_mine": (user.pk, True) in people or (match.is_imported and match.is_published),
    }
