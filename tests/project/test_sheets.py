"""A board brings its own sheets, so it looks the same wherever it is shown: live or replayed."""

import re
from pathlib import Path

import pytest

from games.catalog import GAMES

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


#: Games with sheets of their own.
DRESSED = [key for key in GAMES if (TEMPLATES / key.replace("-", "_") / "_sheets.html").exists()]


@pytest.mark.parametrize("key", DRESSED)
def test_a_board_brings_all_sheets_that_its_table_needs_in_the_same_order(key: str):
    folder = TEMPLATES / key.replace("-", "_")
    head = re.findall(r"css/([\w/-]+)\.css", (folder / "_sheets.html").read_text())
    board = (folder / "table.jinja").read_text()
    [names] = re.findall(r"{% for name in \(([^)]*)\) %}<link", board)
    assert re.findall(r'"([^"]+)"', names) == head
