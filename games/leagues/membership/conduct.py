"""Conduct in a league: organisers decide reports and appeals, with effects in that league only."""

from django.db.models import Q, QuerySet

from accounts.models import ConductDecision, User
from games.chat import reports
from games.chat.models import Report
from games.conduct import decisions
from games.leagues import errors
from games.leagues.audit.recorder import record
from games.leagues.models import League
from games.matches.public import NotAllowed


def kept_out(league: League) -> set[int]:
    """Return the keys of the users who are currently barred from playing in the league."""
    return ConductDecision.objects.kept_out(league.get_absolute_url())


def reports_for(league: League, organiser: User) -> QuerySet[Report]:
    """Return the reports about the league that `organiser` may decide.

    Reports from its tables are included once the match is over. Organisers cannot decide reports
    that they filed or that are about them.
    """
    scope = league.get_absolute_url()
    found = reports.to_moderate(organiser).filter(
        Q(match__scope=scope) | Q(match=None, address__startswith=scope)
    )
    return found.exclude(Q(by=organiser) | Q(about=organiser)).select_related("match", "about")


def decisions_for(league: League, organiser: User) -> QuerySet[ConductDecision]:
    """Return the league's decisions, newest first, except those about `organiser`."""
    found = ConductDecision.objects.filter(scope=league.get_absolute_url()).exclude(user=organiser)
    return found.select_related("user", "by", "heard_by").order_by("-pk")


def appeals_for(league: League, organiser: User) -> list[ConductDecision]:
    """Return the league's decisions with an appeal that `organiser` may decide, oldest first."""
    scope = league.get_absolute_url()
    open_ = decisions_for(league, organiser).filter(appealed_at__isnull=False, verdict="")
    return [one for one in open_.reverse() if decisions.may_hear(one, organiser, scope)]


def decide(
    league: League, actor: User, report: Report, *, decision_kind: str, days: int, reason: str,
    answer: str,
) -> None:  # fmt: skip
    """Decide a report, impose a measure for `days` if any, and notify both sides.

    :raises Refused: NotAllowed, also for the reporter and the reported; AlreadyDecided.
    """
    with record(league, actor, "decide_report"):
        rows = reports_for(league, actor).select_for_update(of=("self",))
        row = rows.filter(pk=report.pk).first()
        if row is None:
            raise NotAllowed
        if row.is_settled:
            raise errors.AlreadyDecided
        if decision_kind in ConductDecision.Kind.values and row.about is not None:
            row.decision = decisions.impose(
                row.about, decision_kind, reason.strip(), actor, days=days, report=row,
                scope=league.get_absolute_url(), scope_name=league.name,
            )  # fmt: skip
        outcome = Report.Outcome.ACTED if row.decision else Report.Outcome.NOTHING
        reports.settle(row, outcome, answer)


def hear(
    league: League, actor: User, decision: ConductDecision, *, verdict: str, answer: str
) -> None:
    """Decide an appeal against a decision of the league, and notify the person concerned.

    :raises NotAllowed: for the person concerned, the reporter, and the organiser who imposed the
        decision; or if the appeal is already decided.
    """
    with record(league, actor, "hear_appeal"):
        decisions.hear(decision.pk, verdict, answer, actor, scope=league.get_absolute_url())
