"""The talk on the page of a match: what was said, and the place to write."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.db.models import QuerySet

from games.chat.models import Message, Mute
from games.chat.rooms import GALLERY, TABLE, is_silent, readable_by, room_for
from games.engine.seats import Viewer
from games.matches.fragments import Scene, draw
from games.matches.models import Match

SHOWN = 200


class Said(msgspec.Struct, frozen=True):
    """A message as readers get it."""

    key: str
    room: str
    name: str
    seat: int | None
    text: str
    time: str


class Talk(msgspec.Struct, frozen=True):
    """All that was said at a match, and which seats each seat does not read."""

    said: tuple[Said, ...]
    muted: Mapping[int, frozenset[int]]


def talk_of(match: Match) -> Talk:
    """Read the latest of what was said, in both rooms."""
    if not match.has_chat:
        return Talk((), {})
    latest: QuerySet[Message] = match.messages.order_by("-pk")[:SHOWN]
    return Talk(tuple(_said(message) for message in reversed(latest)), _muted(match))


def _said(message: Message) -> Said:
    at = message.said_at.strftime("%H:%M")
    key = message.key.hex
    return Said(key, message.room, message.name, message.seat, message.text, at)


def _muted(match: Match) -> dict[int, frozenset[int]]:
    seats = dict(match.players.filter(user__isnull=False).values_list("user", "seat"))
    muted: dict[int, frozenset[int]] = {}
    for by, user in Mute.objects.filter(by__in=seats, user__in=seats).values_list("by", "user"):
        muted[seats[by]] = muted.get(seats[by], frozenset()) | {seats[user]}
    return muted


def render_talk(scene: Scene, talk: Talk, viewer: Viewer) -> str:
    """Render what `viewer` may read and wants to."""
    rooms = [room for room in (TABLE, GALLERY) if readable_by(scene.match, viewer, room)]
    muted = frozenset() if viewer.seat is None else talk.muted.get(viewer.seat, frozenset())
    said = [m for m in talk.said if m.room in rooms and (m.seat is None or m.seat not in muted)]
    return draw("chat/_talk.html", scene, said=said, me=viewer.seat, muted=muted)


def render_say(scene: Scene, _talk: Any, viewer: Viewer) -> str:
    """Render the place to write, or why `viewer` can't."""
    return draw(
        "chat/_say.html",
        scene,
        room=room_for(scene.match, viewer),
        is_silent=is_silent(scene.match, viewer),
        me=viewer.seat,
    )
