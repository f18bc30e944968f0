"""The field for a moment: a day and a time, as forms of leagues ask for it."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

#: How a browser's field writes a moment.
MINUTES = "%Y-%m-%dT%H:%M"
#: A moment is this year's to this far ahead; near the last year that a computer knows, another
#: zone's time would be past it.
FIRST_YEAR, AHEAD = 2000, timedelta(days=3653)


class MomentField(forms.DateTimeField):
    """A moment in the present time zone.

    In the night when clocks go back, an hour that comes twice is the first; when they go forward,
    an hour that does not come is the next. A stored time of such a night can so be saved again.
    """

    def __init__(self, *, step: int | None = None, **options: Any) -> None:
        attrs: dict[str, Any] = {"type": "datetime-local"} | ({"step": step} if step else {})
        options.setdefault("widget", forms.DateTimeInput(attrs=attrs, format=MINUTES))
        super().__init__(**options)

    def to_python(self, value: Any) -> datetime | None:
        """Return the moment.

        :raises ValidationError: if it is none, or too far away.
        """
        with timezone.override(UTC):
            read = super().to_python(value)
        if read is None:
            return None
        if not FIRST_YEAR <= read.year <= (timezone.now() + AHEAD).year:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return read.replace(tzinfo=timezone.get_current_timezone()).astimezone(UTC)
