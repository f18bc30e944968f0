"""What docs/operations.md tells people to type can be typed, and leaves nothing out."""

import re
import shlex

import pytest
import yaml
from django.core.management import get_commands

from tests.live_site import ROOT

TEXT = (ROOT / "docs" / "operations.md").read_text()
SERVICES = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
#: A command for containers, with what is on its next line.
TYPED = re.findall(r"^    docker compose --profile (\w+) ((?:.*\\\n)*.*)", TEXT, re.MULTILINE)
#: Options with a value.
VALUED = {"--entrypoint", "-c"}


def part(title: str) -> str:
    """Return the part of the page that begins with a bold `title`."""
    return TEXT.partition(f"\n**{title}")[2].partition("\n**")[0]


@pytest.mark.parametrize("title", ["With systemd", "Upgrade"])
def test_a_checkout_gets_its_packages_and_styles_before_it_is_served(title):
    for step in ("make .venv/play", "manage.py collectstatic --noinput", "manage.py migrate"):
        assert step in part(title)


def names(typed: str) -> list[str]:
    """Return the words of a command, without options, from its own name on."""
    words = shlex.split(typed.replace("\\\n", " "), comments=True)
    found = []
    for before, word in zip(["", *words], words, strict=False):
        if not word.startswith("-") and before not in VALUED and word not in {"<", "FILE"}:
            found.append(word)
    return found


def test_commands_for_containers_name_services_of_their_profile_and_commands_of_ours():
    steps = [(profile, names(typed)) for profile, typed in TYPED]
    assert {words[0] for _profile, words in steps} == {"up", "run", "cp", "stop", "build"}
    for profile, (kind, *words) in steps:
        there = [name for name, one in SERVICES.items() if profile in one["profiles"]]
        services = words[:1] if kind == "run" else words
        assert {name.partition(":")[0] for name in services} - {"."} <= set(there), words
        if kind == "run":
            assert set(words[1:2]) <= set(get_commands()), words


def test_what_the_site_needs_done_is_told_for_containers_as_well():
    done = [names(typed)[2] for _profile, typed in TYPED if len(names(typed)) > 2]
    assert {"backup", "restore", "doctor", "first_administrator", "migrate"} <= set(done)


def test_web_processes_in_containers_are_renewed_one_after_the_other_after_the_tables():
    upgrade = part("Upgrade")
    order = ["migrated backup", "build migrated", "migrated migrate", "--wait web1", "--wait web2"]
    places = [upgrade.index(step) for step in order]
    assert places == sorted(places)
