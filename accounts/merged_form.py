"""Forms that save only changed values, so that two users or two tabs may edit at once."""

from typing import Any, Self

from django import forms


class MergedForm(forms.BaseForm):
    """A form that may also receive the values shown on its page, to know the changes."""

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
