"""Panels: fragments that other apps add to the page of a match (setting PANELS)."""

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
    """A piece of the stream, shown after the lines of its log entry."""

    key: str  #: the id of its element
    number: int
    piece: Fragment


@dataclass(frozen=True)
class Panel:
    """A fragment of another app, with data read once for all viewers and rendered for each viewer.

    `piece(page_state, data, viewer)` returns its slice or None. `remarks` takes the same arguments
    and returns pieces between the lines of the log, in order. If the panel differs for some users
    from that of others with the same view, `readers` returns these users, and `read_by(data, user)`
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
    """Return the panels of the site, cached because each frame needs them several times."""
    wiring: tuple[Panel, ...] = import_string(settings.PANELS)
    return wiring


def names() -> tuple[str, ...]:
    """Return the names of the panels."""
    return tuple(panel.name for panel in panels())
