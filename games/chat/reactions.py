"""Reactions: four marks for other people's messages.

Users who may write in a room may react to its messages, and readers of a message see the number of
reactions.
"""

import uuid
from collections.abc import Collection, Iterable, Sequence

import msgspec
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts import blocks
from accounts.requests import Visitor
from games.chat.models import Message, Reaction
from games.chat.rooms import NotYourRoom, may_write, readable_by
from games.matches.models import Match
from games.matches.public import as_shown, errors, limits, lock_match, publish, viewer_of

#: The rate limit of reactions by one person.
RATE = limits.RateLimit(20, 10)

NothingToReactTo = errors.refusal(
    "NothingToReactTo", _("There is no such message here."), status=404
)


class ReadableReaction(msgspec.Struct, frozen=True):
    """One person's reaction. The user is for access checks; only tallies are rendered."""

    kind: str
    user: int
    is_own: bool = False  #: whether it is the reader's


class ReactionCount(msgspec.Struct, frozen=True):
    """The number of reactions of one kind, and whether one is the reader's."""

    kind: str
    label: str
    count: int
    is_own: bool = False


def react(match_id: int, user: Visitor, key: uuid.UUID, kind: str) -> None:
    """React to a message; repeating a reaction removes it, and another kind replaces it.

    :raises Refused: as in `message_for`; NothingToReactTo for an unknown kind; TooManyAttempts.
    """
    with transaction.atomic():
        match = as_shown(lock_match(match_id))
        message = message_for(match, user, key)
        if kind not in Reaction.Kind.values:
            raise NothingToReactTo
        if limits.seconds_to_wait(RATE, "reactions", f"person {user.pk}") > 0:
            raise limits.TooManyAttempts
        own = message.reactions.filter(user=user.pk)
        if not own.filter(kind=kind).delete()[0]:
            own.delete()
            Reaction.objects.create(message=message, user_id=user.pk or 0, kind=kind)
        publish.reaction(match_id)


def message_for(match: Match, user: Visitor, key: uuid.UUID) -> Message:
    """Return the message of `match` with this key, to which `user` may react now.

    :raises Refused: NothingToReactTo if they cannot read it or wrote it; or as in `may_write`.
    """
    viewer = viewer_of(match, user)
    if not user.is_authenticated:
        raise NotYourRoom
    unread = blocks.kept_apart_from(user) | {user.pk}
    message = match.messages.filter(key=key).exclude(user__in=unread).first()
    if message is None or message.room not in readable_by(match, viewer):
        raise NothingToReactTo
    may_write(match, viewer, user, message.room)
    return message


def reactions_to(messages: Iterable[Message]) -> dict[int, tuple[ReadableReaction, ...]]:
    """Return the reactions to each of `messages`."""
    rows = Reaction.objects.filter(message__in=[message.pk for message in messages])
    by_message: dict[int, tuple[ReadableReaction, ...]] = {}
    for message, kind, user in rows.order_by("pk").values_list("message", "kind", "user"):
        by_message[message] = (*by_message.get(message, ()), ReadableReaction(kind, user))
    return by_message


def tallies(kinds: Sequence[str], own: Collection[str] = ()) -> tuple[ReactionCount, ...]:
    """Count reactions by kind, labelled in the reader's language; `own` are the reader's kinds."""
    return tuple(
        ReactionCount(kind.value, str(kind.label), kinds.count(kind), kind in own)
        for kind in Reaction.Kind
        if kind in kinds
    )
