"""What the page says of how far to trust it is what docs/bots.md measured."""

import re
from pathlib import Path

from games.secret_hitler.insight import CALIBRATION, OFF_AMONG_OTHERS, OFF_AMONG_STRONG

ROW = re.compile(
    r"^\| (?P<who>\w+) \| 0\.\d to \d\.\d \| \d+ \| (?P<said>[\d.]+) \| (?P<true>[\d.]+) \|"
    r" (?P<off>[\d.]+) \|$",
    re.MULTILINE,
)


def rows():
    text = (Path(__file__).parents[2] / "docs" / "bots.md").read_text()
    return [match.groupdict() for match in ROW.finditer(text)]


def test_the_bins_are_those_of_the_table():
    """After a new calibration, put its rows for strong bots into CALIBRATION."""
    strong = tuple((float(r["said"]), float(r["true"])) for r in rows() if r["who"] == "strong")
    assert strong == CALIBRATION


def test_nowhere_was_it_further_off_than_the_page_owns_up_to():
    for row in rows():
        most = OFF_AMONG_STRONG if row["who"] == "strong" else OFF_AMONG_OTHERS
        assert float(row["off"]) < most + 0.005
