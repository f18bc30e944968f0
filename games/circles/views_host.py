"""The pages of a circle's host: settings, members, the link, and making a league."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.requests import AuthenticatedRequest
from games.catalog import GAMES
from games.circles import errors, membership
from games.circles.forms import CircleForm, initial_of
from games.circles.league import make_league
from games.circles.models import Membership, new_code
from games.circles.views import frame, of_members
from games.leagues.membership import time_zones
from games.matches.public import limits


@require_http_methods(["GET", "HEAD", "POST"])
@of_members
def settings(request: AuthenticatedRequest, place: Membership) -> HttpResponse:
    """Show and change the circle's name and the usual settings of its table.

    :raises OnlyItsHost: for anybody but the host.
    """
    circle = place.circle
    if circle.host_id != request.user.pk:
        raise errors.OnlyItsHost
    initial = {**initial_of(circle.usual_table), "name": circle.name}
    game = request.GET.get("game", "")
    if game in GAMES and game != initial["game"]:
        seats = GAMES[game].seats
        initial |= {"game": game, "seats_min": seats.start, "seats_max": seats.stop - 1}
    form = CircleForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        limits.count(request, "circles")
        fields = {"name": form.cleaned_data["name"], "usual_table": form.table()}
        membership.edit(circle, request.user, **fields)
        messages.success(request, _("Saved."))
        return redirect(circle)
    context = {
        **frame(place),
        "form": form,
        "games": GAMES.values(),
        "rules": form.rules,
        "others": membership.members_of(circle).exclude(user=request.user),
    }
    return render(request, "circles/settings.html", context, status=422 if form.is_bound else 200)


@require_POST
@of_members
def person(request: AuthenticatedRequest, place: Membership, who: UUID, step: str) -> HttpResponse:
    """Remove or silence a member, let them write again, or hand the circle over to them."""
    limits.count(request, "circles")
    membership.act(place.circle, request.user, who, step)
    if step == "hand-over":
        return redirect(place.circle)
    return redirect(reverse("circles:settings", args=[place.circle.public_id]) + "#people")


@require_POST
@of_members
def league(request: AuthenticatedRequest, place: Membership) -> HttpResponse:
    """Make a league from the circle, and redirect to its console."""
    limits.count(request, "circles")
    zone = time_zones.current(request.POST.get("zone", ""))
    made = make_league(place.circle, request.user, zone=zone or "UTC")
    return redirect("leagues:run", made.slug)


@require_POST
@of_members
def renew(request: AuthenticatedRequest, place: Membership) -> HttpResponse:
    """Replace the circle's link for joining."""
    limits.count(request, "circles")
    membership.edit(place.circle, request.user, code=new_code())
    messages.success(request, _("The circle has a new link. The old one is no longer valid."))
    return redirect(f"{place.circle.get_absolute_url()}#join")
