"""Golden playthroughs: whole games as text, compared word for word."""

from pathlib import Path

import pytest

from games.noir.actions import Action
from tests.noir.playthrough import GOLDEN, read, render

PATHS = sorted(GOLDEN.glob("*.txt"))
KINDS = [kind.__struct_config__.tag for kind in Action.__args__]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_playthrough_is_unchanged(path: Path) -> None:
    assert render(read(path.read_text())) == path.read_text()


@pytest.mark.parametrize("kind", KINDS)
def test_the_golden_playthroughs_show_every_action(kind: str) -> None:
    assert any(f'"action":"{kind}"' in path.read_text() for path in PATHS)


@pytest.mark.parametrize(
    "words",
    [
        "The killer is beside",
        "The killer is not beside",
        "The inspector is",
        "as a bluff",
        "from now on",
        "who is out of the game",
        "is innocent",
        "out of every row",
        "out of every column",
        "The inspector is dead",
        "Ten suspects are dead",
        "The killer is arrested",
        "and is wrong",
        "and is right",
        "drawn by agreement",
        "resigns",
    ],
)
def test_the_golden_playthroughs_show_every_kind_of_moment(words: str) -> None:
    assert any(words in path.read_text() for path in PATHS)
