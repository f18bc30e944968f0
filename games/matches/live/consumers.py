"""WebSocket consumers: they send updates to pages, and receive users' decisions."""

import asyncio
import logging
import time
from typing import Any

import msgspec
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation

from accounts.models import User
from games.matches import publish, viewers
from games.matches.drawing.page_states import as_shown
from games.matches.errors import Refused, TooManyDecisions
from games.matches.live import heartbeat, latency, rows, tasks
from games.matches.live.heartbeat import room_of
from games.matches.live.room import MatchRoom
from games.matches.live.wire import Wire
from games.matches.models import Match

log = logging.getLogger(__name__)

#: Application-specific close codes (4000 to 4999 are reserved for applications).
NOT_ALLOWED, NOT_FOUND = 4403, 4404
#: The protocol's code for a server error, after which pages reconnect and catch up.
BROKEN = 1011
#: The number of decisions that a socket may send in a burst, and then per second.
BURST, A_SECOND = 40, 20


class Socket(AsyncWebsocketConsumer):
    """A page's socket, which receives one message at a time and can be written to at any time."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Receive messages from the browser; without a channel, this consumer gets no others."""
        self.scope, self.base_send, self.channel_layer = scope, send, None
        self.wire = Wire(scope["wire_send"])
        try:
            while True:
                message = await receive()
                await getattr(self, message["type"].replace(".", "_"))(message)
        except StopConsumer:
            pass

    def write(self, text: bytes) -> None:
        """Send `text`, or disconnect a browser that does not receive its data."""
        try:
            self.wire.write(text)
        except ConnectionError:
            self.let_go()

    def let_go(self) -> None:
        """Stop sending messages to this socket."""

    async def hang_up(self, code: int) -> None:
        """Close the socket with `code`, after everything written before has been sent."""
        await self.wire.flushed()
        await self.close(code)


class NowhereConsumer(Socket):
    """Rejects pages whose URL has no socket."""

    async def connect(self) -> None:
        """Close the socket, with a code that the page can read."""
        await self.accept()
        await self.close(NOT_FOUND)


class LobbyConsumer(Socket):
    """Notifies a lobby page when the list of tables changes."""

    async def connect(self) -> None:
        """Follow the lobby."""
        await self.accept()
        lobby().join(self)

    async def disconnect(self, code: int) -> None:
        """Leave the lobby."""
        self.let_go()

    def let_go(self) -> None:
        """Stop sending to this socket."""
        lobby().sockets.discard(self)


class Lobby:
    """The open lobby pages of this process, each of which reloads the list with its filters."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.sockets: set[LobbyConsumer] = set()

    def join(self, socket: LobbyConsumer) -> None:
        """Add a page."""
        self.sockets.add(socket)
        socket.write(_REFRESH)

    def deliver(self, _message: dict[str, Any], _move: Any) -> None:
        """Tell every page to reload the list."""
        self.beat(_REFRESH)

    def beat(self, _text: bytes) -> None:
        """Tell every page to reload the list, because messages may have been lost."""
        for socket in list(self.sockets):
            socket.write(_REFRESH)


_REFRESH = b'{"refresh": true}'


def lobby() -> Lobby:
    """Return the lobby of the running event loop."""
    heartbeat.start()
    subscriber = publish.subscribers.get(publish.LOBBY)
    if not isinstance(subscriber, Lobby) or subscriber.loop is not asyncio.get_running_loop():
        subscriber = publish.subscribers[publish.LOBBY] = Lobby()
    return subscriber


class Click(msgspec.Struct):
    """A page's message: a decision or, without `act`, a query whether `lost` has arrived."""

    id: int
    prompt: int
    act: str | None = None
    lost: str | None = None


_click = msgspec.json.Decoder(Click)


class MatchConsumer(Socket):
    """The socket of a match's page in one browser tab."""

    async def connect(self) -> None:
        """Accept a visitor who may see the match; its room then sends the whole position."""
        user = self.scope["user"]
        self.user_id = user.pk if user.is_authenticated else None
        self.session_key = self.scope["session"].session_key
        self.language = _language(self.scope)
        self.room = None
        self._rate = TokenBucket()
        try:
            match_id = await _admit(self.scope["url_route"]["kwargs"]["code"], user)
        except (Match.DoesNotExist, Refused) as error:
            await self.accept()  # a refused handshake has no close code
            missing = isinstance(error, Match.DoesNotExist)
            await self.close(NOT_FOUND if missing else NOT_ALLOWED)
            return
        await self.accept()
        self.room = room_of(match_id)
        self.room.join(self)

    async def disconnect(self, code: int) -> None:
        """Leave the room."""
        self.let_go()

    def let_go(self) -> None:
        """Stop sending messages, and accept no more decisions, because the room may end."""
        room, self.room = self.room, None
        if room is not None:
            room.leave(self)

    def turn_away(self) -> None:
        """Close the socket, because its user may no longer see the match."""
        room, self.room = self.room, None
        if room is not None:
            room.leave(self)
            self._farewell = tasks.begin(self.hang_up(NOT_ALLOWED))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Store a decision and acknowledge it after its commit, or answer whether one arrived."""
        try:
            click = _click.decode(text_data or "")
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return  # not from one of the site's pages
        if self.room is None:
            return
        try:
            answer = await self._take(self.room, click)
        except Refused as refusal:
            with translation.override(self.language):
                why = msgspec.json.encode(str(refusal))
            self.write(b'{"ack":%d,"why":%s}' % (click.id, why))
        except Exception:
            log.exception("Unknown whether a decision was stored: its page will ask")
            await self.hang_up(BROKEN)
        else:
            self.write(b'{"%b":%d}' % (answer, click.id))

    async def _take(self, room: MatchRoom, click: Click) -> bytes:
        """Store a decision, or check whether one without an acknowledgement is stored.

        Return the response to the page: `ack` if it is stored, `open` if it may be sent again.

        :raises Refused: with the reason why it is not stored.
        """
        if not self._rate.allows():
            raise TooManyDecisions
        if click.act is None:
            is_open = await rows.is_open(room.match_id, self.user_id, click.lost, click.prompt)
            return b"open" if is_open else b"ack"
        began = time.monotonic()
        try:
            await room.act(self.user_id, click.act, click.prompt)
        finally:
            latency.LANES["socket"].note(time.monotonic() - began)
        return b"ack"


class TokenBucket:
    """Limits the decisions of a socket: a burst, then a number per second."""

    def __init__(self) -> None:
        self._left, self._at = float(BURST), time.monotonic()

    def allows(self) -> bool:
        """Return whether another decision is allowed now, and count it."""
        now = time.monotonic()
        self._left = min(BURST, self._left + (now - self._at) * A_SECOND)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


def _language(scope: dict[str, Any]) -> str:
    """Return the language of the page's request, if the site supports it."""
    code = scope["query_string"].decode("ascii", "replace").removeprefix("language=")
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


@database_sync_to_async
def _admit(code: str, user: User) -> int:
    """Return the key of the match with this code, if `user` may see it."""
    match = as_shown(Match.objects.get(code=code))
    viewers.viewer_of(match, user)
    return match.pk
