"""Starts tasks that outlive the request that started them: a match's room, the heartbeat."""

import asyncio
from collections.abc import Coroutine
from contextvars import Context
from typing import Any


def begin(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Start `work` in the running loop, in a separate context.

    It inherits nothing from the request or socket that started it: no language, and no thread,
    which will serve other requests (config/server/request_threads.py).
    """
    return asyncio.get_running_loop().create_task(work, context=Context())
