"""The forms for opening tables and sitting down, and their checks."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts import guests
from accounts.forms import choice_field
from accounts.models import User
from accounts.unique_names import clean_free_name
from games.catalog import GAMES
from games.engine.required import required
from games.matches.codes import code_in
from games.matches.drawing.regions import term
from games.matches.models import ENTROPY_LENGTH, Match


def game_choices() -> list[tuple[str, Any]]:
    """Return the games as choices of a form."""
    return [(key, gettext_lazy(game.name)) for key, game in GAMES.items()]


class GuestForm(forms.Form):
    """A name field for visitors without an account who want to play; for others it is empty."""

    name = forms.CharField(
        label=_("Your name at the table"),
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": 24}),
    )

    def __init__(self, *args: Any, request: HttpRequest | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        if request is not None and request.user.is_authenticated:
            del self.fields["name"]

    def clean_name(self) -> str:
        """Return the name if it is valid and not that of an account.

        :raises ValidationError: if not, or if too many guests have recently come from the network.
        """
        name = clean_free_name(self.cleaned_data["name"])
        if self.request is not None and not guests.may_welcome(self.request):
            raise ValidationError(_("Too many new guests from your network. Wait a minute."))
        return name

    @contextmanager
    def person(self, portrait: str = "") -> Iterator[User]:
        """Yield the user, or a new guest, who is stored only if no error occurs.

        The form must be valid, with its `request` set.
        """
        request = required(self.request)
        if request.user.is_authenticated:
            yield request.user
            return
        with transaction.atomic():
            guest = guests.make(request, self.cleaned_data["name"], portrait)
            yield guest
        guests.log_in(request, guest)


class SitForm(forms.Form):
    """The form for sitting down: optional entropy that the browser adds to the random seed."""

    entropy = forms.CharField(required=False, max_length=ENTROPY_LENGTH, widget=forms.HiddenInput)
    nonce = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)


class PlayForm(SitForm):
    """The form for playing immediately against bots."""

    game = forms.ChoiceField(label=_("Game"), choices=game_choices)
    seats = forms.IntegerField(label=_("Players"), required=False)

    def __init__(self, data: QueryDict, *args: Any, **kwargs: Any) -> None:
        """Take the number of players from the field next to the chosen game's button."""
        seats = data.get(f"seats_{data.get('game')}", data.get("seats"))
        super().__init__({**data.dict(), "seats": seats}, *args, **kwargs)

    def clean(self) -> dict[str, Any]:
        """Check the number of players for the game, which is by default the smallest."""
        super().clean()
        data = self.cleaned_data
        game = GAMES.get(data.get("game", ""))
        if game is not None:
            data["seats"] = data.get("seats") or game.seats.start
            if data["seats"] not in game.seats:
                self.add_error("seats", _wrong_number(game))
        return data


def _wrong_number(game: Any) -> ValidationError:
    text = gettext("This game is for %(least)d to %(most)d players.")
    return ValidationError(text % {"least": game.seats.start, "most": game.seats.stop - 1})


#: Optional numbers in the form for opening a table, which may be missing.
NUMBERS = ("talk_seconds", "bots_after", "least_matches")


class OpenForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form for opening a table."""

    entropy = forms.CharField(required=False, max_length=ENTROPY_LENGTH, widget=forms.HiddenInput)
    nonce = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    game = forms.ChoiceField(label=_("Game"), choices=game_choices)
    language = forms.ChoiceField(label=_("Language at the table"), choices=settings.LANGUAGES)
    visibility = forms.ChoiceField(
        label=_("Visibility"),
        choices=Match.Visibility.choices,
        initial=Match.Visibility.PUBLIC,
        widget=forms.RadioSelect,
    )

    pace = forms.ChoiceField(
        label=_("Pace"),
        choices=[("", _("Default")), *Match.Pace.choices],
        required=False,
        help_text=_("The default is relaxed for public tables, and untimed for tables by link."),
    )

    class Meta:
        model = Match
        fields = (
            "game", "seats_min", "seats_max", "visibility", "has_chat", "allows_spectators",
            "fills_with_bots", "bots_after", "allows_api_bots", "pace", "talk_seconds", "language",
            "shows_marks", "is_rated", "least_matches",
        )  # fmt: skip
        labels = {
            "seats_min": _("At least"),
            "seats_max": _("At most"),
            "has_chat": _("Table talk"),
            "allows_spectators": _("Spectators allowed"),
            "fills_with_bots": _("Bots take empty seats at the start"),
            "bots_after": _("Bots take seats that stay empty"),
            "allows_api_bots": _("API bots allowed"),
            "talk_seconds": _("Discussion timer before a vote"),
            "shows_marks": _("Everybody sees who trusts or doubts whom"),
            "is_rated": _("Rated"),
            "least_matches": _("Who can sit down"),
        }
        # The models' help texts are for developers.
        help_texts = {
            "allows_api_bots": "",
            "bots_after": _("People can still take over a bot's seat before the first vote."),
            "shows_marks": "",
            "is_rated": "",
            "least_matches": _("Counted in matches finished on this site. Wins don't matter."),
            "talk_seconds": _("The president starts it. Nobody has to wait for it to end."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        key = self.data.get("game") or self.initial.get("game") or next(iter(GAMES))
        self.rules = GAMES.get(key) or next(iter(GAMES.values()))
        self.initial.setdefault("seats_min", self.rules.seats.start)
        self.initial.setdefault("seats_max", self.rules.seats.stop - 1)
        if self.rules.words.seats:
            seats = [(number, term(seat)) for number, seat in enumerate(self.rules.words.seats)]
            self.fields["host_seat"] = forms.TypedChoiceField(
                label=gettext("You play"),
                choices=[("", gettext("Random")), *seats],
                coerce=int,
                empty_value=None,
                required=False,
            )
        for name in NUMBERS:
            self.fields[name].required = False
        for name, label in self.rules.words.options.items():
            default = getattr(self.rules.start.options(), name)
            self.fields[f"option_{name}"] = forms.BooleanField(
                label=gettext(label), required=False, initial=default
            )

    def clean(self) -> dict[str, Any]:
        """Check the range of seats, and collect the game's own options."""
        super().clean()
        data = self.cleaned_data
        least, most = data.get("seats_min"), data.get("seats_max")
        for field, number in (("seats_min", least), ("seats_max", most)):
            if number is not None and number not in self.rules.seats:
                self.add_error(field, _wrong_number(self.rules))
        if least and most and least > most:
            self.add_error("seats_max", _("The maximum can't be less than the minimum."))
        return data

    @property
    def seat_fields(self) -> list[forms.BoundField]:
        """Return the fields for the number of players."""
        return [self["seats_min"], self["seats_max"]]

    @property
    def _has_a_table(self) -> bool:
        """Return whether the game has more than two players, so that chat options make sense."""
        return self.rules.seats.start > 2

    @property
    def switches(self) -> list[forms.BoundField]:
        """Return the checkboxes, with the game's own options last."""
        names = ["is_rated", "fills_with_bots", "allows_api_bots", "has_chat", "allows_spectators"]
        names += ["shows_marks"] if self._has_a_table else []
        return [self[name] for name in (*names, *map("option_{}".format, self.rules.words.options))]

    @property
    def manners(self) -> list[forms.BoundField]:
        """Return the select fields."""
        seat = ["host_seat"] if self.rules.words.seats else []
        talk = ["talk_seconds"] if self._has_a_table else []
        names = ("language", "pace", "least_matches", "bots_after", *talk, *seat)
        return [self[name] for name in names if name in self.fields]

    def table(self) -> dict[str, Any]:
        """Return the settings of the table as keyword arguments for `open_match`."""
        fields = {name: self.cleaned_data[name] for name in self.Meta.fields}
        is_public = fields["visibility"] == Match.Visibility.PUBLIC
        usual = Match.Pace.RELAXED if is_public else Match.Pace.UNTIMED
        fields |= {name: fields[name] or 0 for name in NUMBERS}
        fields["pace"] = fields["pace"] or usual
        fields["host_seat"] = self.cleaned_data.get("host_seat")
        options = {n: self.cleaned_data[f"option_{n}"] for n in self.rules.words.options}
        fields["options"] = msgspec.to_builtins(msgspec.convert(options, self.rules.start.options))
        return fields


class CodeForm(forms.Form):
    """A form for a table's code, which may be part of a link."""

    code = forms.CharField(label=_("Table code"), max_length=500)

    def clean_code(self) -> str:
        """Return the code contained in the text.

        :raises ValidationError: if it doesn't contain one.
        """
        code = code_in(self.cleaned_data["code"])
        if not code:
            raise ValidationError(_("A table code has six letters, such as KRMPTZ."))
        return code


class FilterForm(forms.Form):
    """The filters of the lobby's list."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    language = forms.ChoiceField(label=_("Language"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice_field(self, "game").choices = [("", _("All games")), *game_choices()]
        choice_field(self, "language").choices = [("", _("All languages")), *settings.LANGUAGES]
