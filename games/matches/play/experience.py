"""Players' numbers of finished matches: newcomers' matches are casual, and tables may require
some."""

from collections.abc import Iterable

from django.conf import settings
from django.db.models import Exists, OuterRef

from accounts.models import User
from games.matches.models import Player


def with_matches(users: Iterable[int], least: int) -> set[int]:
    """Return the keys of those `users` who have finished at least `least` matches.

    The query stops counting at that number, so a long history doesn't cost more.
    """
    if least < 1:
        return set(users)
    finished = Player.objects.filter(user=OuterRef("pk"), ended_at__isnull=False)
    nth = Exists(finished.order_by("user", "-ended_at", "-match")[least - 1 : least])
    return set(User.objects.filter(nth, pk__in=users).values_list("pk", flat=True))


def note_newcomers(players: Iterable[Player]) -> None:
    """Mark the players in one of their first, unrated matches, without saving."""
    people = [player for player in players if player.user_id is not None]
    known = with_matches((one.user_id for one in people if one.user_id), settings.FIRST_MATCHES)
    for player in people:
        player.is_newcomer = player.user_id not in known
