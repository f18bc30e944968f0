"""Golden playthroughs: whole matches as text, compared word for word."""

import pytest

from tests.secret_hitler.playthrough import GOLDEN, read, render

PATHS = sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_playthrough_is_unchanged(path):
    assert render(*read(path.read_text())) == path.read_text()


def test_the_golden_playthroughs_are_of_5_7_and_10_players():
    assert {read(path.read_text())[0] for path in PATHS} == {5, 7, 10}


@pytest.mark.parametrize(
    "words",
    [
        "special election",
        "peeks at",
        "investigates the loyalty",
        "executed",
        "Chaos!",
        "into a new deck",
        "proposes a veto",
        "agrees to the veto",
        "refuses the veto",
        "is not Hitler",
        "claims to have",
        "five-liberal-policies",
        "six-fascist-policies",
    ],
)
def test_the_golden_playthroughs_show_every_kind_of_moment(words):
    assert any(words in path.read_text() for path in PATHS)
