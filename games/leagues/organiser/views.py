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
def console(request: HttpRequest, here: LeagueContext) -> HttpResponse:
    """Show an organiser's possible steps and open tasks."""
    all_seasons = list(here.seasons())
    for season in all_seasons:
        season.league = here.league
    live = (Season.Status.DRAFT, Season.Status.REGISTRATION, Season.Status.RUNNING)
    context = frame(here) | {
        "seasons": [one for one in all_seasons if one.status in live],
        "past": [one for one in all_seasons if one.status not in live][:5],
        "inbox": inbox_of(here, all_seasons),
        "people": here.league.members.filter(status=Member.Status.ACTIVE).count(),
        "invitations": _valid(here).count(),
    }
    return render(request, "leagues/organiser/console.html", context)


def _valid(here: LeagueContext) -> Any:
    return here.league.invitations.filter(uses_left__gt=0, expires_at__gt=timezone.now())


def console_of(here: LeagueContext) -> str:
    """Return the URL of the league's console."""
    return reverse("leagues:run", args=[here.league.slug])


@step("run")
def edit(here: LeagueContext) -> Confirmation:
    """Change the league's description, or who may join."""
    return Confirmation(
        title=_("Edit the league"),
        button=_("Save"),
        form=lambda data: LeagueForm.of(here.league, data),
        do=lambda fields: membership.edit_league(here.league, here.actor, **fields),
        done=_("The league has been changed."),
        back=console_of(here),
    )


@page("arbitrate")
def people(request: HttpRequest, here: LeagueContext) -> HttpResponse:
    """Show the members with their roles, and the banned users."""
    rank = {role: place for place, role in enumerate(Member.Role.values)}
    members = list(here.league.members.select_related("user").exclude(status=Member.Status.LEFT))
    members.sort(key=lambda one: (rank[one.role], one.user.name.casefold(), one.pk))
    active = [one for one in members if one.status == Member.Status.ACTIVE]
    context = frame(here) | {
        "list": listing(
            request, active, size=PAGE, names=lambda one: one.user.name,
            is_own=lambda one: one.user_id == here.actor.pk,
        ),
        "banned": [one for one in members if one.status == Member.Status.BANNED],
    }  # fmt: skip
    return render(request, "leagues/organiser/people.html", context)


def _member(here: LeagueContext, key: int) -> Member:
    member = get_object_or_404(here.league.members.select_related("user"), pk=key)
    member.league = here.league
    return member


def people_page(here: LeagueContext) -> str:
    """Return the URL of the page about the members."""
    return reverse("leagues:run-people", args=[here.league.slug])


@step("run")
def role(here: LeagueContext, key: int) -> Confirmation:
    """Give a member another role."""
    member = _member(here, key)
    return Confirmation(
        title=_("The role of %(name)s") % {"name": member.user.name},
        button=_("Assign this role"),
        form=lambda data: RoleForm(data, initial={"role": member.role}),
        happens=[
            _("Owners organise the league: seasons, settings, roles, invitations."),
            _("Arbiters decide about results and people, and draw rounds."),
            _("Schedulers draw and publish rounds, and put in substitutes."),
            _("Members play."),
        ],
        do=lambda fields: membership.set_role(
            member, here.actor, fields["role"], reason=fields["reason"]
        ),
        done=_("The role has been assigned."),
        back=people_page(here),
    )


@step("arbitrate")
def ban(here: LeagueContext, key: int) -> Confirmation:
    """Ban a member from the league."""
    member = _member(here, key)
    return Confirmation(
        title=_("Ban %(name)s") % {"name": member.user.name},
        button=_("Ban"),
        is_grave=True,
        form=ReasonForm,
        happens=[
            _("They can't come back until the ban is lifted."),
            _("They stay in any season they are playing: withdraw or disqualify them there."),
        ],
        do=lambda fields: membership.ban(member, here.actor, reason=fields["reason"]),
        done=_("They are banned."),
        back=people_page(here),
    )


@step("arbitrate")
def readmit(here: LeagueContext, key: int) -> Confirmation:
    """Lift a ban."""
    member = _member(here, key)
    if member.status != Member.Status.BANNED:
        raise errors.AlreadyDecided
    return Confirmation(
        title=_("Lift the ban on %(name)s") % {"name": member.user.name},
        button=_("Lift the ban"),
        form=NoteForm,
        happens=[_("They are an ordinary member again.")],
        do=lambda fields: membership.readmit(member, here.actor, reason=fields["reason"]),
        done=_("The ban is lifted."),
        back=people_page(here),
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitations(request: AuthenticatedRequest, slug: str) -> HttpResponse:
    """List the invitations, and create one; its link is shown only once and not stored."""
    here = context_of(request.user, slug)
    link, status = "", 200
    form = InviteForm(request.POST if request.method == "POST" else None)
    with timezone.override(here.zone):
        try:
            here.require("run")
            if form.is_valid():
                token = membership.invite(here.league, request.user, **form.cleaned_data)
                path = reverse("leagues:invitation", args=[token])
                link, form = request.build_absolute_uri(path), InviteForm()
            elif form.is_bound:
                status = UNPROCESSABLE
        except Refused as refusal:
            return render_refusal(request, here, refusal)
        context = frame(here) | {"form": form, "link": link, "known": _valid(here).order_by("pk")}
        return render(request, "leagues/organiser/invitations.html", context, status=status)


@step("run")
def revoke(here: LeagueContext, key: int) -> Confirmation:
    """Withdraw an invitation."""
    invitation = get_object_or_404(here.league.invitations, pk=key)
    return Confirmation(
        title=_("Revoke this invitation"),
        button=_("Revoke"),
        is_grave=True,
        happens=[
            _("Its link no longer works. Members who joined with it stay."),
        ],
        do=lambda fields: membership.revoke(here.league, here.actor, invitation.pk),
        done=_("The invitation is revoked."),
        back=reverse("leagues:run-invitations", args=[here.league.slug]),
    )


@step("run")
def renew_code(here: LeagueContext) -> Confirmation:
    """Give the league a new code."""
    return Confirmation(
        title=_("A new code"),
        button=_("Renew the code"),
        is_grave=True,
        happens=[_("The old code no longer works. Members who joined with it stay.")],
        do=lambda fields: membership.renew_code(here.league, here.actor),
        done=_("The league has a new code."),
        back=reverse("leagues:run-invitations", args=[here.league.slug]),
    )


@step("run")
def archive(here: LeagueContext) -> Confirmation:
    """Close the league for good."""
    return Confirmation(
        title=_("Archive the league"),
        button=_("Archive the league"),
        is_grave=True,
        form=NoteForm,
        happens=[
            _("Nobody can join any more, and no season can be opened."),
            _("Standings, rounds, replays and the audit stay viewable."),
        ],
        says={errors.WrongStage: _("A season is still running: close or cancel it first.")},
        do=lambda fields: seasons.archive(here.league, here.actor, reason=fields["reason"]),
        done=_("The league is archived."),
        back=console_of(here),
        goes=here.league.get_absolute_url(),
    )


@step("schedule")
def undo(here: LeagueContext, key: int) -> Confirmation:
    """Undo an organiser's act."""
    act = get_object_or_404(here.league.audits.select_related("season", "actor"), pk=key)
    return Confirmation(
        title=_("Undo this"),
        button=_("Undo"),
        is_grave=True,
        form=ReasonForm,
        happens=[
            _(
                "Everything goes back to how it was, if nothing that depends on it has changed "
                "since."
            ),
            _("Both the action and its undoing stay in the audit."),
            *warn_of_undoing(here, act),
        ],
        do=lambda fields: audit_undo.undo(act.pk, here.actor, reason=fields["reason"]),
        done=_("It has been undone."),
        back=reverse("leagues:audit", args=[here.league.slug]) + f"#act-{act.pk}",
        extra={"act": acts([act], here)[0]},
        template="leagues/organiser/undo.html",
    )
