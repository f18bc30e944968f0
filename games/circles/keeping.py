"""Makes a circle of a finished match's players: one person makes it, the others are invited."""

from django.db import transaction

from accounts import blocks
from accounts.models import User
from accounts.requests import Visitor
from games.circles import errors, membership
from games.circles.models import Circle, Membership
from games.matches.models import Match, Player
from games.matches.public import errors as table_errors
from games.matches.public import lock_match

#: The settings that a circle copies from the match.
TAKEN = (
    "game", "options", "has_chat", "allows_spectators", "fills_with_bots", "allows_api_bots",
    "pace", "talk_seconds", "shows_marks", "is_rated", "language",
)  # fmt: skip


def circle_after(match: Match, user: Visitor) -> Membership | None:
    """Return the membership of `user` in a circle made from the players of `match`, or None."""
    places = Membership.objects.filter(
        user=user.pk,
        circle__kept_from=match,
        status__in=[Membership.Status.MEMBER, Membership.Status.INVITED],
    )
    return places.select_related("circle").order_by("pk").first()


def check(match: Match, user: Visitor) -> list[Player]:
    """Return the people who played a match, after checking that `user` may make a circle of them.

    Bots and deleted accounts are left out.

    :raises Refused: NotOver, NotSeated or NobodyToKeep.
    """
    seats = match.players.filter(user__isnull=False, bot="", is_api=False)
    people = list(seats.select_related("user").order_by("seat"))
    if user.pk not in {player.user_id for player in people}:
        raise table_errors.NotSeated
    if not match.is_over:
        raise table_errors.NotOver
    if len(people) < 2:
        raise errors.NobodyToKeep
    return people


def keep(match_id: int, user: User, name: str) -> Circle:
    """Make a circle of a match's players, or accept the invitation if one of them already has.

    The others are invited, except people kept apart from `user`; nobody becomes a member without
    joining.

    :raises Refused: NotOver, NotSeated, NobodyToKeep, TooManyCircles or CircleFull.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        people = check(match, user)
        place = circle_after(match, user)
        if place is not None:
            membership.join(place.circle, user)
            return place.circle
        usual = {
            **{name: getattr(match, name) for name in TAKEN},
            "seats_min": match.rules.seats.start,
            "seats_max": match.rules.seats.stop - 1,
            "visibility": Match.Visibility.LINK,
        }
        circle = membership.make(host=user, name=name, usual_table=usual, kept_from=match)
        apart = blocks.kept_apart_from(user)  # nobody sees the others' invitations
        invited = [
            Membership(circle=circle, user=player.user, status=Membership.Status.INVITED)
            for player in people
            if player.user_id not in {user.pk, *apart}
        ]
        Membership.objects.bulk_create(invited, ignore_conflicts=True)
    return circle
