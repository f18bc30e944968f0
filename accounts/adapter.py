"""How allauth signs people up and in here: our rules for names, our language cookie."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from accounts.people import clean_free_name


class AccountAdapter(DefaultAccountAdapter):
    """A username is a name too, and becomes the name at the table of a new account."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return `username` if it is a name, nobody's look-alike, and free.

        :raises ValidationError: it isn't.
        """
        return super().clean_username(clean_free_name(username), shallow=shallow)

    def save_user(
        self,
        request: HttpRequest,
        user: User,
        form: BaseForm,
        commit: bool = True,
    ) -> User:
        """Save a new account under its username as name, in the language of the page."""
        user = super().save_user(request, user, form, commit=False)
        user.rename(user.username)
        if commit:
            user.save()
        return user

    def post_login(self, request: HttpRequest, user: User, **details: Any) -> HttpResponse:
        """Go on to where the person was going, in the language they chose for themselves."""
        response = super().post_login(request, user, **details)
        if user.language:
            remember_language(response, user.language)
        return response


def remember_language(response: HttpResponse, language: str) -> None:
    """Set the cookie that says which language pages are in; drop it if `language` is empty."""
    if not language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=365 * 24 * 3600,
        secure=settings.HTTPS,
        samesite="Lax",
    )
