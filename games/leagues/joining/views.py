"""Members' own steps: join and leave a league, enter and leave a season."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.requests import Visitor
from games.leagues import errors, roles
from games.leagues.confirmation import UNPROCESSABLE, Confirmation, frame, step
from games.leagues.context import LeagueContext, context_of, fixture_in
from games.leagues.fixtures import disputes
from games.leagues.joining.forms import AnswersForm, DisputeForm, JoinForm
from games.leagues.membership import services as membership
from games.leagues.membership import time_zones
from games.leagues.models import Entry, Invitation, League, Season
from games.leagues.seasons import entries, importing
from games.leagues.seasons import services as seasons
from games.matches.public import NotAllowed, Refused

#: The session keys for an opened invitation, and for codes that guests have entered.
TOKEN, CODES = "league_invitation", "league_codes"
POST_OR_READ = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@POST_OR_READ
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Join a league, with or without a code; a guest's code is kept until they have an account."""
    context = context_of(request.user, slug)
    kept = request.session.get(CODES, {}).get(slug, "")
    needs_code = context.league.access == League.Access.CODE
    if request.method != "POST":
        form = JoinForm(initial={"code": kept}) if needs_code else None
        return _join_page(request, context, form=form)
    form = JoinForm(request.POST) if needs_code else None
    if form is not None and not form.is_valid():
        return _join_page(request, context, form=form, status=UNPROCESSABLE)
    code = form.cleaned_data["code"] if form else ""
    try:
        membership.join(context.league, request.user, code=code, zone=_zone(request))
    except Refused as refusal:
        if isinstance(refusal, errors.NeedsAccount):
            request.session[CODES] = {slug: code}
        return _join_page(request, context, refusal, form=form)
    request.session.pop(CODES, None)
    return _redirect_to_league(request, context.league)


def _zone(request: HttpRequest) -> str:
    """Return the browser's time zone, for users who have not set one."""
    return time_zones.current(request.POST.get("zone", ""))


def _join_page(
    request: HttpRequest,
    context: LeagueContext,
    refusal: Refused | None = None,
    *,
    status: int = 200,
    **values: Any,
) -> HttpResponse:
    values |= {"refusal": refusal, "here": request.path}
    status = refusal.status if refusal else status
    page = "leagues/joining/join.html"
    return render(request, page, frame(context) | values, status=status)


def _redirect_to_league(request: HttpRequest, league: League) -> HttpResponse:
    """Welcome a new member, enter them into the open season on request, and redirect to it."""
    season = LeagueContext(league, request.user, None).open_season
    if season is not None and request.POST.get("enter") != str(season.number):
        season = None
    _ask_zone(request, league)
    if season is not None and season.questions:
        text = _(
            "You are now a member of this league. Answer the organisers' questions to enter "
            "%(season)s."
        )
        messages.success(request, text % {"season": season.name})
        return redirect("leagues:register", league.slug, season.number)
    try:
        if season is not None and request.user.is_authenticated:
            seasons.register(season, request.user)
    except Refused as refusal:
        messages.warning(request, str(refusal))
        season = None
    text = _("You are now a member of this league. {link}")
    if season is not None:
        text = _("You are now a member of this league and have entered {season}. {link}")
        if season.needs_approval:
            text = _("You are now a member of this league and have asked for a place in {season}.")
    link = _link_to_hours(league, _("Say when you can play."))
    messages.success(request, format_html(text, season=season.name if season else "", link=link))
    return redirect(season or league)


def _link_to_hours(league: League, words: str) -> str:
    """Return a link to the page of one's own availability in `league`."""
    return format_html('<a href="{}">{}</a>', reverse("leagues:hours", args=[league.slug]), words)


def _ask_zone(request: HttpRequest, league: League) -> None:
    """Add a message asking a new member whether their guessed time zone is right."""
    member = roles.member_of(league, request.user)
    if member is None or member.hours or not _zone(request):
        return
    text = _("Times here are shown in {zone}, as reported by your browser. {link}")
    link = _link_to_hours(league, _("Wrong time zone?"))
    messages.info(request, format_html(text, zone=time_zones.place(member.timezone), link=link))


@require_GET
@never_cache
def follow_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Store an invitation in the session, and redirect to a URL without the secret."""
    request.session[TOKEN] = token
    return redirect("leagues:invited")


@never_cache
@POST_OR_READ
def show_invitation(request: HttpRequest) -> HttpResponse:
    """Show the league of the invitation, and let the visitor join it."""
    token = request.session.get(TOKEN, "")
    try:
        invitation = membership.invitation_of(token)
        league = invitation.league
        if request.method == "POST":
            member = membership.join(league, request.user, token=token, zone=_zone(request))
            entry = importing.enter_invited(invitation, member.user)
            del request.session[TOKEN]
            if entry is not None:
                messages.success(request, _("You have entered."))
                return redirect(entry.season)
            return _redirect_to_league(request, league)
    except errors.InvitationOver as refusal:
        over, values = "leagues/joining/invitation_over.html", {"refusal": refusal}
        return render(request, over, values, status=refusal.status)
    except Refused as refusal:
        return _invited_page(request, invitation, refusal)
    return _invited_page(request, invitation)


def _invited_page(
    request: HttpRequest, invitation: Invitation, refusal: Refused | None = None
) -> HttpResponse:
    league = invitation.league
    context = LeagueContext(league, request.user, roles.member_of(league, request.user))
    return _join_page(request, context, refusal, invited_to=invitation.season, is_invited=True)


@step("play")
def leave(context: LeagueContext) -> Confirmation:
    """Leave a league."""
    return Confirmation(
        title=_("Leave this league"),
        button=_("Leave the league"),
        is_grave=True,
        effects=[
            _("You are no longer listed among its members."),
            _("Your results stay in its standings, under your name."),
            _("You stay in any season you are playing in: leave it on its own page first."),
            *([_("You are no longer one of its organisers.")] if context.organises else ()),
        ],
        execute=partial(membership.leave, context.league, context.actor),
        success_message=_("You have left the league."),
        return_url=context.league.get_absolute_url(),
        goes=reverse("leagues:leagues"),
    )


@step("play")
def register(context: LeagueContext, season: Season) -> Confirmation:
    """Enter a season, or join its waiting list; in a running season, request a place."""
    form: Callable[[Any], AnswersForm] = partial(AnswersForm, season=season)
    common: dict[str, Any] = {
        "form": form,
        "version_seen": str(season.questions) if season.questions else "",
        "return_url": season.get_absolute_url(),
    }
    effects = [_("You play under your name, for everybody to see.")]
    if season.is_running:
        text = _(
            "The season is running. The organisers decide, and you get their answer by e-mail."
        )
        return Confirmation(
            title=_("Join %(season)s") % {"season": season.name},
            button=_("Ask to join"),
            effects=[*effects, text],
            execute=partial(entries.ask_to_join, season, context.actor),
            success_message=_("The organisers will review your request."),
            **common,
        )
    effects.append(_("Until the season begins you can withdraw your entry."))
    is_full = seasons.free_place(season) == Entry.Status.WAITING
    if is_full:
        effects.append(_("All places are taken: you join the waiting list and move up from there."))
    if season.needs_approval:
        effects.append(_("The organisers review your entry first; you get their answer by e-mail."))
    if season.questions:
        effects.append(_("Only the organisers read your answers."))
    button = _("Join the waiting list") if is_full else _("Enter this season")
    message = _("You are on the waiting list.") if is_full else _("You have entered.")
    if season.needs_approval:
        button, message = _("Ask for a place"), _("The organisers will review your entry.")
    return Confirmation(
        title=_("Enter %(season)s") % {"season": season.name},
        button=button,
        effects=effects,
        execute=partial(seasons.register, season, context.actor),
        success_message=message,
        **common,
    )


def place_of(season: Any, user: Visitor) -> int:
    """Return a user's place on the waiting list, from 1; 0 if they are not on it."""
    queue = season.entries.filter(status=Entry.Status.WAITING).order_by("entered_at", "pk")
    waiting = [*queue.values_list("user", flat=True)]
    return waiting.index(user.pk) + 1 if user.is_authenticated and user.pk in waiting else 0


@step("play")
def unregister(context: LeagueContext, season: Season) -> Confirmation:
    """Withdraw one's entry before the season begins."""
    return Confirmation(
        title=_("Withdraw your entry"),
        button=_("Withdraw the entry"),
        effects=[
            _("Your place goes to the first person on the waiting list."),
            _("While registration is open you can enter again, at the back of the queue."),
        ],
        execute=partial(seasons.unregister, season, context.actor),
        success_message=_("Your entry has been withdrawn."),
        return_url=season.get_absolute_url(),
    )


@step("")
def withdraw(context: LeagueContext, season: Season) -> Confirmation:
    """Leave a running season."""
    entry = get_object_or_404(season.entries, user=context.user)
    entry.season = season
    return Confirmation(
        title=_("Leave %(season)s") % {"season": season.name},
        button=_("Leave the season"),
        is_grave=True,
        effects=leaving(season, entry),
        execute=partial(entries.withdraw, entry, context.actor),
        success_message=_("You have left the season."),
        return_url=season.get_absolute_url(),
    )


def leaving(season: Season, entry: Entry) -> list[str]:
    """Return sentences on the effects on a player's results of leaving a season now."""
    sentences = [_("All remaining fixtures are forfeited.")]
    if season.is_running and entry.plays and entry.division:
        sentences.append(
            _(
                "Less than half of the fixtures have been played: all results so far are annulled, "
                "for both sides."
            )
            if entries.would_be_annulled(entry)
            else _("The results so far still count.")
        )
    sentences.append(
        _("Players can't rejoin a season on their own: only an organiser can undo this.")
    )
    return sentences


@step("")
def dispute(context: LeagueContext, season: Season, key: int) -> Confirmation:
    """Dispute a result."""
    fixture = fixture_in(context, season, key)
    if not fixture.chairs.filter(entry__user=context.actor).exists():
        raise NotAllowed
    return Confirmation(
        title=_("Dispute this result"),
        button=_("Dispute the result"),
        form=DisputeForm,
        effects=[
            _("The result counts until an arbiter has decided. You can dispute it only once."),
            _("The other players see the dispute and read what you write."),
        ],
        execute=partial(disputes.dispute, fixture, context.actor),
        success_message=_("Your dispute has been filed. An arbiter will look at it."),
        return_url=fixture.get_absolute_url(),
    )
