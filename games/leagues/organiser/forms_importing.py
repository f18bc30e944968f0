"""The form for importing a list of players, and the parser for its lines."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.names import comparable
from games.leagues.models import Season
from games.leagues.organiser.forms import people_of
from games.leagues.organiser.forms_pasted import PastedForm, in_line, only_csv, rows_of
from games.leagues.seasons.importing import MOST, ListedPlayer

#: The column names in the first line, and the kind of their contents.
COLUMNS = {
    "name": "name", "player": "name", "e-mail": "address", "email": "address", "mail": "address",
    "address": "address", "rating": "rating", "elo": "rating", "division": "division",
}  # fmt: skip


class ImportForm(PastedForm):
    """A list of players, one per line: typed, pasted, or in a file."""

    about_file = gettext_lazy("CSV with the columns name, e-mail, rating and division.")
    players = forms.CharField(
        label=gettext_lazy("Players"),
        help_text=gettext_lazy(
            "One line per player: the name and, optionally, an e-mail address, a rating and the"
            " name of a division, separated by commas."
        ),
        required=False,
        widget=forms.Textarea(attrs={"rows": 14}),
    )

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.season = season
        self.divisions = {comparable(one.name): one.pk for one in season.divisions.all()}
        self.members: dict[str, list[int]] = {}
        for member in people_of(season.league):
            self.members.setdefault(comparable(member.user.name), []).append(member.user_id)
        self.playing = set(season.entries.values_list("user", flat=True))

    def clean(self) -> dict[str, Any]:
        """Return the players of the list.

        :raises ValidationError: with a sentence for each line that cannot be read.
        """
        super().clean()
        if self.errors:
            return self.cleaned_data
        with only_csv():
            rows = rows_of(self.pasted("players"))
        heading = [COLUMNS.get(cell.casefold(), "") for cell in rows[0][1]] if rows else []
        columns = heading if "name" in heading else []
        players, wrong = [], []
        for number, cells in rows[bool(columns) :]:
            try:
                players.append(self._player(cells, columns))
            except ValidationError as error:
                wrong.append(in_line(number, error.messages[0]))
        keys = [one.user or one.address.casefold() for one in players]
        if not wrong and len({*keys}) < len(keys):
            wrong.append(_("A player is listed twice."))
        if not wrong and not 0 < len(players) <= MOST:
            wrong.append(_("Enter one to %(most)d players.") % {"most": MOST})
        if wrong:
            raise ValidationError(wrong)
        return {"players": players}

    def _player(self, cells: Sequence[str], columns: Sequence[str]) -> ListedPlayer:
        """Return the player in a line, identified by the columns' names or the cells' contents.

        :raises ValidationError: if that is not possible.
        """
        found: dict[str, str] = {}
        for place, cell in enumerate(cells):
            column = columns[place : place + 1] if columns else [self._kind(cell)]
            if cell and column and column[0]:
                found.setdefault(column[0], cell)
        name, address = found.get("name", ""), found.get("address", "")
        user = self._member(name)
        if user is None and not address:
            raise ValidationError(_("No member is called %(name)s: add an e-mail address."),
                                  params={"name": name})  # fmt: skip
        if user is None:
            validate_email(address)
        if user in self.playing - {None}:
            raise ValidationError(_("%(name)s has entered already."), params={"name": name})
        division = self._division(found.get("division", ""))
        address = "" if user else address
        return ListedPlayer(name, user, address, _rating(found.get("rating", "")), division)

    def _kind(self, cell: str) -> str:
        """Return the kind of a cell's contents, in a list without column names."""
        if "@" in cell:
            return "address"
        if comparable(cell) in self.divisions:
            return "division"
        return "rating" if cell[:1].isdigit() else "name"

    def _member(self, name: str) -> int | None:
        """Return the member with this name, or None.

        :raises ValidationError: if several members have it.
        """
        users = self.members.get(comparable(name), [])
        if len(users) > 1:
            raise ValidationError(_("More than one member is called %(name)s."),
                                  params={"name": name})  # fmt: skip
        return users[0] if users else None

    def _division(self, name: str) -> int | None:
        if name and comparable(name) not in self.divisions:
            raise ValidationError(_("No division is called %(name)s."), params={"name": name})
        return self.divisions[comparable(name)] if name else None


def _rating(text: str) -> float | None:
    """Return the rating in a cell.

    :raises ValidationError: if it is not a number from 0 to 4000.
    """
    if not text:
        return None
    try:
        rating = float(text.replace(",", "."))
    except ValueError:
        rating = -1.0
    if not 0 <= rating <= 4000:
        raise ValidationError(_("%(rating)s is not a rating."), params={"rating": text})
    return rating
