"""The page for a form that was typed before its reader logged in or out in another tab."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form with an old token; offer to send again what was typed on a page of this site.

    The reader presses a button for that, under the account that is logged in now. Passwords are not
    repeated, and a form from another site is not offered.
    """
    del reason  # which check failed helps nobody who may read it
    is_own = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    fields = _typed(request) if is_own and not request.FILES else []
    context = {"fields": fields, "address": request.get_full_path()}
    return render(request, "403_csrf.html", context, status=403)


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of the form with their values."""
    return [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name != "csrfmiddlewaretoken" and "password" not in name
    ]
