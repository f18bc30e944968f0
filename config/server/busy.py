"""Distinguishes a site that is only busy from one that is broken."""

from django.db import OperationalError
from psycopg import errors
from psycopg_pool import PoolTimeout, TooManyRequests

#: No connection was free or could be made, or a lock was not obtained in time.
BUSY = (
    *(PoolTimeout, TooManyRequests, errors.TooManyConnections),
    *(errors.LockNotAvailable, errors.QueryCanceled, errors.DeadlockDetected),
)


def is_busy(error: BaseException | None) -> bool:
    """Return whether the cause of `error` is that the database is busy."""
    while error is not None:
        is_locked = isinstance(error, OperationalError) and "is locked" in str(error)  # SQLite
        if is_locked or isinstance(error, BUSY):
            return True
        error = error.__cause__ or error.__context__
    return False
