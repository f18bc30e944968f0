"""Time zones: the current zones by continent, and the current names of obsolete zones.

The list comes from tz's zone.tab, with one name per place whose time differs from other places in
its country. Older rows and some browsers use obsolete names (links in tzdata.zi).
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

UTC = "UTC"
#: The continents and oceans in tz's names.
AREAS = {
    "Africa": gettext_noop("Africa"),
    "America": gettext_noop("The Americas"),
    "Antarctica": gettext_noop("Antarctica"),
    "Arctic": gettext_noop("The Arctic"),
    "Asia": gettext_noop("Asia"),
    "Atlantic": gettext_noop("Atlantic Ocean"),
    "Australia": gettext_noop("Australia"),
    "Europe": gettext_noop("Europe"),
    "Indian": gettext_noop("Indian Ocean"),
    "Pacific": gettext_noop("Pacific Ocean"),
}


@cache
def zones() -> tuple[str, ...]:
    """Return the names of all time zones in zone.tab, and UTC."""
    rows = _lines("zone.tab")
    return (UTC, *sorted(row.split("\t")[2] for row in rows if not row.startswith("#")))


@cache
def obsolete() -> Mapping[str, str]:
    """Return a mapping from each obsolete zone name to the current one."""
    links = [row.split() for row in _lines("tzdata.zi") if row.startswith("L ")]
    names = set(zones())
    return {old: new for _link, new, old in links if new in names and old not in names}


def current(name: str) -> str:
    """Return the current name of the zone called `name`; empty if it is unknown."""
    name = obsolete().get(name, name)
    return name if name in zones() else ""


def choices() -> list[Any]:
    """Return the zones as choices, grouped by continent."""
    groups = groupby(zones()[1:], key=lambda name: name.partition("/")[0])
    return [(UTC, UTC)] + [
        (_(AREAS[area]), [(name, place(name)) for name in names]) for area, names in groups
    ]


def place(name: str) -> str:
    """Return the readable place in a zone's name; times.js adds a translated name."""
    return name.partition("/")[2].replace("_", " ").replace("/", ", ") or name


class ZoneSelect(forms.Select):
    """A list of zones; scripts can read obsolete names, because older browsers use them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.attrs["data-zones"] = ""

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return one option, with the obsolete names of its zone."""
        option = super().create_option(name, value, *args, **kwargs)
        also = [old for old, new in obsolete().items() if new == value]
        if also:
            option["attrs"]["data-also"] = " ".join(also)
        return option


def _lines(file: str) -> list[str]:
    return (files("tzdata.zoneinfo") / file).read_text().splitlines()
