"""The page with decisions about oneself, and appeals."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import ConductDecision
from accounts.requests import AuthenticatedRequest
from games.conduct import decisions
from games.matches.public import errors


@login_required
@require_safe
@never_cache
def decision_list(request: AuthenticatedRequest) -> HttpResponse:
    """Show the decisions about the user, and mark them as read."""
    unread = decisions.of(request.user).filter(is_read=False)
    shown = list(unread.values_list("pk", flat=True))
    answer = _page(request)
    if request.method == "GET":
        unread.filter(pk__in=shown).update(is_read=True)
    return answer


@login_required
@require_POST
@never_cache
def appeal(request: AuthenticatedRequest, pk: int) -> HttpResponse:
    """Store an appeal against a decision about the user."""
    try:
        decisions.appeal(request.user, pk, request.POST.get("words", ""))
    except ConductDecision.DoesNotExist as absent:
        raise Http404 from absent
    except errors.Refused as refusal:
        return _page(request, refused=pk, error=refusal)
    messages.success(request, _("Your appeal has been sent. Somebody else will decide it."))
    return redirect("conduct:decisions")


def _page(
    request: AuthenticatedRequest, refused: int = 0, error: errors.Refused | None = None
) -> HttpResponse:
    rows = [(one, decisions.may_appeal(one)) for one in decisions.of(request.user)]
    context = {
        "rows": rows,
        "refused": refused,
        "error": error,
        "typed": request.POST.get("words", ""),
    }
    status = error.status if error else 200
    return render(request, "conduct/decisions.html", context, status=status)
