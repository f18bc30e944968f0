"""Tells a site that is only busy from one that is broken."""

from psycopg_pool import PoolTimeout, TooManyRequests


def is_busy(error: BaseException | None) -> bool:
    """Return whether `error` arose because all connections stayed in use, or none can be made."""
    while error is not None:
        if isinstance(error, PoolTimeout | TooManyRequests):
            return True
        error = error.__cause__ or error.__context__
    return False
