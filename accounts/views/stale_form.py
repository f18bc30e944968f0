"""The page for a form that was typed before its reader logged in or out in another tab."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form with an old token; offer to send the input from a page of this site again.

    The user presses a button for that, with the account that is logged in now. Passwords are not
    repeated, nor are forms from other sites.
    """
    del reason  # the failed check does not help users
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
