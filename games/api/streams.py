"""Streams: Server-Sent Events with the newest position whenever it changes for the seat.

A stream is a watcher in a match's room. It first sends the whole position, then the newest one
whenever it differs from the last one sent. If another player changes a vote, the position stays the
same, so nothing is sent. Heartbeats are independent of this.
"""

import asyncio
from collections.abc import AsyncIterator
from threading import Event
from typing import Any
from weakref import WeakSet

import msgspec
from channels.db import database_sync_to_async
from django.http import HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games.api import answers, errors, limits, play, shapes, tokens
from games.api.models import Token
from games.api.positions import position_in
from games.api.views import authenticate
from games.matches.public import PageState, Refused, room_of

HEARTBEAT = b": heartbeat\n\n"

_open: WeakSet["Stream"] = WeakSet()
_are_ending = Event()


@csrf_exempt
@never_cache
async def stream(request: HttpRequest, code: str) -> HttpResponseBase:
    """Return a response with a stream of positions."""
    try:
        # Unlike Django's own way, this does not hold a database connection while the stream is
        # open.
        admission = await database_sync_to_async(_admit)(request, code)
    except Refused as refusal:
        return answers.problem(refusal)
    response = StreamingHttpResponse(admission.events(), content_type="text/event-stream")
    response["X-Accel-Buffering"] = "no"  # a buffering proxy would delay events
    return response


stream.refuses_searches = True  # type: ignore[attr-defined]


def end_all() -> None:
    """End all streams, and new ones after one event, because the server is stopping.

    Call it in the event loop.
    """
    _are_ending.set()
    for one in list(_open):
        one.beat()


def _admit(request: HttpRequest, code: str) -> "Stream":
    """Return the stream for `request`.

    :raises Refused: WrongMethod, NoToken, TooOften, TooManyStreams, NoSuchMatch, PlayedInPerson.
    """
    if request.method != "GET":
        raise errors.WrongMethod(["GET"])
    token = authenticate(request)
    match = play.seated_at(code, token.user)
    if sum(one.token_id == token.pk for one in list(_open)) >= limits.STREAMS:
        raise errors.TooManyStreams
    return Stream(match.pk, token, translation.get_language())


class Stream:
    """An open stream, which queues only the newest position, even for slow readers."""

    def __init__(self, match_id: int, token: Token, language: str) -> None:
        self.match_id = match_id
        self.token_id = token.pk
        self.user_id: int | None = token.user_id
        self._language = language
        self._news = asyncio.Event()
        self._newest: shapes.Position | None = None
        self._sent: shapes.Position | None = None
        self._beats = False
        self._refusal: Refused | None = None
        _open.add(self)

    async def events(self) -> AsyncIterator[bytes]:
        """Yield events until the match is over, the token is revoked or the client disconnects."""
        room = room_of(self.match_id)
        room.watch(self)
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
            room.leave(self)

    def show(self, page_state: PageState | None) -> None:
        """Store the newest position of the seat; without a seat, end the stream."""
        position = None if page_state is None else position_in(page_state, self.user_id)
        if position is None:
            self._refusal = errors.NoSuchMatch()
        # Compare with the newest position, not the last one sent, because an older one may be
        # queued.
        if position == self._newest and not self._refusal:
            return
        self._newest = position
        self._news.set()

    def beat(self) -> None:
        """Record that the stream is still connected."""
        self._beats = True
        self._news.set()

    async def is_logged_in(self) -> bool:
        """Return whether the token is still valid."""
        return bool(await database_sync_to_async(tokens.is_valid)(self.token_id))

    def turn_away(self) -> None:
        """End the stream, because its token is revoked or has expired."""
        self._refusal = errors.NoToken()
        self._news.set()

    def _is_done(self) -> bool:
        last = self._sent
        is_ending = self._refusal is not None or _are_ending.is_set()
        return is_ending or (last is not None and last.status in _LAST)

    def _take(self) -> list[bytes]:
        """Return the events that are due, and mark them as sent."""
        if self._refusal is not None:
            with translation.override(self._language):
                return [_event("closed", answers.problem_of(self._refusal))]
        beats, self._beats = self._beats, False
        if self._newest is None or self._newest == self._sent:
            return [HEARTBEAT] if beats else []
        newest, last = self._newest, self._sent
        self._sent = newest
        return [_event("position", _after(newest, last))]


#: The final statuses of a match.
_LAST = ("finished", "void")


def _after(newest: shapes.Position, last: shapes.Position | None) -> shapes.Position:
    """Return `newest` without the log lines of `last`, if its log still begins with them."""
    count = 0 if last is None else len(last.log)
    if last is None or newest.log[:count] != last.log:
        return newest
    return msgspec.structs.replace(newest, log_start=count, log=newest.log[count:])


def _event(name: str, data: Any) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), msgspec.json.encode(data))
