"""The owners' page of webhooks: the URLs to which events of the league are posted."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.requests import AuthenticatedRequest
from games.leagues.confirmation import Confirmation, frame, step
from games.leagues.context import LeagueContext, context_of
from games.leagues.models import Webhook
from games.leagues.scheduling.forms import WebhookForm
from games.leagues.scheduling.views import UNPROCESSABLE, render_refusal
from games.leagues.webhooks import queue
from games.leagues.webhooks import services as webhooks
from games.matches.public import NotAllowed, Refused, deliver

#: How many deliveries of each webhook are shown.
SHOWN = 10
#: How long the page keeps reloading for the answer to a test.
AWAITED = timedelta(minutes=1)


@login_required
@never_cache
@sensitive_post_parameters("url")
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: AuthenticatedRequest, slug: str) -> HttpResponse:
    """List a league's webhooks with their last deliveries, or add one."""
    context = context_of(request.user, slug)
    try:
        context.require("run")
    except NotAllowed as refusal:
        return render_refusal(request, context, refusal)
    form = WebhookForm(request.POST or None)
    if form.is_valid():
        try:
            webhooks.add(context.league, request.user, form.cleaned_data["url"])
        except Refused as refusal:
            form.add_error("url", str(refusal))
        else:
            messages.success(request, _("The webhook is saved. Send it a test."))
            return redirect("leagues:webhooks", slug=slug)
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
    with timezone.override(context.zone):
        return render(request, "leagues/organiser/webhooks.html", values, status=status)


@login_required
@never_cache
@require_POST
def send_test(request: AuthenticatedRequest, slug: str, key: int) -> HttpResponse:
    """Send a test message to a webhook."""
    context = context_of(request.user, slug)
    try:
        context.require("run")  # other users must not learn which webhooks exist
        webhooks.send_test(get_object_or_404(context.league.webhooks, pk=key), request.user)
    except Refused as refusal:
        return render_refusal(request, context, refusal)
    deliver(queue.KIND)  # the user waits for the answer
    messages.success(request, _("Test sent: the answer will appear below."))
    return redirect("leagues:webhooks", slug=slug)


@step("run")
def rotate(context: LeagueContext, key: int) -> Confirmation:
    """Give a webhook a new key."""
    return _confirmation(
        context,
        key,
        webhooks.rotate,
        title=_("A new key"),
        button=_("New key"),
        effects=[
            _("From now on messages are signed with the new key. The old one no longer works.")
        ],
        success_message=_("The webhook has a new key: give it to the receiver, too."),
    )


@step("run")
def remove(context: LeagueContext, key: int) -> Confirmation:
    """Remove a webhook."""
    return _confirmation(
        context,
        key,
        webhooks.remove,
        title=_("Remove the webhook"),
        button=_("Remove"),
        effects=[_("Nothing more is sent to this URL. Its key and its deliveries are deleted.")],
        success_message=_("The webhook is removed."),
    )


def _confirmation(
    context: LeagueContext, key: int, service: Callable[[Webhook, User], None], **words: Any
) -> Confirmation:
    """Return the confirmation of an irreversible `service` on a webhook."""
    webhook = get_object_or_404(context.league.webhooks, pk=key)
    return Confirmation(
        lead=webhook.url,
        is_grave=True,
        execute=lambda fields: service(webhook, context.actor),
        return_url=reverse("leagues:webhooks", args=[context.league.slug]),
        **words,
    )
