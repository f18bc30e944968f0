"""Conditions for entering a season: a number of finished matches, and answers to questions."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.leagues import errors
from games.leagues.models import Season
from games.matches.models import Player

MOST_QUESTIONS, QUESTION_LENGTH, ANSWER_LENGTH = 3, 200, 300


def record_of(user: User) -> tuple[int, int]:
    """Return how many matches `user` has finished here, and how many they have left.

    Only matches between people count, and no imported ones.
    """
    matches = Player.objects.filter(
        user=user, ended_at__isnull=False, match__is_imported=False, match__has_bots=False
    )
    counts = matches.aggregate(
        stayed=Count("pk", filter=Q(is_away=False)), left=Count("pk", filter=Q(is_away=True))
    )
    return counts["stayed"], counts["left"]


def conditions(season: Season) -> list[str]:
    """Return the conditions of a season as sentences."""
    sentences = []
    if season.least_matches:
        text = ngettext(
            "Only for players who have finished %(count)d match here.",
            "Only for players who have finished %(count)d matches here.",
            season.least_matches,
        )
        sentences.append(text % {"count": season.least_matches})
    if season.least_stayed:
        text = _("Only for players who stayed to the end of %(share)d%% of their matches.")
        sentences.append(text % {"share": season.least_stayed})
    return sentences


def missing(season: Season, user: User) -> list[str]:
    """Return as sentences the conditions that `user` does not meet; empty if they may enter."""
    if not season.least_matches and not season.least_stayed:
        return []
    stays, departures = record_of(user)
    sentences = []
    if stays < season.least_matches:
        text = ngettext(
            "You have finished %(done)d of %(count)d match. Matches against bots don't count.",
            "You have finished %(done)d of %(count)d matches. Matches against bots don't count.",
            season.least_matches,
        )
        sentences.append(text % {"done": stays, "count": season.least_matches})
    if departures and 100 * stays < season.least_stayed * (stays + departures):
        text = _(
            "You stayed to the end of %(stayed)d of %(all)d matches. That is less than %(share)d%%:"
            " play more matches to their end."
        )
        figures = {"stayed": stays, "all": stays + departures, "share": season.least_stayed}
        sentences.append(text % figures)
    return sentences


def check(season: Season, answers: Sequence[str]) -> list[list[str]]:
    """Return each question of a season with its answer, as an entry stores them.

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
