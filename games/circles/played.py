"""The matches that a circle has played, as visible to a viewer; they are found by queries.

A match belongs to a circle if the circle opened its table, or if it is a rematch of such a match.
Members see the matches they played, and those that allowed spectators. A circle made after a match
also includes earlier matches, if they had enough people for the game, all of them members or former
members. Of these, viewers see public ones and their own.
"""

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.catalog import GAMES
from games.circles.models import Circle, Membership
from games.circles.tables import HELD
from games.matches.models import Match, Player


def played_by(circle: Circle, viewer: User) -> QuerySet[Match]:
    """Return the finished matches of `circle` that `viewer` may see, newest first."""
    sat = Exists(Player.objects.filter(match=OuterRef("pk"), user=viewer))
    opened = Q(group=circle.public_id) & (Q(allows_spectators=True) | Q(is_published=True) | sat)
    kept = Q(pk__in=_earlier(circle).values("pk")) & (Q(is_listed=True) | sat)
    over = Match.objects.filter(
        status=Match.Status.FINISHED, is_imported=False, ended_at__lte=timezone.now() - HELD
    )
    return over.filter(opened | kept if circle.kept_from_id else opened).order_by("-ended_at")


def _earlier(circle: Circle) -> QuerySet[Match]:
    """Return the matches that the people in `circle` had played together before it was made."""
    been = circle.memberships.exclude(status=Membership.Status.INVITED).values("user")
    people = Player.objects.filter(match=OuterRef("pk"), bot="")
    before = Match.objects.filter(
        pk__in=Player.objects.filter(user__in=been, ended_at__lte=circle.made_at).values("match")
    )
    together = before.filter(~Exists(people.exclude(user__in=been)))
    enough = Q()
    for key, game in GAMES.items():
        enough |= Q(game=key, people__gte=game.seats.start)
    return together.annotate(people=Count("players", filter=Q(players__bot=""))).filter(enough)
