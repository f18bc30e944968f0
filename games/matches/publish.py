"""Publishes changes of matches to their open pages, and reaches the rooms of this process.

A message contains a match's key, and never a secret; each process reads the changes itself. The
process that made a move also passes the whole move to its own room, which then doesn't have to read
it. If a message between processes is lost, pages are delayed until the next heartbeat. Messages
from other processes are received in live/pubsub.py.
"""

import asyncio
import time
import uuid
from typing import Any, Protocol

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.apps import apps
from django.db import transaction
from django.db.models import F

LOBBY = "lobby"
#: Messages for all rooms of a process: ended sessions, and the users in other processes.
EVERYWHERE = "everywhere"
#: This process's name in messages, so that it can skip its own.
MYSELF = uuid.uuid4().hex
#: The group of the channel layer that all processes join.
EVERYBODY = "rooms"

#: How many seconds another process's list of users, or a visit, stays valid.
PRESENCE_LASTS = 30.0

#: The subject of a message: a match by its key, the lobby, or everything.
Place = int | str


class Subscriber(Protocol):
    """Receives the messages about one place in this process: a match's room, or the lobby."""

    loop: asyncio.AbstractEventLoop

    def deliver(self, message: dict[str, Any], planned: Any, /) -> None:
        """Handle a message, with the move that it announces if any, in the loop's thread."""

    def beat(self, text: bytes) -> None:
        """Pass on the heartbeat."""


subscribers: dict[Place, Subscriber] = {}
#: By process: the time of its last message, and the users by match number as text.
_elsewhere: dict[str, tuple[float, dict[str, list[int]]]] = {}


def move(match_id: int, planned: Any) -> None:
    """Publish a match's new move after the commit, and pass it whole to the room here."""
    _publish_later({"type": "move", "place": match_id}, planned)


def table(match_id: int) -> None:
    """Publish after the commit that anything else about a match has changed, including players.

    The change is also counted in the row, for processes that miss the message, and to reject moves
    judged before it.
    """
    _touch(match_id)
    _publish_later({"type": "table", "place": match_id})


def talk(match_id: int) -> None:
    """Publish after the commit that a match has a new chat message, or that a block changed.

    It contains the number of the row's change, from which a room can detect other missing changes.
    """
    _publish_later({"type": "talk", "place": match_id, "touched": _touch(match_id)})


def reaction(match_id: int) -> None:
    """Publish after the commit that reactions to a chat message have changed.

    This is not counted in the row, so that moves don't have to be judged again; a lost message only
    delays a number on the page.
    """
    _publish_later({"type": "reaction", "place": match_id})


def screen(match_id: int) -> None:
    """Publish that a television now shows a match; this is not counted in the row."""
    _publish({"type": "table", "place": match_id})


def lobby() -> None:
    """Publish after the commit that the list of tables has changed."""
    _publish_later({"type": "table", "place": LOBBY})


def session_end(user_id: int) -> None:
    """Have every socket of a user checked after the commit, because one of their sessions ended."""
    _publish_later({"type": "session", "place": EVERYWHERE, "user": user_id})


def visit(match_id: int, user_id: int | None) -> None:
    """Announce a player's request to the match's room here, or to those in other processes."""
    message = {"type": "visit", "place": match_id, "user": user_id}
    # A room here notifies other processes if the user is new.
    say = deliver if match_id in subscribers else _publish
    transaction.on_commit(lambda: say(message), robust=True)


def _touch(match_id: int) -> int:
    """Count a change in the row of a match; return the new count."""
    row = apps.get_model("matches", "Match").objects.filter(pk=match_id)
    with transaction.atomic():
        row.update(touched=F("touched") + 1)
        return row.values_list("touched", flat=True).first() or 0


def _publish_later(message: dict[str, Any], planned: Any = None) -> None:
    """Publish a message after the commit; a failure doesn't stop other work after the commit."""
    transaction.on_commit(lambda: _publish(message, planned), robust=True)


def _publish(message: dict[str, Any], planned: Any = None) -> None:
    """Notify this process's subscribers directly, and other processes through the channel layer."""
    deliver(message, planned)
    layer = shared_layer()
    if layer is not None:
        async_to_sync(layer.group_send)(EVERYBODY, {**message, "from": MYSELF})


def deliver(message: dict[str, Any], planned: Any = None) -> None:
    """Pass `message` to its subscriber in this process, if any; callable from any thread."""
    subscriber = subscribers.get(message["place"])
    if subscriber is None:
        return
    try:
        subscriber.loop.call_soon_threadsafe(subscriber.deliver, message, planned)
    except RuntimeError:  # the loop is closed, so no page is open
        forget(subscriber)


def act_by_room(match_id: int, user_id: int, action: str, prompt: int) -> bool:
    """Pass a posted decision to the match's room in this process; return whether it exists.

    Call this from any thread but the loop's. The room has the position, so nothing is read.

    :raises Refused: as in the room.
    """
    room: Any = subscribers.get(match_id)
    if room is None or not room.loop.is_running():
        return False
    taken = asyncio.run_coroutine_threadsafe(room.take(user_id, action, prompt), room.loop)
    return bool(taken.result())


def here(match_id: int) -> frozenset[int]:
    """Return the users known here to have a match open; callable from any thread."""
    room: Any = subscribers.get(match_id)
    return elsewhere(match_id) if room is None else frozenset(room.here())


def elsewhere(match_id: int) -> frozenset[int]:
    """Return the users who have a match open in other processes; callable from any thread."""
    fresh = time.monotonic() - PRESENCE_LASTS
    told = [rooms for at, rooms in list(_elsewhere.values()) if at > fresh]
    return frozenset[int]().union(*(rooms.get(str(match_id), ()) for rooms in told))


def note_elsewhere(message: dict[str, Any]) -> None:
    """Store another process's message about its users.

    Its heartbeat lists all its rooms; messages in between contain changes for one match.
    """
    if message["type"] != "presence":
        return
    now, process = time.monotonic(), message["from"]
    if message["place"] == EVERYWHERE:
        rooms = message["rooms"]
    else:
        rooms = {**_elsewhere.get(process, (now, {}))[1], str(message["place"]): message["users"]}
    _elsewhere[process] = (now, rooms)
    for other, (at, _rooms) in list(_elsewhere.items()):
        if now - at > PRESENCE_LASTS:  # that process has stopped
            del _elsewhere[other]


def open_matches() -> list[int]:
    """Return the matches that are open in this process; callable from any thread."""
    return [place for place in list(subscribers) if isinstance(place, int)]


def forget(subscriber: Subscriber) -> None:
    """Remove `subscriber`."""
    for place in [place for place, other in subscribers.items() if other is subscriber]:
        del subscribers[place]


def shared_layer() -> Any | None:
    """Return the channel layer between processes, or None if there is only one process."""
    layer = get_channel_layer()
    return None if layer is None or isinstance(layer, InMemoryChannelLayer) else layer
