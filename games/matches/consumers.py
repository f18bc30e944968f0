"""Sockets: they only send. Everything that a person does is an ordinary request."""

import asyncio
import logging
from importlib import import_module
from typing import Any

import msgspec
from channels.auth import get_user
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation

from games.engine.seats import Viewer
from games.matches import fragments, live, scenes, viewers
from games.matches.models import Match
from games.matches.refusals import Refused

SessionStore = import_module(settings.SESSION_ENGINE).SessionStore

#: Close codes of our own (4000 to 4999 are free for applications).
NOT_ALLOWED, NOT_FOUND = 4403, 4404
#: Of the protocol's own: try again later.
TOO_SLOW = 1013
#: Seconds that one socket whose buffers are full may hold up the others.
STALLED = 0.25

log = logging.getLogger(__name__)


class LobbyConsumer(AsyncWebsocketConsumer):
    """Tell a lobby page that the list of tables has changed."""

    channel_layer_alias = "none: the hub has the only channel"
    user_id: int | None = None

    async def connect(self) -> None:
        """Join the lobby's hub."""
        await self.accept()
        self.hub = live.join(live.LOBBY, self, _refresh)

    async def disconnect(self, code: int) -> None:
        """Leave the hub."""
        if hasattr(self, "hub"):
            live.leave(self.hub, self)


async def _refresh(hub: live.Hub) -> None:
    """Have every lobby page ask for the list anew, each with its own filters."""
    for socket in list(hub.sockets):
        await _deliver(hub, socket, '{"refresh": true}')


class MatchConsumer(AsyncWebsocketConsumer):
    """A match's page in one browser tab."""

    channel_layer_alias = "none: the hub has the only channel"

    async def connect(self) -> None:
        """Admit whoever may look, and join the match's hub, which sends the whole position."""
        user = self.scope["user"]
        self.user_id = user.pk if user.is_authenticated else None
        self.language = _language(self.scope)
        self.sent: dict[str, str] = {}
        try:
            match_id = await _admit(self.scope["url_route"]["kwargs"]["code"], user)
        except (Match.DoesNotExist, Refused) as error:
            await self.accept()  # a refused handshake gives a browser no code to read
            missing = isinstance(error, Match.DoesNotExist)
            await self.close(NOT_FOUND if missing else NOT_ALLOWED)
            return
        await self.accept()
        self.hub = live.join(live.room_of(match_id), self, _update)

    async def disconnect(self, code: int) -> None:
        """Leave the hub."""
        if hasattr(self, "hub"):
            live.leave(self.hub, self)

    async def is_logged_in(self) -> bool:
        """Return whether the session that this socket was opened with still stands."""
        if self.user_id is None:
            return True
        session = SessionStore(self.scope["session"].session_key)
        user = await get_user({"session": session})
        return user.pk == self.user_id


def _language(scope: dict[str, Any]) -> str:
    """Return the language that the page said it is in, if it is one of ours."""
    asked = scope["query_string"].decode("ascii", "replace").removeprefix("language=")
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


@database_sync_to_async
def _admit(code: str, user: Any) -> int:
    """Return the number of the match with that code, if `user` may look at it."""
    match = Match.objects.get(code=code)
    viewers.viewer_of(match, user)
    return match.pk


#: Who looks, in which language; and which stages their pages show now (None: nothing yet).
Audience = dict[tuple[int | None, str], set[str | None]]


async def _update(hub: live.Hub) -> None:
    """Send every socket what it has not yet been sent; close those that may look no more."""
    await close_logged_out(hub)
    sockets = [socket for socket in hub.sockets if isinstance(socket, MatchConsumer)]
    audience: Audience = {}
    for socket in sockets:
        shown = audience.setdefault((socket.user_id, socket.language), set())
        shown.add(socket.sent.get("stage"))
    match_id = int(hub.room.removeprefix("match."))
    draw = database_sync_to_async(_draw, thread_sensitive=False)
    drawn = await draw(match_id, audience, hub.here())
    made = Made(live.as_of(), {})
    for socket in sockets:
        frame = drawn[socket.user_id, socket.language]
        if frame is None:
            await socket.close(NOT_ALLOWED)
            continue
        await _send(hub, socket, frame, made)


class Frame(msgspec.Struct):
    """What one viewer's page shows, in one language."""

    stage: str
    parts: dict[str, str]
    key: tuple[Any, ...]
    whole: str = ""  #: everything, for pages that do not show this stage yet


class Made(msgspec.Struct):
    """The texts of one update, made once for all sockets that get the same."""

    as_of: int
    texts: dict[Any, str]


async def _send(hub: live.Hub, socket: MatchConsumer, frame: Frame, made: Made) -> None:
    """Send the fragments that differ from what this socket has; texts are shared by viewers.

    Where nothing differs nothing is sent, but for the regular heartbeat: a frame out of turn
    would betray that something happened which this viewer must not know of (a changed vote).
    """
    sent = socket.sent
    moved = sent.get("stage") != frame.stage
    changed = {name: text for name, text in frame.parts.items() if sent.get(name) != text}
    if not (moved or changed or hub.beats):
        return
    key = (frame.key, moved, *changed)
    if key not in made.texts:
        html = frame.whole if moved else fragments.partials(changed)
        made.texts[key] = msgspec.json.encode({"as_of": made.as_of, "html": html}).decode()
    socket.sent = {"stage": frame.stage, **frame.parts}
    await _deliver(hub, socket, made.texts[key])


async def _deliver(hub: live.Hub, socket: Any, text: str) -> None:
    """Send `text`, unless the socket breaks or stalls: then it goes, and the others go on."""
    try:
        async with asyncio.timeout(STALLED):
            await socket.send(text_data=text)
    except TimeoutError:
        hub.sockets.discard(socket)
        socket.farewell = asyncio.create_task(socket.close(TOO_SLOW))
    except Exception as error:
        hub.sockets.discard(socket)
        log.info("A socket of %s is gone: %r", hub.room, error)


async def close_logged_out(hub: live.Hub) -> None:
    """Close the sockets, of every kind, whose session has ended.

    All are asked now and then, the doubted now.
    """
    doubted, hub.doubted = hub.doubted, set()
    for socket in list(hub.sockets):
        if socket.user_id in doubted and not await socket.is_logged_in():
            hub.sockets.discard(socket)
            await socket.close(NOT_ALLOWED)


def _draw(
    match_id: int, audience: Audience, here: frozenset[int]
) -> dict[tuple[int | None, str], Frame | None]:
    """Draw the match for everybody in `audience`, each distinct pair of eyes once."""
    match = Match.objects.select_related("successor").filter(pk=match_id).first()
    if match is None:
        return dict.fromkeys(audience)
    scene = scenes.scene_of(match, here)
    frames: dict[tuple[Viewer, str], Frame] = {}
    drawn: dict[tuple[int | None, str], Frame | None] = {}
    boards: dict[str, str] = {}
    for (user_id, language), shown in audience.items():
        try:
            viewer = viewers.eyes(match, scene.seats.get(user_id))
        except Refused:
            drawn[user_id, language] = None
            continue
        if (viewer, language) not in frames:
            with translation.override(language):
                frames[viewer, language] = _frame(scene, viewer, language, boards)
        frame = drawn[user_id, language] = frames[viewer, language]
        if shown != {scene.stage} and not frame.whole:
            with translation.override(language):
                frame.whole = fragments.whole(scene, frame.parts)
    return drawn


def _frame(scene: scenes.Scene, viewer: Viewer, language: str, boards: dict[str, str]) -> Frame:
    """Draw what `viewer` sees; the board, being public, once a language."""
    if scene.fold is not None and language not in boards:
        boards[language] = fragments.board(scene)
    parts = fragments.parts(scene, viewer, board_text=boards.get(language, ""))
    return Frame(scene.stage, parts, (viewer.seat, language))
