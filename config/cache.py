"""A Redis cache that may be down, full or hang: the site keeps working, a little slower.

In the meantime this process caches in its own memory, so rate limits still count. Nothing that must
last is cached, not even sessions: one that was ended while Redis was down would come back.
"""

import pickle
from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.core.cache.backends import redis as backend
from django.core.cache.backends.locmem import LocMemCache
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from config.breaker import Breaker

#: Seconds to connect, and to wait for an answer.
TIMEOUT = 0.3
#: Another release may have stored values that this one cannot read.
UNREADABLE = (pickle.UnpicklingError, AttributeError, ImportError, EOFError, IndexError, TypeError)


class _Client(backend.RedisCacheClient):
    """Django's client, which keeps its Redis clients: creating one takes as long as a query.

    The client of redis-py is thread-safe.
    """

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._asked: dict[bool, Redis] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Redis:
        """Return the client for reading and writing."""
        if write not in self._asked:
            self._asked[write] = super().get_client(key, write=write)
        return self._asked[write]


_clients: dict[tuple[str, ...], _Client] = {}
_breakers: dict[tuple[str, ...], Breaker] = {}


def _guard(operation: str) -> Callable[..., Any]:
    def ask(self: "RedisCache", *args: Any, **options: Any) -> Any:
        return self._ask(operation, *args, **options)

    return ask


class RedisCache(backend.RedisCache):
    """Uses Redis while it answers in time, and this process's own memory while it does not."""

    #: Django's own, which its type stubs omit.
    _servers: list[str]
    _options: dict[str, Any]

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._breaker = _breakers.setdefault(self._key, Breaker("The cache"))
        memory = {**params, "OPTIONS": {"MAX_ENTRIES": 20_000}}
        self._meanwhile = LocMemCache(f"meanwhile {self._key}", memory)

    add = _guard("add")
    get = _guard("get")
    set = _guard("set")
    touch = _guard("touch")
    delete = _guard("delete")
    get_many = _guard("get_many")
    has_key = _guard("has_key")
    incr = _guard("incr")
    set_many = _guard("set_many")
    delete_many = _guard("delete_many")
    clear = _guard("clear")

    @property
    def _key(self) -> tuple[str, ...]:
        return tuple(self._servers)

    @property
    def is_away(self) -> bool:
        """Whether Redis failed when it was last used."""
        return self._breaker.has_failed

    @cached_property
    def _cache(self) -> _Client:
        """Return the client that all threads of this process share."""
        if self._key not in _clients:
            patience = {"socket_timeout": TIMEOUT, "socket_connect_timeout": TIMEOUT}
            options = {**patience, "retry": Retry(NoBackoff(), 1), **self._options}
            _clients.setdefault(self._key, _Client(self._servers, **options))
        return _clients[self._key]

    def _ask(self, operation: str, *args: Any, **options: Any) -> Any:
        """Return the answer of Redis, or of this process's memory."""
        if self._breaker.lets_pass():
            try:
                answer = getattr(super(), operation)(*args, **options)
            except UNREADABLE:
                answer = None  # as if the key did not exist
            except (RedisError, OSError) as error:
                if self._breaker.note_failure(error):
                    self._meanwhile.clear()  # its values may be from an earlier failure
            else:
                self._breaker.note_success()
                return answer
        return getattr(self._meanwhile, operation)(*args, **options)
