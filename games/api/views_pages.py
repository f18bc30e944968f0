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
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.api import answers, limits, refusals, tokens
from games.api.forms import TokenForm
from games.api.operations import EVERYWHERE, OPERATIONS

UNPROCESSABLE = 422


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(allow_get=True)
def tokens_page(request: HttpRequest) -> HttpResponse:
    """List one's tokens, and make one, which is shown this one time."""
    if request.user.is_guest:
        return redirect("accounts:claim")
    form = TokenForm(request.POST or None, label_suffix="")
    if request.method != "POST":
        return _tokens(request, form)
    if not form.is_valid():
        return _tokens(request, form, status=UNPROCESSABLE)
    try:
        token, secret = tokens.make(user=request.user, **form.cleaned_data)
    except refusals.TooManyTokens as refusal:
        form.add_error(None, str(refusal))
        return _tokens(request, form, status=refusal.status)
    # Answered at once, not after a redirect: the secret is stored nowhere, not even in a session.
    return _tokens(request, TokenForm(label_suffix=""), token=token, secret=secret)


def _tokens(
    request: HttpRequest, form: TokenForm, *, status: int = 200, **made: Any
) -> HttpResponse:
    context = {"form": form, "tokens": request.user.api_tokens.all(), "most": tokens.MOST, **made}
    return render(request, "api/tokens.html", context, status=status)


@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke one of one's own tokens; what used it is cut off at once."""
    if not tokens.revoke(user=request.user, pk=pk):
        raise Http404
    messages.success(request, gettext("The token is revoked."))
    return redirect("api:tokens")


@require_GET
def guide(request: HttpRequest) -> HttpResponse:
    """Say how a program plays here."""
    kinds = {kind: None for one in OPERATIONS for kind in one.problems} | dict.fromkeys(EVERYWHERE)
    context = {
        "operations": OPERATIONS,
        "problems": [
            {"slug": answers.slug(kind), "status": kind.status, "text": kind.text}
            for kind in sorted(kinds, key=lambda kind: (kind.status, kind.__name__))
        ],
        "example": example_text(),
        "address": request.build_absolute_uri("/"),
        "streams": limits.STREAMS,
    }
    return render(request, "api/guide.html", context)


@require_GET
def example(_request: HttpRequest) -> HttpResponse:
    """Answer with the example client as a file."""
    response = HttpResponse(example_text(), content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="example_bot.py"'
    return response


@cache
def example_text() -> str:
    """Return the example client's source."""
    return (settings.BASE_DIR / "docs" / "example_bot.py").read_text()
