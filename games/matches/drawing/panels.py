"""Panels: further fragments that apps put on the page of a match (settings, PANELS)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from django.conf import settings
from django.utils.module_loading import import_string

from games.matches.drawing.regions import Fragment
from games.matches.models import Match


class Remark(msgspec.Struct, frozen=True):
    """A piece of the stream, after the lines of its entry."""

    key: str  #: the id of its element
    number: int
    piece: Fragment


@dataclass(frozen=True)
class Panel:
    """A fragment of another app: data read once for all viewers, and drawn for each viewer.

    `piece(page state, data read, viewer)` returns its slice or None. `remarks` takes the same and
    returns pieces between the lines of the log, in order. If some users see something different
    from others with the same view, `readers` returns these users, and `read_by(data read, user)`
    the data for one of them.
    """

    name: str
    read: Callable[[Match], Any]
    piece: Callable[..., Fragment | None]
    remarks: Callable[..., tuple[Remark, ...]] | None = None
    readers: Callable[[Any], frozenset[int]] = lambda _read: frozenset()
    read_by: Callable[[Any, int], Any] = lambda data, _user: data


@cache
def panels() -> tuple[Panel, ...]:
    """Return the panels of the site, cached: each frame asks for them several times."""
    wiring: tuple[Panel, ...] = import_string(settings.PANELS)
    return wiring


def names() -> tuple[str, ...]:
    """Return the names of the panels."""
    return tuple(panel.name for panel in panels())
