"""The channel layer between processes; while it is down, pages follow by the heartbeat."""

import asyncio
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.exceptions import RedisError

from config.breaker import Breaker
from games.matches.live import pubsub

#: Seconds that sending may take.
TIMEOUT = 0.5


class RedisLayer(RedisPubSubChannelLayer):
    """A layer that sends to groups quickly, or not at all."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._breaker = Breaker("The bell between processes")

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send `message` to all listeners, if it can be done at once."""
        if not self._breaker.lets_pass():
            return
        try:
            async with asyncio.timeout(TIMEOUT):
                await self._get_layer().group_send(group, message)
                if self._breaker.note_success():  # what came before was not sent
                    await self._get_layer().group_send(group, pubsub.MISSED)
        except (RedisError, OSError, TimeoutError) as error:
            self._breaker.note_failure(error)
