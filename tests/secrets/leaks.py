"""Leaks for the site, one at a time: `tests.secrets` must catch each of them."""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from accounts import privacy
from games.api import positions
from games.engine.seats import EVERYTHING
from games.matches import errors
from games.matches.mail import turn_emails
from games.matches.page import fragments
from games.matches.play import projections
from games.push import sending
from tests.matches.seating import fresh
from tests.secrets.two_worlds import ObservedMatch

Leak = Callable[[ObservedMatch], AbstractContextManager[Any]]


def _secret(site: ObservedMatch) -> str:
    """Return the whole truth of a match, as text."""
    return repr(projections.projection_of(fresh(site.match)).state)


def _page(_site: ObservedMatch) -> AbstractContextManager[Any]:
    """Draw the public regions as a viewer who sees everything."""
    return patch.object(fragments, "PUBLIC", EVERYTHING)


def _projection(_site: ObservedMatch) -> AbstractContextManager[Any]:
    """Let every seat see everything."""
    return patch.object(projections, "_viewers", lambda players: [EVERYTHING] * (players + 1))


def _program(_site: ObservedMatch) -> AbstractContextManager[Any]:
    """Give programs the view of a viewer who sees everything."""
    return patch.object(positions, "Viewer", lambda _seat: EVERYTHING)


def _letter(site: ObservedMatch) -> AbstractContextManager[Any]:
    """Write a secret into the subject of a letter."""
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
    """Put a secret into what somebody may download about themselves."""
    export = privacy.export
    return patch.object(privacy, "export", lambda user: {**export(user), "x": _secret(site)})


def _refusal(site: ObservedMatch) -> AbstractContextManager[Any]:
    """Put a secret into a refusal."""
    return patch.object(errors.Refused, "__str__", lambda refusal: refusal.text + _secret(site))


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
    "a line of the log": _log,
}
