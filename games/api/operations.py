"""All operations of version 1: the document and the guide are generated from this list."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from games.api import errors, shapes
from games.api.models import Scope
from games.matches.public import errors as table

EVERYWHERE = (errors.NoToken, errors.WrongScope, errors.TooOften, errors.SiteBusy)
OF_NO_OPERATION = (errors.NoSuchAddress, errors.WrongMethod, errors.SiteBroken)
AT_A_MATCH = (errors.NoSuchMatch, errors.PlayedInPerson)
WITH_A_BODY = (errors.Malformed, errors.TooLarge)
OF_SITTING = (
    table.NotOpen,
    table.TableFull,
    table.NoApiBots,
    table.KeptApart,
    table.Removed,
)
#: The refusals of an action whose response contains the position.
OF_AN_ACTION = (
    table.NotRunning, table.Paused, table.StillReading, table.StalePrompt,
    table.NotAllowed, errors.NotYourTurn, table.AgainstTheRules,
)  # fmt: skip


@dataclass(frozen=True)
class Operation:
    """A method of a URL: its purpose, its input, its response and its problems.

    `takes` and `gives` are types of games.api.shapes; a mapping has one type per game.
    """

    name: str
    method: str
    path: str  #: below /api/v1
    summary: str | Promise
    gives: Any
    status: int = 200
    takes: Any = None
    refuses: tuple[type[table.Refused], ...] = ()
    media: str = "application/json"
    also: tuple[int, ...] = field(default=())  #: further success statuses with the same response
    scope: str = Scope.PLAY  #: the scope that the token needs; empty: any
    query: tuple[tuple[str, str | Promise], ...] = ()  #: parameters and their descriptions
    #: For operations of other apps: `read(user, query, **place)` returns the response's data.
    read: Callable[..., Any] | None = None

    @property
    def problems(self) -> tuple[type[table.Refused], ...]:
        """Return every kind of problem that the operation may return."""
        return (*EVERYWHERE, *self.refuses)

    @property
    def statuses(self) -> list[int]:
        """Return the distinct statuses of those problems."""
        return sorted({kind.status for kind in self.problems})


OPERATIONS = (
    Operation(
        "listGames",
        "GET",
        "/games",
        _("The games played here."),
        tuple[shapes.GameInfo, ...],
        scope="",
    ),
    Operation(
        "listMatches",
        "GET",
        "/matches",
        _("Public tables that allow API bots, and those where you have a seat."),
        shapes.Tables,
    ),
    Operation(
        "showMatch",
        "GET",
        "/matches/{code}",
        _("Everything your seat is allowed to know: view, choices, prompt and log."),
        shapes.POSITIONS,
        refuses=AT_A_MATCH,
    ),
    Operation(
        "sit",
        "POST",
        "/matches/{code}/seat",
        _("Take a seat. If you already have an API seat, nothing changes."),
        shapes.POSITIONS,
        status=201,
        also=(200,),
        takes=shapes.Sit,
        refuses=(*WITH_A_BODY, *AT_A_MATCH, *OF_SITTING),
    ),
    Operation(
        "leave",
        "DELETE",
        "/matches/{code}/seat",
        _("Leave the table before the match begins."),
        None,
        status=204,
        refuses=(*AT_A_MATCH, table.NotOpen),
    ),
    Operation(
        "beReady",
        "POST",
        "/matches/{code}/ready",
        _("Say whether you are ready for the match to begin."),
        shapes.POSITIONS,
        takes=shapes.Ready,
        refuses=(*WITH_A_BODY, *AT_A_MATCH, table.NotOpen),
    ),
    Operation(
        "streamMatch",
        "GET",
        "/matches/{code}/stream",
        _(
            "Server-Sent Events: the position, immediately and after every change that your "
            "seat can see."
        ),
        shapes.POSITIONS,
        refuses=(*AT_A_MATCH, errors.TooManyStreams),
        media="text/event-stream",
    ),
    Operation(
        "act",
        "POST",
        "/matches/{code}/action",
        _("Take an action in response to a prompt; returns the new position."),
        shapes.POSITIONS,
        takes=shapes.MOVES,
        refuses=(*WITH_A_BODY, *AT_A_MATCH, *OF_AN_ACTION),
    ),
)


@cache
def every() -> tuple[Operation, ...]:
    """Return all operations: our own, and those of other apps (setting API_READINGS)."""
    return (*OPERATIONS, *readings())


@cache
def readings() -> tuple[Operation, ...]:
    """Return the operations of other apps, which are read-only."""
    wiring: tuple[Operation, ...] = import_string(settings.API_READINGS)
    return wiring
