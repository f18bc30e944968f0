"""Pages about people: the public profile, one's own, claiming, the data, the end."""

from typing import Any
from uuid import UUID

from allauth.account.internal.flows.email_verification import send_verification_email_to_address
from allauth.account.utils import get_next_redirect_url, setup_user_email
from allauth.core import ratelimit
from allauth.usersessions.adapter import get_adapter as get_sessions_adapter
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import guests, personal_data, profile_sections
from accounts.adapter import remember_language
from accounts.deletion import delete_account
from accounts.forms import ClaimForm, DeletionForm, ProfileForm, verifies_email
from accounts.models import User
from accounts.names import validate_username

UNPROCESSABLE = 422


def _page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    refused = context["form"].is_bound and context["form"].errors
    return render(request, template, context, status=UNPROCESSABLE if refused else 200)


@require_safe
def profile(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show what a stranger may know of a person: never an address, a log-in, a session."""
    person = get_object_or_404(User, public_id=public_id, is_active=True)
    context = {
        "person": person,
        "is_own": person == request.user,
        "shows_history": person.shows_history_to(request.user),
        "sections": profile_sections.history_of(person, request.user),
    }
    return render(request, "accounts/profile.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """Edit one's name, words, language and privacy."""
    # A copy: a refused name must not appear in the page's header.
    user = User.objects.get(pk=request.user.pk)
    form = ProfileForm(request.POST or None, instance=user)
    if not (form.is_valid() and _saved(form)):
        return _page(request, "accounts/settings.html", {"form": form})
    with translation.override(user.language or translation.get_language()):
        messages.success(request, gettext("Your profile is saved."))
    response = redirect("accounts:settings")
    if "language" in form.changed_data:
        remember_language(response, user.language)
    return response


def _saved(form: ProfileForm) -> bool:
    try:
        with transaction.atomic():
            form.save()
    except IntegrityError:  # somebody took the name between our look and our write
        form.add_error("display_name", gettext("Somebody has just taken this name."))
        return False
    return True


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest) -> HttpResponse:
    """Let a guest set username, address and password, and keep what they played."""
    if not request.user.is_guest:
        return redirect("accounts:settings")
    form = ClaimForm(request.POST or None, initial={"username": _username_for(request.user)})
    if request.method == "POST" and not ratelimit.consume(request, action="signup"):
        return ratelimit.respond_429(request)
    if not (form.is_valid() and _claimed(request, form)):
        return _page(request, "accounts/claim.html", {"form": form})
    messages.success(request, gettext("The account is yours, with everything you played."))
    return redirect(get_next_redirect_url(request) or "accounts:settings")


def _username_for(guest: User) -> str:
    try:
        validate_username(guest.name)
    except ValidationError:
        return ""
    return guest.name


def _claimed(request: HttpRequest, form: ClaimForm) -> bool:
    values = form.cleaned_data
    try:
        user = guests.claim(
            request.user,
            username=values["username"],
            email=values["email"],
            password=values["password1"],
        )
    except guests.NotAGuest:  # a second click: it is done already
        return True
    except IntegrityError:
        form.add_error("username", gettext("Somebody has just taken this name."))
        return False
    guests.keep_session(request, user)
    address = setup_user_email(request, user, [])
    if address and verifies_email():
        send_verification_email_to_address(request, address, signup=True)
    return True


@login_required
@require_POST
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """End one of one's own sessions; whoever sits there is logged out."""
    session = get_object_or_404(UserSession, pk=pk, user=request.user)
    if session.session_key == request.session.session_key:
        return redirect("account_logout")
    get_sessions_adapter().end_sessions([session])
    messages.success(request, gettext("That session has ended."))
    return redirect("usersessions_list")


@login_required
@require_safe
def data(request: HttpRequest) -> HttpResponse:
    """Say what is kept about oneself, offer the file and the way out."""
    return render(request, "accounts/data.html")


@login_required
@require_safe
def download(request: HttpRequest) -> HttpResponse:
    """Answer with everything stored about oneself, as a JSON file."""
    document = personal_data.export(request.user)
    response = JsonResponse(document, json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="cabinet-noir-data.json"'
    return response


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete one's account after the password, or for guests a word, was typed."""
    form = DeletionForm(request.POST or None, request=request)
    if request.method != "POST" or not form.is_valid():
        return _page(request, "accounts/delete.html", {"form": form})
    user = User.objects.get(pk=request.user.pk)
    delete_account(user)
    logout(request)
    messages.success(request, gettext("Your account is deleted, with everything kept about you."))
    return redirect("matches:lobby")
