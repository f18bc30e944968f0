"""Ends a browser's notifications when its session ends."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.push import devices


class DeviceSessionMiddleware:
    """Follows a browser's session key, which changes with each login and change of password."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the response, and update the browser's device if the session key has changed."""
        before = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        response = self.get_response(request)
        if before and request.session.modified and request.session.session_key != before:
            devices.follow_session(before, request.session.session_key, request.user.pk)
        return response
