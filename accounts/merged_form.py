"""Forms that two people, or two tabs, may have open at once: each saves only its own changes."""

from typing import Any, Self

from django import forms


class MergedForm(forms.BaseForm):
    """A form whose page may also send the values that it showed, so that changes are known."""

    def sending_what_it_shows(self) -> Self:
        """Return this form; its page sends the shown values too."""
        for field in self.fields.values():
            field.show_hidden_initial = True
        return self

    @property
    def has_shown(self) -> bool:
        """Return whether the shown values were sent; programs send the new ones alone."""
        return any(field.html_initial_name in self.data for field in self)

    @property
    def changes(self) -> dict[str, Any]:
        """Return the values that differ from those shown; the others may have changed since."""
        cleaned: dict[str, Any] = self.cleaned_data
        if not self.has_shown:
            return cleaned
        return {name: value for name, value in cleaned.items() if name in self.changed_data}
