"""Making, keeping, joining and leaving circles."""

from contextlib import suppress
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import guests
from accounts.requests import AuthenticatedRequest
from games.catalog import GAMES
from games.circles import home, keeping, membership
from games.circles.forms import CircleForm, NameForm
from games.circles.models import CODE_LENGTH, Circle, Membership
from games.circles.views import frame, of_members
from games.matches.public import GuestForm, Refused, code_in, errors, limits, responses

READ_OR_POST = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """List the visitor's circles and invitations; a typed code leads to its circle."""
    typed, network = request.GET.get("code", "")[:500], limits.network_of(request)
    if not typed:
        return _index(request)
    if limits.guesses.is_too_many(network):
        return errors.forbidden(request, limits.TooManyAttempts())
    with suppress(Http404):
        circle = membership.circle_of_code(code_in(typed, CODE_LENGTH), request.user)
        return redirect("circles:join", circle.code)
    limits.guesses.note(network)
    return _index(request, typed=typed, status=404)


def _index(request: HttpRequest, *, typed: str = "", status: int = 200) -> HttpResponse:
    own = home.circles_of(request.user, request.user) if request.user.is_authenticated else {}
    return render(request, "circles/index.html", {**own, "typed": typed}, status=status)


@READ_OR_POST
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """Make a circle, with the usual settings of its table."""
    if request.method != "POST":
        game = request.GET.get("game", "")
        initial = {"language": get_language(), "has_chat": True, "allows_spectators": True}
        form = CircleForm(initial=initial | ({"game": game} if game in GAMES else {}))
        return _form_page(request, form, GuestForm(prefix="guest"))
    form, guest = CircleForm(request.POST), GuestForm(request.POST, request=request, prefix="guest")
    host = request.user
    if not (form.is_valid() & (host.is_authenticated or guest.is_valid())):
        return _form_page(request, form, guest, status=422)
    try:
        limits.count(request, "circles")
        if not host.is_authenticated:
            host = guests.welcome(request, guest.cleaned_data["name"])
        circle = membership.make(
            host=host, name=form.cleaned_data["name"], usual_table=form.table()
        )
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return _form_page(request, form, guest, status=refusal.status)
    return redirect(circle)


def _form_page(
    request: HttpRequest, form: CircleForm, guest: GuestForm, *, status: int = 200
) -> HttpResponse:
    values = {"form": form, "guest_form": guest, "games": GAMES.values(), "rules": form.rules}
    return render(request, "circles/new.html", values, status=status)


@login_required
@READ_OR_POST
@never_cache
def keep(request: AuthenticatedRequest, code: str) -> HttpResponse:
    """Keep the group of a finished match, or join the circle to which one of them invites."""
    match = responses.get_match_or_404(code)
    try:
        people = keeping.check(match, request.user)
        place = keeping.circle_after(match, request.user)
        if place is not None and place.status == Membership.Status.MEMBER:
            return redirect(place.circle)
        form = NameForm(request.POST if request.method == "POST" else None, initial={
            "name": _("%(name)s's circle") % {"name": request.user.name},
        })  # fmt: skip
        if form.is_valid():
            limits.count(request, "circles")
            return redirect(keeping.keep(match.pk, request.user, form.cleaned_data["name"]))
    except Refused as refusal:
        return errors.forbidden(request, refusal)
    context = {"match": match, "people": people, "form": form, "invited": place}
    return render(request, "circles/keep.html", context, status=422 if form.is_bound else 200)


@READ_OR_POST
@never_cache
def join(request: HttpRequest, circle_code: str) -> HttpResponse:
    """Show the circle of a link, and let the visitor join it, as a guest if need be.

    :raises Http404: if the link is not valid for this visitor.
    """
    network = limits.network_of(request)
    if limits.guesses.is_too_many(network):
        return errors.forbidden(request, limits.TooManyAttempts())
    try:
        circle = membership.circle_of_code(code_in(circle_code, CODE_LENGTH), request.user)
    except Http404:
        limits.guesses.note(network)
        raise
    if circle.memberships.filter(user=request.user.pk, status=Membership.Status.MEMBER).exists():
        return redirect(circle)
    posted = request.POST if request.method == "POST" else None
    guest, refusal = GuestForm(posted, request=request, prefix="guest"), None
    if posted is not None:
        try:
            limits.count(request, "joins")
            if _join(request, circle, guest):
                return redirect(circle)
        except Refused as error:
            refusal = error
    count = circle.memberships.filter(status=Membership.Status.MEMBER).count()
    context = {"circle": circle, "guest_form": guest, "count": count, "refusal": refusal}
    status = refusal.status if refusal else 422 if posted is not None else 200
    return render(request, "circles/join.html", context, status=status)


def _join(request: HttpRequest, circle: Circle, guest: GuestForm) -> bool:
    """Let the sender join, as a new guest if need be; return False if the name is not valid."""
    if request.user.is_authenticated:
        membership.join(circle, request.user, code=circle.code)
        return True
    if guest.is_valid():
        with transaction.atomic():  # somebody who is refused becomes no guest
            user = guests.make(request, guest.cleaned_data["name"])
            membership.join(circle, user, code=circle.code)
        guests.log_in(request, user)
    return guest.is_valid()


@login_required
@require_POST
@never_cache
def answer(request: AuthenticatedRequest, circle_id: UUID, step: str) -> HttpResponse:
    """Accept or decline an invitation.

    :raises Http404: without one.
    """
    circle = get_object_or_404(Circle, public_id=circle_id)
    if step == "decline":
        membership.decline(circle, request.user)
        return redirect("matches:lobby")
    try:
        limits.count(request, "joins")
        membership.join(circle, request.user)
    except Refused as refusal:
        return errors.forbidden(request, refusal)
    return redirect(circle)


@READ_OR_POST
@of_members
def leave(request: AuthenticatedRequest, place: Membership) -> HttpResponse:
    """Leave a circle, with the name in its history kept or taken along."""
    if request.method != "POST":
        others = membership.members_of(place.circle).exclude(pk=place.pk)
        return render(request, "circles/leave.html", {**frame(place), "is_last": not others})
    keeps = request.POST.get("name") == "keep"
    membership.leave(place.circle, request.user, keeps_name=keeps)
    messages.success(request, _("You have left the circle."))
    return redirect("circles:index")
