"""The settings page for notifications, and the endpoints for browsers' subscriptions."""

from typing import Annotated, Any

import msgspec
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.requests import AuthenticatedRequest
from games.push import devices, vapid
from games.push.models import LONGEST_ADDRESS, Device

HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]


class QuietForm(forms.Form):
    """The quiet hours: the start and end of a period without notifications."""

    start = forms.TypedChoiceField(label=_("Quiet from"), choices=HOURS, coerce=int)
    end = forms.TypedChoiceField(label=_("until"), choices=HOURS, coerce=int)


class Keys(msgspec.Struct):
    """The keys of a browser, named as in the Push API."""

    p256dh: str
    auth: str


class Subscription(msgspec.Struct):
    """A browser's subscription; without keys it unsubscribes."""

    # Without NULs, which PostgreSQL rejects.
    endpoint: Annotated[str, msgspec.Meta(max_length=LONGEST_ADDRESS, pattern="^[^\\x00]*$")]
    keys: Keys | None = None
    zone: str = "UTC"
    #: The previous URL of the browser, and whether it no longer has one.
    instead_of: Annotated[str, msgspec.Meta(max_length=LONGEST_ADDRESS, pattern="^[^\\x00]*$")] = ""
    is_lost: bool = False


_decoder = msgspec.json.Decoder(Subscription)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: AuthenticatedRequest) -> HttpResponse:
    """Show the user's devices, and set the quiet hours."""
    own = Device.objects.filter(user=request.user.pk).order_by("pk")
    first = own.first()
    initial = {"start": first.quiet_from, "end": first.quiet_to} if first else {}
    form = QuietForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        hours = form.cleaned_data
        devices.set_quiet_hours(request.user, hours["start"], hours["end"])
        messages.success(request, gettext("Saved."))
        return redirect("push:settings")
    context: dict[str, Any] = {
        "devices": own, "reached": sum(device.lost_at is None for device in own),
        "form": form, "push_key": vapid.public_key(),
    }  # fmt: skip
    status = 422 if form.errors else 200
    return render(request, "push/settings.html", context, status=status)


@login_required
@require_POST
def device(request: AuthenticatedRequest) -> HttpResponse:
    """Store or remove a browser's subscription."""
    try:
        _note(request, _subscription_in(request))
    except (msgspec.DecodeError, UnicodeError, devices.BadDevice):
        return HttpResponse(status=422)
    return HttpResponse(status=204)


@csrf_exempt  # a worker has no token; the secret old URL authenticates it
@login_required
@require_POST
def renewed(request: AuthenticatedRequest) -> HttpResponse:
    """Store the new URL of a subscribed browser."""
    try:
        subscription = _subscription_in(request)
        own = Device.objects.filter(user=request.user, endpoint=subscription.instead_of)
        if subscription.keys is None or not own.exists():
            return HttpResponse(status=403)
        _note(request, subscription)
    except (msgspec.DecodeError, UnicodeError, devices.BadDevice):
        return HttpResponse(status=403)
    return HttpResponse(status=204)


def _subscription_in(request: HttpRequest) -> Subscription:
    """Return the subscription that a browser sent as JSON.

    :raises BadDevice: if it sent a form instead.
    :raises msgspec.DecodeError: if it is not a subscription.
    """
    if request.content_type != "application/json":
        raise devices.BadDevice
    return _decoder.decode(request.body)


def _note(request: AuthenticatedRequest, subscription: Subscription) -> None:
    """Store a browser's subscription.

    :raises BadDevice: if it cannot be notified.
    """
    if subscription.is_lost:
        devices.lose(request.user, subscription.endpoint)
    elif subscription.keys is None:
        devices.forget(request.user, subscription.endpoint)
    else:
        keys = subscription.keys
        devices.add(
            request.user, subscription.endpoint, keys.p256dh, keys.auth, subscription.zone,
            get_language(), request.session.session_key,
        )  # fmt: skip
        devices.replace(request.user, subscription.endpoint, subscription.instead_of)


@login_required
@require_POST
def address(request: AuthenticatedRequest) -> HttpResponse:
    """Add a URL of the user, or remove one."""
    url = request.POST.get("url", "").strip()[:LONGEST_ADDRESS]
    if "forget" in request.POST:
        devices.forget(request.user, url)
        return redirect("push:settings")
    try:
        devices.add_address(request.user, url, get_language(), request.POST.get("zone", ""))
    except devices.BadDevice:
        messages.error(
            request,
            gettext(
                "This URL can't be used: it must begin with https:// and must not belong to "
                "another account."
            ),
        )
    else:
        messages.success(request, gettext("Saved."))
    return redirect("push:settings")
