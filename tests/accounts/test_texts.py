"""Multi-line texts written by users."""

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.urls import get_resolver

from accounts.models import User
from accounts.texts import TextField
from tests.accounts.conftest import log_in
from tests.accounts.test_profile import EDIT

#: Lists of names: none that has such characters is known, or taken.
LISTS = {"CharField teams", "CharField tables", "CharField players"}


def test_a_text_loses_bidi_controls_but_keeps_lines_and_emoji():
    typed = "Fog \u202egof\u202c\r\n\u2066isolated\u2069 👩\u200d👧 ❤\ufe0f "
    assert TextField().clean(typed) == "Fog gof\r\nisolated 👩\u200d👧 ❤\ufe0f"
    with pytest.raises(ValidationError):
        TextField().clean("\u202e")


def subclasses(kind: type) -> set[type]:
    """Return all classes below `kind`."""
    return {kind}.union(*map(subclasses, kind.__subclasses__()))


def test_every_multi_line_text_uses_the_text_field():
    assert get_resolver().url_patterns  # imports every page with its forms
    ours = [
        one
        for one in subclasses(forms.BaseForm)
        if one.__module__.partition(".")[0] in {"accounts", "games"}
    ]
    wide = {
        f"{type(field).__name__} {name}"
        for form in ours
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field.widget, forms.Textarea) and not isinstance(field, TextField)
    }
    assert len(ours) > 20
    assert wide == LISTS


def test_a_self_description_loses_bidi_controls(alice):
    log_in("alice").post("/account/profile/", EDIT | {"about": "I read\n\u202esrettel."})
    assert User.objects.get().about.splitlines() == ["I read", "srettel."]
