"""Lists that organisers paste or upload as CSV: pairings of a round, and players of a season."""

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

#: The maximum size of a file in bytes; a thousand players need less.
LARGEST = 200_000
#: A line of the input: its number, and its cells.
Line = tuple[int, list[str]]


class PastedForm(forms.Form):
    """A list as text, or as a file in the same format."""

    about_file: Any = ""
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].help_text = self.about_file
        self.order_fields([name for name in self.fields if name != "file"])

    def clean_file(self) -> str:
        """Return the decoded text of the file; empty without a file.

        :raises ValidationError: if it is too large.
        """
        file = self.cleaned_data["file"]
        if file is None:
            return ""
        if file.size > LARGEST:
            raise ValidationError(_("This file is too large."))
        data: bytes = file.read()
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return data.decode("cp1252", "replace")  # how Excel stores CSV in Western Europe

    def pasted(self, name: str) -> str:
        """Return the text of the field `name`, or of the file.

        :raises ValidationError: if both are given.
        """
        text, file = self.cleaned_data.get(name, ""), self.cleaned_data.get("file", "")
        if text.strip() and file.strip():
            raise ValidationError(_("Type the list or choose a file, not both."))
        return str(file or text)


@contextmanager
def only_csv() -> Iterator[None]:
    """Report an error of the CSV parser as an error of the form.

    :raises ValidationError: if the text is not CSV.
    """
    try:
        yield
    except csv.Error as error:
        raise ValidationError(_("This is not a CSV file.")) from error


def in_line(number: int, message: Any) -> str:
    """Return a message about a line of a list."""
    return _("Line %(line)d: %(said)s") % {"line": number, "said": message}


def rows_of(text: str) -> list[Line]:
    """Return the number and cells of each non-empty line, with any common separator.

    :raises csv.Error: if it is not CSV.
    """
    first = next((line for line in text.splitlines() if line.strip()), "")
    mark = next((one for one in ("\t", ",", ";") if one in first.removeprefix("sep=")), ",")
    reader = csv.reader(StringIO(text, newline=""), delimiter=mark, skipinitialspace=True)
    rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    is_mark_named = first.startswith("sep=")  # a first line written by Excel
    return [(number, row) for number, row in rows if any(row)][is_mark_named:]
