"""The pages of a circle for its members; other visitors get a 404."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import AuthenticatedRequest
from games.circles import dates, membership, talk
from games.circles.evenings import Book
from games.circles.forms import DatesForm
from games.circles.models import Membership
from games.circles.tables import open_table, sits_at, tables_now
from games.matches.public import (
    Refused,
    SitForm,
    commitment_of,
    errors,
    limits,
    new_nonce,
    svg_of,
)

#: The limits of a circle's first page: matches read for evenings, evenings, and ladder rungs.
MATCHES, EVENINGS, RUNGS = 20, 2, 8
View = Callable[..., HttpResponse]


def of_members(view: View) -> View:
    """Restrict `view(request, place, ...)` to members of the circle.

    :raises Http404: for everybody else.
    """

    @never_cache
    @wraps(view)
    def show(request: HttpRequest, circle_id: UUID, **address: Any) -> HttpResponse:
        return view(request, membership.place_of(request.user, circle_id), **address)

    return show


@require_safe
@of_members
def circle(request: AuthenticatedRequest, place: Membership) -> HttpResponse:
    """Show a circle: its table, members, dates, newest evenings, ladder and messages."""
    return circle_page(request, place)


def circle_page(
    request: AuthenticatedRequest, place: Membership, *, status: int = 200, **extra: Any
) -> HttpResponse:
    """Return the page of a circle."""
    own = place.circle
    tables = tables_now([own], request.user)
    mine = next((table for table in tables if sits_at(table, request.user)), None)
    free = next((table for table in tables if table.is_open and table.free_seats), None)
    now = mine or free or next(iter(tables), None)
    book = Book(own, request.user)
    nonce = new_nonce()
    context = {
        **frame(place),
        "mine": mine,
        "free": free if mine is None else None,
        "now": now,
        "others": [table for table in tables if table is not now],
        "dates": dates.section_of(own, request.user),
        "dates_form": DatesForm(label_suffix=""),
        "chairs": range(own.usual_table["seats_min"]),
        "nonce": nonce,
        "commitment": commitment_of(nonce),
        "members": list(membership.members_of(own)),
        "evenings": book.evenings(MATCHES)[:EVENINGS],
        "ladder": book.ladder()[:RUNGS],
        "said": [(one, talk.name_of(one)) for one in talk.read(own, request.user)],
        "closed": talk.why_closed(place),
        **extra,
    }
    return render(request, "circles/circle.html", context, status=status)


def frame(place: Membership) -> dict[str, Any]:
    """Return the context of every page of a circle."""
    return {
        "circle": place.circle,
        "place": place,
        "is_host": place.circle.host_id == place.user_id,
        "link": reverse("circles:join", args=[place.circle.code]),
    }


@require_safe
@of_members
def evenings(request: AuthenticatedRequest, place: Membership) -> HttpResponse:
    """Show all evenings of a circle, its ladder and its statistics."""
    book = Book(place.circle, request.user)
    context = {
        **frame(place),
        "evenings": book.evenings(),
        "ladder": book.ladder(),
        "pairs": book.pairs(),
        "charts": [one for one in (*book.sides(), book.judged()) if one.shares],
        "replays": book.replays(),
        "played": book.matches.count(),
    }
    return render(request, "circles/evenings.html", context)


@require_POST
@of_members
def open_now(request: AuthenticatedRequest, place: Membership) -> HttpResponse:
    """Seat the user at the circle's open table, or open one, and redirect to it."""
    form = SitForm(request.POST)
    if not form.is_valid():
        raise errors.BadEntry
    limits.count(request, "tables")
    return redirect(open_table(place.circle, request.user, **form.cleaned_data))


@require_POST
@of_members
def ask(request: AuthenticatedRequest, place: Membership) -> HttpResponse:
    """Ask all members on which of up to three dates they can come."""
    form = DatesForm(request.POST, label_suffix="")
    if not form.is_valid():
        return circle_page(request, place, status=422, dates_form=form)
    limits.count(request, "tables")
    dates.ask(place.circle, request.user, form.dates)
    return redirect(f"{place.circle.get_absolute_url()}#dates")


@require_POST
@of_members
def say(request: AuthenticatedRequest, place: Membership) -> HttpResponse:
    """Write a message on the circle's page."""
    text = request.POST.get("text", "")
    try:
        talk.write(place.circle, request.user, text)
    except Refused as refusal:
        return circle_page(
            request, place, status=refusal.status, talk_error=refusal, typed=text[:1000]
        )
    return redirect(f"{place.circle.get_absolute_url()}#talk")


@require_POST
@of_members
def message(request: AuthenticatedRequest, place: Membership, key: UUID, step: str) -> HttpResponse:
    """Delete or report a message."""
    if step == "delete":
        talk.delete(place.circle, request.user, key)
    else:
        talk.report(place.circle, request.user, key)
        messages.success(request, _("Thank you. A moderator will look at it."))
    return redirect(f"{place.circle.get_absolute_url()}#talk")


@require_safe
@of_members
def qr(request: AuthenticatedRequest, place: Membership) -> HttpResponse:
    """Return the link to join as a QR code."""
    link = request.build_absolute_uri(reverse("circles:join", args=[place.circle.code]))
    return HttpResponse(svg_of(link), content_type="image/svg+xml")
