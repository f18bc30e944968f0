"""Publish and subscribe between processes: each sends messages to all others."""

import asyncio
import logging
from typing import Any

from games.engine.required import required
from games.matches import publish
from games.matches.live import tasks

log = logging.getLogger(__name__)

#: The message that others may have been lost, after which rooms check for missing changes.
MISSED = {"type": "heard", "place": publish.EVERYWHERE}
#: How many seconds a process without a connection waits before it reconnects.
TRY_AGAIN = 1.0

_listeners: dict[asyncio.AbstractEventLoop, "Listener"] = {}


class Listener:
    """Receives messages published by other processes; one per process with a shared layer."""

    def __init__(self) -> None:
        self._task = tasks.begin(self._listen())

    async def _listen(self) -> None:
        layer: Any = publish.shared_layer()
        is_deaf = False
        # Stopping the loop cancels this task. In Python 3.11, a connection attempt may swallow the
        # cancellation, and the server would wait for this task forever.
        is_cancelled = required(asyncio.current_task()).cancelling
        while not is_cancelled():
            try:
                channel = await layer.new_channel()
                await layer.group_add(publish.EVERYBODY, channel)
                if is_deaf:
                    is_deaf = False
                    log.warning("Receiving messages of other processes again")
                publish.deliver(MISSED)
                while not is_cancelled():
                    message = await layer.receive(channel)
                    if message.get("from") != publish.MYSELF:
                        publish.note_elsewhere(message)
                        publish.deliver(message)
            except Exception:
                if not is_deaf:  # log it only once
                    is_deaf = True
                    log.exception("Cannot receive messages of other processes; trying again")
                await asyncio.sleep(TRY_AGAIN)


def listen() -> None:
    """Start receiving messages from other processes; do nothing without a shared layer."""
    loop = asyncio.get_running_loop()
    if publish.shared_layer() is not None and loop not in _listeners:
        _listeners[loop] = Listener()


async def tell_others(message: dict[str, Any]) -> None:
    """Send `message` to the other processes, if any can be reached."""
    layer = publish.shared_layer()
    if layer is None:
        return
    try:
        await layer.group_send(publish.EVERYBODY, {**message, "from": publish.MYSELF})
    except Exception:
        log.warning("Could not tell other processes: %s", message["type"])
