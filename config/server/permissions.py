"""Denies the browser permissions that pages of this site never need, whatever script runs there."""

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

#: Signals and sharing need none of these. Chromium complains about unknown names.
NEVER_ASKED_FOR = (
    *("accelerometer", "browsing-topics", "camera", "display-capture", "geolocation"),
    *("gyroscope", "hid", "idle-detection", "local-fonts", "magnetometer", "microphone", "midi"),
    *("payment", "serial", "usb", "xr-spatial-tracking"),
)
POLICY = ", ".join(f"{feature}=()" for feature in NEVER_ASKED_FOR)


class PermissionsPolicyMiddleware(MiddlewareMixin):
    """Sets the header Permissions-Policy."""

    def process_response(self, _request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Set the header."""
        response["Permissions-Policy"] = POLICY
        return response
