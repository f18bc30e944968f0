"""The commands in docs/operations.md work, and none is missing."""

import re
import shlex
import subprocess
import sys
from textwrap import dedent

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
    """Return the words of a command without options, starting with its name."""
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


def test_the_sites_maintenance_is_documented_for_containers_too():
    done = [names(typed)[2] for _profile, typed in TYPED if len(names(typed)) > 2]
    assert {"backup", "restore", "doctor", "first_administrator", "migrate"} <= set(done)


def test_web_containers_are_replaced_one_by_one_after_the_migration():
    upgrade = part("Upgrade")
    order = ["migrated backup", "build migrated", "migrated migrate", "--wait web1", "--wait web2"]
    places = [upgrade.index(step) for step in order]
    assert places == sorted(places)


@pytest.mark.long
def test_manual_commands_use_the_settings_of_the_site(tmp_path):
    lines = part("Commands").partition("    #!/bin/sh\n")[2].partition("\n\n")[0]
    script = re.sub(r"setpriv .*\\\n", "", lines).replace(".venv/bin/python", sys.executable)
    env = re.search(r"    # /etc/cabinet-noir.env\n((?:    .+\n)+)", TEXT)[1]
    file = tmp_path / "env"
    file.write_text(f"{dedent(env)}VAR_DIR={tmp_path / 'own'}\nSITE_NAME='A $ix # name'\n")
    script = script.replace("/srv/cabinet-noir", str(ROOT)).replace(
        "/etc/cabinet-noir.env", str(file)
    )
    says = "from django.conf import settings; print(settings.VAR_DIR, settings.SITE_NAME)"
    done = subprocess.run(
        ["sh", "-c", script, "sh", "shell", "--verbosity=0", "-c", says],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == f"{tmp_path / 'own'} A $ix # name"


def test_the_systemd_units_take_their_settings_from_that_file():
    unit = part("With systemd")
    assert "EnvironmentFile=/etc/cabinet-noir.env" in unit
    assert "Environment=" not in unit
    assert f"VAR_DIR=/var/lib/{re.search('StateDirectory=(.+)', unit)[1]}\n" in unit
