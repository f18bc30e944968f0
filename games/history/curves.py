"""Lines over a match: where they are drawn, in the units of pictures that stretch with the page.

Across, a picture is as wide as `WIDTH`, every moment a band of its own; down, 100 is nothing and
0 the most. Labels beside it stand in percent of its height.
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from games.engine.insight import Estimate, Insight, Question
from games.history.insights import Moment

WIDTH = 1000.0
MOST_LINES = 8  #: that stand out, where there are more than `MANY`
MANY = 10
GAP_BIG, GAP_SMALL = 5.0, 8.4  #: percent of the height between labels, in pictures of two sizes
SCALES = (0.25, 0.5)  #: of pictures in which nothing is likelier
#: percent of the width between two numbers below, the second of one digit, of two
TICK_GAP, WIDE_TICK_GAP = 6.5, 10.0


@dataclass(frozen=True)
class Curve:
    """One line. Paths are empty where there is nothing to draw.

    `likely` and `certain` are the stretches of each kind, `turns` the points from which on it is
    certain, `halo` those stretches along which it is true.
    """

    place: int  #: among the estimates
    look: int  #: which of ten colours
    is_faint: bool
    is_true: bool  #: at the last moment
    is_named: bool
    likely: str
    certain: str
    turns: str
    halo: str
    last: Estimate
    at: float  #: where it ends, in percent of the height
    label_at: float  #: where its label stands


def question_curves(
    question: Question, moments: Sequence[Moment], gap: float = GAP_BIG
) -> tuple[tuple[Moment, ...], list[Curve]]:
    """Return the moments at which `question` could be asked, and a line for each answer."""
    asked = tuple(moment for moment in moments if question.key in moment.reading.answers)
    if not asked:
        return (), []
    count = len(asked[0].reading.answers[question.key])
    bold = _bold(question, asked, count)
    looks = {place: number % 10 + 1 for number, place in enumerate(bold)}
    scale = scale_of(question, asked)
    xs = {moment.index: x for moment, x in zip(moments, centres(len(moments)), strict=True)}
    curves = [
        _curve(
            question,
            scale,
            asked,
            [xs[moment.index] for moment in asked],
            place,
            looks.get(place, 0),
        )
        for place in range(count)
    ]
    return asked, _labelled(curves, gap)


def scale_of(question: Question, moments: Sequence[Moment]) -> float:
    """Return how much the height of a picture stands for: less where all lines lie low."""
    answers = [moment.reading.answers.get(question.key, ()) for moment in moments]
    most = max((one.value for found in answers for one in found), default=0.0)
    if question.counts or len(answers[0]) == 1:
        return question.scale
    return next((scale for scale in SCALES if most <= scale), question.scale)


def wondered(insight: Insight, moments: Sequence[Moment]) -> list[Question]:
    """Return the questions that these eyes had and were not certain of from the start."""
    return [
        question
        for question in insight.questions
        if any(question.key in moment.reading.answers for moment in moments)
        and not is_settled(question, moments)
    ]


def is_settled(question: Question, moments: Sequence[Moment]) -> bool:
    """Tell whether these eyes were certain of every answer from the start."""
    answers = [moment.reading.answers.get(question.key, ()) for moment in moments]
    return not question.counts and all(one.certain for found in answers for one in found)


def centres(count: int) -> list[float]:
    """Return the middle of every moment's band."""
    return [round((place + 0.5) * WIDTH / count, 1) for place in range(count)]


def _bold(question: Question, moments: Sequence[Moment], count: int) -> list[int]:
    """Return which lines stand out: all, or of many those that rise highest, and what is true."""
    if count <= MANY:
        return list(range(count))
    heights = {
        place: max(moment.reading.answers[question.key][place].value for moment in moments)
        for place in range(count)
    }
    last = {p: moments[-1].reading.answers[question.key][p].value for p in range(count)}
    ranked = sorted(range(count), key=lambda place: (-last[place], -heights[place], place))
    true = {p for moment in moments for p in moment.truth.get(question.key, ())}
    chosen = [*true, *(place for place in ranked if place not in true)][:MOST_LINES]
    return sorted(chosen, key=ranked.index)


def _curve(
    question: Question,
    scale: float,
    moments: Sequence[Moment],
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
        likely=_path(points, [not one for one in both]),
        certain=_path(points, both),
        turns="".join(f"M{x:g} {y:g}h0" for (x, y), now in zip(points, began, strict=True) if now),
        halo=_path(points, [a and b for a, b in itertools.pairwise(true)]),
        last=estimates[-1],
        at=points[-1][1],
        label_at=points[-1][1],
    )


def _path(points: Sequence[tuple[float, float]], drawn: Sequence[bool]) -> str:
    """Return the path along those stretches between two points that are to be drawn."""
    parts: list[str] = []
    for at, wanted in enumerate(drawn):
        if wanted:
            if not at or not drawn[at - 1]:
                parts.append("M{:g} {:g}".format(*points[at]))
            parts.append("L{:g} {:g}".format(*points[at + 1]))
    return "".join(parts)


def _labelled(curves: Sequence[Curve], gap: float) -> list[Curve]:
    """Return `curves` with the labels that are shown moved apart, none off the edge."""
    named = sorted((curve for curve in curves if curve.is_named), key=lambda curve: curve.at)
    places = spread([curve.at for curve in named], gap)
    moved: Mapping[int, float] = {c.place: at for c, at in zip(named, places, strict=True)}
    return [replace(curve, label_at=moved.get(curve.place, curve.at)) for curve in curves]


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Return places at least `gap` apart, in order, near those `wanted` (ascending, 0 to 100).

    Labels that would touch form a block around the middle of where they belong.
    """
    gap = min(gap, 100.0 / max(len(wanted) - 1, 1))
    blocks: list[list[float]] = []
    for at in wanted:
        blocks.append([at])
        while len(blocks) > 1 and _first(blocks[-1], gap) < _last(blocks[-2], gap) + gap:
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    return [
        round(_first(block, gap) + gap * place, 2)
        for block in blocks
        for place in range(len(block))
    ]


def _first(block: Sequence[float], gap: float) -> float:
    """Return where a block of labels begins, so that it lies around its middle, inside 0 to 100."""
    length = gap * (len(block) - 1)
    return min(max(sum(block) / len(block) - length / 2, 0.0), 100.0 - length)


def _last(block: Sequence[float], gap: float) -> float:
    return _first(block, gap) + gap * (len(block) - 1)


@dataclass(frozen=True)
class Tick:
    """Something on the axis: a round's number, or what a side achieved."""

    x: float
    percent: float
    text: str
    number: int = 0


def rounds(moments: Sequence[Moment]) -> list[Tick]:
    """Return where rounds begin, with their numbers but for those that would touch another."""
    xs = centres(len(moments))
    chapters = [moment.step.chapter for moment in moments]
    starts = [
        (x - WIDTH / len(moments) / 2, chapter)
        for at, (x, chapter) in enumerate(zip(xs, chapters, strict=True))
        if chapter and (not at or chapters[at - 1] != chapter)
    ]
    ticks, shown = [], -TICK_GAP
    for x, chapter in starts:
        percent = round(x / WIDTH * 100, 2)
        has_room = percent - shown >= (TICK_GAP if chapter < 10 else WIDE_TICK_GAP)
        shown = percent if has_room else shown
        ticks.append(Tick(round(x, 1), percent, str(chapter) if has_room else ""))
    return ticks


def achievements(moments: Sequence[Moment]) -> list[Tick]:
    """Return what the sides achieved from moment to moment; `number` is the tally's."""
    xs = centres(len(moments))
    return [
        Tick(xs[at], xs[at] / WIDTH * 100, "", side)
        for at in range(1, len(moments))
        for side in _rises(moments[at - 1].reading.tally, moments[at].reading.tally)
    ]


def _rises(before: Iterable[int], after: Iterable[int]) -> list[int]:
    return [side for side, (was, now) in enumerate(zip(before, after, strict=False)) if now > was]
