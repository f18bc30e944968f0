"""Django's SQLite backend with a line of writers in this process.

SQLite lets one transaction write at a time and has the others sleep and try again, with nobody's
turn kept: among forty tables at play some moves waited twenty seconds and failed. Here writers of
one process wait for a lock and are woken one after another; another process's are waited for in
SQLite's own way.
"""

from threading import Lock
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

_lines: dict[str, Lock] = {}


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that stands in line before it begins a transaction."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._holds: Lock | None = None

    def _start_transaction_under_autocommit(self) -> None:
        line = _lines.setdefault(str(self.settings_dict["NAME"]), Lock())
        if not line.acquire(timeout=self.settings_dict["OPTIONS"].get("timeout", 5)):
            raise OperationalError("database is locked: other writers of this process hold it")
        self._holds = line
        try:
            super()._start_transaction_under_autocommit()
        except BaseException:
            self._let_go()
            raise

    def _commit(self) -> None:
        super()._commit()  # where this fails, a rollback follows
        self._let_go()

    def _rollback(self) -> None:
        try:
            super()._rollback()
        finally:
            self._let_go()

    def _close(self) -> None:
        try:
            super()._close()
        finally:
            self._let_go()

    def _let_go(self) -> None:
        if self._holds is not None:
            self._holds.release()
            self._holds = None
