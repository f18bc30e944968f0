"""Forms for one's own account: sign up, claim a guest's account, edit the profile, delete it.

It also has functions for forms that set the choices of their fields at run time.
"""

from collections.abc import Callable
from typing import Any

from allauth.account import app_settings as account_settings
from allauth.account import forms as allauth_forms
from allauth.core import ratelimit
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import resolve
from django.utils.translation import get_language_info, pgettext
from django.utils.translation import gettext_lazy as _

from accounts import names, passwords
from accounts.merged_form import MergedForm
from accounts.models import User
from accounts.portraits import is_portrait
from accounts.requests import AuthenticatedRequest
from accounts.texts import TextField
from accounts.unique_names import clean_free_name, is_name_taken


class LoginForm(allauth_forms.LoginForm):
    """allauth's form, with labels that explain the input."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = self.fields["login"]
        login.label = _("Username or e-mail address")
        login.widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}
        self.fields["remember"].label = _("Stay logged in on this device")


class NewPassword:
    """The base of allauth's forms with a new password: one sentence lists its requirements.

    Error messages name the rule.
    """

    fields: dict[str, Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = _("At least 8 characters, and not a common password.")


class ChangePasswordForm(NewPassword, allauth_forms.ChangePasswordForm):
    """Changes a password with the current one."""


class SetPasswordForm(NewPassword, allauth_forms.SetPasswordForm):
    """Sets the first password of a user without one."""


class ResetPasswordForm(allauth_forms.ResetPasswordForm):
    """Requests a password reset, without looking for an account before the response."""

    def clean_email(self) -> str:
        """Return the e-mail address."""
        address: str = self.cleaned_data["email"]
        return address

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Schedule the e-mail."""
        address: str = self.cleaned_data["email"]
        passwords.ask_for_new(address)
        return address


class ResetPasswordKeyForm(NewPassword, allauth_forms.ResetPasswordKeyForm):
    """Changes a password with the link in an e-mail."""


class SignupForm(NewPassword, allauth_forms.SignupForm):
    """allauth's form, with a text that explains the username."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        username = self.fields["username"]
        username.max_length = names.LONGEST
        username.widget.attrs |= {"maxlength": names.LONGEST, "autocapitalize": "none"}
        username.help_text = _("Also your name at the table, which you can change later.")

    def try_save(self, request: HttpRequest) -> Any:
        """Store the account; if the name was taken after our check, validate the form again.

        The same user may have taken it, with a double click. The password is hashed before any
        lock, also for a known e-mail address, so that the time does not reveal it.
        """
        self.password = make_password(self.cleaned_data.pop("password1"))
        if self.account_already_exists:
            return super().try_save(request)
        try:
            with transaction.atomic():
                return super().try_save(request)
        except IntegrityError:
            if not is_name_taken(self.cleaned_data["username"]):
                raise
            return None, resolve(request.path_info).func(request)


class PasskeyForm(AddWebAuthnForm):
    """A new passkey, with its owner's name for the device."""

    name = forms.CharField(label=_("Name"), required=False, max_length=60)


class RenamedPasskeyForm(EditWebAuthnForm):
    """A new name for a passkey."""

    name = forms.CharField(label=_("Name"), max_length=60)


class ClaimForm(SignupForm):
    """Turns a guest into an account; the row stays the same."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _(
            "For logging in. Your name at the table doesn't change."
        )

    def clean_email(self) -> str:
        """Return the e-mail address if no account has it.

        :raises ValidationError: if one has. Only a guest, who is logged in, can try addresses here.
        """
        email: str = super().clean_email()
        if self.account_already_exists:
            raise ValidationError(_("A user is already registered with this email address."))
        return email


class ProfileForm(MergedForm, forms.ModelForm):  # type: ignore[type-arg]
    """The public profile of a user, and the visibility of their matches."""

    class Meta:
        model = User
        fields = (
            "display_name",
            "about",
            "language",
            "history_audience",
            "shows_presence",
            "letter_way",
            "wants_turn_mail",
        )
        field_classes = {"about": TextField}
        widgets = {
            "about": forms.Textarea(attrs={"rows": 4, "maxlength": 500}),
            "history_audience": forms.RadioSelect,
            "letter_way": forms.RadioSelect,
        }

    language = forms.ChoiceField(label=_("Language"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["display_name"]
        name.required = True
        name.widget.attrs["autocomplete"] = "nickname"
        name.help_text = _("Shown to others at the table, from your next match on.")
        self.fields["about"].help_text = _("Everybody can read this.")
        self.fields["history_audience"].help_text = _(
            "Only me: your page, searches for your name and the ratings hide your matches from "
            "others. Public matches stay public under the name you had at the table, and so do "
            "your league results."
        )
        self.fields["shows_presence"].help_text = _(
            "The front page shows how many people are playing and waiting, without names."
        )
        if self.instance.is_guest:  # guests have no e-mail address
            del self.fields["wants_turn_mail"]
        else:
            letters = self.fields["wants_turn_mail"]
            letters.help_text = _(
                "Sent to your confirmed address. E-mail about fixtures is a setting of each "
                "league, next to your availability."
            )
        choice_field(self, "language").choices = [("", _("Same as this browser"))] + [
            (code, get_language_info(code)["name_local"].capitalize())
            for code, _name in settings.LANGUAGES
        ]
        self.sending_what_it_shows()

    def clean_display_name(self) -> str:
        """Return the name if it is valid and free; guests may share one with other guests."""
        return clean_free_name(self.cleaned_data["display_name"], besides=self.instance)

    def clean(self) -> dict[str, Any]:
        """Return only the values that were changed on the page, which are saved."""
        super().clean()
        return self.changes

    def save(self, commit: bool = True) -> User:
        """Save the profile, with the comparable form of the name."""
        user: User = super().save(commit=False)
        user.rename(user.display_name)
        if commit:
            user.save()
        return user


class PortraitForm(forms.Form):
    """The choice of a face; an empty value is the original one."""

    portrait = forms.CharField(label=_("Portrait"), required=False, max_length=16)

    def clean_portrait(self) -> str:
        """Return the code of a face.

        :raises ValidationError: if it is invalid.
        """
        code: str = self.cleaned_data["portrait"]
        if code and not is_portrait(code):
            raise ValidationError(_("There is no such portrait."))
        return code


class DeletionForm(forms.Form):
    """Confirms that the owner deletes the account: with a password, or for guests a word."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    word = forms.CharField(
        label=_("Confirmation"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, request: AuthenticatedRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.confirmation = pgettext("the word to type to delete an account", "delete")
        del self.fields["word" if request.user.has_usable_password() else "password"]

    def clean_password(self) -> str:
        """Return the password if it is right.

        :raises ValidationError: if it is wrong, or after too many attempts.
        """
        if not ratelimit.consume(self.request, action="reauthenticate", user=self.request.user):
            raise ValidationError(_("Too many attempts. Try again in a few minutes."))
        password: str = self.cleaned_data["password"]
        if not self.request.user.check_password(password):
            raise ValidationError(_("That is not your password."))
        return password

    def clean_word(self) -> str:
        """Return the word if it is the right one.

        :raises ValidationError: if not.
        """
        word: str = self.cleaned_data["word"]
        if word.casefold() != self.confirmation.casefold():
            raise ValidationError(_("Type the word “%(word)s”.") % {"word": self.confirmation})
        return word


def verifies_email() -> bool:
    """Return whether a new e-mail address has to be confirmed by a link."""
    return bool(
        account_settings.EMAIL_VERIFICATION != account_settings.EmailVerificationMethod.NONE
    )


def choice_field(form: forms.BaseForm, name: str) -> forms.ChoiceField:
    """Return the field `name` of `form`, which must have choices.

    :raises TypeError: if it does not.
    """
    field = form.fields[name]
    if not isinstance(field, forms.ChoiceField):
        raise TypeError(f"{name} is not a field with choices")
    return field


def model_choice_field(form: forms.BaseForm, name: str) -> forms.ModelChoiceField:  # type: ignore[type-arg]
    """Return the field `name` of `form`, which must offer rows of the database.

    :raises TypeError: if it does not.
    """
    field = form.fields[name]
    if not isinstance(field, forms.ModelChoiceField):
        raise TypeError(f"{name} is not a field with rows")
    return field


def label_rows(field: forms.ModelChoiceField, label: Callable[[Any], str]) -> None:  # type: ignore[type-arg]
    """Let `field` label each row with the result of `label`."""
    vars(field)["label_from_instance"] = label
