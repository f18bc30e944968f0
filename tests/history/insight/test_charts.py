"""Line charts of a match: the positions of lines and labels."""

import itertools

from hypothesis import given
from hypothesis import strategies as some

from games.charts.labels import spread
from games.engine.insight import Estimate, Question, Reading
from games.engine.seats import Seat
from games.engine.text import Line
from games.history.insight.charts import achievements, question_curves, rounds
from games.history.insight.insights import InsightMoment
from games.history.replay.timeline import TimelineStep

QUESTION = Question("who", "Who", "")
places = some.floats(0, 100, allow_nan=False)


@given(some.lists(places, max_size=12), some.floats(0.5, 8))
def test_labels_keep_their_order_and_their_distance_inside_the_picture(wanted, gap):
    found = spread(sorted(wanted), gap)
    assert len(found) == len(wanted)
    assert all(-0.01 <= at <= 100.01 for at in found)
    apart = min(gap, 100 / max(len(wanted) - 1, 1)) - 0.02
    assert all(b - a >= apart for a, b in itertools.pairwise(found))


def test_labels_that_do_not_touch_stay_where_they_are():
    assert spread([10.0, 40.0, 90.0], 5) == [10.0, 40.0, 90.0]


def moments(*values: list[tuple[float, bool]], truth: frozenset[int] = frozenset()):
    """Return moments of one question, each with an estimate for every seat."""
    return [
        InsightMoment(
            at,
            TimelineStep(at, at, (Line("Something happened.", chapter=at // 2),), None),
            Reading(
                {"who": tuple(Estimate(v, c, Seat(s)) for s, (v, c) in enumerate(row))},
                tally=(at // 2, 0),
            ),
            {"who": truth} if truth else {},
        )
        for at, row in enumerate(values)
    ]


def test_a_line_that_becomes_certain_has_two_strokes_with_a_mark_between():
    found = moments([(0.5, False)], [(0.75, False)], [(1.0, True)], [(1.0, True)])
    _asked, [line] = question_curves(QUESTION, found)
    assert line.likely == "M125 50L375 25L625 0"
    assert line.certain == "M625 0L875 0"
    assert line.turns == "M625 0h0"


def test_a_merely_likely_answer_has_no_mark_of_certainty():
    _asked, [line] = question_curves(QUESTION, moments([(0.9, False)], [(1.0, False)]))
    assert (line.certain, line.turns) == ("", "")


def test_the_truth_is_marked_only_if_it_is_given():
    rows = [[(0.5, False), (0.5, False)], [(0.2, False), (0.8, False)]]
    _asked, told = question_curves(QUESTION, moments(*rows, truth=frozenset({1})))
    assert [line.is_true for line in told] == [False, True]
    assert [bool(line.halo) for line in told] == [False, True]
    _asked, untold = question_curves(QUESTION, moments(*rows))
    assert not any(line.is_true or line.halo for line in untold)


def test_of_many_lines_only_the_highest_and_the_true_one_stand_out():
    row = [(0.02 * place, False) for place in range(25)]
    _asked, lines = question_curves(QUESTION, moments(row, row, truth=frozenset({3})))
    assert {line.place for line in lines if not line.is_faint} == {3, *range(18, 25)}


def test_the_scale_is_stretched_if_all_lines_are_low():
    rows = [[(0.1, False), (0.1, False)], [(0.2, False), (0.0, False)]]
    _asked, lines = question_curves(QUESTION, moments(*rows))
    assert [line.at for line in lines] == [20.0, 100.0]


def test_round_labels_stand_below_their_start_and_never_touch():
    found = rounds(moments(*[[(0.5, False)]] * 4))
    assert [(tick.x, tick.text) for tick in found] == [(500.0, "1")]
    crowded = rounds(moments(*[[(0.5, False)]] * 80))
    shown = [tick.percent for tick in crowded if tick.text]
    assert 5 < len(shown) < 20
    assert len(crowded) == 39
    for before, after in itertools.pairwise(tick for tick in crowded if tick.text):
        assert after.percent - before.percent >= (10 if len(after.text) > 1 else 6.5)


def test_a_sides_achievements_are_marked_at_their_moments():
    found = achievements(moments(*[[(0.5, False)]] * 4))
    assert [(tick.x, tick.number) for tick in found] == [(625.0, 0)]
