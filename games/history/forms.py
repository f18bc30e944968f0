"""The form that filters the history."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.forms import choice_field
from accounts.requests import Visitor
from games.catalog import GAMES
from games.history import filters
from games.history.queries import Filters
from games.history.replay.rendering import word

RESULTS = [("", _("any")), ("won", _("won")), ("lost", _("lost")), ("draw", _("a draw"))]
BOTS = [("", _("with or without")), ("with", _("with bots")), ("without", _("without bots"))]


class HistoryForm(forms.Form):
    """The filters of the history."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    player = forms.CharField(label=_("Player"), required=False, max_length=48)
    side = forms.ChoiceField(label=_("Side"), required=False)
    result = forms.ChoiceField(label=_("Result"), required=False, choices=RESULTS)
    reason = forms.ChoiceField(label=_("How it ended"), required=False)
    size = forms.IntegerField(
        label=_("Number of players"), required=False, min_value=1, max_value=99
    )
    since = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label=_("To"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    bots = forms.ChoiceField(label=_("Bots"), required=False, choices=BOTS)

    def __init__(
        self, *args: Any, user: Visitor, is_of_person: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._names_somebody = is_of_person
        games = GAMES.values()
        anything = [("", gettext("any"))]
        choice_field(self, "game").choices = [
            ("", gettext("All games")),
            *((game.key, gettext(game.name)) for game in games),
        ]
        choice_field(self, "side").choices = anything + [
            (side, word(game, side, "side/")) for game in games for side in game.sides.names
        ]
        choice_field(self, "reason").choices = anything + [
            (key, gettext(text)) for game in games for key, text in game.words.endings.items()
        ]
        for name, further in filters.filters_by_name().items():
            choices = further.choices(user)
            if choices or self.data.get(name):
                self.fields[name] = forms.ChoiceField(
                    label=further.label, required=False, choices=[*anything, *choices]
                )
        if is_of_person:
            del self.fields["player"]

    def clean(self) -> dict[str, Any]:
        """Check that a filter for a player's side or result names the player."""
        values = super().clean() or {}
        somebody = values.get("player") or self._names_somebody
        if values.get("result") in ("won", "lost") and not somebody:
            self.add_error("result", gettext("Name the player who won or lost."))
        return values

    def filters(self) -> Filters:
        """Return the filters; invalid fields are left out."""
        data = getattr(self, "cleaned_data", {})
        values = {name: data.get(name) for name in Filters.__dataclass_fields__}
        further = [(name, data[name]) for name in filters.filters_by_name() if data.get(name)]
        values["further"] = tuple(further)
        return Filters(**{name: value for name, value in values.items() if value})
