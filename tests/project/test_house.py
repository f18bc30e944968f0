"""The project: imports point downwards, migrations are complete, requirements are pinned."""

import ast
import re
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path

import django_htmx
import networkx
import pytest
from django.template.loader import get_template
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from games.catalog import GAMES

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PINNED = {
    "requirements.txt": PROJECT["dependencies"],
    "requirements-dev.txt": PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"],
}


def pins(name: str) -> dict[str, list[str]]:
    """Return the hashes of every pinned package in a requirements file, by package."""
    found: dict[str, list[str]] = {}
    for line in (ROOT / name).read_text().splitlines():
        if pin := re.match(r"([\w.-]+)==", line):
            hashes = found.setdefault(canonicalize_name(pin[1]), [])
        elif known := re.search(r"--hash=sha256:([0-9a-f]{64})", line):
            hashes.append(known[1])
    return found


@pytest.mark.parametrize(("name", "wanted"), PINNED.items())
def test_every_dependency_is_pinned_with_the_hashes_of_all_its_builds(name, wanted):
    found = pins(name)
    assert {canonicalize_name(Requirement(text).name) for text in wanted} <= set(found)
    assert {package for package, hashes in found.items() if len(hashes) < 2} == set()


@pytest.mark.parametrize("name", PINNED)
def test_requirements_name_no_package_index(name):
    text = (ROOT / name).read_text()
    assert re.findall(r"\w+://|--\w*index|--find-links|--trusted|file:|@ ", text) == []


def test_both_requirements_files_pin_the_same_versions():
    runtime, everything = ((ROOT / name).read_text() for name in PINNED)
    versions = re.compile(r"^[\w.-]+==\S+", re.MULTILINE)
    assert set(versions.findall(runtime)) <= set(versions.findall(everything))


@cache
def modules() -> dict[str, ast.Module]:
    """Return every module of the site by its name."""
    found = {}
    for package in ("accounts", "config", "games", "installation"):
        for path in (ROOT / package).rglob("*.py"):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = ast.parse(path.read_text())
    return found


def imported(node: ast.AST) -> set[str]:
    """Return the modules that a part of a module imports, except for types only."""
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return set()
    if isinstance(node, ast.ImportFrom):
        return {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    parts = (child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr))
    return set().union(*(imported(child) for child in parts))


def test_there_are_no_circular_imports():
    known = modules()
    graph = networkx.DiGraph(
        (name, other)
        for name, tree in known.items()
        for other in imported(tree)
        if other in known and other != name and not name.startswith(f"{other}.")
    )
    circles = [part for part in networkx.strongly_connected_components(graph) if len(part) > 1]
    assert circles == []


def test_no_app_imports_modules_in_ready():
    ready = [
        node
        for name, tree in modules().items()
        if name.endswith(".apps")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name == "ready"
    ]
    assert ready
    assert set().union(*(imported(node) for node in ready)) == set()


def test_a_folder_has_at_most_twenty_modules():
    folders: dict[Path, int] = {}
    for package in ("accounts", "config", "games", "installation", "tests"):
        for path in (ROOT / package).rglob("*.py"):
            if path.name != "__init__.py" and path.parent.name != "migrations":
                folders[path.parent] = folders.get(path.parent, 0) + 1
    assert {folder: count for folder, count in folders.items() if count > 22} == {}


#: Names shared on purpose: docs/architecture.md gives the reasons.
SHARED_NAMES = {"Command", "Migration", "Player"}


#: How the names of modules of games begin.
OF_GAMES = tuple(f"games.{key.replace('-', '_')}." for key in GAMES)


def test_a_class_name_has_one_meaning():
    """The same part of two games has one name; elsewhere a name is used once."""
    homes: dict[str, set[str]] = defaultdict(set)
    for name, tree in modules().items():
        home = "a game" if name.startswith(OF_GAMES) else name
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.name not in SHARED_NAMES:
                homes[node.name].add(home)
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


def test_every_template_can_be_read():
    """Some are shown so rarely that no other test would find a missing tag library."""
    folder = ROOT / "templates"
    for path in folder.rglob("*.html"):
        get_template(path.relative_to(folder).as_posix())


def test_the_documents_name_the_version_of_htmx_that_pages_load():
    script = Path(django_htmx.__file__).parent / "static/django_htmx/htmx-4.js"
    version = re.search(r"this\.version = '([^']+)'", script.read_text())
    assert version
    assert f"htmx {version[1]}" in (ROOT / "CONTRIBUTING.md").read_text()
