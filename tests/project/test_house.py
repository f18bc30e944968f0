"""The house itself: arrows point down, migrations are complete, requirements are pinned."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from django.core.management import call_command
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

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


def test_imports_follow_the_arrows():
    tool = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([tool, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.django_db
def test_every_change_of_a_model_has_its_migration():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.parametrize(("name", "wanted"), PINNED.items())
def test_every_dependency_is_pinned_with_the_hashes_of_all_its_builds(name, wanted):
    found = pins(name)
    assert {canonicalize_name(Requirement(text).name) for text in wanted} <= set(found)
    assert {package for package, hashes in found.items() if len(hashes) < 2} == set()


@pytest.mark.parametrize("name", PINNED)
def test_requirements_name_no_place_to_install_from(name):
    text = (ROOT / name).read_text()
    assert re.findall(r"\w+://|--\w*index|--find-links|--trusted|file:|@ ", text) == []


def test_both_requirements_files_pin_the_same_versions():
    runtime, everything = ((ROOT / name).read_text() for name in PINNED)
    versions = re.compile(r"^[\w.-]+==\S+", re.MULTILINE)
    assert set(versions.findall(runtime)) <= set(versions.findall(everything))
