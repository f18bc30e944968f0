"""Reads settings from the environment; an invalid one is refused with its name.

Values that may contain a password are not shown. An empty variable counts as not set.
"""

import os
import re
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from zoneinfo import available_timezones

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

#: A host as browsers send it, without its port (django.http.request).
_HOST = re.compile(r"\*|\.?[a-z0-9.-]+|\[[a-f0-9:.]+\]", re.IGNORECASE)
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_HOUSE_HOUR = re.compile(
    rf"(?P<day>{'|'.join(_DAYS)})\s+(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)\s+\S+"
    r"\s+(?P<game>[a-z_-]+)"
)
_PICTURES = {".svg", ".png", ".webp"}


def text(name: str, default: str = "", *, like: str = ".*", should: str = "be one line") -> str:
    """Return the value of the environment variable `name`, one line.

    :raises ImproperlyConfigured: if it does not match `like`, with what it `should` be.
    """
    says = os.environ.get(name, "").strip() or default
    if not re.fullmatch(like, says) or len(says.splitlines()) > 1:
        raise wrong(name, should)
    return says


def wrong(name: str, should: str) -> ImproperlyConfigured:
    """Return the error about the environment variable `name`, with what it `should` be."""
    return ImproperlyConfigured(f"{name} should {should}.")


def choice(name: str, *options: str) -> str:
    """Return the option in the environment variable `name`; by default the first.

    :raises ImproperlyConfigured: if it is not one of the options.
    """
    says = text(name, options[0])
    if says not in options:
        raise wrong(name, f"be one of {', '.join(options)}, not {says!r}")
    return says


def flag(name: str, default: bool = False) -> bool:
    """Return whether the environment variable `name` is true.

    :raises ImproperlyConfigured: if it is neither true (1, true, yes, on) nor false.
    """
    says = text(name, str(default)).lower()
    if says not in {"1", "true", "yes", "on", "0", "false", "no", "off"}:
        raise wrong(name, f"be 1 or 0, not {says!r}")
    return says in {"1", "true", "yes", "on"}


def number(name: str, default: float) -> float:
    """Return the number in the environment variable `name`.

    :raises ImproperlyConfigured: if it is not a number, or negative.
    """
    says = text(name, str(default))
    with suppress(ValueError):
        if 0 <= float(says) < float("inf"):
            return float(says)
    raise wrong(name, f"be a number, not {says!r}")


def count(name: str, default: int, most: int) -> int:
    """Return the whole number in the environment variable `name`.

    :raises ImproperlyConfigured: if it is not a whole number from 1 to `most`.
    """
    says = text(name, str(default))
    with suppress(ValueError):
        if 1 <= int(says) <= most:
            return int(says)
    raise wrong(name, f"be a whole number from 1 to {most}, not {says!r}")


def several(name: str, default: str = "") -> list[str]:
    """Return the parts of the environment variable `name`, separated by commas.

    :raises ImproperlyConfigured: if it is more than one line.
    """
    return [part.strip() for part in text(name, default).split(",") if part.strip()]


def hosts(name: str, default: str) -> list[str]:
    """Return the names of hosts in the environment variable `name`.

    :raises ImproperlyConfigured: if one is invalid, or has a scheme, a port or a path.
    """
    names = several(name, default)
    for host in names:
        if not _HOST.fullmatch(host):
            raise wrong(name, f"hold names of hosts without https:// and port, not {host!r}")
    return names


def address(name: str, default: str, *beginnings: str) -> str:
    """Return the URL in the environment variable `name`, without a slash at its end.

    :raises ImproperlyConfigured: if it begins with none of `beginnings`. The URL is not shown,
        because it may contain a password.
    """
    return _checked(name, text(name, default), *beginnings).rstrip("/")


def addresses(name: str, *beginnings: str) -> list[str]:
    """Return the URLs in the environment variable `name`.

    :raises ImproperlyConfigured: if one begins with none of `beginnings`.
    """
    return [_checked(name, part, *beginnings) for part in several(name)]


def links(name: str, *beginnings: str) -> list[tuple[str, str]]:
    """Return the labels and URLs of the links in the environment variable `name`.

    :raises ImproperlyConfigured: if one has no label, or a URL begins with none of `beginnings`.
    """
    found = []
    for part in several(name):
        words, _, target = (piece.strip() for piece in part.partition("="))
        if not words or not target:
            raise wrong(name, f"hold links such as Forum=https://..., not {part!r}")
        found.append((words, _checked(name, target, *beginnings)))
    return found


def _checked(name: str, says: str, *beginnings: str) -> str:
    if says and not any(says.startswith(one) and says != one for one in beginnings):
        raise wrong(name, f"begin with {' or '.join(beginnings)}")
    return says


def house_hours(name: str) -> list[tuple[int, int, int, str, str]]:
    """Return the weekly hours in the environment variable `name`: day, time, zone and game.

    :raises ImproperlyConfigured: if one is invalid.
    """
    return [_house_hour(name, part) for part in several(name)]


def _house_hour(name: str, part: str) -> tuple[int, int, int, str, str]:
    from games.catalog import GAMES

    found = _HOUSE_HOUR.fullmatch(part.lower())
    words = part.split()
    if found and words[2] in available_timezones():
        game = found["game"].replace("_", "-")
        if game in GAMES:
            day = _DAYS.index(found["day"])
            return day, int(found["hour"]), int(found["minute"]), words[2], game
    games = ", ".join(GAMES)
    raise wrong(
        name, f"be like fri 20:00 Europe/Berlin secret-hitler (games: {games}), not {part!r}"
    )


def path(name: str, default: str) -> str:
    """Return the path in the environment variable `name`, without slashes at its ends; may be "".

    :raises ImproperlyConfigured: if URLs of pages cannot begin with it.
    """
    says = os.environ.get(name, default).strip().strip("/")
    if not re.fullmatch(r"[a-z0-9/_-]*", says, re.IGNORECASE):
        raise wrong(name, f"hold letters, digits, - and _ only, not {says!r}")
    return says


def picture(name: str) -> str:
    """Return the path of the picture in the environment variable `name`.

    :raises ImproperlyConfigured: if the file does not exist, or is not a picture.
    """
    says = text(name)
    if says and (Path(says).suffix not in _PICTURES or not Path(says).is_file()):
        raise wrong(name, f"name a file that exists ({', '.join(sorted(_PICTURES))}), not {says!r}")
    return says


def dotted(name: str, default: str) -> str:
    """Return the dotted name of a class in the environment variable `name`.

    Its module is looked up but not imported, because it may read these settings.

    :raises ImproperlyConfigured: if the module does not exist.
    """
    says = text(name, default)
    with suppress(ImportError, ValueError):
        if find_spec(says.rpartition(".")[0]):
            return says
    raise wrong(name, f"be the dotted name of a class, not {says!r}")


def database(name: str, default: str) -> dj_database_url.DBConfig:
    """Return the database in the environment variable `name`.

    :raises ImproperlyConfigured: if it is not a database's URL. It is not shown, because it may
        contain a password.
    """
    says = text(name, default)
    with suppress(ValueError):
        return dj_database_url.parse(says, conn_health_checks=True)
    raise wrong(name, "be an address such as postgres://user:password@host/name")
