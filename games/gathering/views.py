"""The pages of appointments: make one, answer, fix, move, call off, the calendar file."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import guests
from accounts.models import User
from accounts.requests import own_page
from games.catalog import GAMES
from games.gathering import appointments, bell, calendars, pages
from games.gathering.forms import AppointmentForm, MoveForm, zone_of
from games.gathering.models import Appointment
from games.matches.public import GuestForm, Refused, errors, limits


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """Make an appointment; a visitor without an account gives a name and becomes a guest."""
    asked_for = request.POST if request.method == "POST" else request.GET
    game = asked_for.get("game") if asked_for.get("game") in GAMES else next(iter(GAMES))
    host = request.user if request.user.is_authenticated else None
    if request.method != "POST":
        form = AppointmentForm(host=host, game=str(game), initial={"language": get_language()})
        return _new_page(request, form, GuestForm())
    form = AppointmentForm(request.POST, host=host, game=str(game))
    guest = GuestForm(request.POST, request=request)
    with timezone.override(zone_of(request.POST.get("zone", ""))):
        is_valid = form.is_valid()
    if not (is_valid & (host is not None or guest.is_valid())):
        return _new_page(request, form, guest, status=422)
    try:
        limits.count(request, "tables")
        with transaction.atomic():  # a refused visitor gets no account
            maker = host or guests.make(request, guest.cleaned_data["name"])
            appointment = appointments.make(host=maker, dates=form.dates, **form.settings())
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return _new_page(request, form, guest, status=refusal.status)
    if host is None:
        guests.log_in(request, maker)
    return redirect(appointment)


def _new_page(
    request: HttpRequest, form: AppointmentForm, guest: GuestForm, *, status: int = 200
) -> HttpResponse:
    context = {"form": form, "guest_form": guest, "games": GAMES.values(), "rules": form.rules}
    return render(request, "gathering/new.html", context, status=status)


def _get_or_404(request: HttpRequest, key: str) -> Appointment:
    """Return an appointment that the visitor may see.

    :raises Http404: for any other, as for one that does not exist.
    """
    appointment = appointments.visible_to(request.user).filter(key=key).first()
    if appointment is None:
        raise Http404
    return appointment


@require_safe
@never_cache
def show(request: HttpRequest, key: str) -> HttpResponse:
    """Show an appointment: when, who comes, and the visitor's own answers."""
    return _page(request, _get_or_404(request, key))


def _page(
    request: HttpRequest, appointment: Appointment, *, status: int = 200, **extra: Any
) -> HttpResponse:
    context = pages.page_of(appointment, request.user)
    context |= {"guest_form": GuestForm(), "move_form": MoveForm(), **extra}
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
    """Say yes or no to a date; a visitor without an account becomes a guest."""
    appointment = _get_or_404(request, key)
    comes = request.POST.get("comes") == "yes"
    user, guest = request.user, GuestForm(request.POST, request=request)
    try:
        limits.count(request, "joins")
        if user.is_authenticated:
            appointments.answer(appointment.pk, user, int(date), comes=comes)
            return redirect(own_page(request.POST.get("back", "")) or appointment)
        if not guest.is_valid():
            return _page(request, appointment, status=422, guest_form=guest)
        with transaction.atomic():  # a refused visitor gets no account
            made = guests.make(request, guest.cleaned_data["name"])
            appointments.answer(appointment.pk, made, int(date), comes=comes)
    except Refused as refusal:
        return errors.forbidden(request, refusal)
    guests.log_in(request, made)
    return redirect(appointment)


@require_POST
@never_cache
def step(request: HttpRequest, key: str, step: str) -> HttpResponse:
    """Take a step of the host: fix, move or call off the date, or make the next appointment."""
    appointment, user = _get_or_404(request, key), request.user
    if not user.is_authenticated:
        return errors.forbidden(request, errors.NotAllowed())
    move = MoveForm(request.POST)
    with timezone.override(zone_of(request.POST.get("zone", ""))):
        if step == "move" and not move.is_valid():
            return _page(request, appointment, status=422, move_form=move)
    try:
        limits.count(request, "joins")
        changed = STEPS[step](request, appointment, user, move)
        return redirect(own_page(request.POST.get("back", "")) or changed)
    except Refused as refusal:
        return errors.forbidden(request, refusal)


def _fix(request: HttpRequest, one: Appointment, user: User, _move: MoveForm) -> Appointment:
    date = request.POST.get("date", "")
    appointments.fix(one.pk, user, int(date[:18]) if date.isascii() and date.isdigit() else 0)
    return one


def _move(request: HttpRequest, one: Appointment, user: User, move: MoveForm) -> Appointment:
    appointments.move(one.pk, user, move.cleaned_data["at"])
    messages.success(request, _("Moved. Everybody who said yes is asked again."))
    return one


def _call_off(request: HttpRequest, one: Appointment, user: User, _move: MoveForm) -> Appointment:
    appointments.call_off(one.pk, user)
    messages.success(request, _("Called off. Everybody who said yes is told."))
    return one


def _again(request: HttpRequest, one: Appointment, user: User, _move: MoveForm) -> Appointment:
    return appointments.again(one.pk, user, zone_of(request.POST.get("zone", "")))


STEPS: dict[str, Callable[[HttpRequest, Appointment, User, MoveForm], Appointment]] = {
    "fix": _fix,
    "move": _move,
    "off": _call_off,
    "again": _again,
}


@require_POST
@never_cache
def ring(request: HttpRequest) -> HttpResponse:
    """Set or end the evening's bell of the user."""
    user = request.user
    try:
        limits.count(request, "joins")
        if not user.is_authenticated:
            raise errors.NotAllowed
    except Refused as refusal:
        return errors.forbidden(request, refusal)
    bell.set_for_evening(user, wanted=request.POST.get("wanted") == "yes")
    return redirect("matches:lobby")
