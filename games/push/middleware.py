"""Ends a browser's notifications when its log-in ends."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.push import devices


class DeviceSessionMiddleware:
    """Follows the key of a browser's session, which changes with each log-in and password."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer `request`, and update the device if the session has a new key."""
        before = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        response = self.get_response(request)
        if before and request.session.modified and request.session.session_key != before:
            devices.follow_session(before, request.session.session_key, request.user.pk)
        return response
