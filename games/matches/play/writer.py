"""The writer: one thread and connection per process that commits queued moves together.

A durable commit takes a while, but hardly longer for twenty moves than for one. While one batch is
being committed, the next is collected. Moves are acknowledged only after their commit.
"""

import asyncio
import logging
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from django.db import connection, transaction

from games.matches.play import memory, moves
from games.matches.play.moves import PlannedMove

log = logging.getLogger(__name__)

#: How many seconds without a move pass before the thread ends and closes its connection.
IDLE = 20.0

#: The result of a move: stored, superseded, or the error.
Result = bool | Exception
Waiting = tuple[PlannedMove, asyncio.Future[bool]]


class Writer:
    """Stores the moves of an event loop, and notifies the loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Waiting] = []
        self._is_away = False  #: whether a batch is being committed
        self._batches: SimpleQueue[list[Waiting] | None] = SimpleQueue()
        self._starting = Lock()
        self._runs = False

    def put(self, move: PlannedMove) -> asyncio.Future[bool]:
        """Queue `move`; the result is True after its commit, False if superseded."""
        result: asyncio.Future[bool] = self._loop.create_future()
        self._waiting.append((move, result))
        if not self._is_away:
            self._is_away = True
            self._loop.call_soon(self._send)  # later moves of this iteration join the batch
        return result

    def stop(self) -> None:
        """Stop the thread and close its connection, if they exist."""
        self._batches.put(None)

    def _send(self) -> None:
        batch, self._waiting = self._waiting, []
        self._batches.put(batch)
        with self._starting:
            if not self._runs:
                self._runs = True
                Thread(target=self._run, name="writer", daemon=True).start()

    def _run(self) -> None:
        """Commit batch after batch; end after a while without moves."""
        while True:
            try:
                batch = self._batches.get(timeout=IDLE)
            except Empty:
                batch = None
            if batch is not None:
                self._answer(batch, _commit([move for move, _stored in batch]))
                continue
            with self._starting:
                if self._batches.empty():
                    self._runs = False
                    break
        connection.close()

    def _answer(self, batch: list[Waiting], results: list[Result]) -> None:
        try:
            self._loop.call_soon_threadsafe(self._land, batch, results)
        except RuntimeError:
            log.warning("The event loop has ended: no answer to %s moves", len(batch))

    def _land(self, batch: list[Waiting], results: list[Result]) -> None:
        """Start the next batch, then report the results of the finished one."""
        self._is_away = bool(self._waiting)
        if self._is_away:
            self._send()
        for (move, stored), result in zip(batch, results, strict=True):
            if result is True:
                memory.keep(move.after)
            if stored.cancelled():
                continue
            if isinstance(result, Exception):
                stored.set_exception(result)
            else:
                stored.set_result(result)


def _commit(batch: Sequence[PlannedMove]) -> list[Result]:
    """Commit `batch` in one transaction, or if that fails, each move in a separate one."""
    try:
        with transaction.atomic():
            return list(moves.store(batch))
    except Exception as error:
        connection.close()  # it may be broken; the next use opens a new one
        if len(batch) == 1:
            return [error]
        log.exception("Could not store %s moves together; trying one by one", len(batch))
        return [result for move in batch for result in _commit([move])]


_writers: dict[asyncio.AbstractEventLoop, Writer] = {}


def writer() -> Writer:
    """Return the writer of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _writers:
        for other in [other for other in _writers if other.is_closed()]:
            _writers.pop(other).stop()
        _writers[loop] = Writer()
    return _writers[loop]
