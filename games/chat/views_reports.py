"""The pages of reports."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import blocks
from accounts.models import User
from accounts.requests import AuthenticatedRequest
from games.chat import reports
from games.chat.models import Report
from games.chat.views import key_of
from games.matches.models import Match
from games.matches.public import errors, responses, viewer_of


@login_required
@require_POST
@never_cache
def message(request: AuthenticatedRequest, code: str, key: str) -> HttpResponse:
    """Report a message to the moderators."""
    match = responses.get_match_or_404(code)
    return responses.run_service(
        request,
        match,
        lambda: reports.report_message(match.pk, request.user, uuid.UUID(key)),
        notice=_("Thank you. A moderator will look at it."),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def player(request: AuthenticatedRequest, code: str) -> HttpResponse:
    """Show the players of the table, to block or report, and store a report."""
    match = responses.get_match_or_404(code)
    try:
        viewer_of(match, request.user)
        if request.method == "POST":
            _report(request, match.pk)
            messages.success(request, _("Thank you. A moderator will look at it."))
            return redirect(request.path)
    except errors.NotAllowed as refusal:
        return errors.forbidden(request, refusal)
    except errors.Refused as refusal:
        return _people(request, code, str(refusal), refusal.status)
    except Match.DoesNotExist:
        return responses.to_lobby(request)
    return _people(request, code)


def _report(request: AuthenticatedRequest, match_id: int) -> None:
    who, kind = key_of(request.POST.get("who", "")), request.POST.get("kind", "")
    reports.report_player(match_id, request.user, who, kind, request.POST.get("words", ""))


def _people(
    request: AuthenticatedRequest, code: str, error: str = "", status: int = 200
) -> HttpResponse:
    match = responses.get_match_or_404(code)
    people = match.players.filter(user__isnull=False).exclude(user=request.user)
    if match.is_over and not match.players.filter(user=request.user).exists():
        # A replay shows only their names at that table, not their accounts.
        people = people.filter(user__history_audience=User.Audience.EVERYONE)
    context = {
        "match": match,
        "people": people.select_related("user").order_by("seat"),
        "blocked": set(blocks.blocked_by(request.user).values_list("pk", flat=True)),
        "kinds": [(kind.value, kind.label) for kind in (Report.Kind.DEED, Report.Kind.PERSON)],
        "error": error,
        "asked": request.POST,
    }
    return render(request, "chat/people.html", context, status=status)


@login_required
@require_safe
@never_cache
def report_list(request: AuthenticatedRequest) -> HttpResponse:
    """Show the user's reports with their outcomes, and mark these as seen."""
    own = list(reports.of(request.user))
    reports.of(request.user).filter(is_settled=True).update(is_read=True)
    return render(request, "chat/reports.html", {"reports": own})
