"""The page for a GET of a URL that accepts only forms, instead of Django's blank response."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin


class NotAllowedPageMiddleware(MiddlewareMixin):
    """Shows a page if a browser opens a URL that accepts only forms.

    Users get there by reloading, or by choosing another language, after a form was refused.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Replace a blank response with a page."""
        if response.status_code != 405 or not request.accepts("text/html") or response.content:
            return response
        page = render(request, "405.html", status=405)
        page["Allow"] = response["Allow"]
        return page
