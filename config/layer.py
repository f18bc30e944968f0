"""The channel layer between processes; while it is down, pages are updated by the heartbeat."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.exceptions import RedisError

from config.breaker import Breaker
from games.matches.live import pubsub

#: Seconds that sending may take, and the number of waits into which they are divided. Each wait
#: lets the event loop run: if this process itself is slow, the answer of Redis is still read.
TIMEOUT, PARTS = 0.5, 50


class RedisLayer(RedisPubSubChannelLayer):
    """A layer that sends to groups without delay, or not at all."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._breaker = Breaker("The bell between processes")

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send `message` to all listeners; drop it if Redis is down or too slow."""
        if not self._breaker.lets_pass():
            return
        try:
            await _in_time(self._get_layer().group_send(group, message))
            if self._breaker.note_success():  # earlier messages were not sent
                await _in_time(self._get_layer().group_send(group, pubsub.MISSED))
        except (RedisError, OSError, TimeoutError) as error:
            self._breaker.note_failure(error)


async def _in_time(sending: Coroutine[Any, Any, None]) -> None:
    """Wait for `sending` for at most TIMEOUT of the event loop's own time.

    :raises TimeoutError: if it takes longer.
    """
    task = asyncio.ensure_future(sending)
    for _part in range(PARTS):
        await asyncio.wait([task], timeout=TIMEOUT / PARTS)
        if task.done():
            return task.result()
    task.cancel()
    raise TimeoutError
