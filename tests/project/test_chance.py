"""Every run of a test deals the same, whatever ran before it."""

import os
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest

from games.engine.chance import new_seed
from games.matches.play.seeds import new_nonce
from tests import chance, live_site
from tests.__main__ import add_unsteady
from tests.live_site import ROOT

DRAWS = "from games.matches.play.seeds import new_nonce; print(new_nonce())"


def drawn(name: str) -> tuple[object, ...]:
    with chance.drawing_as(name):
        return new_seed(), new_nonce(), new_seed(), uuid4()


def test_a_test_draws_the_same_each_time_and_another_draws_differently():
    first, again, other = drawn("first"), drawn("first"), drawn("other")
    assert first == again
    assert not {*first} & {*other}
    assert len({*first}) == len(first)


def test_a_deal_does_not_depend_on_what_else_was_drawn():
    with chance.drawing_as("first"):
        new_nonce()
        after = new_seed()
    assert after == drawn("first")[0]


def test_a_process_of_a_live_site_draws_for_the_test_that_is_running(tmp_path: Path):
    nonces = [nonce_of_a_process(tmp_path, *about) for about in (
        ("a test", "serve 1", "1"),
        ("a test", "serve 1", "1"),
        ("a test", "serve 2", "1"),
        ("another", "serve 1", "1"),
        ("a test", "serve 1", "2"),
    )]  # fmt: skip
    assert nonces[0] == nonces[1]
    assert len({*nonces}) == 4


@pytest.mark.prove
def test_the_site_that_migrates_first_draws_like_those_that_copy_its_database(
    tmp_path: Path, monkeypatch
):
    monkeypatch.setattr(live_site, "ON_POSTGRES", False)
    monkeypatch.setattr(live_site, "EMPTY_FILE", tmp_path / "empty.sqlite3")
    first, second = [drawn_by_a_site(tmp_path / number / "site") for number in "12"]
    assert first == second


def drawn_by_a_site(folder: Path) -> str:
    folder.mkdir(parents=True)
    site = live_site.LiveSite(folder)
    site.manage("shell", "--no-imports", "-c", DRAWS)
    return site.log()


def nonce_of_a_process(folder: Path, test: str, process: str, seed: str) -> str:
    told = folder / "test"
    told.write_text(test)
    names = {"TEST_NAME_FILE": str(told), "TEST_PROCESS": process, "TEST_SEED": seed}
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", DRAWS]
    environment = os.environ | names | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    return subprocess.check_output(command, cwd=ROOT, env=environment, text=True)


def test_a_test_that_is_flaky_for_the_third_time_fails_the_run(tmp_path: Path):
    listed = tmp_path / "unsteady.txt"
    listed.write_text("tests/a.py::b\n")
    assert add_unsteady([], listed) == []
    assert add_unsteady(["tests/a.py::b", "tests/a.py::c"], listed) == []
    assert add_unsteady(["tests/a.py::b", "tests/a.py::c"], listed) == ["tests/a.py::b"]
