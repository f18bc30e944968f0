"""The page behind the link in every letter that stops them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.matches import notices


@csrf_exempt  # a mail program presses the button itself (RFC 8058); the token says who
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Write to somebody no more when it is their turn."""
    person = notices.user_of(token)
    if person is not None and request.method == "POST":
        notices.stop(person)
    status = 404 if person is None else 200
    return render(request, "matches/letters_stop.html", {"person": person}, status=status)
