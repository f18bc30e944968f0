"""Runs a test once for every game, or once for every game and number of players."""

from operator import attrgetter

import pytest

from tests.conformance.cases import CASES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Fill `case`, and `count` with it, for every game under test that has what is NEEDED."""
    needed = attrgetter(getattr(metafunc.module, "NEEDED", "key"))
    cases = {key: case for key, case in CASES.items() if needed(case.game)}
    if "count" in metafunc.fixturenames:
        tables = [(case, count) for case in cases.values() for count in case.game.seats]
        names = [f"{case.game.key}-{count}" for case, count in tables]
        metafunc.parametrize(("case", "count"), tables, ids=names)
    elif "case" in metafunc.fixturenames:
        metafunc.parametrize("case", cases.values(), ids=cases)
