"""Forms that save only changed values, so that two users or two tabs may edit at the same time."""

from typing import Any, Self, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class MergedForm(forms.BaseForm):
    """A form that may also receive the values shown on its page, to detect changes."""

    def sending_what_it_shows(self) -> Self:
        """Return this form; its page also sends the shown values."""
        for field in self.fields.values():
            field.show_hidden_initial = True
        return self

    @property
    def has_shown(self) -> bool:
        """Return whether the shown values were sent; programs send only the new ones."""
        return any(field.html_initial_name in self.data for field in self)

    @property
    def changes(self) -> dict[str, Any]:
        """Return the values that differ from those shown; the others may be out of date."""
        cleaned: dict[str, Any] = self.cleaned_data
        if not self.has_shown:
            return cleaned
        return {name: value for name, value in cleaned.items() if name in self.changed_data}

    def name_conflicts(self) -> bool:
        """Add an error to each field that somebody else has changed, too; return whether any exist.

        The error has both values. The stored value then counts as shown, so sending the form again
        saves the user's own. Programs send no shown values, and get no errors.
        """
        taken = [self[name] for name in self.changes if self.has_shown and _is_taken(self[name])]
        self.data = data = cast(QueryDict, self.data).copy()
        for one in taken:
            theirs, yours = (_as_text(one.field, value) for value in (one.initial, one.value()))
            text = _("Somebody else has since saved “%(theirs)s” here; you entered “%(yours)s”.")
            self.add_error(one.name, text % {"theirs": theirs, "yours": yours})
            data[one.html_initial_name] = one.field.prepare_value(one.initial)
        return bool(taken)


def _is_taken(one: forms.BoundField) -> bool:
    """Return whether the stored value is neither the shown nor the sent one."""
    shown = one.field.hidden_widget().value_from_datadict(
        one.form.data, one.form.files, one.html_initial_name
    )
    return one.field.has_changed(one.initial, shown) and one.field.has_changed(
        one.initial, one.data
    )


def _as_text(field: forms.Field, value: Any) -> str:
    """Return a value in the form shown on its page."""
    value = field.prepare_value(value)
    if isinstance(field, forms.BooleanField):
        return gettext("yes") if value and value != "False" else gettext("no")
    choices: Any = dict(cast(Any, field.choices)) if isinstance(field, forms.ChoiceField) else {}
    return str(choices.get(value, "–" if value in (None, "") else value))
