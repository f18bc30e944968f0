"""The form for a new token."""

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.api.models import Scope
from games.api.tokens import LIVES


def _days(days: int) -> str:
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


class TokenForm(forms.Form):
    """The name, the uses and the lifetime of a token."""

    name = forms.CharField(
        label=_("Name"),
        max_length=40,
        help_text=_("Only you see this: for example, the name of the program that will use it."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"),
        choices=Scope.choices,
        initial=[Scope.PLAY],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=int,
        initial=90,
        choices=[(days, lazy(_days, str)(days)) for days in LIVES],
    )
