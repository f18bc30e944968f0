"""Begins tasks that outlast the request that began them: a match's room, the heartbeat."""

import asyncio
from collections.abc import Coroutine
from contextvars import Context
from typing import Any


def begin(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Begin `work` in the running loop, in a separate context.

    It keeps nothing of the request or socket that began it: no language, and no thread, which
    serves other requests later (config/server/request_threads.py).
    """
    return asyncio.get_running_loop().create_task(work, context=Context())
