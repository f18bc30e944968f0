"""What people do themselves in leagues: found one, join and leave, enter a season, leave it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from games.leagues import entries, membership, refusals, results, roles, seasons
from games.leagues.forms_membership import DisputeForm, JoinForm
from games.leagues.models import Entry, Fixture, League, Season
from games.leagues.views_run_steps import UNPROCESSABLE, Step, frame, step
from games.leagues.visits import Visit, season_of, visit
from games.matches.refusals import Refused

#: Where the session keeps an invitation that was followed, and codes that guests typed.
TOKEN, CODES = "league_invitation", "league_codes"
POSTING = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@POSTING
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Become a member, by button or by code; what a guest typed waits for their account."""
    here = visit(request.user, slug)
    typed = request.session.get(CODES, {}).get(slug, "")
    needs_code = here.league.access == League.Access.CODE
    if request.method != "POST":
        form = JoinForm(initial={"code": typed}) if needs_code else None
        return _join_page(request, here, form)
    form = JoinForm(request.POST) if needs_code else None
    if form is not None and not form.is_valid():
        return _join_page(request, here, form, status=UNPROCESSABLE)
    code = form.cleaned_data["code"] if form else ""
    try:
        membership.join(here.league, request.user, code=code)
    except refusals.NeedsAccount as refusal:
        request.session[CODES] = {slug: code}
        return _join_page(request, here, form, refusal=refusal)
    except Refused as refusal:
        return _join_page(request, here, form, refusal=refusal)
    request.session.pop(CODES, None)
    return _welcomed(request, here.league)


def _join_page(
    request: HttpRequest, here: Visit, form: JoinForm | None, *, refusal: Refused | None = None,
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    context = frame(here) | {
        "form": form,
        "refusal": refusal,
        "here_again": reverse("leagues:join", args=[here.league.slug]),
        "action": reverse("leagues:join", args=[here.league.slug]),
    }
    status = refusal.status if refusal else status
    return render(request, "leagues/run/join.html", context, status=status)


def _welcomed(request: HttpRequest, league: League) -> HttpResponse:
    messages.success(request, _("You belong to this league now. Say when you can play."))
    return redirect(league)


@require_GET
@never_cache
def follow(request: HttpRequest, token: str) -> HttpResponse:
    """Keep an invitation in the session, and show its league under an address that is no secret."""
    request.session[TOKEN] = token
    return redirect("leagues:invited")


@never_cache
@POSTING
def invited(request: HttpRequest) -> HttpResponse:
    """Show the league that the invitation leads to, and let who was invited join it."""
    token = request.session.get(TOKEN, "")
    try:
        league = membership.league_of_invitation(token)
        if request.method == "POST":
            membership.join(league, request.user, token=token)
            del request.session[TOKEN]
            return _welcomed(request, league)
    except refusals.InvitationOver as refusal:
        context = {"refusal": refusal}
        return render(request, "leagues/run/invitation_over.html", context, status=refusal.status)
    except Refused as refusal:
        return _invited_page(request, league, refusal)
    return _invited_page(request, league, None)


def _invited_page(request: HttpRequest, league: League, refusal: Refused | None) -> HttpResponse:
    here = Visit(league, request.user, roles.member_of(league, request.user))
    context = frame(here) | {
        "refusal": refusal,
        "is_invited": True,
        "here_again": reverse("leagues:invited"),
        "action": reverse("leagues:invited"),
    }
    status = refusal.status if refusal else 200
    return render(request, "leagues/run/join.html", context, status=status)


@step("play")
def leave(here: Visit) -> Step:
    """Leave a league."""
    return Step(
        title=_("Leave this league"),
        button=_("Leave the league"),
        is_grave=True,
        happens=[
            _("You are no longer listed among its members."),
            _("What you played stays in its tables, under your name."),
            _("A season that you play in goes on with you: leave it on its own page first."),
            *_of_role(here),
        ],
        do=lambda typed: membership.leave(here.league, here.user),
        done=_("You have left the league."),
        back=here.league.get_absolute_url(),
        goes=reverse("leagues:leagues"),
    )


def _of_role(here: Visit) -> list[str]:
    if here.organises:
        return [_("You give up your part in running it.")]
    return []


@step("play")
def register(here: Visit, number: int) -> Step:
    """Enter a season, or its waiting list."""
    season = season_of(here, number)
    confirmed = season.entries.filter(status=Entry.Status.CONFIRMED).count()
    is_full = season.capacity is not None and confirmed >= season.capacity
    happens = [
        _("You play under your name, for everybody to see."),
        _("Until the season begins you can take your entry back."),
    ]
    if is_full:
        happens.append(_("All places are taken: you go to the waiting list, and move up by it."))
    return Step(
        title=_("Enter %(season)s") % {"season": season.name},
        button=_("Join the waiting list") if is_full else _("Enter this season"),
        happens=happens,
        season=season,
        do=lambda typed: seasons.register(season, here.user),
        done=_("You are on the waiting list.") if is_full else _("You have entered."),
        back=season.get_absolute_url(),
    )


def place_of(season: Any, user: Any) -> int:
    """Return somebody's place on the waiting list, from 1; 0 for who does not wait."""
    queue = season.entries.filter(status=Entry.Status.WAITING).order_by("entered_at", "pk")
    waiting = [*queue.values_list("user", flat=True)]
    return waiting.index(user.pk) + 1 if user.is_authenticated and user.pk in waiting else 0


@step("play")
def unregister(here: Visit, number: int) -> Step:
    """Take one's entry back before the season begins."""
    season = season_of(here, number)
    return Step(
        title=_("Take your entry back"),
        button=_("Take it back"),
        happens=[
            _("Whoever has waited longest gets your place."),
            _("While registration is open you can enter again, at the end of the line."),
        ],
        season=season,
        do=lambda typed: seasons.unregister(season, here.user),
        done=_("Your entry is taken back."),
        back=season.get_absolute_url(),
    )


@step("")
def withdraw(here: Visit, number: int) -> Step:
    """Leave a season that runs, of one's own accord."""
    season = season_of(here, number)
    entry = get_object_or_404(season.entries, user=here.user)
    entry.season = season
    return Step(
        title=_("Leave %(season)s") % {"season": season.name},
        button=_("Leave the season"),
        is_grave=True,
        happens=leaving(season, entry),
        season=season,
        do=lambda typed: entries.withdraw(entry, here.user),
        done=_("You have left the season."),
        back=season.get_absolute_url(),
    )


def leaving(season: Season, entry: Entry) -> list[str]:
    """Return what becomes of the results of somebody who leaves a season now."""
    told = [_("Every fixture that is still to come is forfeited.")]
    if season.is_running and entry.plays and entry.division:
        told.append(_struck(season) if entries.would_be_annulled(entry) else _standing())
    told.append(_("Nobody comes back into a season by themselves: only an organiser can undo it."))
    return told


def _struck(season: Season) -> str:
    if season.league.plays_duels:
        return _(
            "Less than half of the fixtures are played: all results so far are struck out, for"
            " both sides."
        )
    return _(
        "Less than half of the fixtures are played: the row in the table is emptied. The others'"
        " results stand."
    )


def _standing() -> str:
    return _("At least half of the fixtures are played: the results so far stand.")


@step("")
def dispute(here: Visit, number: int, key: int) -> Step:
    """Contest a result."""
    season = season_of(here, number)
    fixture = fixture_in(season, key)
    if not fixture.chairs.filter(entry__user=here.user).exists():
        raise roles.NotAllowed
    return Step(
        title=_("Dispute this result"),
        button=_("Dispute it"),
        form=DisputeForm,
        happens=[
            _("The result counts for nobody until an arbiter has decided."),
            _("The other players see that there is a dispute, and read what you write."),
        ],
        season=season,
        do=lambda typed: results.dispute(fixture, here.user, typed["text"]),
        done=_("Your dispute stands. An arbiter will look at it."),
        back=fixture.get_absolute_url(),
    )


def fixture_in(season: Any, key: int) -> Fixture:
    """Return a fixture of a season that its players know of.

    :raises Http404: if there is none.
    """
    known = Fixture.objects.select_related("round__division__season__league")
    return get_object_or_404(
        known.exclude(round__status="draft"), pk=key, round__division__season=season
    )
