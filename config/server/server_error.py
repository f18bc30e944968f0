"""What is answered to a request that the site could not serve."""

import sys

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views import defaults

from config.server.busy import is_busy
from games.api import answers, errors
from games.api.urls import VERSION


def server_error(request: HttpRequest) -> HttpResponseBase:
    """Answer an error of the site: 503 if it is only busy, else 500; programs get JSON."""
    refusal = errors.SiteBusy() if is_busy(sys.exception()) else errors.SiteBroken()
    if request.path.startswith(f"/{VERSION}/"):
        return answers.problem(refusal)
    response = defaults.server_error(request, f"{refusal.status}.html")
    response.status_code = refusal.status
    if isinstance(refusal, errors.SiteBusy):
        response["Retry-After"] = str(refusal.seconds)
    return response
