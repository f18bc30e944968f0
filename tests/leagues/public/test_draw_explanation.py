"""A draw's report as text: every possible note, and reports of any shape."""

import re
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contests import pairing
from games.contests.pairing import round_robin, swiss, tables
from games.contests.pairing.draw import Contender, DrawNote, DrawReport
from games.leagues.public import draw_explanation

NUMBERS = dict.fromkeys(
    ("count", "of", "entry", "wanted", "players", "size", "meetings", "target", "games", "table"), 2
)


def named(entry: int) -> str:
    return f"N{entry}"


def told(report: DrawReport) -> str:
    reason = draw_explanation.explanation_of(asdict(report), "the-seed", named)
    assert reason.seed == "the-seed"
    return " ".join([str(reason.intro), *reason.sentences])


def test_every_note_of_a_draw_has_a_sentence_or_is_meant_for_programs():
    code = "".join(path.read_text() for path in Path(pairing.__file__).parent.glob("*.py"))
    given_codes = set(re.findall(r'Note\("(\w+)"', code))
    assert given_codes
    assert given_codes - set(draw_explanation.SAID) - draw_explanation.FOR_PROGRAMS == set()


@pytest.mark.parametrize("code", sorted(draw_explanation.SAID))
def test_each_note_is_a_sentence_with_its_numbers(code):
    sentence = draw_explanation.in_words(code, NUMBERS, named)
    assert sentence.endswith(".")
    assert "%" not in sentence
    assert "2" in sentence or code == "rounds_ahead"


def test_an_unknown_note_has_no_sentence():
    assert draw_explanation.in_words("of_tomorrow", {}, named) == ""


def test_a_round_made_by_hand_has_no_reason():
    assert draw_explanation.explanation_of({}, "", named) is None


def test_the_reports_of_real_draws_have_sentences():
    first = round_robin.rounds(range(1, 6), seed="x")[0]
    assert "everybody plays everybody" in told(first.report)
    met = {1: 2}
    people = [Contender(entry=n, rank=n, met={2: 1} if n == 1 else met) for n in (1, 2)]
    text = told(swiss.pair(people, round_number=2, rounds_planned=3, seed="x").report)
    assert "1 pair meets again: \nN1 and N2 (2 before)" in text
    night = tables.seat([Contender(entry=n) for n in range(14)], target=7, level=0.0, seed="x")
    text = told(night.report)
    assert "No two players meet again" in text
    assert "42 of the 42 pairs" in text


def test_a_long_list_of_repeats_is_truncated_but_counted():
    report = DrawReport("tables", 1, "s", repeats=tuple((n, n + 1, 1) for n in range(50)))
    text = told(report)
    assert "50 pairs meet again" in text
    assert text.count("(1 before)") == draw_explanation.MOST


def test_players_kept_apart_who_still_share_a_table_are_named():
    report = DrawReport(
        "tables", 1, "s", unmet=((3, 4),), spread=2.5, most_meetings=3, balance_after=2
    )
    text = told(report)
    assert "N3 – N4" in text
    assert "2.5 points apart" in text
    assert "more than 3 times" in text


def test_a_count_of_one_is_singular():
    duels = told(DrawReport("swiss", 1, "s", spread=1.0, balance_after=1))
    assert "1 point apart" in duels
    assert "starts on each side differs by at most 1" in duels
    tables_ = told(DrawReport("tables", 1, "s", spread=1.0, balance_after=1))
    assert "1 point apart" in tables_
    assert "games in each seat differs by at most 1" in tables_
    one = {**NUMBERS, "count": 1, "wanted": 1, "meetings": 1}
    assert "1 of the 2 pairs at the tables meets" in draw_explanation.in_words(
        "first_meetings", one, named
    )
    ahead = draw_explanation.in_words("rounds_ahead", {"count": 0, "wanted": 1}, named)
    assert ahead.startswith("Of the 1 later round, 0 can")


@given(
    st.builds(
        DrawReport,
        algorithm=st.sampled_from(["berger", "swiss", "tables", "other"]),
        version=st.integers(0, 9),
        seed=st.text(),
        repeats=st.lists(st.tuples(st.integers(), st.integers(), st.integers())).map(tuple),
        most_meetings=st.integers(0, 9),
        spread=st.floats(0, 99),
        balance_after=st.integers(0, 9),
        unmet=st.lists(st.tuples(st.integers(), st.integers())).map(tuple),
        notes=st.lists(
            st.sampled_from(sorted(draw_explanation.SAID)).map(lambda code: DrawNote(code, NUMBERS))
        ).map(tuple),
    )
)
def test_any_report_can_be_put_into_words(report):
    for sentence in draw_explanation.explanation_of(asdict(report), "", named).sentences:
        assert sentence.strip()
        assert "%(" not in sentence
