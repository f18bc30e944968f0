"""The sentences at the end: when Hitler could be known, the turning point, the deck."""

from games.engine.insight import CheckedReading, Estimate, Finding, Luck, Reading
from games.engine.text import Line
from games.secret_hitler.insight.summary import summary

DRAWN = Finding(Line("", numbers={"tiles": 9, "liberal": 2}), decimals={"expected": 3.2})


def told(chapter: int, hitler: float, win: float) -> CheckedReading:
    answers = {
        "hitler": (Estimate(1 - hitler, seat=0), Estimate(hitler, seat=1)),
        "win": (Estimate(win),),
    }
    return CheckedReading(chapter, Reading(answers=answers), {"hitler": frozenset({1})})


def texts(*moments: CheckedReading, luck: Luck = Luck()) -> list[Finding]:  # noqa: B008 - frozen
    return list(summary(moments, luck))


def test_hitler_is_known_from_the_first_moment_that_makes_it_even() -> None:
    known, turn = texts(told(1, 0.2, 0.6), told(4, 0.5, 0.3), told(5, 0.9, 0.25))
    assert known.line.numbers == {"round": 4}
    assert (turn.line.numbers, turn.shares) == ({"round": 4}, {"before": 0.6, "after": 0.3})


def test_what_was_never_likely_could_not_be_known_and_small_changes_are_no_turn() -> None:
    (only,) = texts(told(1, 0.2, 0.6), told(4, 0.3, 0.58))
    assert "who Hitler was" in only.line.text


def test_who_could_be_known_from_the_start_is_not_worth_a_sentence() -> None:
    assert texts(told(1, 1.0, 0.5)) == []


def test_the_deck_is_told_where_somebody_saw_every_tile() -> None:
    (*_others, drawn) = texts(told(1, 0.2, 0.6), luck=Luck((DRAWN,)))
    assert drawn.line.numbers == {"tiles": 9, "liberal": 2}
    assert drawn.decimals == {"expected": 3.2}
