"""The talk on the page of a match: what was said, and the place to write."""

from collections.abc import Mapping
from typing import Any

import msgspec

from games.chat.models import Message, Mute
from games.chat.rooms import GALLERY, TABLE, is_silent, readable_by, room_for
from games.engine.seats import Viewer
from games.matches.fragments import draw
from games.matches.models import Match
from games.matches.personal import called
from games.matches.scenes import Scene

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
    """Read the latest of what was said, of each room as much: one does not crowd out the other."""
    if not match.has_chat:
        return Talk((), {})
    latest: list[Message] = []
    for room in (TABLE, GALLERY):
        latest += match.messages.filter(room=room).order_by("-pk")[:SHOWN]
    if not latest:
        return Talk((), {})
    seats = _seats(match)
    said = tuple(_said(message, seats) for message in sorted(latest, key=lambda m: m.pk))
    return Talk(said, _muted(seats))


def _seats(match: Match) -> dict[int, int]:
    """Return where people sit now; what they said before the seats were drawn is theirs still."""
    return dict(match.players.filter(user__isnull=False).values_list("user", "seat"))


def _said(message: Message, seats: Mapping[int, int]) -> Said:
    at = message.said_at.strftime("%H:%M")
    seat = seats.get(message.user_id)
    return Said(message.key.hex, message.room, message.name, seat, message.text, at)


def _muted(seats: Mapping[int, int]) -> dict[int, frozenset[int]]:
    muted: dict[int, frozenset[int]] = {}
    for by, user in Mute.objects.filter(by__in=seats, user__in=seats).values_list("by", "user"):
        muted[seats[by]] = muted.get(seats[by], frozenset()) | {seats[user]}
    return muted


def render_talk(scene: Scene, talk: Talk, viewer: Viewer) -> str:
    """Render what `viewer` may read and wants to; nothing at a table without talk."""
    if not scene.table.has_chat:
        return ""
    rooms = [room for room in (TABLE, GALLERY) if readable_by(scene.match, viewer, room)]
    muted = frozenset() if viewer.seat is None else talk.muted.get(viewer.seat, frozenset())
    silenced = tuple(face for face in scene.faces if face.seat in muted)
    said = tuple(
        msgspec.structs.replace(message, name=called(message.name))
        for message in talk.said
        if message.room in rooms and (message.seat is None or message.seat not in muted)
    )
    return draw("chat/_talk.html", scene, said=said, me=viewer.seat, silenced=silenced)


def render_say(scene: Scene, _talk: Any, viewer: Viewer) -> str:
    """Render the place to write, or why `viewer` can't; nothing at a table without talk."""
    if not scene.table.has_chat:
        return ""
    return draw(
        "chat/_say.html",
        scene,
        room=room_for(scene.match, viewer),
        is_silent=is_silent(scene.match, viewer),
        me=viewer.seat,
    )
