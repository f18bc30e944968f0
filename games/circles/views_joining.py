"""Making, keeping, joining and leaving circles."""

from contextlib import suppress
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.requests import AuthenticatedRequest
from games.catalog import GAMES
from games.circles import home, keeping, membership
from games.circles.forms import CircleForm, NameForm
from games.circles.models import CODE_LENGTH, Circle, Membership
from games.circles.views import frame, of_members
from games.matches.public import GuestForm, Refused, code_in, limits, responses

READ_OR_POST = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """List the visitor's circles and invitations; a submitted code redirects to its circle."""
    typed = request.GET.get("code", "")[:500]
    if typed:
        with suppress(Http404):
            return redirect("circles:join", _circle_of(request, typed).code)
    context = {"typed": typed}
    if request.user.is_authenticated:
        gone = request.user.circle_memberships.filter(status__in=membership.GONE, is_named=True)
        context |= home.circles_of(request.user, request.user) | {"is_named": gone.exists()}
    return render(request, "circles/index.html", context, status=404 if typed else 200)


def _circle_of(request: HttpRequest, typed: str) -> Circle:
    """Return the circle with a code that was entered, or contained in a link.

    :raises Http404: if the code is not valid for this visitor.
    :raises TooManyAttempts: after many wrong codes from one network.
    """
    network = limits.network_of(request)
    if limits.guesses.is_too_many(network):
        raise limits.TooManyAttempts
    try:
        return membership.circle_of_code(code_in(typed, CODE_LENGTH), request.user)
    except Http404:
        limits.guesses.note(network)
        raise


@READ_OR_POST
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """Make a circle, with the usual settings of its table."""
    posted = request.POST if request.method == "POST" else None
    game = request.GET.get("game", "")
    initial = {"language": get_language(), "has_chat": True, "allows_spectators": True}
    form = CircleForm(posted, initial=initial | ({"game": game} if game in GAMES else {}))
    guest = GuestForm(posted, request=request, prefix="guest")
    status = 200 if posted is None else 422
    if form.is_valid() & guest.is_valid():
        fields = {"name": form.cleaned_data["name"], "usual_table": form.table()}
        try:
            limits.count(request, "circles")
            with guest.person() as host:
                return redirect(membership.make(host=host, **fields))
        except Refused as refusal:
            form.add_error(None, str(refusal))
            status = refusal.status
    context = {"form": form, "guest_form": guest, "games": GAMES.values(), "rules": form.rules}
    return render(request, "circles/new.html", context, status=status)


@login_required
@READ_OR_POST
@never_cache
def keep(request: AuthenticatedRequest, code: str) -> HttpResponse:
    """Make a circle of a finished match's players, or join the one that another player has made.

    :raises Refused: as in `keeping.keep`.
    """
    match = responses.get_match_or_404(code)
    people = keeping.check(match, request.user)
    place = keeping.circle_after(match, request.user)
    if place is not None and place.status == Membership.Status.MEMBER:
        return redirect(place.circle)
    initial = {"name": _("%(name)s's circle") % {"name": request.user.name}}
    form = NameForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        limits.count(request, "circles")
        return redirect(keeping.keep(match.pk, request.user, form.cleaned_data["name"]))
    context = {"match": match, "people": people, "form": form, "invited": place}
    return render(request, "circles/keep.html", context, status=422 if form.is_bound else 200)


@READ_OR_POST
@never_cache
def join(request: HttpRequest, circle_code: str) -> HttpResponse:
    """Show the circle of a link, and let the visitor join it, if necessary as a guest.

    :raises Http404: if the link is not valid for this visitor.
    :raises TooManyAttempts: after many wrong codes from one network.
    """
    circle = _circle_of(request, circle_code)
    if circle.memberships.filter(user=request.user.pk, status=Membership.Status.MEMBER).exists():
        return redirect(circle)
    posted = request.POST if request.method == "POST" else None
    guest = GuestForm(posted, request=request, prefix="guest")
    context = {"circle": circle, "guest_form": guest, "count": circle.people().count()}
    status = 200 if posted is None else 422
    if guest.is_valid():
        try:
            limits.count(request, "joins")
            with guest.person() as user:
                membership.join(circle, user, code=circle.code)
            return redirect(circle)
        except Refused as refusal:
            context["refusal"] = refusal
            status = refusal.status
    return render(request, "circles/join.html", context, status=status)


@login_required
@require_POST
@never_cache
def answer(request: AuthenticatedRequest, circle_id: UUID, step: str) -> HttpResponse:
    """Accept or decline an invitation.

    :raises Http404: without an invitation.
    :raises Refused: as in `membership.join`.
    """
    circle = get_object_or_404(Circle, public_id=circle_id)
    if step == "decline":
        membership.decline(circle, request.user)
        return redirect("matches:lobby")
    limits.count(request, "joins")
    membership.join(circle, request.user)
    return redirect(circle)


@READ_OR_POST
@of_members
def leave(request: AuthenticatedRequest, place: Membership) -> HttpResponse:
    """Leave a circle, keeping the user's name in its history or removing it."""
    if request.method != "POST":
        others = membership.members_of(place.circle).exclude(pk=place.pk)
        return render(request, "circles/leave.html", {**frame(place), "is_last": not others})
    keeps = request.POST.get("name") == "keep"
    membership.leave(place.circle, request.user, keeps_name=keeps)
    messages.success(request, _("You have left the circle."))
    return redirect("circles:index")


@login_required
@require_POST
@never_cache
def take_names(request: AuthenticatedRequest) -> HttpResponse:
    """Remove the user's name from the history of circles that they have left."""
    membership.take_names(request.user)
    return redirect("circles:index")
