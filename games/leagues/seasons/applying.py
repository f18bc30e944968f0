"""The questions that a season asks entering players, and their answers."""

from collections.abc import Sequence
from typing import Any

from games.leagues import errors
from games.leagues.models import Season

MOST_QUESTIONS, QUESTION_LENGTH, ANSWER_LENGTH = 3, 200, 300


def check(season: Season, answers: Sequence[str]) -> list[list[str]]:
    """Return each question of a season with its answer, in the format stored in an entry.

    :raises Unanswered: if an answer is missing, or is not among its choices.
    """
    questions: list[dict[str, Any]] = season.questions
    texts = [answer.strip()[:ANSWER_LENGTH] for answer in answers]
    if len(texts) != len(questions) or not all(texts):
        raise errors.Unanswered
    for question, answer in zip(questions, texts, strict=True):
        if question["choices"] and answer not in question["choices"]:
            raise errors.Unanswered
    return [[one["text"], answer] for one, answer in zip(questions, texts, strict=True)]
