"""The judgement at one moment as a table: a row for everybody, a column for every question."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from django.utils.translation import gettext as _

from games.engine.insight import Estimate, Insight, Question, Reading
from games.history import figures, insights

if TYPE_CHECKING:
    from games.history.drawing import Screening

MANY = 10  #: rows; where there are more, those that are ruled out do not show


class Cell(msgspec.Struct, frozen=True):
    """One estimate: how long its bar is, out of 100, and what it says."""

    width: float
    text: str
    certain: bool
    is_true: bool


class Row(msgspec.Struct, frozen=True):
    """What is to be thought of one player or thing."""

    name: str
    cells: tuple[Cell, ...]
    is_out: bool


class Judged(msgspec.Struct, frozen=True):
    """A whole table, with sentences below it."""

    questions: tuple[str, ...]
    rows: tuple[Row, ...]
    findings: tuple[str, ...]


def compared(insight: Insight, reading: Reading) -> list[Question]:
    """Return the questions whose answers stand side by side: likelihoods of the same things."""
    return [
        question
        for question in insight.questions
        if not question.counts and len(reading.answers.get(question.key, ())) > 1
    ]


def judged(
    shown: "Screening", insight: Insight, reading: Reading, truth: Mapping[str, frozenset[int]]
) -> Judged:
    """Return what could be thought at one moment; `truth` marks what was true, where given."""
    questions = compared(insight, reading)
    columns = [_column(question, reading, truth) for question in questions]
    names = [figures.subject(shown, one) for one in _subjects(questions, reading)]
    rows = [
        Row(name, cells, is_out=len(names) > MANY and all(c.certain and not c.width for c in cells))
        for name, cells in zip(names, zip(*columns, strict=True), strict=True)
    ]
    return Judged(
        questions=tuple(_(question.brief or question.title) for question in questions),
        rows=tuple(rows),
        findings=tuple(figures.plainly(shown, one) for one in reading.findings),
    )


def _subjects(questions: Sequence[Question], reading: Reading) -> Sequence[Estimate]:
    return reading.answers[questions[0].key] if questions else ()


def _column(
    question: Question, reading: Reading, truth: Mapping[str, frozenset[int]]
) -> tuple[Cell, ...]:
    return tuple(
        Cell(
            width=round(100 * one.value / question.scale, 1),
            text=figures.cell(question, one),
            certain=one.certain,
            is_true=place in truth.get(question.key, ()),
        )
        for place, one in enumerate(reading.answers[question.key])
    )


def judged_at(shown: "Screening", entry: int) -> Judged | None:
    """Return the judgement of these eyes after that entry; None before the end of the match.

    Eyes that see everything get the table's, beside the truth.
    """
    insight, reading = shown.reel.game.insight, insights.reading_at(shown, entry)
    if insight is None or reading is None:
        return None
    sees_all = shown.eyes.viewer.sees_all
    truth = insights.truths(shown.reel, insight, entry) if sees_all else {}
    found = judged(shown, insight, reading, truth)
    return found if found.rows else None
