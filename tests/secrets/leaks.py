"""Leaks for the site, one at a time: `tests.secrets` must catch each of them."""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from django.db import connection

from accounts import privacy
from games.api import positions
from games.chat import rooms
from games.engine import projection
from games.engine.seats import EVERYTHING
from games.history.replay import perspective
from games.matches import errors
from games.matches.live import consumers, frames
from games.matches.mail import turn_emails
from games.matches.page import fragments, screen
from games.matches.play import memory
from games.push import sending
from tests.matches.seating import fresh
from tests.secrets.two_worlds import ObservedMatch

Leak = Callable[[ObservedMatch], AbstractContextManager[Any]]


#: Reads rows outside of an event loop.
_reader = ThreadPoolExecutor(1)


def _secret(site: ObservedMatch) -> str:
    """Return the whole truth of a match, as text."""
    return _reader.submit(_read, site).result()


def _read(site: ObservedMatch) -> str:
    try:
        return repr(memory.projection_of(fresh(site.match)).state)
    finally:
        connection.close()  # or the test database could not be dropped


def _page(_site: ObservedMatch) -> AbstractContextManager[Any]:
    """Draw the public regions as a viewer who sees everything."""
    return patch.object(fragments, "PUBLIC", EVERYTHING)


def _projection(_site: ObservedMatch) -> AbstractContextManager[Any]:
    """Let every seat see everything."""
    return patch.object(projection, "_viewers", lambda players: [EVERYTHING] * (players + 1))


def _program(_site: ObservedMatch) -> AbstractContextManager[Any]:
    """Give programs the view of a viewer who sees everything."""
    return patch.object(positions, "Viewer", lambda _seat: EVERYTHING)


def _letter(site: ObservedMatch) -> AbstractContextManager[Any]:
    """Write a secret into the subject of an e-mail."""
    write = turn_emails.email

    def leak(*arguments: Any) -> Any:
        letter = write(*arguments)
        letter.subject += _secret(site)
        return letter

    return patch.object(turn_emails, "email", leak)


def _call(site: ObservedMatch) -> AbstractContextManager[Any]:
    """Write a secret into a notification."""
    say = sending.message

    def leak(call: Any) -> Any:
        return {**(say(call) or {}), "tag": _secret(site)}

    return patch.object(sending, "message", leak)


def _export(site: ObservedMatch) -> AbstractContextManager[Any]:
    """Put a secret into a user's export of their data."""
    export = privacy.export
    return patch.object(privacy, "export", lambda user: {**export(user), "x": _secret(site)})


def _refusal(site: ObservedMatch) -> AbstractContextManager[Any]:
    """Put a secret into a refusal."""
    return patch.object(errors.Refused, "__str__", lambda refusal: refusal.text + _secret(site))


def _frame(site: ObservedMatch) -> AbstractContextManager[Any]:
    """Put a secret into each frame for a page."""
    draw = frames.Change._frame_for

    def leak(change: Any, audience: Any) -> bytes | None:
        frame = draw(change, audience)
        return frame and frame + _secret(site).encode()

    return patch.object(frames.Change, "_frame_for", leak)


def _answer(site: ObservedMatch) -> AbstractContextManager[Any]:
    """Put a secret into a socket's answer to a decision."""
    write = consumers.MatchConsumer.write

    def leak(socket: Any, text: bytes) -> None:
        write(socket, text + _secret(site).encode() if text.startswith(b'{"ack"') else text)

    return patch.object(consumers.MatchConsumer, "write", leak)


def _replay(_site: ObservedMatch) -> AbstractContextManager[Any]:
    """Let a replay of a running match show everything."""
    return patch.object(perspective, "viewer_of", lambda _match, _user: EVERYTHING)


def _television(site: ObservedMatch) -> AbstractContextManager[Any]:
    """Write a secret onto a television."""
    stage = screen.stage_of
    return patch.object(screen, "stage_of", lambda *shown: stage(*shown) + _secret(site))


def _talk(site: ObservedMatch) -> AbstractContextManager[Any]:
    """Put a secret into the refusal of a message in another room."""
    return patch.object(rooms.NotYourRoom, "__str__", lambda refusal: refusal.text + _secret(site))


def _log(site: ObservedMatch) -> AbstractContextManager[Any]:
    """Write a secret into the log of the site whenever a page is drawn."""
    draw = fragments.texts

    def leak(*arguments: Any, **more: Any) -> Any:
        logging.getLogger("games").warning("drawn: %s", _secret(site))
        return draw(*arguments, **more)

    return patch.object(fragments, "texts", leak)


LEAKS: dict[str, Leak] = {
    "the public's regions": _page,
    "seats' projections": _projection,
    "programs' positions": _program,
    "a letter's subject": _letter,
    "a notification": _call,
    "an export": _export,
    "a refusal": _refusal,
    "a frame": _frame,
    "a socket's answer": _answer,
    "a replay": _replay,
    "a television": _television,
    "a room of the talk": _talk,
    "a line of the log": _log,
}
