"""Texts of one line or several, as people write them about themselves and their leagues."""

from typing import Any

from django import forms

#: Characters that turn the writing round, also that of others after it: Unicode's embeddings,
#: overrides and isolates. They come unseen with what is pasted, so nobody could mend a refusal.
_TURNING = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])


class TextField(forms.CharField):
    """A text, without the characters that turn the writing round."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> Any:
        """Return `value` as it is kept."""
        return super().to_python(str(value or "").translate(_TURNING))
