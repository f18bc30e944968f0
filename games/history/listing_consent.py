"""Consent to publish: an unlisted match becomes public once all its people agree."""

from typing import Any

from django.db import transaction

from accounts.requests import Visitor
from games.matches.models import Match
from games.matches.public import errors, lock_match


def agree(match_id: int, user: Visitor, *, publishes: bool) -> None:
    """Set whether `user` agrees to publish the match; it becomes public once all people agree.

    For an imported match only the importer decides, because nobody else took part on this site.

    :raises Refused: NotOver or NotSeated.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        if not match.is_over:
            raise errors.NotOver
        if match.is_imported and match.host_id == user.pk:
            match.is_published = publishes
        else:
            _note(match, user, publishes=publishes)
        match.update_listing()
        match.save(update_fields=["is_published", "is_listed"])


def _note(match: Match, user: Visitor, *, publishes: bool) -> None:
    players = match.players.filter(user=user.pk, user__isnull=False)
    if not players.update(publishes=publishes):
        raise errors.NotSeated
    match.is_published = not match.players.filter(user__isnull=False, publishes=False).exists()


def standing(match: Match, user: Visitor) -> dict[str, Any]:
    """Return the state of the consent, for the replay's page."""
    seats = ((one.user_id, one.publishes) for one in match.players.all())
    people = [(own, agrees) for own, agrees in seats if own is not None]
    return {
        "is_open_anyway": match.is_listed and not match.is_published,
        "agreed": sum(agrees for _user, agrees in people),
        "people": len(people),
        "is_mine": (user.pk, True) in people or (match.is_imported and match.is_published),
    }
