"""Fields for texts that people write about themselves and their leagues."""

from typing import Any

from django import forms

#: Characters that change the writing direction, also of the text after them: Unicode's embeddings,
#: overrides and isolates. They come unnoticed with pasted text, so users could not fix an error.
_TURNING = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])


class TextField(forms.CharField):
    """A text, without characters that change the writing direction."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> Any:
        """Return `value` without these characters."""
        return super().to_python(str(value or "").translate(_TURNING))
