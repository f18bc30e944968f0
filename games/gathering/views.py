"""The pages of appointments: make, answer, fix, move and cancel them; the calendar file."""

import re
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.moments import zone_of
from accounts.requests import own_page
from games.catalog import GAMES
from games.gathering import appointments, bell, calendars, pages
from games.gathering.forms import AppointmentForm, MoveForm
from games.gathering.models import Appointment
from games.matches.public import GuestForm, Refused, errors, limits


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """Make a public appointment; a visitor without an account gives a name and becomes a guest."""
    posted = request.POST if request.method == "POST" else None
    game = (posted or request.GET).get("game", "")
    game = game if game in GAMES else next(iter(GAMES))
    form = AppointmentForm(posted, game=game, initial={"language": get_language()})
    guest = GuestForm(posted, request=request)
    status = 200 if posted is None else 422
    if form.is_valid() & guest.is_valid():
        try:
            limits.count(request, "tables")
            with guest.person() as host:
                return redirect(appointments.make(host=host, **form.settings()))
        except Refused as refusal:
            form.add_error(None, str(refusal))
            status = refusal.status
    context = {"form": form, "guest_form": guest, "games": GAMES.values(), "rules": form.rules}
    return render(request, "gathering/new.html", context, status=status)


def _get_or_404(request: HttpRequest, key: str) -> Appointment:
    """Return an appointment that the visitor may see.

    :raises Http404: if it does not exist, or is not visible to the visitor.
    """
    appointment = appointments.visible_to(request.user).filter(key=key).first()
    if appointment is None:
        raise Http404
    return appointment


@require_safe
@never_cache
def show(request: HttpRequest, key: str) -> HttpResponse:
    """Show an appointment: its dates, the answers, and the visitor's own answers."""
    return _page(request, _get_or_404(request, key))


def _page(
    request: HttpRequest, appointment: Appointment, *, status: int = 200, **extra: Any
) -> HttpResponse:
    context = pages.page_of(appointment, request.user)
    context |= {"guest_form": GuestForm(request=request), "move_form": MoveForm(), **extra}
    return render(request, "gathering/appointment.html", context, status=status)


@require_safe
@never_cache
def calendar(request: HttpRequest, key: str) -> HttpResponse:
    """Send the appointment as a calendar file."""
    text = calendars.file_of(_get_or_404(request, key))
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="appointment.ics"'
    return response


@require_POST
@never_cache
def answer(request: HttpRequest, key: str, date: str) -> HttpResponse:
    """Accept or decline a date; a visitor without an account becomes a guest."""
    appointment = _get_or_404(request, key)
    guest = GuestForm(request.POST, request=request)
    limits.count(request, "joins")
    if not guest.is_valid():
        return _page(request, appointment, status=422, guest_form=guest)
    comes = request.POST.get("comes") == "yes"
    with guest.person() as user:
        appointments.answer(appointment.pk, user, int(date), comes=comes)
    return _back(request, appointment)


def _back(request: HttpRequest, appointment: Appointment) -> HttpResponse:
    """Redirect to the page with the form, or to the appointment's page."""
    return redirect(own_page(request.POST.get("back", "")) or appointment)


@require_POST
@never_cache
def step(request: HttpRequest, key: str, step: str) -> HttpResponse:
    """Take a step as the host: fix, move or cancel the date, or make the next appointment.

    :raises Refused: NotAllowed for anonymous visitors, or as in the services.
    """
    appointment, user = _get_or_404(request, key), request.user
    if not user.is_authenticated:
        raise errors.NotAllowed
    limits.count(request, "joins")
    if step == "fix":
        date = request.POST.get("date", "")
        is_number = re.fullmatch("[0-9]{1,18}", date)
        appointments.fix(appointment.pk, user, int(date) if is_number else 0)
    elif step == "move":
        form = MoveForm(request.POST)
        if not form.is_valid():
            return _page(request, appointment, status=422, move_form=form)
        appointments.move(appointment.pk, user, form.cleaned_data["at"])
        messages.success(request, _("Moved. Everybody who said yes will be asked again."))
    elif step == "off":
        appointments.call_off(appointment.pk, user)
        messages.success(request, _("Called off. Everybody who said yes will be notified."))
    else:
        zone = zone_of(request.POST.get("zone", ""))
        appointment = appointments.again(appointment.pk, user, zone)
    return _back(request, appointment)


@require_POST
@never_cache
def ring(request: HttpRequest) -> HttpResponse:
    """Set or end the evening's bell of the user.

    :raises Refused: NotAllowed for anonymous visitors, or TooManyAttempts.
    """
    limits.count(request, "joins")
    if not request.user.is_authenticated:
        raise errors.NotAllowed
    bell.set_for_evening(request.user, wanted=request.POST.get("wanted") == "yes")
    return redirect("matches:lobby")
