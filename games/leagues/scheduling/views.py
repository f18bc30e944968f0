"""Pages about time: members' free hours, and the buttons on a fixture's page."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.requests import AuthenticatedRequest
from games.leagues.confirmation import UNPROCESSABLE, frame, page, render_refusal
from games.leagues.context import LeagueContext, context_of
from games.leagues.errors import BadTime, NeedsReason, NoSuchFixture
from games.leagues.fixtures import fixtures, letters, opening
from games.leagues.membership import availability
from games.leagues.models import Chair, Fixture
from games.leagues.paging import number_in
from games.leagues.scheduling import attendance, planning, proposals, substitutes, talk
from games.leagues.scheduling.forms import AvailabilityForm, SetTimeForm, TimeForm
from games.matches.public import Refused

Do = Callable[[AuthenticatedRequest, Fixture], str]


class NotFilledIn(Refused):
    """A form about a fixture is invalid; it is shown again with its input."""

    status = UNPROCESSABLE
    text = gettext_lazy("Please check the fields marked below.")

    def __init__(self, form: TimeForm) -> None:
        super().__init__()
        self.form = form


@contextmanager
def _filled_in(form: TimeForm) -> Iterator[dict[str, Any]]:
    """Provide a form's values to a `with` block; refusals raised there become field errors.

    :raises NotFilledIn: if the form is invalid or the step is refused.
    """
    if form.is_valid():
        try:
            yield form.cleaned_data
        except BadTime as refusal:
            form.add_error("starts_at", str(refusal))
        except NeedsReason as refusal:
            form.add_error("reason", str(refusal))
        else:
            return
    raise NotFilledIn(form)


def timing_context(fixture: Fixture, context: LeagueContext) -> dict[str, Any]:
    """Return the visitor's context for the template `leagues/scheduling/_time.html`."""
    timing = planning.timing_of(fixture, context.user, context.member)
    shown: dict[str, Any] = {"planning": timing, "chairs": timing.attendees, "mine": timing.mine}
    if timing.can_plan and timing.mine is not None:
        shown["propose_form"] = TimeForm().bound_to(fixture)
    if timing.can_plan and timing.organises:
        initial = {"starts_at": fixture.starts_at}
        shown["set_form"] = SetTimeForm(initial=initial, prefix="set").bound_to(fixture)
    return shown


@page("play", takes_posts=True)
def week(request: HttpRequest, context: LeagueContext) -> HttpResponse:
    """Show or set the visitor's free hours of the week."""
    member = context.require("play")
    form = (
        AvailabilityForm(request.POST) if request.method == "POST" else AvailabilityForm.of(member)
    )
    if form.is_valid():
        availability.give(member, **form.cleaned_data)
        messages.success(request, _("Your availability has been saved."))
        return redirect("leagues:hours", slug=context.league.slug)
    values = frame(context) | {"tab": "hours", "form": form, "member": member}
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "leagues/scheduling/availability.html", values, status=status)


def _act(do: Do, part: str = "when") -> Callable[..., HttpResponse]:
    """Return a view for a button on a fixture's page; `do(request, fixture)` returns the message.

    `part` is the id of the element to scroll to afterwards. A URL as the message is a redirect.
    """

    @login_required
    @never_cache
    @wraps(do)
    def answer(request: AuthenticatedRequest, slug: str, key: int) -> HttpResponse:
        context = context_of(request.user, slug)
        try:
            fixture = fixtures.visible_to(request.user, key)
            if fixture.round.division.season.league_id != context.league.pk:
                raise NoSuchFixture
            if request.method != "POST":  # reloading or changing the language after a refusal
                return redirect(fixture)
            with timezone.override(context.zone):
                result = do(request, fixture)
        except NoSuchFixture as refusal:
            return render_refusal(request, context, refusal)
        except Refused as refusal:
            return render_refusal(request, context, refusal, fixture.get_absolute_url())
        if result.startswith("/"):
            return redirect(result)
        messages.success(request, result)
        return redirect(f"{fixture.get_absolute_url()}#{part}")

    return answer


@_act
def propose(request: AuthenticatedRequest, fixture: Fixture) -> str:
    """Propose a time."""
    with _filled_in(TimeForm(request.POST).bound_to(fixture)) as typed:
        proposals.propose(fixture.pk, request.user, typed["starts_at"])
    return _said_time(fixture, _("Your proposal has been sent to the others."))


@_act
def answer(request: AuthenticatedRequest, fixture: Fixture) -> str:
    """Answer a proposed time."""
    proposal = number_in(request.POST.get("proposal", ""))
    proposals.answer(fixture.pk, proposal, request.user, request.POST.get("can", ""))
    return _said_time(fixture, _("Your answer has been saved."))


def _said_time(fixture: Fixture, otherwise: str) -> str:
    """Return a message with the time if it has just been agreed, otherwise `otherwise`."""
    now = Fixture.objects.get(pk=fixture.pk)
    if now.moves == fixture.moves:
        return otherwise
    return _("Everybody can make it: the time is set.")


@_act
def set_time(request: AuthenticatedRequest, fixture: Fixture) -> str:
    """Set the time of a fixture, or of its whole round, as an organiser."""
    with _filled_in(SetTimeForm(request.POST, prefix="set").bound_to(fixture)) as typed:
        at, reason = typed["starts_at"], typed["reason"]
        if not typed["whole_round"]:
            proposals.set_time(fixture.pk, request.user, at, reason=reason)
            return _("The time is set.")
        count = proposals.set_round(fixture.round_id, request.user, at, reason=reason)
    return ngettext(
        "The time of %(count)d fixture is set.", "The times of %(count)d fixtures are set.", count
    ) % {"count": count}


@_act
def rsvp(request: AuthenticatedRequest, fixture: Fixture) -> str:
    """Store whether the visitor can come."""
    attendance.rsvp(fixture.pk, request.user, request.POST.get("rsvp", ""))
    return _("Your answer has been saved.")


@_act
def open_table(request: AuthenticatedRequest, fixture: Fixture) -> str:
    """Open the table now, and return its URL."""
    return opening.open_now(fixture.pk, request.user).get_absolute_url()


@_act
def stand_in(request: AuthenticatedRequest, fixture: Fixture) -> str:
    """Take the chair of a player who cannot come."""
    chair = get_object_or_404(Chair, pk=number_in(request.POST.get("chair", "")), fixture=fixture)
    substitutes.offer(chair.pk, request.user)
    return _("The seat is yours. Thank you!")


@partial(_act, part="talk")
def write(request: AuthenticatedRequest, fixture: Fixture) -> str:
    """Write a message on the fixture."""
    talk.write(fixture.pk, request.user, request.POST.get("text", ""))
    return _("Your message has been sent.")


@partial(_act, part="talk")
def report(request: AuthenticatedRequest, fixture: Fixture) -> str:
    """Report a message to the moderators."""
    talk.report(fixture.pk, request.user, number_in(request.POST.get("message", "")))
    return _("Thank you. A moderator will look at it.")


@csrf_exempt  # e-mail programs post here (RFC 8058); the token identifies the member
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe a member from a league's e-mails, using the link in them."""
    member = letters.member_of(token)
    if member is None:
        return render(request, "leagues/mail/stop.html", {"member": None}, status=404)
    if request.method == "POST":
        availability.stop_mail(member.pk)
        member.wants_mail = False
    return render(request, "leagues/mail/stop.html", {"member": member})
