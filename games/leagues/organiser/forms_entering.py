"""Forms for questions to applicants, and for announcements to players."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.texts import TextField
from games.leagues.joining.forms import name_field, require_words
from games.leagues.models.news import TEXT_LENGTH, TITLE_LENGTH
from games.leagues.seasons.applying import ANSWER_LENGTH, MOST_QUESTIONS, QUESTION_LENGTH


class QuestionsField(TextField):
    """Questions, one per line; a colon and a list after a question are its choices."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, widget=forms.Textarea(attrs={"rows": 3}), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return stored questions in the form in which they are typed."""
        if not isinstance(value, list):
            return value
        return "\n".join(
            f"{one['text']}: {', '.join(one['choices'])}" if one["choices"] else one["text"]
            for one in value
        )

    def to_python(self, value: Any) -> Any:
        """Return the questions as a season stores them.

        :raises ValidationError: if they are too many, or too long.
        """
        if isinstance(value, list):
            return value
        typed = super().to_python(value).splitlines()
        lines = [line.strip() for line in typed if line.strip()]
        if len(lines) > MOST_QUESTIONS:
            raise ValidationError(_("Three questions at most."))
        return [_question(line) for line in lines]


def _question(line: str) -> dict[str, Any]:
    text, _colon, answers = line.rpartition(":")
    choices = list(dict.fromkeys(one.strip() for one in answers.split(",") if one.strip()))
    if not text.strip() or len(choices) < 2:
        text, choices = line, []
    if len(text) > QUESTION_LENGTH or any(len(one) > ANSWER_LENGTH for one in choices):
        raise ValidationError(_("This question is too long: %(line)s"), params={"line": line})
    require_words(text)
    return {"text": text.strip(), "choices": choices}


class AnnounceForm(forms.Form):
    """An announcement to the players."""

    title = name_field(_("Title"), TITLE_LENGTH)
    text = TextField(
        label=_("Text"),
        help_text=_("Everybody can read it on the season's page."),
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 8}),
    )
