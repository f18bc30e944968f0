"""Owners' pages of a league: its console, members, invitations, settings."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.leagues import errors
from games.leagues.confirmation import (
    UNPROCESSABLE,
    Confirmation,
    frame,
    page,
    step,
)
from games.leagues.context import LeagueContext
from games.leagues.joining.forms import LeagueForm
from games.leagues.membership import services as membership
from games.leagues.models import Invitation, Member, Season
from games.leagues.organiser import undo as audit_undo
from games.leagues.organiser.forms import InviteForm, NoteForm, ReasonForm, RoleForm
from games.leagues.organiser.inbox import inbox_of
from games.leagues.organiser.views_fixtures import warn_of_undoing
from games.leagues.paging import listing
from games.leagues.public.audit_text import acts
from games.leagues.seasons import services as seasons

PAGE = 50  #: members on one page


@page("schedule")
def console(request: HttpRequest, context: LeagueContext) -> HttpResponse:
    """Show the organiser's available steps and open tasks."""
    all_seasons = context.visible_seasons
    live = (Season.Status.DRAFT, Season.Status.REGISTRATION, Season.Status.RUNNING)
    values = frame(context) | {
        "seasons": [one for one in all_seasons if one.status in live],
        "past": [one for one in all_seasons if one.status not in live][:5],
        "inbox": inbox_of(context, all_seasons),
        "people": context.league.members.filter(status=Member.Status.ACTIVE).count(),
        "invitations": len(_open_invitations(context)),
    }
    return render(request, "leagues/organiser/console.html", values)


def _open_invitations(context: LeagueContext) -> list[Invitation]:
    rows = context.league.invitations.select_related("act__undone_by").order_by("pk")
    return [one for one in rows if one.is_open]


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
        execute=partial(membership.edit_league, context.league, context.actor),
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


MEMBER = (_member, lambda context, _row: reverse("leagues:run-people", args=[context.league.slug]))


@step("run", of=MEMBER)
def role(context: LeagueContext, member: Member) -> Confirmation:
    """Give a member another role."""
    return Confirmation(
        title=_("The role of %(name)s") % {"name": member.user.name},
        button=_("Assign this role"),
        form=lambda data: RoleForm(data, initial={"role": member.role}),
        effects=[
            _("Owners organise the league: seasons, settings, roles, invitations."),
            _("Arbiters decide on results and people, and draw rounds."),
            _("Schedulers draw and publish rounds, and put in substitutes."),
            _("Members play."),
        ],
        execute=partial(membership.set_role, member, context.actor),
        success_message=_("The role has been assigned."),
    )


@step("arbitrate", of=MEMBER)
def ban(context: LeagueContext, member: Member) -> Confirmation:
    """Ban a member from the league."""
    return Confirmation(
        title=_("Ban %(name)s") % {"name": member.user.name},
        button=_("Ban"),
        is_grave=True,
        form=ReasonForm,
        effects=[
            _("They can't come back until the ban is lifted."),
            _("They stay in any season they are playing in: withdraw or disqualify them there."),
        ],
        execute=partial(membership.ban, member, context.actor),
        success_message=_("They have been banned."),
    )


@step("arbitrate", of=MEMBER)
def readmit(context: LeagueContext, member: Member) -> Confirmation:
    """Lift a ban."""
    if member.status != Member.Status.BANNED:
        raise errors.AlreadyDecided
    return Confirmation(
        title=_("Lift the ban on %(name)s") % {"name": member.user.name},
        button=_("Lift the ban"),
        form=NoteForm,
        effects=[_("They are an ordinary member again.")],
        execute=partial(membership.readmit, member, context.actor),
        success_message=_("The ban has been lifted."),
    )


@page("run", takes_posts=True)
def invitations(request: HttpRequest, context: LeagueContext) -> HttpResponse:
    """List the invitations, and create one; its link is shown only once and not stored."""
    link, status = "", 200
    form = InviteForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        token = membership.invite(context.league, context.actor, **form.cleaned_data)
        link = request.build_absolute_uri(reverse("leagues:invitation", args=[token]))
        form = InviteForm()
    elif form.is_bound:
        status = UNPROCESSABLE
    values = frame(context) | {"form": form, "link": link, "known": _open_invitations(context)}
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
        execute=partial(membership.revoke, context.league, context.actor, invitation.pk),
        success_message=_("The invitation has been revoked."),
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
        execute=partial(membership.renew_code, context.league, context.actor),
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
            _("Nobody can join any more, and no new season can be opened."),
            _("Standings, rounds, replays and the audit stay viewable."),
        ],
        refusals={errors.WrongStage: _("A season is still running: close or cancel it first.")},
        execute=partial(seasons.archive, context.league, context.actor),
        success_message=_("The league has been archived."),
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
            _("Both the action and the undo stay in the audit log."),
            *warn_of_undoing(context, act),
        ],
        execute=partial(audit_undo.undo, act.pk, context.actor),
        success_message=_("It has been undone."),
        return_url=reverse("leagues:audit", args=[context.league.slug]) + f"#act-{act.pk}",
        extra={"act": acts([act], context)[0]},
        template="leagues/organiser/undo.html",
    )
