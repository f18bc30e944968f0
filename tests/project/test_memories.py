"""Modules with state between requests are reset between tests."""

import ast
import subprocess

import pytest

from tests.conftest import FORGETFUL, ROOT

PACKAGES = ("accounts", "config", "games", "installation")
#: Containers that a module begins empty.
CONTAINERS = {"dict", "set", "list", "OrderedDict", "WeakSet", "defaultdict", "deque"}
#: What outlives a test: connections and threads, and what belongs to one event loop.
LASTING = {
    "config/cache.py",
    "config/sqlite/base.py",
    "games/api/streams.py",
    "games/matches/live/pubsub.py",
    "games/matches/publish.py",
    "games/matches/play/writer.py",
}


def modules_with_a_memory() -> set[str]:
    """Return the files that assign a global in a function, or begin with an empty container."""
    listed = subprocess.check_output(["git", "ls-files", *PACKAGES], cwd=ROOT, text=True)
    files = [name for name in listed.split() if name.endswith(".py") and "migrations" not in name]
    return {name for name in files if remembers((ROOT / name).read_text())}


def remembers(source: str) -> bool:
    """Return whether a module with this source has a memory."""
    tree = ast.parse(source)
    values = [node.value for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    is_assigned = any(isinstance(node, ast.Global) for node in ast.walk(tree))
    return is_assigned or any(is_empty_container(value) for value in values)


def is_empty_container(value: ast.expr | None) -> bool:
    if isinstance(value, ast.Call):
        made = value.func.value if isinstance(value.func, ast.Subscript) else value.func
        return isinstance(made, ast.Name) and made.id in CONTAINERS and not value.args
    return ast.unparse(value) in ("{}", "[]") if value else False


def test_every_module_with_a_memory_is_reset_between_tests():
    told = {module.__name__.replace(".", "/") + ".py" for module in FORGETFUL}
    assert modules_with_a_memory() - LASTING - told == set()


def test_every_listed_lasting_module_has_a_memory():
    assert modules_with_a_memory() >= LASTING


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("_kept: dict[str, int] = {}", True),
        ("_kept = OrderedDict[int, str]()", True),
        ("def note():\n    global _at\n    _at = 1", True),
        ("NAMES = ('a',)\nCOLOURS = {'a': 1}\nSOME = set('ab')", False),
    ],
)
def test_a_memory_is_found_in_the_source(source: str, expected: bool):
    assert remembers(source) is expected
