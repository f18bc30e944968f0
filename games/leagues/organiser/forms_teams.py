"""The form for teams: one per line, with its players by name."""

import csv
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names import comparable, require_printable
from games.leagues.models import Entry, Season
from games.leagues.organiser.forms import NoteForm
from games.leagues.seasons.teams import teams_of


class TeamsForm(NoteForm):
    """The players of each team, and how many of a team's players count."""

    counts = forms.IntegerField(
        label=_("Players counted per team"), min_value=0, max_value=50,
        help_text=_("Only this many of the team's best players score for it."),
    )  # fmt: skip
    teams = forms.CharField(
        label=_("Teams"), required=False,
        help_text=_("One line per team: its name, a colon, then its players separated by commas."),
        widget=forms.Textarea(attrs={"rows": 12}),
    )  # fmt: skip
    field_order = ("counts", "teams", "reason")

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lines = [
            f"{name}: {', '.join(_quoted(entry.name) for entry in own)}"
            for name, own in teams_of(season).items()
        ]
        self.initial["counts"] = season.team_counts or 3
        self.initial["teams"] = "\n".join(lines)
        self.season = season

    def clean_teams(self) -> dict[str, list[Entry]]:
        """Return the players of each team by its name.

        :raises ValidationError: for a name that no player has, or several have.
        """
        by_name: dict[str, list[Entry]] = {}
        for entry in self.season.entries.exclude(status__in=Entry.OUTSIDE):
            by_name.setdefault(comparable(entry.name), []).append(entry)
        teams: dict[str, list[Entry]] = {}
        for line in filter(None, map(str.strip, self.cleaned_data["teams"].splitlines())):
            name, _colon, people = line.partition(":")
            name = name.strip()[:60]
            if not name or name in teams:
                raise ValidationError(_("Each team needs a different name: %(line)s"),
                                      params={"line": line})  # fmt: skip
            require_printable(name)
            teams[name] = [entry_called(by_name, one) for one in _names_in(people)]
        return teams

    def clean(self) -> dict[str, Any]:
        """Return the form's values; without teams, the number of counting players is 0."""
        cleaned = super().clean() or {}
        if cleaned.get("teams") == {}:
            cleaned["counts"] = 0
        return cleaned


def _quoted(name: str) -> str:
    """Return a name as a CSV field: in quotes if it contains a comma."""
    return '"{}"'.format(name.replace('"', '""')) if {*name} & {",", '"'} else name


def _names_in(text: str) -> list[str]:
    """Return the names in a line of CSV.

    :raises ValidationError: if the line is not CSV.
    """
    try:
        cells = next(csv.reader([text], skipinitialspace=True), [])
    except csv.Error as error:
        raise ValidationError(_("This is not a CSV file.")) from error
    return [cell.strip() for cell in cells if cell.strip()]


def entry_called(by_name: dict[str, list[Entry]], name: str) -> Entry:
    """Return the player called `name`; `by_name` maps `comparable` names to players.

    :raises ValidationError: if no player or more than one has it.
    """
    fits = by_name.get(comparable(name), [])
    if len(fits) != 1:
        raise ValidationError(
            _("No player, or more than one, is called %(name)s."), params={"name": name}
        )
    return fits[0]
