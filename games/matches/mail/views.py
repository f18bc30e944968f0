"""The page behind the unsubscribe link of every turn e-mail."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.matches.mail import turn_emails


@csrf_exempt  # e-mail programs post here (RFC 8058); the token identifies the user
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop the turn e-mails of the token's user."""
    person = turn_emails.user_of(token)
    if person is not None and request.method == "POST":
        turn_emails.stop(person)
    status = 404 if person is None else 200
    return render(request, "matches/mail/stop.html", {"person": person}, status=status)
