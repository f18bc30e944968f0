"""What the owners of a league do with it: its console, members, invitations, settings."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.leagues import audit, membership, refusals, roles, seasons
from games.leagues.forms_membership import LeagueForm
from games.leagues.forms_run import InviteForm, NoteForm, ReasonForm, RoleForm
from games.leagues.models import Dispute, Member, Season
from games.leagues.views_run_steps import UNPROCESSABLE, Step, frame, page, refused, step
from games.leagues.visits import Visit, visit
from games.matches.refusals import Refused

PAGE = 100


@page("schedule")
def console(request: HttpRequest, here: Visit) -> HttpResponse:
    """Show what an organiser can do in a league, and what waits for them."""
    known = list(here.seasons())
    for season in known:
        season.league = here.league
    live = (Season.Status.DRAFT, Season.Status.REGISTRATION, Season.Status.RUNNING)
    context = frame(here) | {
        "seasons": [one for one in known if one.status in live],
        "past": [one for one in known if one.status not in live][:5],
        "disputes": _open_disputes(here),
        "people": here.league.members.filter(status=Member.Status.ACTIVE).count(),
        "invitations": _valid(here).count(),
    }
    return render(request, "leagues/run/console.html", context)


def _open_disputes(here: Visit) -> list[Dispute]:
    known = Dispute.objects.filter(
        fixture__round__division__season__league=here.league, status=Dispute.Status.OPEN
    )
    return list(known.select_related("by", "fixture__round__division__season").order_by("at"))


def _valid(here: Visit) -> Any:
    return here.league.invitations.filter(uses_left__gt=0, expires_at__gt=timezone.now())


def console_of(here: Visit) -> str:
    """Return the address of the league's console."""
    return reverse("leagues:run", args=[here.league.slug])


@step("run")
def edit(here: Visit) -> Step:
    """Change what the league says of itself, and who may join."""
    return Step(
        title=_("Edit the league"),
        button=_("Save"),
        form=lambda data: LeagueForm.of(here.league, data),
        do=lambda typed: membership.edit_league(here.league, here.user, **typed),
        done=_("The league is changed."),
        back=console_of(here),
    )


@page("arbitrate")
def people(request: HttpRequest, here: Visit) -> HttpResponse:
    """Show the members with their roles, and who is banned."""
    rank = {role: place for place, role in enumerate(Member.Role.values)}
    known = list(here.league.members.select_related("user").exclude(status=Member.Status.LEFT))
    known.sort(key=lambda one: (rank[one.role], one.user.name.casefold(), one.pk))
    active = [one for one in known if one.status == Member.Status.ACTIVE]
    context = frame(here) | {
        "people": Paginator(active, PAGE).get_page(request.GET.get("page", "1")),
        "banned": [one for one in known if one.status == Member.Status.BANNED],
    }
    return render(request, "leagues/run/people.html", context)


def _member(here: Visit, key: int) -> Member:
    member = get_object_or_404(here.league.members.select_related("user"), pk=key)
    member.league = here.league
    return member


def people_page(here: Visit) -> str:
    """Return the address of the page about the members."""
    return reverse("leagues:run-people", args=[here.league.slug])


@step("run")
def role(here: Visit, key: int) -> Step:
    """Give a member another role."""
    member = _member(here, key)
    return Step(
        title=_("The role of %(name)s") % {"name": member.user.name},
        button=_("Give this role"),
        form=lambda data: RoleForm(data, initial={"role": member.role}),
        happens=[
            _("Owners run the league: seasons, settings, roles, invitations."),
            _("Arbiters decide about results and people, and draw rounds."),
            _("Schedulers draw and publish rounds, and put in substitutes."),
            _("Members play."),
        ],
        do=lambda typed: membership.set_role(
            member, here.user, typed["role"], reason=typed["reason"]
        ),
        done=_("The role is given."),
        back=people_page(here),
    )


@step("arbitrate")
def ban(here: Visit, key: int) -> Step:
    """Put somebody out of the league."""
    member = _member(here, key)
    return Step(
        title=_("Ban %(name)s") % {"name": member.user.name},
        button=_("Ban"),
        is_grave=True,
        form=ReasonForm,
        happens=[
            _("They cannot come back until somebody lets them in again."),
            _("A season that they play in goes on: withdraw or disqualify them there."),
        ],
        do=lambda typed: membership.ban(member, here.user, reason=typed["reason"]),
        done=_("They are banned."),
        back=people_page(here),
    )


@step("arbitrate")
def readmit(here: Visit, key: int) -> Step:
    """Let somebody who was banned back in."""
    member = _member(here, key)
    if member.status != Member.Status.BANNED:
        raise refusals.AlreadyDecided
    return Step(
        title=_("Let %(name)s back in") % {"name": member.user.name},
        button=_("Let them in"),
        form=NoteForm,
        happens=[_("They are an ordinary member again.")],
        do=lambda typed: membership.readmit(member, here.user, reason=typed["reason"]),
        done=_("They are let in again."),
        back=people_page(here),
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitations(request: HttpRequest, slug: str) -> HttpResponse:
    """List the invitations, and make one: its link is shown this once, and kept nowhere."""
    here = visit(request.user, slug)
    link, status = "", 200
    form = InviteForm(request.POST if request.method == "POST" else None)
    with timezone.override(here.zone):
        try:
            roles.require(request.user, here.league, "run")
            if form.is_valid():
                token = membership.invite(here.league, request.user, **form.cleaned_data)
                path = reverse("leagues:invitation", args=[token])
                link, form = request.build_absolute_uri(path), InviteForm()
            elif form.is_bound:
                status = UNPROCESSABLE
        except Refused as refusal:
            return refused(request, here, refusal)
        context = frame(here) | {"form": form, "link": link, "known": _valid(here).order_by("pk")}
        return render(request, "leagues/run/invitations.html", context, status=status)


@step("run")
def revoke(here: Visit, key: int) -> Step:
    """Take an invitation back."""
    invitation = get_object_or_404(here.league.invitations, pk=key)
    return Step(
        title=_("Take this invitation back"),
        button=_("Take it back"),
        is_grave=True,
        happens=[
            _("Its link lets nobody in any more. Whoever came by it stays."),
        ],
        do=lambda typed: membership.revoke(here.league, here.user, invitation.pk),
        done=_("The invitation is taken back."),
        back=reverse("leagues:run-invitations", args=[here.league.slug]),
    )


@step("run")
def renew_code(here: Visit) -> Step:
    """Give the league a new code."""
    return Step(
        title=_("A new code"),
        button=_("Renew the code"),
        is_grave=True,
        happens=[_("The old code lets nobody in any more. Whoever came by it stays.")],
        do=lambda typed: membership.renew_code(here.league, here.user),
        done=_("The league has a new code."),
        back=reverse("leagues:run-invitations", args=[here.league.slug]),
    )


@step("run")
def archive(here: Visit) -> Step:
    """Close the league for good."""
    return Step(
        title=_("Archive the league"),
        button=_("Archive it"),
        is_grave=True,
        form=NoteForm,
        happens=[
            _("Nobody joins any more, and no season can be opened."),
            _("Tables, rounds, replays and the audit stay to be looked at."),
        ],
        says={refusals.WrongStage: _("A season is still running: close it or call it off first.")},
        do=lambda typed: seasons.archive(here.league, here.user, reason=typed["reason"]),
        done=_("The league is archived."),
        back=console_of(here),
        goes=here.league.get_absolute_url(),
    )


@step("schedule")
def undo(here: Visit, key: int) -> Step:
    """Put back what was before an organiser's act."""
    act = get_object_or_404(here.league.audits.select_related("season", "actor"), pk=key)
    return Step(
        title=_("Undo this"),
        button=_("Undo"),
        is_grave=True,
        form=ReasonForm,
        happens=[
            _("Everything is as it was before, if nothing that builds on it has changed since."),
            _("What was done and that it was undone both stay in the audit."),
        ],
        do=lambda typed: audit.undo(act.pk, here.user, reason=typed["reason"]),
        done=_("It is undone."),
        back=reverse("leagues:audit", args=[here.league.slug]) + f"#act-{act.pk}",
        extra={"act": act},
        template="leagues/run/undo.html",
    )
