"""Organisers' pages about conduct: reports, decisions and appeals of a league."""

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import ConductDecision
from games.chat.models import Report
from games.conduct import decisions
from games.conduct.forms import LeagueDecisionForm, VerdictForm
from games.leagues import errors
from games.leagues.confirmation import Confirmation, frame, page, step
from games.leagues.context import LeagueContext
from games.leagues.membership import conduct
from games.matches.public import NotAllowed

MOST = 50  #: reports and decisions on the page


@page("arbitrate")
def conduct_page(request: HttpRequest, context: LeagueContext) -> HttpResponse:
    """Show the open reports, and the decisions with their appeals."""
    scope = context.league.get_absolute_url()
    rows = conduct.decisions_for(context.league, context.actor)[:MOST]
    reports = conduct.reports_for(context.league, context.actor).filter(is_settled=False)
    values = frame(context) | {
        "reports": reports.order_by("pk")[:MOST],
        "rows": [(one, decisions.may_hear(one, context.actor, scope)) for one in rows],
    }
    return render(request, "leagues/organiser/conduct.html", values)


def _report(context: LeagueContext, key: int) -> Report:
    """Return a report that the visitor may decide.

    :raises Http404: if it does not exist.
    :raises AlreadyDecided: if it has been decided in the meantime.
    """
    report = get_object_or_404(conduct.reports_for(context.league, context.actor), pk=key)
    if report.is_settled:
        raise errors.AlreadyDecided
    return report


def _appealed(context: LeagueContext, key: int) -> ConductDecision:
    """Return a decision with an appeal that the visitor may decide.

    :raises Http404: if it does not exist.
    :raises AlreadyDecided: if it has been decided in the meantime.
    :raises NotAllowed: if another organiser must decide it.
    """
    decision = get_object_or_404(conduct.decisions_for(context.league, context.actor), pk=key)
    if decision.verdict:
        raise errors.AlreadyDecided
    if not decisions.may_hear(decision, context.actor, context.league.get_absolute_url()):
        raise NotAllowed
    return decision


def _page_of(context: LeagueContext, _row: Report | ConductDecision) -> str:
    return reverse("leagues:run-conduct", args=[context.league.slug])


@step("arbitrate", of=(_report, _page_of))
def report(context: LeagueContext, report: Report) -> Confirmation:
    """Decide a report."""
    return Confirmation(
        title=_("Decide the report"),
        button=_("Decide the report"),
        form=lambda data: LeagueDecisionForm(data, about=report.about),
        effects=[
            _("It applies only in this league. Both sides are notified, without your name."),
            _(
                "While barred from matches, they can't sit down at the league's tables, and "
                "forfeit as if absent. A match under way is played to its end."
            ),
            _("They may appeal once; another owner or arbiter decides the appeal."),
        ],
        execute=partial(conduct.decide, context.league, context.actor, report),
        success_message=_("The report has been decided."),
        template="leagues/organiser/report.html",
        extra={"one": report},
    )


@step("arbitrate", of=(_appealed, _page_of))
def appeal(context: LeagueContext, decision: ConductDecision) -> Confirmation:
    """Decide an appeal."""
    return Confirmation(
        title=_("Decide the appeal"),
        button=_("Decide the appeal"),
        form=VerdictForm,
        effects=[_("They are notified. A lifted restriction ends immediately.")],
        execute=partial(conduct.hear, context.league, context.actor, decision),
        success_message=_("The appeal has been decided."),
        template="leagues/organiser/appeal.html",
        extra={"one": decision},
    )
