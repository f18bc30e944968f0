"""The response to a request that the site could not serve."""

import sys

from django.http import HttpRequest, HttpResponse

from config.server.busy import is_busy
from config.server.refusals import answer
from games.api import errors


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the response to an error: 503 if the site is only busy, else 500."""
    return answer(
        request.path, errors.SiteBusy() if is_busy(sys.exception()) else errors.SiteBroken()
    )
