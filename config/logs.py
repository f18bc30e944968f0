"""Logs without URLs of tables and secret links, which readers of the logs could use."""

import json
import re
import traceback
from datetime import UTC, datetime
from functools import cache
from logging import WARNING, Filter, Formatter, LogRecord, getLevelName
from typing import Any

from django.apps import apps
from django.urls import URLResolver, get_resolver
from redis.exceptions import RedisError

from config.server.busy import is_busy

#: A URL in a message: its path and query. A host before it is kept.
_ADDRESS = re.compile(r"(?P<host>\b\w+://[^/\s\"']*|(?<![\w./<]))(?P<path>/[^\s\"'<>?#]*)(\?\S*)?")
#: A line of a traceback with a file; exceptions in a group have bars before it.
_PLACE = re.compile(r'[ |]+File "[^"]+", line \d+')
_WORD = re.compile(r"[a-z][a-z.-]*")
HIDDEN = "…"
#: Django's loggers about requests that our pages never send.
BAD_REQUESTS = "django.security"
#: The logger of the layer's task that listens to other processes.
LISTENING = "channels_redis"
_WARNING = (WARNING, getLevelName(WARNING))


class ExpectedErrors(Filter):
    """Shortens errors that are not due to the code, and can occur by the thousand."""

    def filter(self, record: LogRecord) -> bool:
        """Remove the traceback of bad requests, and of busy or lost databases."""
        if record.name.startswith(BAD_REQUESTS):
            record.levelno, record.levelname = min((record.levelno, record.levelname), _WARNING)
            record.exc_info = record.exc_text = None
        elif record.exc_info and is_busy(record.exc_info[1]):
            path = getattr(getattr(record, "request", None), "path", "")
            what = path or record.getMessage()
            record.msg, record.args = f"The database was too busy: {what}", ()
            record.exc_info = record.exc_text = None
        elif record.name.startswith(LISTENING) and _is_lost(record.exc_info):
            # Logged every second until Redis is back; until then the heartbeat updates pages.
            record.msg, record.args = "Redis is away: nothing is heard from other processes", ()
            record.levelno, record.levelname = _WARNING
            record.exc_info = record.exc_text = None
        return True


def _is_lost(exc_info: Any) -> bool:
    return bool(exc_info) and isinstance(exc_info[1], RedisError | OSError)


class MaskAddresses(Filter):
    """Masks all parts of logged URLs except the fixed words of our URLs."""

    def filter(self, record: LogRecord) -> bool:
        """Mask the message of `record` and the text of its exception; return True."""
        record.msg, record.args = mask(record.getMessage()), ()
        if record.exc_info and record.exc_info[0]:
            record.exc_text = _masked_traceback(
                "".join(traceback.format_exception(*record.exc_info))
            )
        return True


def mask(message: str) -> str:
    """Return `message` with the identifying parts of its URLs masked."""
    return _ADDRESS.sub(lambda match: match["host"] + _path(match["path"]), message)


def _masked_traceback(text: str) -> str:
    """Return `text` masked, except for lines with a place in the code."""
    lines = text.rstrip("\n").split("\n")
    return "\n".join(line if _PLACE.match(line) else mask(line) for line in lines)


def _path(path: str) -> str:
    words = _words()
    parts = [part if not part or part in words else HIDDEN for part in path.split("/")]
    return "/".join(parts)


def _words() -> frozenset[str]:
    """Return the fixed words of our URLs; empty until the site has started."""
    return _words_of_site() if apps.ready else frozenset()


@cache
def _words_of_site() -> frozenset[str]:
    return frozenset({"ws", "static", "favicon.ico", "robots.txt", *_words_in(get_resolver())})


def _words_in(resolver: URLResolver) -> set[str]:
    words = set(_WORD.findall(str(resolver.pattern)))
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            words |= _words_in(pattern)
        else:
            words |= set(_WORD.findall(str(pattern.pattern)))
    return words


class JsonLines(Formatter):
    """Writes each record as one line of JSON, for programs that collect logs."""

    def format(self, record: LogRecord) -> str:
        """Return the line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if record.exc_info:
            line["exception"] = record.exc_text or self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
