"""What is answered to requests that get no connection to the database, for too many want one."""

import sys

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views import defaults
from psycopg_pool import PoolTimeout, TooManyRequests

#: The status for a server that has too much to do, and after how many seconds to ask again.
BUSY, LATER = 503, "5"


def is_busy(error: BaseException | None) -> bool:
    """Return whether `error` arose because all connections stayed in use, or none can be made."""
    while error is not None:
        if isinstance(error, PoolTimeout | TooManyRequests):
            return True
        error = error.__cause__ or error.__context__
    return False


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer an error of the site: 503 if it is only busy, else 500."""
    response = defaults.server_error(request)
    if is_busy(sys.exception()):
        response.status_code = BUSY
        response["Retry-After"] = LATER
    return response
