"""What a document names exists: files, modules, make targets, settings and functions."""

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.live_site import ROOT

ARCHITECTURE = ROOT / "docs/architecture.md"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
#: Generated files, which no repository contains.
MADE = {".venv/", "var/", ".venv", "staticfiles"}

#: Words of other programs' settings.
FOREIGN = {"least_conn"}
#: Django's own commands.
DJANGO = {"migrate", "collectstatic", "shell", "changepassword", "createsuperuser"}


@cache
def files() -> frozenset[str]:
    """Return every file of the project and every folder, with a slash at its end."""
    listed = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).split("\n")
    folders = {f"{parent}/" for name in listed for parent in Path(name).parents}
    return frozenset({*listed, *folders})


@cache
def code() -> str:
    """Return the text of all Python files and the Makefile."""
    sources = [name for name in files() if name.endswith(".py") or name == "Makefile"]
    return "\n".join((ROOT / name).read_text() for name in sources)


def named_in(document: Path) -> list[str]:
    """Return the texts of all code spans in a document."""
    text = re.sub(r"```.*?```", "", document.read_text(), flags=re.DOTALL)
    return re.findall(r"`([^`\n]+)`", text)


def is_there(path: str) -> bool:
    """Return whether a path, or the end of one, is a file or a folder of the project."""
    return any(name == path or name.endswith(f"/{path}") for name in files())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_that_a_document_names_exists(document: Path):
    paths = [
        name for name in named_in(document)
        if re.fullmatch(r"[\w./-]+(\.(py|md|html|jinja|js|css|toml|yaml|txt|svg)|/)", name)
        and not name.startswith(("/", ".venv", "var/")) and name not in MADE
    ]  # fmt: skip
    assert [path for path in paths if not is_there(path)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_within_the_project_has_a_target(document: Path):
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_that_a_document_names_exists(document: Path):
    text = document.read_text()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z-]+)\b(?=[`\s,.;:)]* *(?:[A-Z]+=|#|`|$))", text)) <= targets
    modules = set(re.findall(r"python -m ([a-z_.]+)", text)) - {"pytest", "pip", "venv"}
    assert [one for one in modules if not is_there(f"{one.replace('.', '/')}.py")
            and not is_there(f"{one.replace('.', '/')}/__main__.py")] == []  # fmt: skip
    commands = set(re.findall(r"manage\.py ([a-z_]+)", text))
    own = {Path(name).stem for name in files() if "/management/commands/" in name}
    assert commands - own <= DJANGO


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_setting_and_function_that_a_document_names_is_in_the_code(document: Path):
    names = [
        name for name in named_in(document)
        if re.fullmatch(r"[A-Z][A-Z0-9]+(_[A-Z0-9]+)+|[a-z]+(_[a-z]+)+(\(\))?", name)
        and not name.startswith(("BENCH_", "cabinet_noir_", "test_")) and name not in FOREIGN
    ]  # fmt: skip
    missing = [name for name in names if not re.search(rf"\b{name.strip('()')}\b", code())]
    assert missing == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_function_that_a_document_names_with_its_module_is_in_that_module(document: Path):
    calls = [re.fullmatch(r"(\w+)\.(\w+)\(.*\)", name) for name in named_in(document)]
    named = [(call[1], call[2]) for call in calls if call]
    missing = [
        (module, name) for module, name in named
        if f".{module}.{name}(" not in code()
        and not any(
            re.search(rf"\bdef {name}\(", (ROOT / path).read_text())
            for path in files() if path.endswith(f"/{module}.py")
        )
    ]  # fmt: skip
    assert missing == []


def test_the_wiring_listed_in_the_architecture_matches_the_code():
    row = r"^\| `([A-Z_]+)` \|.*\| `(.+\.py)` \|$"
    rows = re.findall(row, ARCHITECTURE.read_text(), re.MULTILINE)
    tree = ast.parse((ROOT / "config/wiring.py").read_text())
    names = [one.targets[0] for one in tree.body if isinstance(one, ast.Assign)]
    assert sorted(name for name, _reader in rows) == sorted(map(ast.unparse, names))
    unread = [name for name, path in rows if f"settings.{name})" not in (ROOT / path).read_text()]
    assert unread == []
