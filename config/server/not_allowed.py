"""The page for a GET of a URL that accepts only forms, instead of Django's blank response."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


class NotAllowedPageMiddleware:
    """Shows a page if a browser opens a URL that accepts only forms.

    Users get there by reloading, or by choosing another language, after a form was refused.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer `request`, with a page if the response would be blank."""
        response = self.get_response(request)
        if response.status_code != 405 or not request.accepts("text/html") or response.content:
            return response
        page = render(request, "405.html", status=405)
        page["Allow"] = response["Allow"]
        return page
