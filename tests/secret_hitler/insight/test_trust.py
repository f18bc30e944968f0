"""The page's statement on its own reliability agrees with docs/bots.md."""

import re
from pathlib import Path

from games.secret_hitler.insight.reading import (
    AMONG_BOTS,
    AMONG_PEOPLE,
    OFF_AMONG_CRUDE,
    OFF_AMONG_MOST,
    OFF_AMONG_PEOPLE,
)

#: the other rows are tables where all fascists are crude
MOST = ("strong", "protocol", "simple and strong", "strong and the clock", "the clock unsaid")

ROW = re.compile(
    r"^\| (?P<who>[\w ]+) \| 0\.\d to \d\.\d \| \d+ \| (?P<said>[\d.]+) \| (?P<true>[\d.]+) \|"
    r" (?P<off>[\d.]+) \|$",
    re.MULTILINE,
)


PEOPLE_ROW = re.compile(
    r"^\| people \| (?P<eyes>seat|table) \| people \| 0\.\d to \d\.\d \| \d+ \| (?P<said>[\d.]+)"
    r" \| (?P<true>[\d.]+) \| (?P<off>[\d.]+) \|$",
    re.MULTILINE,
)


def rows(pattern=ROW):
    text = (Path(__file__).parents[3] / "docs" / "bots.md").read_text()
    return [match.groupdict() for match in pattern.finditer(text)]


def test_the_page_states_what_was_measured_on_simulated_people():
    found = rows(PEOPLE_ROW)
    seat = tuple((float(r["said"]), float(r["true"])) for r in found if r["eyes"] == "seat")
    assert seat == AMONG_PEOPLE
    assert round(max(float(row["off"]) for row in found), 2) == OFF_AMONG_PEOPLE


def test_the_bins_match_the_table():
    """After a new calibration, put its rows for strong bots into AMONG_BOTS."""
    strong = tuple((float(r["said"]), float(r["true"])) for r in rows() if r["who"] == "strong")
    assert strong == AMONG_BOTS


def test_every_kind_of_company_was_measured():
    assert {row["who"] for row in rows()} == {*MOST, "simple", "selfish"}


def test_no_measured_error_exceeds_the_one_stated_on_the_page():
    for row in rows():
        most = OFF_AMONG_MOST if row["who"] in MOST else OFF_AMONG_CRUDE
        assert float(row["off"]) < most + 0.005


def test_the_error_stated_on_the_page_was_measured():
    for most, crude in ((OFF_AMONG_MOST, False), (OFF_AMONG_CRUDE, True)):
        found = [float(row["off"]) for row in rows() if (row["who"] not in MOST) is crude]
        assert max(found) > most - 0.015
