"""Line charts of a match: coordinates for pictures that stretch with the page.

A picture is `WIDTH` wide, and each moment has its own band. Vertically 100 is zero and 0 the
maximum. Labels next to the picture are placed in percent of its height.
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from games.charts.labels import spread
from games.charts.paths import stretches
from games.engine.insight import Estimate, Insight, Question
from games.history.insight.insights import InsightMoment

WIDTH = 1000.0
MOST_LINES = 8  #: lines that are emphasised if there are more than `MANY`
MANY = 10
GAP_BIG, GAP_SMALL = 5.0, 8.4  #: percent of the height between labels, for two picture sizes
SCALES = (0.25, 0.5)  #: the scales of pictures where every value is lower
#: percent of the width between two numbers on the axis; the second with one digit, with two
TICK_GAP, WIDE_TICK_GAP = 6.5, 10.0


@dataclass(frozen=True)
class Curve:
    """One line. Paths are empty if there is nothing to draw.

    `likely` and `certain` are the stretches of each kind. `turns` are the points where it becomes
    certain. `halo` are the stretches along which it is true.
    """

    place: int  #: index among the estimates
    look: int  #: which of ten colours
    is_faint: bool
    is_true: bool  #: at the last moment
    is_named: bool
    likely: str
    certain: str
    turns: str
    halo: str
    last: Estimate
    at: float  #: its end, in percent of the height
    label_at: float  #: its label, in percent of the height


def question_curves(
    question: Question, moments: Sequence[InsightMoment], gap: float = GAP_BIG
) -> tuple[tuple[InsightMoment, ...], list[Curve]]:
    """Return the moments at which `question` has estimates, and a line for each answer."""
    answered = tuple(moment for moment in moments if question.key in moment.reading.answers)
    if not answered:
        return (), []
    count = len(answered[0].reading.answers[question.key])
    bold = _bold(question, answered, count)
    looks = {place: number % 10 + 1 for number, place in enumerate(bold)}
    scale = scale_of(question, answered)
    xs = {moment.index: x for moment, x in zip(moments, centres(len(moments)), strict=True)}
    curves = [
        _curve(
            question,
            scale,
            answered,
            [xs[moment.index] for moment in answered],
            place,
            looks.get(place, 0),
        )
        for place in range(count)
    ]
    return answered, _place_labels(curves, gap)


def scale_of(question: Question, moments: Sequence[InsightMoment]) -> float:
    """Return the value at the top of a picture: lower than 1 if all lines are low."""
    answers = [moment.reading.answers.get(question.key, ()) for moment in moments]
    most = max((one.value for answer in answers for one in answer), default=0.0)
    if question.counts or len(answers[0]) == 1:
        return question.scale
    return next((scale for scale in SCALES if most <= scale), question.scale)


def questions_of(insight: Insight, moments: Sequence[InsightMoment]) -> list[Question]:
    """Return the questions that this viewer could not answer with certainty from the start."""
    return [
        question
        for question in insight.questions
        if any(question.key in moment.reading.answers for moment in moments)
        and not is_settled(question, moments)
    ]


def is_settled(question: Question, moments: Sequence[InsightMoment]) -> bool:
    """Return whether this viewer was certain of every answer from the start."""
    answers = [moment.reading.answers.get(question.key, ()) for moment in moments]
    return not question.counts and all(one.certain for answer in answers for one in answer)


def centres(count: int) -> list[float]:
    """Return the centre of each moment's band."""
    return [round((place + 0.5) * WIDTH / count, 1) for place in range(count)]


def _bold(question: Question, moments: Sequence[InsightMoment], count: int) -> list[int]:
    """Return the lines to emphasise: all, or if there are many, the highest and the true ones."""
    if count <= MANY:
        return list(range(count))
    heights = {
        place: max(moment.reading.answers[question.key][place].value for moment in moments)
        for place in range(count)
    }
    last = {p: moments[-1].reading.answers[question.key][p].value for p in range(count)}
    order = sorted(range(count), key=lambda place: (-last[place], -heights[place], place))
    true = {p for moment in moments for p in moment.truth.get(question.key, ())}
    places = [*true, *(place for place in order if place not in true)][:MOST_LINES]
    return sorted(places, key=order.index)


def _curve(
    question: Question,
    scale: float,
    moments: Sequence[InsightMoment],
    xs: Sequence[float],
    place: int,
    look: int,
) -> Curve:
    count = len(moments[0].reading.answers[question.key])
    estimates = [moment.reading.answers[question.key][place] for moment in moments]
    points = [
        (x, round(100.0 - 100.0 * one.value / scale, 2))
        for x, one in zip(xs, estimates, strict=True)
    ]
    sure = [one.certain and not question.counts for one in estimates]
    true = [place in moment.truth.get(question.key, ()) for moment in moments]
    both = [one and other for one, other in itertools.pairwise(sure)]
    began = [now and not (at and sure[at - 1]) for at, now in enumerate(sure)]
    return Curve(
        place=place,
        look=look,
        is_faint=not look,
        is_true=true[-1],
        is_named=bool(look) and (count <= MANY or true[-1] or estimates[-1].value > 0),
        likely=stretches(points, [not one for one in both]),
        certain=stretches(points, both),
        turns="".join(f"M{x:g} {y:g}h0" for (x, y), now in zip(points, began, strict=True) if now),
        halo=stretches(points, [a and b for a, b in itertools.pairwise(true)]),
        last=estimates[-1],
        at=points[-1][1],
        label_at=points[-1][1],
    )


def _place_labels(curves: Sequence[Curve], gap: float) -> list[Curve]:
    """Return `curves` with labels moved apart, none beyond the edge."""
    bold = sorted((curve for curve in curves if curve.is_named), key=lambda curve: curve.at)
    places = spread([curve.at for curve in bold], gap)
    label_heights: Mapping[int, float] = {c.place: at for c, at in zip(bold, places, strict=True)}
    return [replace(curve, label_at=label_heights.get(curve.place, curve.at)) for curve in curves]


@dataclass(frozen=True)
class Tick:
    """A mark on the axis: a round's number, or an achievement of a side."""

    x: float
    percent: float
    text: str
    number: int = 0


def rounds(moments: Sequence[InsightMoment]) -> list[Tick]:
    """Return the beginnings of rounds, without numbers that would overlap."""
    xs = centres(len(moments))
    chapters = [moment.step.chapter for moment in moments]
    starts = [
        (x - WIDTH / len(moments) / 2, chapter)
        for at, (x, chapter) in enumerate(zip(xs, chapters, strict=True))
        if chapter and (not at or chapters[at - 1] != chapter)
    ]
    ticks, replay = [], -TICK_GAP
    for x, chapter in starts:
        percent = round(x / WIDTH * 100, 2)
        has_room = percent - replay >= (TICK_GAP if chapter < 10 else WIDE_TICK_GAP)
        replay = percent if has_room else replay
        ticks.append(Tick(round(x, 1), percent, str(chapter) if has_room else ""))
    return ticks


def achievements(moments: Sequence[InsightMoment]) -> list[Tick]:
    """Return the sides' achievements between moments; `number` is the new tally."""
    xs = centres(len(moments))
    return [
        Tick(xs[at], xs[at] / WIDTH * 100, "", side)
        for at in range(1, len(moments))
        for side in _rises(moments[at - 1].reading.tally, moments[at].reading.tally)
    ]


def _rises(before: Iterable[int], after: Iterable[int]) -> list[int]:
    return [side for side, (was, now) in enumerate(zip(before, after, strict=False)) if now > was]
