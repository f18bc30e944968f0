"""The bell and the hub: how every open page learns at once that something has happened.

`announce` rings; it carries a match's number and never a secret. A process that serves sockets
of a match keeps one hub for it, which reads what is new once, draws what is public once, and
writes to its sockets itself. A bell that is lost costs a heartbeat, never a move.
"""

import asyncio
import logging
import time
import uuid
from collections.abc import Callable, Coroutine
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

log = logging.getLogger(__name__)

LOBBY = "lobby"
#: Seconds between two looks at the database that no bell asked for.
HEARTBEAT = 10.0
#: Seconds after which another process's word on who is here is forgotten.
PRESENCE_LASTS = 3 * HEARTBEAT

#: What this process is called when it rings, so that it does not listen to itself.
MYSELF = uuid.uuid4().hex

#: Reads and sends what is new to one kind of socket.
Update = Callable[["Hub"], Coroutine[Any, Any, None]]

_hubs: dict[str, "Hub"] = {}
_ears: dict[asyncio.AbstractEventLoop, "Ear"] = {}


def announce(match_id: int) -> None:
    """Ring for a match: its pages, wherever they are connected, look for what is new."""
    _ring({"type": "bell", "room": room_of(match_id)})


def announce_lobby() -> None:
    """Ring for the lobby."""
    _ring({"type": "bell", "room": LOBBY})


def announce_session_end(user_id: int) -> None:
    """Have every socket of a user checked now: some session of theirs has ended."""
    _ring({"type": "session.ended", "room": "", "user": user_id})


def as_of() -> int:
    """Return the time in microseconds, by which a page tells which of two drawings is newer.

    What a socket is sent carries a time after the reading, what a request is answered one before
    it: an answer older than a frame may be dropped, for the frame, or the one that follows the
    answer's own bell, holds all that it does.
    """
    return time.time_ns() // 1000


def room_of(match_id: int) -> str:
    """Return the name that a match's hub goes by."""
    return f"match.{match_id}"


def shared_layer() -> Any | None:
    """Return the channel layer between processes, or None where there is one process only."""
    layer = get_channel_layer()
    return None if layer is None or isinstance(layer, InMemoryChannelLayer) else layer


def _ring(message: dict[str, Any]) -> None:
    """Deliver `message` to this process's hubs directly, and to the others by the layer."""
    _hear(message)
    layer = shared_layer()
    if layer is not None:
        async_to_sync(layer.group_send)("hubs", {**message, "from": MYSELF})


def _hear(message: dict[str, Any]) -> None:
    """Pass `message` on to the hub, or hubs, that it is for; from any thread."""
    room = message["room"]
    found = list(_hubs.values()) if not room else [_hubs[room]] if room in _hubs else []
    for hub in found:
        try:
            hub.loop.call_soon_threadsafe(hub.hear, message)
        except RuntimeError:  # its loop is closed, and nobody is there any more
            _hubs.pop(hub.room, None)


class Ear:
    """One per process with a shared layer: hears what other processes ring."""

    def __init__(self) -> None:
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        layer = shared_layer()
        while True:
            try:
                channel = await layer.new_channel()
                await layer.group_add("hubs", channel)
                for hub in list(_hubs.values()):  # what was told before we listened is lost
                    await hub.tell_presence(asks=True)
                while True:
                    message = await layer.receive(channel)
                    if message.get("from") != MYSELF:
                        _hear(message)
            except Exception:
                log.exception("The bell between processes fell silent; trying again")
                await asyncio.sleep(1)

    async def tell(self, message: dict[str, Any]) -> None:
        """Send `message` to the other processes."""
        await shared_layer().group_send("hubs", {**message, "from": MYSELF})


def ear() -> Ear | None:
    """Return this process's ear, or None where nobody else could ring."""
    if shared_layer() is None:
        return None
    loop = asyncio.get_running_loop()
    if loop not in _ears:
        _ears[loop] = Ear()
    return _ears[loop]


class Hub:
    """The sockets of one room in this process, and the one task that serves them.

    `update(hub)` reads and sends what is new; it is called after every bell and heartbeat, never
    twice at once, so a socket's frames are in order. Each kind of socket has an update of its own.
    """

    def __init__(self, room: str) -> None:
        self.room = room
        self.loop = asyncio.get_running_loop()
        self.sockets: set[Any] = set()
        self.elsewhere: dict[str, tuple[float, frozenset[int]]] = {}
        self.doubted: set[int] = set()
        self.updates: list[Update] = []
        self.beats = False  #: whether this update is the regular one, that no bell asked for
        self._beat_at = self.loop.time() + HEARTBEAT
        self._bell = asyncio.Event()
        self._told: frozenset[int] = frozenset()
        self._ear = ear()
        self._task = asyncio.create_task(self._serve())

    def hear(self, message: dict[str, Any]) -> None:
        """Take in a message from this process or another; in the loop's own thread."""
        if message["type"] == "presence":
            known = self.elsewhere.get(message["from"], (0.0, frozenset()))[1]
            users = frozenset(message["users"])
            self.elsewhere[message["from"]] = (self.loop.time(), users)
            if message.get("asks"):
                self._told = frozenset()
            if users == known and not message.get("asks"):
                return
        elif message["type"] == "session.ended":
            self.doubted.add(message["user"])
        self._bell.set()

    def here(self) -> frozenset[int]:
        """Return the users who have this room open, in this process or another."""
        fresh = self.loop.time() - PRESENCE_LASTS
        near = frozenset(s.user_id for s in self.sockets if s.user_id is not None)
        return near.union(*(users for at, users in self.elsewhere.values() if at > fresh))

    async def _serve(self) -> None:
        await self.tell_presence(asks=True)
        while self.sockets or self._bell.is_set():
            await self._wait()
            try:
                await self.tell_presence(again=self.beats)
                for update in self.updates if self.sockets else ():
                    await update(self)
            except Exception:
                log.exception("Could not update %s; its pages keep what they have", self.room)
        if _hubs.get(self.room) is self:
            del _hubs[self.room]

    async def _wait(self) -> None:
        """Wait for a bell or the next heartbeat.

        Heartbeats keep their own time: were they put off by bells, their rhythm would tell of
        bells that meant nothing to this page.
        """
        remaining = self._beat_at - self.loop.time()
        try:
            await asyncio.wait_for(self._bell.wait(), max(remaining, 0))
        except TimeoutError:
            self.beats = True
            self._beat_at = self.loop.time() + HEARTBEAT
            self.doubted.update(s.user_id for s in self.sockets if s.user_id is not None)
        else:
            self.beats = False
            self._bell.clear()

    async def tell_presence(self, *, again: bool = False, asks: bool = False) -> None:
        """Let other processes know who is here, when that changed or was long ago; or ask them."""
        near = frozenset(s.user_id for s in self.sockets if s.user_id is not None)
        if self._ear is None or (near == self._told and not again and not asks):
            return
        self._told = near
        message = {"type": "presence", "room": self.room, "users": list(near), "asks": asks}
        try:
            await self._ear.tell(message)
        except Exception:
            log.warning("Could not tell other processes who is at %s", self.room)


def join(room: str, socket: Any, update: Update) -> Hub:
    """Add `socket` to the room's hub, which is made if it is the first, and ring for it."""
    hub = _hubs.get(room)
    if hub is None or hub.loop is not asyncio.get_running_loop():
        hub = _hubs[room] = Hub(room)
    if update not in hub.updates:
        hub.updates.append(update)
    hub.sockets.add(socket)
    hub._bell.set()
    return hub


def leave(hub: Hub, socket: Any) -> None:
    """Take `socket` off its hub; the last one ends the hub."""
    hub.sockets.discard(socket)
    hub._bell.set()


def here(room: str) -> frozenset[int]:
    """Return the users who have a room open, as far as this process knows."""
    hub = _hubs.get(room)
    return frozenset() if hub is None else hub.here()
