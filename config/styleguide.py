"""Every component of the look, live, for whoever builds a page; only in development."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def styleguide(request: HttpRequest) -> HttpResponse:
    """Show every component in every state, in both themes side by side."""
    return render(request, "styleguide/index.html", {"themes": ("light", "dark")})
