"""Django's SQLite backend with a queue for the writers of this process.

SQLite lets one transaction write at a time; the others sleep and try again, in no order. At forty
running tables some moves waited twenty seconds and then failed. Here the writers of one process
wait for a lock and get it in order. They wait for other processes in SQLite's own way.
"""

from threading import Lock
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

_lines: dict[str, Lock] = {}


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that waits in the queue before it begins a transaction."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._holds: Lock | None = None

    def _start_transaction_under_autocommit(self) -> None:
        line = _lines.setdefault(str(self.settings_dict["NAME"]), Lock())
        if not line.acquire(timeout=self.settings_dict["OPTIONS"].get("timeout", 5)):
            raise OperationalError("database is locked: other writers of this process hold it")
        self._holds = line
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._let_go()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc] # where this fails, a rollback follows
        self._let_go()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._let_go()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._let_go()

    def _let_go(self) -> None:
        if self._holds is not None:
            self._holds.release()
            self._holds = None
