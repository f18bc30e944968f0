"""The form for a round made by hand: typed or uploaded."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.names import comparable
from games.leagues.models import Division, Entry
from games.leagues.organiser.forms_pasted import Line, PastedForm, in_line, only_csv, rows_of
from games.leagues.organiser.forms_teams import entry_called

#: The columns of a file with one player per line.
TABLE, SEAT, NAME = "table", "seat", "name"


class DrawForm(forms.Form):
    """The players to draw: all who attend, or only those checked in."""

    only_here = forms.BooleanField(required=False, widget=forms.HiddenInput)


class ManualForm(PastedForm):
    """The pairings of a round, by players' names: typed, pasted, or in a file."""

    about_file = gettext_lazy(
        "CSV: one line per fixture, or the columns table, seat and name with one line per player."
    )
    tables = forms.CharField(
        label=gettext_lazy("Fixtures"),
        help_text=gettext_lazy(
            "One line per fixture: its players separated by commas, in seat order."
        ),
        required=False,
        widget=forms.Textarea(attrs={"rows": 14}),
    )

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = division.season.league.rules.seats
        self.by_name: dict[str, list[Entry]] = {}
        for entry in division.entries.filter(status=Entry.Status.CONFIRMED):
            self.by_name.setdefault(comparable(entry.name), []).append(entry)

    def clean(self) -> dict[str, Any]:
        """Return the tables and the byes; a line with one name is a bye.

        :raises ValidationError: with a sentence for each invalid line.
        """
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        with only_csv():
            lines = list(lines_of(self.pasted("tables")))
        tables = self._tables(lines)
        if not any(len(table) > 1 for table in tables):
            raise ValidationError(_("No fixtures given."))
        return {
            "tables": [table for table in tables if len(table) > 1],
            "byes": [table[0] for table in tables if len(table) == 1],
        }

    def _tables(self, lines: list[Line]) -> list[list[Entry]]:
        """Return the players named in each line.

        :raises ValidationError: with a sentence for each invalid line.
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
                    wrong.append(in_line(number, error.messages[0]))
            for entry in table:
                if entry.pk in rows:
                    text = _("%(name)s is already in line %(line)d.")
                    message = text % {"name": entry.name, "line": rows[entry.pk]}
                    wrong.append(in_line(number, message))
                rows[entry.pk] = number
            if len(names) > 1 and len(names) not in self.seats:
                text = _("A fixture needs %(least)d to %(most)d players, not %(count)d.")
                size = {"least": self.seats.start, "most": self.seats.stop - 1}
                wrong.append(in_line(number, text % {**size, "count": len(names)}))
            tables.append(table)
        if wrong:
            raise ValidationError(wrong)
        return tables


def lines_of(text: str) -> Iterator[Line]:
    """Yield the fixtures in a text: one per line, or one player per line below a heading.

    :raises csv.Error: if it is not CSV.
    """
    rows = rows_of(text)
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
