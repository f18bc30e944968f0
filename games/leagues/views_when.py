"""Pages about the time of fixtures: the hours one can, and what one does about a fixture."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from games.leagues import (
    attendance,
    entries,
    fixtures,
    hours,
    letters,
    opening,
    planning,
    proposals,
    roles,
)
from games.leagues.forms_when import HoursForm, SetTimeForm, StandInForm, TimeForm
from games.leagues.models import Chair, Fixture, Member
from games.leagues.refusals_when import BadTime, NoSuchFixture
from games.leagues.visits import Visit, visit
from games.matches.refusals import Refused

UNPROCESSABLE = 422

Do = Callable[[HttpRequest, Fixture], str]


def when_of(fixture: Fixture, user: Any) -> dict[str, Any]:
    """Return what `leagues/_when.html` needs to show `user` the time of `fixture`."""
    when = planning.when_of(fixture, user)
    found: dict[str, Any] = {"sight": when, "chairs": when.guests, "mine": when.mine}
    if when.can_plan and when.mine is not None:
        found["propose_form"] = TimeForm().bound_to(fixture)
    if when.can_plan and when.organises:
        initial = {"starts_at": fixture.starts_at}
        found["set_form"] = SetTimeForm(initial=initial, prefix="set").bound_to(fixture)
    return found


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def week(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the hours of the week that one can."""
    here = visit(request.user, slug)
    try:
        member = roles.require(request.user, here.league, "play")
    except Refused as refusal:
        return refused(request, here, refusal)
    form = HoursForm(request.POST) if request.method == "POST" else HoursForm.of(member)
    if form.is_valid():
        hours.give(member, **form.cleaned_data)
        messages.success(request, _("Your hours are kept."))
        return redirect("leagues:hours", slug=slug)
    context = {"here": here, "league": here.league, "tab": "hours", "form": form, "member": member}
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "leagues/hours.html", context, status=status)


def refused(request: HttpRequest, here: Visit, refusal: Refused, back: str = "") -> HttpResponse:
    """Say why not, with a way back."""
    context = {"league": here.league, "reason": refusal, "back": back or here.league}
    return render(request, "leagues/when_refused.html", context, status=refusal.status)


def _act(do: Do) -> Callable[..., HttpResponse]:
    """Let `do(request, fixture)` answer a button on a fixture's page: it returns what to say."""

    @login_required
    @never_cache
    @require_POST
    @wraps(do)
    def answer(request: HttpRequest, slug: str, key: int) -> HttpResponse:
        here = visit(request.user, slug)
        try:
            fixture = fixtures.visible_to(request.user, key)
            if fixture.round.division.season.league_id != here.league.pk:
                raise NoSuchFixture
            with timezone.override(here.zone):
                said = do(request, fixture)
        except NoSuchFixture as refusal:
            return refused(request, here, refusal)
        except Refused as refusal:
            return refused(request, here, refusal, fixture.get_absolute_url())
        if said.startswith("/"):
            return redirect(said)
        messages.success(request, said)
        return redirect(f"{fixture.get_absolute_url()}#when")

    return answer


@_act
def propose(request: HttpRequest, fixture: Fixture) -> str:
    """Propose a time."""
    form = TimeForm(request.POST)
    if not form.is_valid():
        raise BadTime
    proposals.propose(fixture.pk, request.user, form.cleaned_data["starts_at"])
    return _said_time(fixture, _("Your proposal stands. The others are asked."))


@_act
def answer(request: HttpRequest, fixture: Fixture) -> str:
    """Say whether one can at a proposed time."""
    proposal = _number(request, "proposal")
    proposals.answer(fixture.pk, proposal, request.user, request.POST.get("can", ""))
    return _said_time(fixture, _("Your answer is kept."))


def _number(request: HttpRequest, name: str) -> int:
    """Return a number that was posted; 0, which is nothing's, for anything else."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else 0


def _said_time(fixture: Fixture, otherwise: str) -> str:
    """Return that everybody agrees, if what was done has just fixed the time."""
    now = Fixture.objects.get(pk=fixture.pk)
    if now.moves == fixture.moves:
        return otherwise
    return _("Everybody can: the time is fixed.")


@_act
def set_time(request: HttpRequest, fixture: Fixture) -> str:
    """Set the time of a fixture, or of its whole round, as an organiser."""
    form = SetTimeForm(request.POST, prefix="set")
    if not form.is_valid():
        raise BadTime
    at, reason = form.cleaned_data["starts_at"], form.cleaned_data["reason"]
    if not form.cleaned_data["whole_round"]:
        proposals.set_time(fixture.pk, request.user, at, reason=reason)
        return _("The time is fixed.")
    count = proposals.set_round(fixture.round_id, request.user, at, reason=reason)
    return ngettext(
        "The time of %(count)d fixture is fixed.", "The time of %(count)d fixtures is fixed.", count
    ) % {"count": count}


@_act
def rsvp(request: HttpRequest, fixture: Fixture) -> str:
    """Say whether one comes."""
    attendance.rsvp(fixture.pk, request.user, request.POST.get("rsvp", ""))
    return _("Your answer is kept.")


@_act
def check_in(request: HttpRequest, fixture: Fixture) -> str:
    """Say that one is there."""
    attendance.check_in(fixture.pk, request.user)
    return _("You are checked in. Take your seat as soon as the table is open.")


@_act
def open_table(request: HttpRequest, fixture: Fixture) -> str:
    """Open the table now, and go there."""
    return opening.open_now(fixture.pk, request.user).get_absolute_url()


@_act
def stand_in(request: HttpRequest, fixture: Fixture) -> str:
    """Take the chair of somebody who cannot come."""
    chair = get_object_or_404(Chair, pk=_number(request, "chair"), fixture=fixture)
    attendance.offer(chair.pk, request.user)
    return _("The seat is yours. Thank you!")


@_act
def put_in(request: HttpRequest, fixture: Fixture) -> str:
    """Have a member play in somebody's place, as an organiser."""
    chair = get_object_or_404(
        Chair.objects.select_related("entry__season__league"),
        pk=_number(request, "chair"), fixture=fixture,
    )  # fmt: skip
    form = StandInForm(request.POST)
    league = fixture.round.division.season.league
    form.fields["member"].queryset = league.members.filter(status=Member.Status.ACTIVE)
    if not form.is_valid():
        raise Refused(_("Choose a member, and say why."))
    user = form.cleaned_data["member"].user
    entries.put_in(chair, request.user, user, reason=form.cleaned_data["reason"])
    return _("%(name)s plays instead.") % {"name": user.name}


@csrf_exempt  # a mail program presses the button itself (RFC 8058); the token says who
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Write to a member no more about a league, from the link in any such mail."""
    member = letters.member_of(token)
    if member is None:
        return render(request, "leagues/mail_stop.html", {"member": None}, status=404)
    if request.method == "POST":
        hours.stop_mail(member.pk)
        member.wants_mail = False
    return render(request, "leagues/mail_stop.html", {"member": member})
