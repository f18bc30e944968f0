"""The form for a round made by hand: typed or uploaded."""

import csv
from collections.abc import Iterator
from io import StringIO
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.names import comparable
from games.leagues.models import Division, Entry
from games.leagues.organiser.forms_teams import entry_called

#: The most bytes of a file; a thousand players need fewer.
LARGEST = 200_000
#: The columns of a file with a line for each player.
TABLE, SEAT, NAME = "table", "seat", "name"
#: A fixture as it was typed: the number of its line, and names by seat.
Line = tuple[int, list[str]]


class ManualForm(forms.Form):
    """The pairings, by name: typed, pasted, or in a file."""

    tables = forms.CharField(
        label=gettext_lazy("Fixtures"),
        help_text=gettext_lazy(
            "One line per fixture: its players separated by commas, in seat order."
        ),
        required=False,
        widget=forms.Textarea(attrs={"rows": 14}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        help_text=gettext_lazy(
            "CSV: one line per fixture, or the columns table, seat and name with one line per "
            "player."
        ),
        required=False,
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = division.season.league.rules.seats
        self.by_name: dict[str, list[Entry]] = {}
        for entry in division.entries.filter(status=Entry.Status.CONFIRMED):
            self.by_name.setdefault(comparable(entry.name), []).append(entry)

    def clean_file(self) -> str:
        """Return the text of the file; empty without a file.

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

    def clean(self) -> dict[str, Any]:
        """Return the tables and the byes; a line with one name is a bye.

        :raises ValidationError: with a sentence for each line that cannot be played.
        """
        cleaned = super().clean() or {}
        text, file = cleaned.get("tables", ""), cleaned.get("file", "")
        if self.errors:
            return cleaned
        if text.strip() and file.strip():
            raise ValidationError(_("Type the fixtures or choose a file, not both."))
        try:
            lines = list(lines_of(file or text))
        except csv.Error as error:
            raise ValidationError(_("This is not a CSV file.")) from error
        tables = self._tables(lines)
        if not any(len(table) > 1 for table in tables):
            raise ValidationError(_("No fixtures given."))
        return {
            "tables": [table for table in tables if len(table) > 1],
            "byes": [table[0] for table in tables if len(table) == 1],
        }

    def _tables(self, lines: list[Line]) -> list[list[Entry]]:
        """Return the players of each line.

        :raises ValidationError: with a sentence for each wrong line.
        """
        wrong: list[str] = []
        rows: dict[int, int] = {}
        tables = []
        for number, names in lines:
            table: list[Entry] = []
            for name in names:
                try:
                    table.append(entry_called(self.by_name, name))
                except ValidationError as error:
                    wrong.append(_in_line(number, error.messages[0]))
            for entry in table:
                if entry.pk in rows:
                    text = _("%(name)s is already in line %(line)d.")
                    message = text % {"name": entry.name, "line": rows[entry.pk]}
                    wrong.append(_in_line(number, message))
                rows[entry.pk] = number
            if len(names) > 1 and len(names) not in self.seats:
                text = _("A fixture needs %(least)d to %(most)d players, not %(count)d.")
                size = {"least": self.seats.start, "most": self.seats.stop - 1}
                wrong.append(_in_line(number, text % {**size, "count": len(names)}))
            tables.append(table)
        if wrong:
            raise ValidationError(wrong)
        return tables


def _in_line(number: int, message: str) -> str:
    return _("Line %(line)d: %(said)s") % {"line": number, "said": message}


def lines_of(text: str) -> Iterator[Line]:
    """Yield the fixtures in a text: one per line, or one player per line below a heading.

    :raises csv.Error: if it is not CSV.
    """
    first = next((line for line in text.splitlines() if line.strip()), "")
    mark = next((one for one in ("\t", ",", ";") if one in first.removeprefix("sep=")), ",")
    reader = csv.reader(StringIO(text, newline=""), delimiter=mark, skipinitialspace=True)
    rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    is_mark_named = first.startswith("sep=")  # Excel's own first line
    rows = [(number, row) for number, row in rows if any(row)][is_mark_named:]
    heading = [cell.casefold() for cell in rows[0][1]] if rows else []
    if TABLE in heading and NAME in heading:
        yield from _by_player(heading, rows[1:])
        return
    for number, row in rows:
        yield number, [cell for cell in row if cell]


def _by_player(heading: list[str], rows: list[Line]) -> Iterator[Line]:
    """Yield the fixtures in a file with one player per line, in the order of seats."""
    tables: dict[str, list[tuple[str, int, str]]] = {}
    for number, row in rows:
        cells = dict(zip(heading, row, strict=False))
        seat = cells.get(SEAT, "").zfill(4)
        tables.setdefault(cells.get(TABLE, ""), []).append((seat, number, cells.get(NAME, "")))
    for players in tables.values():
        first = min(number for _seat, number, _name in players)
        yield first, [name for _seat, _number, name in sorted(players) if name]
