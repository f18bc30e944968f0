"""Messages on a circle's page, written by members, and hidden across blocks and mutes."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import blocks
from accounts.models import ConductDecision, User
from games.chat import reports
from games.chat.models import Mute
from games.chat.services import clean
from games.circles import errors
from games.circles.membership import locked, place_of
from games.circles.models import Circle, CircleMessage, Membership
from games.circles.tables import HELD
from games.matches.models import Match
from games.matches.public import Refused, limits, shown_name
from games.matches.public import errors as match_errors

#: The rate limit per person, and the numbers of messages shown on a page and kept.
RATE = limits.RateLimit(20, 600)
SHOWN, KEPT = 60, 1000


def read(circle: Circle, user: User) -> Sequence[CircleMessage]:
    """Return the newest messages that `user` may read, oldest first."""
    mutes = Mute.objects.filter(by=user).values_list("user", flat=True)
    unread = {*blocks.kept_apart_from(user), *mutes}
    messages = CircleMessage.objects.filter(circle=circle).exclude(user__in=unread)
    return list(messages.select_related("user").order_by("-pk")[:SHOWN])[::-1]


def name_of(message: CircleMessage) -> str:
    """Return the writer's name, or a substitute if they removed it when they left."""
    return shown_name(message.name) or _("former member")


def why_closed(place: Membership) -> Refused | None:
    """Return the reason why a member cannot write now, if any.

    Players in a running match may not talk here, because the rules of its table apply to them.
    """
    if place.is_silenced:
        return errors.SilencedHere()
    held = Q(status=Match.Status.FINISHED, ended_at__gt=timezone.now() - HELD)
    running = Match.objects.filter(
        Q(status=Match.Status.RUNNING) | held, players__user=place.user_id
    )
    others = place.circle.people().exclude(pk=place.user_id)
    if running.filter(players__user__in=others).exists():
        return errors.PlayingTogether()
    return None


def write(circle: Circle, user: User, text: str) -> None:
    """Write a message; beyond the maximum number, the oldest are deleted.

    :raises Http404: for non-members.
    :raises Refused: SilencedHere, PlayingTogether, CircleTooFast, Restricted, NothingSaid or
        TooLong.
    """
    words = clean(text)
    with locked(circle.pk) as now:
        place = place_of(user, now.public_id)
        reason = why_closed(place)
        if reason is not None:
            raise reason
        if limits.seconds_to_wait(RATE, "circle messages", f"person {user.pk}") > 0:
            raise errors.CircleTooFast
        if ConductDecision.objects.in_force(user, ConductDecision.Kind.MUTE):
            raise match_errors.Restricted
        CircleMessage.objects.create(circle=now, user=user, name=user.name, text=words)
        newest = now.messages.order_by("-pk").values_list("pk", flat=True)[KEPT:]
        CircleMessage.objects.filter(pk__in=list(newest)).delete()


def delete(circle: Circle, user: User, key: UUID) -> None:
    """Delete the user's own message, or any message if the user is the host.

    :raises Refused: NoSuchWords or OnlyItsHost.
    """
    *_before, message = _read_up_to(circle, user, key)
    if user.pk not in {message.user_id, circle.host_id}:
        raise errors.OnlyItsHost
    message.delete()


def report(circle: Circle, user: User, key: UUID) -> None:
    """Report a message that `user` can read, and did not write, to the moderators.

    :raises Refused: NoSuchWords, or TooManyMessages after many reports.
    """
    upto = _read_up_to(circle, user, key)[-reports.KEPT :]
    message = upto[-1]
    if message.user_id == user.pk:
        raise errors.NoSuchWords
    reports.report_words(
        user, message.user,
        name=name_of(message),
        text=message.text,
        address=f"{circle.get_absolute_url()}#message-{key}",
        moment="\n".join(f"{name_of(one)}: {one.text}" for one in upto),
    )  # fmt: skip


def _read_up_to(circle: Circle, user: User, key: UUID) -> Sequence[CircleMessage]:
    """Return a message that `user` can read, preceded by the earlier ones.

    :raises NoSuchWords: if no such message exists.
    """
    read_by = read(circle, user)
    for number, message in enumerate(read_by, start=1):
        if message.key == key:
            return read_by[:number]
    raise errors.NoSuchWords
