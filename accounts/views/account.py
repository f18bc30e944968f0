"""Pages about people: the public profile, settings, claiming, data, deletion."""

from typing import Any
from uuid import UUID

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.account.models import EmailAddress
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

from accounts import blocks, guests, portraits, privacy, profile_sections
from accounts.adapter import remember_language
from accounts.forms import ClaimForm, DeletionForm, PortraitForm, ProfileForm, verifies_email
from accounts.models import User
from accounts.names import validate_username
from accounts.requests import AuthenticatedRequest

UNPROCESSABLE = 422
LONGEST_NUMBER = 6  #: digits of a sheet's number


def _page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    has_errors = context["form"].is_bound and context["form"].errors
    return render(request, template, context, status=UNPROCESSABLE if has_errors else 200)


@require_safe
def profile(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Show a person's public profile, without e-mail address, username and sessions."""
    person = get_object_or_404(User, public_id=public_id, is_active=True)
    context = {
        "person": person,
        "is_own": person == request.user,
        "is_blocked": blocks.blocked_by(request.user).contains(person)
        if request.user.is_authenticated
        else None,
        "shows_history": person.shows_history_to(request.user),
        "sections": profile_sections.history_of(person, request.user),
    }
    return render(request, "accounts/profile.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: AuthenticatedRequest) -> HttpResponse:
    """Edit the user's name, description, language and privacy."""
    # A copy, because a refused name must not appear in the page's header; locked, because another
    # tab may claim or delete the account, or give it a new password.
    rows = User.objects.select_for_update() if request.method == "POST" else User.objects
    with transaction.atomic():
        user = rows.filter(pk=request.user.pk).first()
        if user is None:
            return redirect("account_login")
        form = ProfileForm(request.POST or None, instance=user)
        is_saved = form.is_valid() and _save(form)
    if not is_saved:
        return _page(request, "accounts/settings.html", {"form": form})
    with translation.override(user.language or translation.get_language()):
        messages.success(request, gettext("Your profile has been saved."))
    response = redirect("accounts:settings")
    if "language" in form.changed_data:
        remember_language(response, user.language)
    return response


def _save(form: ProfileForm) -> bool:
    try:
        with transaction.atomic():
            form.save()
    except IntegrityError:  # another account took the name after our check
        form.add_error("display_name", gettext("Somebody has just taken this name."))
        return False
    return True


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def portrait(request: AuthenticatedRequest) -> HttpResponse:
    """Choose a portrait, from any number of pages."""
    form = PortraitForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = request.user
        user.chosen_portrait = form.cleaned_data["portrait"]
        user.save(update_fields=["chosen_portrait"])
        messages.success(request, gettext("Your portrait has been saved."))
        return redirect("accounts:settings")
    return _page(request, "accounts/portrait.html", {"form": form, **_sheet(request)})


def _sheet(request: AuthenticatedRequest) -> dict[str, Any]:
    number = request.GET.get("sheet", "0")
    sheet = int(number) if number.isdecimal() and len(number) < LONGEST_NUMBER else 0
    return {
        "codes": portraits.sheet_of(str(request.user.public_id), sheet),
        "sheet": sheet,
        "derived": portraits.portrait_of(str(request.user.public_id)),
    }


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: AuthenticatedRequest) -> HttpResponse:
    """Let a guest set username, address and password, and keep their matches.

    A table's page sends only the e-mail address; it is then filled into the form.
    """
    if not request.user.is_guest:
        return redirect("accounts:settings")
    begins = request.method != "POST" or "username" not in request.POST
    initial = {"username": _username_for(request.user), "email": request.POST.get("email", "")}
    form = ClaimForm(None if begins else request.POST, initial=initial)
    if not begins and not ratelimit.consume(request, action="signup"):
        return ratelimit.respond_429(request)
    if not (form.is_valid() and _claim(request, form)):
        return _page(request, "accounts/claim.html", {"form": form})
    messages.success(request, gettext("The account is yours, with all your matches."))
    return redirect(get_next_redirect_url(request) or "accounts:settings")


def _username_for(guest: User) -> str:
    try:
        validate_username(guest.name)
    except ValidationError:
        return ""
    return guest.name


def _claim(request: AuthenticatedRequest, form: ClaimForm) -> bool:
    values = form.cleaned_data
    try:
        user = guests.claim(
            request.user,
            username=values["username"],
            email=values["email"],
            password=values["password1"],
            language=translation.get_language() or "",
        )
    except guests.NotAGuest:  # a second click: already claimed, if with the same data
        if User.objects.filter(pk=request.user.pk, username=values["username"]).exists():
            return True
        form.add_error(
            None, gettext("This account was just created in another tab. Log in with it.")
        )
        return False
    except IntegrityError:
        form.add_error("username", gettext("Somebody has just taken this name."))
        return False
    guests.keep_session(request, user)
    address = setup_user_email(request, user, [])
    if address and verifies_email():
        _send_confirmation(request, address)
    return True


def _send_confirmation(request: HttpRequest, address: EmailAddress) -> None:
    """Send a link that confirms the e-mail `address`, unless one was just sent; add a notice."""
    if not ratelimit.consume(request, action="confirm_email", key=address.email.lower()):
        return
    address.send_confirmation(request, signup=True)
    context = {"email": address.email, "login": False, "signup": True}
    template = "account/messages/email_confirmation_sent.txt"
    get_account_adapter().add_message(request, messages.INFO, template, context)


@login_required
@require_POST
def end_session(request: AuthenticatedRequest, pk: int) -> HttpResponse:
    """End one of the user's sessions, which logs out that browser."""
    session = get_object_or_404(UserSession, pk=pk, user=request.user)
    if session.session_key == request.session.session_key:
        return redirect("account_logout")
    get_sessions_adapter().end_sessions([session])
    messages.success(request, gettext("That session has ended."))
    return redirect("usersessions_list")


@login_required
@require_safe
def data(request: AuthenticatedRequest) -> HttpResponse:
    """Show the stored data about the user, with links to the file and to deletion."""
    return render(request, "accounts/data.html")


@login_required
@require_safe
def download(request: AuthenticatedRequest) -> HttpResponse:
    """Send everything stored about the user, as a JSON file."""
    document = privacy.export(request.user)
    response = JsonResponse(document, json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="cabinet-noir-data.json"'
    return response


@sensitive_post_parameters()
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: AuthenticatedRequest) -> HttpResponse:
    """Delete the user's account, after the password or, for guests, a word."""
    form = DeletionForm(request.POST or None, request=request)
    if request.method != "POST" or not form.is_valid():
        return _page(request, "accounts/delete.html", {"form": form})
    user = User.objects.filter(pk=request.user.pk).first()
    if user is not None:  # else another tab, or a second click, has deleted it
        privacy.delete_account(user)
    logout(request)
    messages.success(
        request, gettext("Your account has been deleted, along with everything stored about you.")
    )
    return redirect("matches:lobby")
