"""Streams: Server-Sent Events with the newest position, whenever the seat may notice a change.

A stream is one more kind of socket in a match's hub. It is sent the whole position when it
connects, then the newest whenever that differs from what it has: a vote that somebody else
changed makes no difference, so nothing is sent, and heartbeats keep a time of their own.
"""

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from weakref import WeakSet

import msgspec
from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games.api import answers, limits, play, refusals, shapes, tokens
from games.api.models import Token
from games.api.positions import positions_of
from games.api.views import authenticate
from games.matches import consumers, live
from games.matches.models import Match
from games.matches.refusals import Refused

HEARTBEAT = b": heartbeat\n\n"

_open: WeakSet["Stream"] = WeakSet()


@csrf_exempt
@never_cache
async def stream(request: HttpRequest, code: str) -> HttpResponse:
    """Answer with a stream of positions."""
    try:
        opened = await sync_to_async(_admit)(request, code)
    except Refused as refusal:
        return answers.problem(refusal)
    response = StreamingHttpResponse(opened.events(), content_type="text/event-stream")
    response["X-Accel-Buffering"] = "no"  # a proxy that waits for more would hold events back
    return response


def _admit(request: HttpRequest, code: str) -> "Stream":
    """Return the stream that `request` asks for.

    :raises Refused: WrongMethod, NoToken, TooOften, TooManyStreams, NoSuchMatch, PlayedInPerson.
    """
    if request.method != "GET":
        raise refusals.WrongMethod(["GET"])
    token = authenticate(request)
    match = play.seated_at(code, token.user)
    if sum(one.token_id == token.pk for one in list(_open)) >= limits.STREAMS:
        raise refusals.TooManyStreams
    return Stream(match.pk, token, translation.get_language())


class Stream:
    """One open stream. Only the newest position waits to be sent, however slowly it is read."""

    def __init__(self, match_id: int, token: Token, language: str) -> None:
        self.match_id = match_id
        self.token_id = token.pk
        self.user_id = token.user_id
        self._language = language
        self._news = asyncio.Event()
        self._newest: shapes.Position | None = None
        self._sent: shapes.Position | None = None
        self._beats = False
        self._refusal: Refused | None = None
        _open.add(self)

    async def events(self) -> AsyncIterator[bytes]:
        """Yield what is new until the match is over, the token revoked or the reader gone."""
        hub = live.join(live.room_of(self.match_id), self, update)
        try:
            while True:
                await self._news.wait()
                self._news.clear()
                for event in self._take():
                    yield event
                if self._is_done():
                    return
        finally:
            _open.discard(self)
            live.leave(hub, self)

    def tell(self, position: shapes.Position | None, *, beats: bool) -> None:
        """Take in what the seat may know now (None: the seat is gone), or the regular beat."""
        if position is None:
            self._refusal = refusals.NoSuchMatch()
        # What was sent is not compared: something else may wait, which this puts right.
        if position == self._newest and not beats and not self._refusal:
            return
        self._newest, self._beats = position, self._beats or beats
        self._news.set()

    async def is_logged_in(self) -> bool:
        """Return whether the token still stands."""
        return await database_sync_to_async(tokens.is_valid)(self.token_id)

    async def close(self, code: int) -> None:
        """End the stream: its token is revoked or has expired."""
        self._refusal = refusals.NoToken()
        self._news.set()

    def _is_done(self) -> bool:
        sent = self._sent
        return self._refusal is not None or (sent is not None and sent.status in _LAST)

    def _take(self) -> list[bytes]:
        """Return the events that are due, and count them as sent."""
        if self._refusal is not None:
            with translation.override(self._language):
                return [_event("closed", answers.problem_of(self._refusal))]
        beats, self._beats = self._beats, False
        if self._newest is None or self._newest == self._sent:
            return [HEARTBEAT] if beats else []
        newest, sent = self._newest, self._sent
        self._sent = newest
        return [_event("position", _after(newest, sent))]


#: What a match is when nothing more will happen.
_LAST = ("finished", "void")


def _after(newest: shapes.Position, sent: shapes.Position | None) -> shapes.Position:
    """Return `newest` without the log lines that were `sent`, if those still are how it begins."""
    known = 0 if sent is None else len(sent.log)
    if sent is None or newest.log[:known] != sent.log:
        return newest
    return msgspec.structs.replace(newest, log_start=known, log=newest.log[known:])


def _event(name: str, data: Any) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), msgspec.json.encode(data))


async def update(hub: live.Hub) -> None:
    """Tell every stream of the hub what its seat may know now."""
    await consumers.close_logged_out(hub)
    streams = [socket for socket in hub.sockets if isinstance(socket, Stream)]
    if not streams:
        return
    read = database_sync_to_async(_read, thread_sensitive=False)
    positions = await read(streams[0].match_id, {one.user_id for one in streams})
    for one in streams:
        one.tell(positions[one.user_id], beats=hub.beats)


def _read(match_id: int, users: set[int]) -> dict[int, shapes.Position | None]:
    match = Match.objects.select_related("successor").filter(pk=match_id).first()
    return dict.fromkeys(users) if match is None else positions_of(match, users)
