"""The estimates at one moment as a table: a row per player or thing, a column per question."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from django.utils.translation import gettext as _

from games.engine.insight import Estimate, Insight, Question, Reading
from games.history.insight import formatting, insights

if TYPE_CHECKING:
    from games.history.replay.replay import Replay

MANY = 10  #: with more rows than this, those that are ruled out are hidden


class EstimateCell(msgspec.Struct, frozen=True):
    """One estimate: its bar's length, out of 100, and its text."""

    width: float
    text: str
    certain: bool
    is_true: bool


class JudgementRow(msgspec.Struct, frozen=True):
    """The estimates about one player or thing."""

    name: str
    cells: tuple[EstimateCell, ...]
    is_out: bool


class JudgementTable(msgspec.Struct, frozen=True):
    """A whole table, with the sentences below it."""

    questions: tuple[str, ...]
    rows: tuple[JudgementRow, ...]
    findings: tuple[str, ...]


def compared_questions(insight: Insight, reading: Reading) -> list[Question]:
    """Return the questions that share columns: likelihoods about the same things."""
    return [
        question
        for question in insight.questions
        if not question.counts and len(reading.answers.get(question.key, ())) > 1
    ]


def judgement_table(
    replay: "Replay", insight: Insight, reading: Reading, truth: Mapping[str, frozenset[int]]
) -> JudgementTable:
    """Return the table of one moment; `truth`, if given, marks true answers."""
    questions = compared_questions(insight, reading)
    columns = [_column(question, reading, truth) for question in questions]
    names = [formatting.subject(replay, one) for one in _subjects(questions, reading)]
    rows = [
        JudgementRow(
            name, cells, is_out=len(names) > MANY and all(c.certain and not c.width for c in cells)
        )
        for name, cells in zip(names, zip(*columns, strict=True), strict=True)
    ]
    return JudgementTable(
        questions=tuple(_(question.brief or question.title) for question in questions),
        rows=tuple(rows),
        findings=tuple(formatting.plain_finding_text(replay, one) for one in reading.findings),
    )


def _subjects(questions: Sequence[Question], reading: Reading) -> Sequence[Estimate]:
    return reading.answers[questions[0].key] if questions else ()


def _column(
    question: Question, reading: Reading, truth: Mapping[str, frozenset[int]]
) -> tuple[EstimateCell, ...]:
    return tuple(
        EstimateCell(
            width=round(100 * one.value / question.scale, 1),
            text=formatting.cell(question, one),
            certain=one.certain,
            is_true=place in truth.get(question.key, ()),
        )
        for place, one in enumerate(reading.answers[question.key])
    )


def judgement_table_at(replay: "Replay", entry: int) -> JudgementTable | None:
    """Return this viewer's table after that entry; None before the end of the match.

    A viewer who sees everything gets the public table, with the truth.
    """
    insight, reading = replay.timeline.game.knowledge.insight, insights.reading_at(replay, entry)
    if insight is None or reading is None:
        return None
    sees_all = replay.perspective.viewer.sees_all
    truth = insights.truths(replay.timeline, insight, entry) if sees_all else {}
    table = judgement_table(replay, insight, reading, truth)
    return table if table.rows else None
