"""The capacity plan: the operator's page prints what the program says, from the same figures."""

from dataclasses import fields

from bench.live.capacity import BUSY, PEOPLE, POOL, CoreFigures, plan, table
from tests.live_site import ROOT

PAGE = (ROOT / "docs" / "operations.md").read_text()


def test_the_operators_page_shows_the_plan_from_current_measurements():
    shown = table(PEOPLE, CoreFigures(), BUSY, POOL)
    assert "\n".join(f"    {line}" for line in shown.splitlines()) in PAGE


def test_the_operators_page_names_each_figure_and_the_argument_that_changes_it():
    for figure in fields(CoreFigures):
        (row,) = [line for line in PAGE.splitlines() if f"| `--{figure.name}` |" in line]
        assert row.startswith(f"| {figure.default} "), row


def test_twice_as_many_people_move_twice_as_often_and_a_faster_core_takes_fewer_processes():
    one, two = (plan(people, CoreFigures(), BUSY, POOL) for people in (40_000, 80_000))
    assert two["moves a second"] == 2 * one["moves a second"]
    slow = plan(40_000, CoreFigures(cpu=8), BUSY, POOL)
    name = "web processes (a core each)"
    assert slow[name] > one[name]
