"""Blocking and unblocking a person, from their page or from the list."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts import blocks
from accounts.models import User
from accounts.requests import AuthenticatedRequest, own_page


@login_required
@require_safe
def block_list(request: AuthenticatedRequest) -> HttpResponse:
    """Show the people the user has blocked."""
    return render(request, "accounts/blocks.html", {"people": blocks.blocked_by(request.user)})


def _block(by: User, person: User) -> None:
    """Store the block.

    :raises Http404: if `person` has just deleted their account.
    """
    try:
        blocks.block(by, person)
    except IntegrityError:
        get_object_or_404(User, pk=person.pk)
        raise


@login_required
@require_POST
def change(request: AuthenticatedRequest, public_id: UUID, *, blocked: bool) -> HttpResponse:
    """Block or unblock a person, and redirect to the page of this site that asked for it."""
    person = get_object_or_404(User, public_id=public_id)
    if blocked:
        _block(request.user, person)
        words = gettext("%(name)s is blocked, and will not be notified.")
    else:
        blocks.unblock(request.user, person)
        words = gettext("%(name)s is no longer blocked.")
    messages.success(request, words % {"name": person.name})
    return redirect(own_page(request.POST.get("back", "")) or "accounts:blocks")
