"""Pages for people: one's tokens, and the guide to the API."""

from functools import cache
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.api import answers, limits, refusals, tokens
from games.api.forms import TokenForm
from games.api.operations import EVERYWHERE, OF_NO_OPERATION, OPERATIONS

UNPROCESSABLE = 422


@login_required
@require_safe
def tokens_page(request: HttpRequest) -> HttpResponse:
    """List one's tokens; a guest, whom only one browser knows, has none."""
    return redirect("accounts:claim") if request.user.is_guest else _tokens(request)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_token(request: HttpRequest) -> HttpResponse:
    """Make a token, which is shown this one time, for whoever has just shown who they are."""
    return redirect("accounts:claim") if request.user.is_guest else _new_token(request)


@reauthentication_required
def _new_token(request: HttpRequest) -> HttpResponse:
    form = TokenForm(request.POST or None, label_suffix="")
    status = UNPROCESSABLE if form.is_bound else 200
    if form.is_valid():
        try:
            token, secret = tokens.make(user=request.user, **form.cleaned_data)
            # Answered at once, not by a redirect: the secret is stored nowhere, in no session.
            return _tokens(request, token=token, secret=secret)
        except refusals.TooManyTokens as refusal:
            form.add_error(None, str(refusal))
            status = refusal.status
    context = {"form": form, "most": tokens.MOST}
    return render(request, "api/new_token.html", context, status=status)


def _tokens(request: HttpRequest, **made: Any) -> HttpResponse:
    context = {"tokens": request.user.api_tokens.all(), "most": tokens.MOST, **made}
    return render(request, "api/tokens.html", context)


@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke one of one's own tokens; what used it is cut off at once."""
    if not tokens.revoke(user=request.user, pk=pk):
        raise Http404
    messages.success(request, gettext("The token is revoked."))
    return redirect("api:tokens")


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """Say how a program plays here."""
    kinds = {*EVERYWHERE, *OF_NO_OPERATION}.union(*(one.problems for one in OPERATIONS))
    context = {
        "operations": OPERATIONS,
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
def example(_request: HttpRequest) -> HttpResponse:
    """Answer with the example client as a file."""
    response = HttpResponse(example_text(), content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="example_bot.py"'
    return response


@cache
def example_text() -> str:
    """Return the example client's source."""
    return (settings.BASE_DIR / "docs" / "example_bot.py").read_text()
