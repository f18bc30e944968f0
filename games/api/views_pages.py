"""Pages about the API: the user's tokens, and the guide."""

from functools import cache
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.requests import AuthenticatedRequest
from games.api import answers, errors, limits, tokens
from games.api.forms import TokenForm
from games.api.operations import EVERYWHERE, OF_NO_OPERATION, every
from games.matches.public import Refused

UNPROCESSABLE = 422


@login_required
@require_safe
def tokens_page(request: AuthenticatedRequest) -> HttpResponse:
    """List the user's tokens; guests have none."""
    return redirect("accounts:claim") if request.user.is_guest else _tokens(request)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_token(request: AuthenticatedRequest) -> HttpResponse:
    """Create a token for a user who has just confirmed their password; show it only once."""
    return redirect("accounts:claim") if request.user.is_guest else _new_token(request)


@reauthentication_required
def _new_token(request: AuthenticatedRequest) -> HttpResponse:
    form = TokenForm(request.POST or None, label_suffix="")
    status = UNPROCESSABLE if form.is_bound else 200
    if form.is_valid():
        try:
            token, secret = tokens.make(user=request.user, **form.cleaned_data)
            # Not a redirect, because the secret is not even stored in the session.
            return _tokens(request, token=token, secret=secret)
        except errors.TooManyTokens as refusal:
            form.add_error(None, str(refusal))
            status = refusal.status
    context = {"form": form, "most": tokens.MOST}
    return render(request, "api/new_token.html", context, status=status)


def _tokens(request: AuthenticatedRequest, **more: Any) -> HttpResponse:
    context = {"tokens": request.user.api_tokens.all(), "most": tokens.MOST, **more}
    return render(request, "api/tokens.html", context)


@login_required
@require_POST
def revoke(request: AuthenticatedRequest, pk: int) -> HttpResponse:
    """Revoke a token of the user, and close its streams immediately."""
    if not tokens.revoke(user=request.user, pk=pk):
        raise Http404
    messages.success(request, gettext("The token has been revoked."))
    return redirect("api:tokens")


@require_safe
def guide(request: AuthenticatedRequest) -> HttpResponse:
    """Show the guide to playing with a program."""
    kinds: set[type[Refused]] = {*EVERYWHERE, *OF_NO_OPERATION}.union(
        *(one.problems for one in every())
    )
    context = {
        "operations": every(),
        "problems": [
            {"slug": answers.slug(kind), "status": kind.status, "text": answers.title_of(kind)}
            for kind in sorted(kinds, key=lambda kind: (kind.status, kind.__name__))
        ],
        "example": example_text(),
        "address": request.build_absolute_uri("/"),
        "streams": limits.STREAMS,
    }
    return render(request, "api/guide.html", context)


@require_safe
def example(_request: AuthenticatedRequest) -> HttpResponse:
    """Send the example client as a file."""
    response = HttpResponse(example_text(), content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="example_bot.py"'
    return response


@cache
def example_text() -> str:
    """Return the example client's source."""
    return (settings.BASE_DIR / "docs" / "example_bot.py").read_text()
