"""Forms about oneself: sign up, claim a guest's account, edit the profile, delete it all."""

from typing import Any

from allauth.account import app_settings as account_settings
from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.core import ratelimit
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import get_language_info, pgettext
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from accounts.people import clean_free_name


class LoginForm(AllauthLoginForm):
    """allauth's form, with labels that say what to type."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("Username or e-mail address")
        login.widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}
        self.fields["remember"].label = _("Stay logged in on this device")


class SignupForm(AllauthSignupForm):
    """allauth's form with what a username is for, in words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        username = self.fields["username"]
        username.max_length = names.LONGEST
        username.widget.attrs |= {"maxlength": names.LONGEST, "autocapitalize": "none"}
        username.help_text = _("Also your name at the table; you can change that one later.")
        self.fields["password1"].help_text = _("At least 8 characters, and none of the usual ones.")


class ClaimForm(SignupForm):
    """What a guest adds to become an account: the same fields, for the row they have."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("To log in with. Your name at the table stays.")

    def clean_email(self) -> str:
        """Return the address if no account has it.

        :raises ValidationError: one has. A guest is logged in, and answers for the attempts.
        """
        email = super().clean_email()
        if self.account_already_exists:
            raise ValidationError(_("A user is already registered with this email address."))
        return email


class ProfileForm(forms.ModelForm):
    """What others may read of somebody, and who may see their matches."""

    class Meta:
        model = User
        fields = ("display_name", "about", "language", "history_audience", "wants_turn_mail")
        widgets = {
            "about": forms.Textarea(attrs={"rows": 4, "maxlength": 500}),
            "history_audience": forms.RadioSelect,
        }

    language = forms.ChoiceField(label=_("Language"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["display_name"]
        name.required = True
        name.widget.attrs["autocomplete"] = "nickname"
        name.help_text = _("What others read at the table, from your next match on.")
        self.fields["about"].help_text = _("Everybody can read this.")
        if self.instance.is_guest:  # who has no address
            del self.fields["wants_turn_mail"]
        else:
            letters = self.fields["wants_turn_mail"]
            letters.help_text = _(
                "To an address that you have confirmed. Mail about fixtures is set in each league, "
                "beside your hours."
            )
        self.fields["language"].choices = [("", _("As this browser asks"))] + [
            (code, get_language_info(code)["name_local"].capitalize())
            for code, _name in settings.LANGUAGES
        ]

    def clean_display_name(self) -> str:
        """Return the name if it is one, and free; a guest's may be shared with other guests."""
        return clean_free_name(self.cleaned_data["display_name"], besides=self.instance)

    def save(self, commit: bool = True) -> User:
        """Save the profile; the name's look follows the name."""
        user = super().save(commit=False)
        user.rename(user.display_name)
        if commit:
            user.save()
        return user


class DeletionForm(forms.Form):
    """Make sure that it is the owner who means it: by password, or by a word for guests."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    word = forms.CharField(
        label=_("The word"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.confirmation = pgettext("the word to type to delete an account", "delete")
        del self.fields["word" if request.user.has_usable_password() else "password"]

    def clean_password(self) -> str:
        """Return the password if it is theirs.

        :raises ValidationError: it isn't, or too many were tried.
        """
        if not ratelimit.consume(self.request, action="reauthenticate", user=self.request.user):
            raise ValidationError(_("Too many attempts. Try again in a few minutes."))
        password = self.cleaned_data["password"]
        if not self.request.user.check_password(password):
            raise ValidationError(_("This is not your password."))
        return password

    def clean_word(self) -> str:
        """Return the word if it is the one asked for.

        :raises ValidationError: it isn't.
        """
        word = self.cleaned_data["word"]
        if word.casefold() != self.confirmation.casefold():
            raise ValidationError(_("Type the word “%(word)s”.") % {"word": self.confirmation})
        return word


def verifies_email() -> bool:
    """Return whether a new address is sent a link to confirm it."""
    return account_settings.EMAIL_VERIFICATION != account_settings.EmailVerificationMethod.NONE
