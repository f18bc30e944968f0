"""Refuses requests outside of Django's handler, in the formats of the pages and the API."""

from io import BytesIO
from typing import Any

from csp.middleware import CSPMiddleware
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.middleware.security import SecurityMiddleware
from django.template.loader import render_to_string
from django.utils import translation

from config.server.permissions import PermissionsPolicyMiddleware
from games.api import answers
from games.api.urls import VERSION
from games.matches.public import Refused


def is_api(path: str) -> bool:
    """Return whether `path` belongs to the API."""
    return path.startswith(f"/{VERSION}/")


def answer(path: str, refusal: Refused) -> HttpResponse:
    """Return a page with the text of `refusal`; programs get JSON."""
    if is_api(path):
        return answers.problem(refusal)
    page = render_to_string(f"{refusal.status}.html", {"refusal": refusal})
    response = HttpResponse(page, status=refusal.status)
    if seconds := getattr(refusal, "seconds", 0):
        response["Retry-After"] = str(seconds)
    return response


def answer_to(scope: Any, refusal: Refused) -> HttpResponse:
    """Return the response in the reader's language, with the headers of all pages."""
    headers = [(name, text) for name, text in scope["headers"] if name != b"content-type"]
    bodiless = ASGIRequest({**scope, "headers": headers}, BytesIO())
    with translation.override(translation.get_language_from_request(bodiless)):
        response = answer(scope["path"], refusal)
    for middleware in (CSPMiddleware, PermissionsPolicyMiddleware, SecurityMiddleware):
        middleware(lambda _request: response).process_response(bodiless, response)
    return response


async def send_beginning(send: Any, response: HttpResponse) -> None:
    """Send `response` except for its end; the connection is closed after it."""
    headers = {**response.headers, "Content-Length": str(len(response.content))}
    headers |= {"Connection": "close"}
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": raw})
    await send({"type": "http.response.body", "body": response.content, "more_body": True})


async def send_end(send: Any) -> None:
    """Send the end of a response."""
    await send({"type": "http.response.body", "body": b"", "more_body": False})
