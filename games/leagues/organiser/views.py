"""Owners' pages of a league: its console, members, invitations, settings."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.requests import AuthenticatedRequest
from games.leagues import errors
from games.leagues.confirmation import (
    UNPROCESSABLE,
    Confirmation,
    frame,
    page,
    render_refusal,
    step,
)
from games.leagues.context import LeagueContext, context_of
from games.leagues.joining.forms import LeagueForm
from games.leagues.membership import services as membership
from games.leagues.models import Member, Season
from games.leagues.organiser import undo as audit_undo
from games.leagues.organiser.forms import InviteForm, NoteForm, ReasonForm, RoleForm
from games.leagues.organiser.inbox import inbox_of
from games.leagues.organiser.views_fixtures import warn_of_undoing
from games.leagues.paging import listing
from games.leagues.public.audit_text import acts
from games.leagues.seasons import services as seasons
from games.matches.public import Refused

PAGE = 50  #: members on one page


@page("schedule")
def console(request: HttpRequest, context: LeagueContext) -> HttpResponse:
    """Show an organiser's possible steps and open tasks."""
    all_seasons = list(context.seasons())
    for season in all_seasons:
        season.league = context.league
    live = (Season.Status.DRAFT, Season.Status.REGISTRATION, Season.Status.RUNNING)
    values = frame(context) | {
        "seasons": [one for one in all_seasons if one.status in live],
        "past": [one for one in all_seasons if one.status not in live][:5],
        "inbox": inbox_of(context, all_seasons),
        "people": context.league.members.filter(status=Member.Status.ACTIVE).count(),
        "invitations": _valid(context).count(),
    }
    return render(request, "leagues/organiser/console.html", values)


def _valid(context: LeagueContext) -> Any:
    return context.league.invitations.filter(uses_left__gt=0, expires_at__gt=timezone.now())


def console_of(context: LeagueContext) -> str:
    """Return the URL of the league's console."""
    return reverse("leagues:run", args=[context.league.slug])


@step("run")
def edit(context: LeagueContext) -> Confirmation:
    """Change the league's description, or who may join."""
    return Confirmation(
        title=_("Edit the league"),
        button=_("Save"),
        form=lambda data: LeagueForm.of(context.league, data),
        execute=lambda fields: membership.edit_league(context.league, context.actor, **fields),
        success_message=_("The league has been changed."),
        return_url=console_of(context),
    )


@page("arbitrate")
def people(request: HttpRequest, context: LeagueContext) -> HttpResponse:
    """Show the members with their roles, and the banned users."""
    rank = {role: place for place, role in enumerate(Member.Role.values)}
    members = list(context.league.members.select_related("user").exclude(status=Member.Status.LEFT))
    members.sort(key=lambda one: (rank[one.role], one.user.name.casefold(), one.pk))
    active = [one for one in members if one.status == Member.Status.ACTIVE]
    values = frame(context) | {
        "list": listing(
            request, active, size=PAGE, names=lambda one: one.user.name,
            is_own=lambda one: one.user_id == context.actor.pk,
        ),
        "banned": [one for one in members if one.status == Member.Status.BANNED],
    }  # fmt: skip
    return render(request, "leagues/organiser/people.html", values)


def _member(context: LeagueContext, key: int) -> Member:
    member = get_object_or_404(context.league.members.select_related("user"), pk=key)
    member.league = context.league
    return member


def people_page(context: LeagueContext) -> str:
    """Return the URL of the page about the members."""
    return reverse("leagues:run-people", args=[context.league.slug])


@step("run")
def role(context: LeagueContext, key: int) -> Confirmation:
    """Give a member another role."""
    member = _member(context, key)
    return Confirmation(
        title=_("The role of %(name)s") % {"name": member.user.name},
        button=_("Assign this role"),
        form=lambda data: RoleForm(data, initial={"role": member.role}),
        effects=[
            _("Owners organise the league: seasons, settings, roles, invitations."),
            _("Arbiters decide about results and people, and draw rounds."),
            _("Schedulers draw and publish rounds, and put in substitutes."),
            _("Members play."),
        ],
        execute=lambda fields: membership.set_role(
            member, context.actor, fields["role"], reason=fields["reason"]
        ),
        success_message=_("The role has been assigned."),
        return_url=people_page(context),
    )


@step("arbitrate")
def ban(context: LeagueContext, key: int) -> Confirmation:
    """Ban a member from the league."""
    member = _member(context, key)
    return Confirmation(
        title=_("Ban %(name)s") % {"name": member.user.name},
        button=_("Ban"),
        is_grave=True,
        form=ReasonForm,
        effects=[
            _("They can't come back until the ban is lifted."),
            _("They stay in any season they are playing: withdraw or disqualify them there."),
        ],
        execute=lambda fields: membership.ban(member, context.actor, reason=fields["reason"]),
        success_message=_("They are banned."),
        return_url=people_page(context),
    )


@step("arbitrate")
def readmit(context: LeagueContext, key: int) -> Confirmation:
    """Lift a ban."""
    member = _member(context, key)
    if member.status != Member.Status.BANNED:
        raise errors.AlreadyDecided
    return Confirmation(
        title=_("Lift the ban on %(name)s") % {"name": member.user.name},
        button=_("Lift the ban"),
        form=NoteForm,
        effects=[_("They are an ordinary member again.")],
        execute=lambda fields: membership.readmit(member, context.actor, reason=fields["reason"]),
        success_message=_("The ban is lifted."),
        return_url=people_page(context),
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitations(request: AuthenticatedRequest, slug: str) -> HttpResponse:
    """List the invitations, and create one; its link is shown only once and not stored."""
    context = context_of(request.user, slug)
    link, status = "", 200
    form = InviteForm(request.POST if request.method == "POST" else None)
    with timezone.override(context.zone):
        try:
            context.require("run")
            if form.is_valid():
                token = membership.invite(context.league, request.user, **form.cleaned_data)
                path = reverse("leagues:invitation", args=[token])
                link, form = request.build_absolute_uri(path), InviteForm()
            elif form.is_bound:
                status = UNPROCESSABLE
        except Refused as refusal:
            return render_refusal(request, context, refusal)
        values = frame(context) | {
            "form": form,
            "link": link,
            "known": _valid(context).order_by("pk"),
        }
        return render(request, "leagues/organiser/invitations.html", values, status=status)


@step("run")
def revoke(context: LeagueContext, key: int) -> Confirmation:
    """Withdraw an invitation."""
    invitation = get_object_or_404(context.league.invitations, pk=key)
    return Confirmation(
        title=_("Revoke this invitation"),
        button=_("Revoke"),
        is_grave=True,
        effects=[
            _("Its link no longer works. Members who joined with it stay."),
        ],
        execute=lambda fields: membership.revoke(context.league, context.actor, invitation.pk),
        success_message=_("The invitation is revoked."),
        return_url=reverse("leagues:run-invitations", args=[context.league.slug]),
    )


@step("run")
def renew_code(context: LeagueContext) -> Confirmation:
    """Give the league a new code."""
    return Confirmation(
        title=_("A new code"),
        button=_("Renew the code"),
        is_grave=True,
        effects=[_("The old code no longer works. Members who joined with it stay.")],
        execute=lambda fields: membership.renew_code(context.league, context.actor),
        success_message=_("The league has a new code."),
        return_url=reverse("leagues:run-invitations", args=[context.league.slug]),
    )


@step("run")
def archive(context: LeagueContext) -> Confirmation:
    """Close the league for good."""
    return Confirmation(
        title=_("Archive the league"),
        button=_("Archive the league"),
        is_grave=True,
        form=NoteForm,
        effects=[
            _("Nobody can join any more, and no season can be opened."),
            _("Standings, rounds, replays and the audit stay viewable."),
        ],
        refusals={errors.WrongStage: _("A season is still running: close or cancel it first.")},
        execute=lambda fields: seasons.archive(
            context.league, context.actor, reason=fields["reason"]
        ),
        success_message=_("The league is archived."),
        return_url=console_of(context),
        goes=context.league.get_absolute_url(),
    )


@step("schedule")
def undo(context: LeagueContext, key: int) -> Confirmation:
    """Undo an organiser's act."""
    act = get_object_or_404(context.league.audits.select_related("season", "actor"), pk=key)
    return Confirmation(
        title=_("Undo this"),
        button=_("Undo"),
        is_grave=True,
        form=ReasonForm,
        effects=[
            _(
                "Everything goes back to how it was, if nothing that depends on it has changed "
                "since."
            ),
            _("Both the action and its undoing stay in the audit."),
            *warn_of_undoing(context, act),
        ],
        execute=lambda fields: audit_undo.undo(act.pk, context.actor, reason=fields["reason"]),
        success_message=_("It has been undone."),
        return_url=reverse("leagues:audit", args=[context.league.slug]) + f"#act-{act.pk}",
        extra={"act": acts([act], context)[0]},
        template="leagues/organiser/undo.html",
    )
