"""The page of an address that takes forms alone, for who opens it: Django's answer is blank."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


class NotAllowedPageMiddleware:
    """Shows a page where a browser asks for an address that only forms are sent to.

    People come there by a reload, or by choosing another language, after a form was refused.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer `request`, by a page if the answer would be blank."""
        response = self.get_response(request)
        if response.status_code != 405 or not request.accepts("text/html") or response.content:
            return response
        page = render(request, "405.html", status=405)
        page["Allow"] = response["Allow"]
        return page
