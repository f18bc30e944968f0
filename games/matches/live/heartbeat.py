"""The heartbeat of a process: a timer that confirms connections to pages, and repairs rooms.

All open pages are sent the same text at the same times, independent of events at their tables. At
each beat, one query finds the rooms that missed a message, and the list of present users is sent to
other processes. Every few beats, one query checks all sessions.
"""

import asyncio
import logging
import time
from typing import Any

from channels.db import database_sync_to_async

from games.matches import publish
from games.matches.drawing import on_screen
from games.matches.live import pubsub, session_check, tasks
from games.matches.live.room import MatchRoom
from games.matches.models import Match

log = logging.getLogger(__name__)

#: Seconds between two beats, and beats between two checks of all sessions.
EVERY, SESSIONS_EVERY = 10.0, 6


class Heartbeat:
    """The timer of an event loop, shared by all its rooms."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._due = self.loop.time() + EVERY
        self._beats = 0
        self._checks: set[asyncio.Task[None]] = set()
        self._task = tasks.begin(self._beat_on())

    def deliver(self, message: dict[str, Any], _planned: Any) -> None:
        """Handle messages for all rooms: ended sessions, users elsewhere, missed messages."""
        if message["type"] == "session":
            self._check_later(message["user"])
            return
        for room in rooms():
            if message["type"] == "presence":
                room.note_here()
            else:
                room.look_for_missed()

    async def _beat_on(self) -> None:
        while rooms() or publish.LOBBY in publish.subscribers:
            await asyncio.sleep(self._due - self.loop.time())
            self._due += EVERY
            self._beats += 1
            try:
                await self.look_around()
            except Exception:
                log.exception("A heartbeat failed; the next one will repair the rooms")
        publish.forget(self)

    def beat(self, text: bytes) -> None:
        """Do nothing, because no page is connected to the timer itself."""

    async def look_around(self) -> None:
        """Send the beat to every page, then repair rooms that have missed messages."""
        text = b'{"at":%d}' % (time.time_ns() // 1000)
        for subscriber in list(publish.subscribers.values()):
            if subscriber.loop is self.loop:
                subscriber.beat(text)
        if not rooms():
            return
        users = {str(room.match_id): [*room.near()] for room in rooms()}
        await pubsub.tell_others({"type": "presence", "place": publish.EVERYWHERE, "rooms": users})
        counts, on_screens = await _stored([room.match_id for room in rooms()])
        for room in rooms():
            room.heal(counts.get(room.match_id), is_on_screen=room.match_id in on_screens)
        if self._beats % SESSIONS_EVERY == 0:
            await self.check_sessions()

    async def check_sessions(self, user_id: int | None = None) -> None:
        """Close the sockets of ended sessions, of one user or of all users."""
        sockets = [one for room in rooms() for one in room.everybody() if one.user_id is not None]
        own = [one for one in sockets if user_id in (None, one.user_id)]
        for socket in await session_check.with_ended_session(own):
            socket.turn_away()

    def _check_later(self, user_id: int) -> None:
        task = tasks.begin(self.check_sessions(user_id))
        self._checks.add(task)
        task.add_done_callback(self._checks.discard)


def rooms() -> list[MatchRoom]:
    """Return the open rooms of matches in this event loop."""
    loop, values = asyncio.get_running_loop(), list(publish.subscribers.values())
    return [room for room in values if isinstance(room, MatchRoom) and room.loop is loop]


def room_of(match_id: int) -> MatchRoom:
    """Return the room of a match in this process, creating it if necessary."""
    start()
    room = publish.subscribers.get(match_id)
    if not isinstance(room, MatchRoom) or room.loop is not asyncio.get_running_loop():
        room = publish.subscribers[match_id] = MatchRoom(match_id)
    return room


def start() -> None:
    """Start the heartbeat of the running loop, and subscribe to other processes."""
    pubsub.listen()
    beating = publish.subscribers.get(publish.EVERYWHERE)
    if beating is None or beating.loop is not asyncio.get_running_loop():
        publish.subscribers[publish.EVERYWHERE] = Heartbeat()


@database_sync_to_async
def _stored(match_ids: list[int]) -> tuple[dict[int, tuple[int, int]], frozenset[int]]:
    """Return each match's counts of moves and of other changes, and the matches on televisions."""
    rows = Match.objects.filter(pk__in=match_ids).values_list("pk", "length", "touched")
    return {pk: (length, touches) for pk, length, touches in rows}, on_screen.among(match_ids)
