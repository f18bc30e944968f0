"""The owners' page of webhooks: the URLs to which events of the league are posted."""

from datetime import timedelta
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from accounts.requests import AuthenticatedRequest
from games.leagues.confirmation import (
    UNPROCESSABLE,
    Confirmation,
    frame,
    render_refusal,
    step,
)
from games.leagues.confirmation import page as league_page
from games.leagues.context import LeagueContext, context_of
from games.leagues.models import Webhook
from games.leagues.scheduling.forms import WebhookForm
from games.leagues.webhooks import queue
from games.leagues.webhooks import services as webhooks
from games.matches.public import Refused, deliver

#: How many deliveries of each webhook are shown.
SHOWN = 10
#: How long the page keeps reloading while waiting for the response to a test.
AWAITED = timedelta(minutes=1)


@sensitive_post_parameters("url")
@league_page("run", takes_posts=True)
def page(request: HttpRequest, context: LeagueContext) -> HttpResponse:
    """List a league's webhooks with their latest deliveries, or add a webhook."""
    form = WebhookForm(request.POST or None)
    if form.is_valid():
        try:
            webhooks.add(context.league, context.actor, form.cleaned_data["url"])
        except Refused as refusal:
            form.add_error("url", str(refusal))
        else:
            messages.success(request, _("The webhook has been saved. Send it a test."))
            return redirect("leagues:webhooks", slug=context.league.slug)
    return _render(request, context, form)


def _render(request: HttpRequest, context: LeagueContext, form: WebhookForm) -> HttpResponse:
    rows, now = context.league.webhooks.order_by("pk"), timezone.now()
    shown = [(hook, list(hook.deliveries.all()[:SHOWN])) for hook in rows]
    values = frame(context) | {
        "now": now,
        "form": form,
        "webhooks": shown,
        "awaited": {
            one.pk
            for _hook, deliveries in shown
            for one in deliveries
            if one.event == webhooks.TEST and one.is_on_its_way and one.made_at > now - AWAITED
        },
        "may_add": rows.count() < webhooks.MOST,
    }
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "leagues/organiser/webhooks.html", values, status=status)


@login_required
@never_cache
@require_POST
def send_test(request: AuthenticatedRequest, slug: str, key: int) -> HttpResponse:
    """Send a test message to a webhook."""
    context = context_of(request.user, slug)
    try:
        context.require("run")  # other users must not learn which webhooks exist
        webhooks.send_test(_hook(context, key), request.user)
    except Refused as refusal:
        return render_refusal(request, context, refusal)
    deliver(queue.KIND)  # immediately, because the user is waiting for the response
    messages.success(request, _("Test sent: the answer will appear below."))
    return redirect("leagues:webhooks", slug=slug)


def _hook(context: LeagueContext, key: int) -> Webhook:
    return get_object_or_404(context.league.webhooks, pk=key)


def _hooks_page(context: LeagueContext, _hook: Webhook) -> str:
    return reverse("leagues:webhooks", args=[context.league.slug])


HOOK = (_hook, _hooks_page)


@step("run", of=HOOK)
def rotate(context: LeagueContext, hook: Webhook) -> Confirmation:
    """Give a webhook a new key."""
    return Confirmation(
        title=_("A new key"),
        button=_("New key"),
        is_grave=True,
        effects=[
            _("From now on messages are signed with the new key. The old one no longer works.")
        ],
        lead=hook.url,
        execute=partial(webhooks.rotate, hook, context.actor),
        success_message=_("The webhook has a new key: give it to the receiver, too."),
    )


@step("run", of=HOOK)
def remove(context: LeagueContext, hook: Webhook) -> Confirmation:
    """Remove a webhook."""
    return Confirmation(
        title=_("Remove the webhook"),
        button=_("Remove"),
        is_grave=True,
        effects=[_("Nothing more is sent to this URL. Its key and its deliveries are deleted.")],
        lead=hook.url,
        execute=partial(webhooks.remove, hook, context.actor),
        success_message=_("The webhook has been removed."),
    )
