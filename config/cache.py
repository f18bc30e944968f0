"""Redis as a cache that may be away: whatever it does not hold is looked up where it is stored."""

import logging
from typing import Any

from django.core.cache.backends import redis as backend
from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import TimeoutError as TooLate

log = logging.getLogger(__name__)


class RedisCache(backend.RedisCache):
    """Go on without Redis when it can't be reached.

    Deleting still fails aloud: a session that was ended must not come back with Redis.
    """

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return what is kept under `key`, or `default`, also where nothing can be asked."""
        try:
            return super().get(key, default, version)
        except (Unreachable, TooLate) as error:
            log.warning("The cache is away: %s", error)
            return default

    def set(self, key: str, value: Any, *args: Any, **kwargs: Any) -> None:
        """Keep `value` under `key`, if that can be done."""
        try:
            super().set(key, value, *args, **kwargs)
        except (Unreachable, TooLate) as error:
            log.warning("The cache is away: %s", error)
