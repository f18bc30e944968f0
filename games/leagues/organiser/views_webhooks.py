"""The owners' page of webhooks: the addresses that are told what happens in the league."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts.requests import AuthenticatedRequest
from games.leagues import roles
from games.leagues.confirmation import frame
from games.leagues.context import LeagueContext, context_of
from games.leagues.models import Webhook
from games.leagues.scheduling.forms import WebhookForm
from games.leagues.scheduling.views import UNPROCESSABLE, render_refusal
from games.leagues.webhooks import services as webhooks
from games.matches.errors import NotAllowed, Refused

#: How many deliveries of each webhook are shown.
SHOWN = 10


@login_required
@never_cache
@sensitive_post_parameters("url")
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: AuthenticatedRequest, slug: str) -> HttpResponse:
    """List a league's webhooks with their last deliveries, or add one."""
    here = context_of(request.user, slug)
    try:
        roles.require(request.user, here.league, "run")
    except NotAllowed as refusal:
        return render_refusal(request, here, refusal)
    form = WebhookForm(request.POST or None)
    if form.is_valid():
        try:
            webhooks.add(here.league, request.user, form.cleaned_data["url"])
        except Refused as refusal:
            form.add_error("url", str(refusal))
        else:
            messages.success(request, _("The webhook is saved. Send it a test."))
            return redirect("leagues:webhooks", slug=slug)
    return _render(request, here, form)


def _render(request: HttpRequest, here: LeagueContext, form: WebhookForm) -> HttpResponse:
    rows = here.league.webhooks.order_by("pk")
    context = frame(here) | {
        "now": timezone.now(),
        "form": form,
        "webhooks": [(hook, hook.deliveries.all()[:SHOWN]) for hook in rows],
        "may_add": rows.count() < webhooks.MOST,
    }
    status = UNPROCESSABLE if form.is_bound else 200
    with timezone.override(here.zone):
        return render(request, "leagues/organiser/webhooks.html", context, status=status)


def _act(service: Callable[[Webhook, Any], None], said: Any) -> Callable[..., HttpResponse]:
    """Return a view for a button beside a webhook."""

    @login_required
    @never_cache
    @require_POST
    def answer(request: AuthenticatedRequest, slug: str, key: int) -> HttpResponse:
        here = context_of(request.user, slug)
        try:
            roles.require(request.user, here.league, "run")  # others must not learn which exist
            webhook = get_object_or_404(here.league.webhooks, pk=key)
            service(webhook, request.user)
        except Refused as refusal:
            return render_refusal(request, here, refusal)
        messages.success(request, said)
        return redirect("leagues:webhooks", slug=slug)

    return answer


send_test = _act(
    webhooks.send_test, gettext_lazy("The test is on its way: look again in a moment.")
)
rotate = _act(
    webhooks.rotate, gettext_lazy("The webhook has a new key: give it to the receiver, too.")
)
remove = _act(webhooks.remove, gettext_lazy("The webhook is removed."))
