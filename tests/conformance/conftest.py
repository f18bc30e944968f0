"""Parametrizes tests by game, or by game and number of players."""

from operator import attrgetter

import pytest

from tests.conformance.case import marks_of
from tests.conformance.cases import CASES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Fill `case`, and `count` with it, for every game under test that has what is NEEDED."""
    needed = attrgetter(getattr(metafunc.module, "NEEDED", "key"))
    cases = {key: case for key, case in CASES.items() if needed(case.game)}
    most = getattr(metafunc.module, "MOST_PUSHED", 99)
    if "count" in metafunc.fixturenames:
        tables = [
            pytest.param(
                case, count, id=f"{key}-{count}", marks=marks_of(count, case.game.seats, most)
            )
            for key, case in cases.items()
            for count in case.game.seats
        ]
        metafunc.parametrize(("case", "count"), tables)
    elif "case" in metafunc.fixturenames:
        metafunc.parametrize("case", cases.values(), ids=cases)
