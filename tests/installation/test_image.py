"""The guarantees of compose.yaml and the Dockerfile: no root, and writes only to volumes."""

import os
import re
import subprocess
import sys

import dj_database_url
import pytest
import yaml

from tests.live_site import ROOT

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
OURS = {name: one for name, one in SERVICES.items() if one["image"] == "cabinet-noir"}
DOCKERFILE = (ROOT / "Dockerfile").read_text()

#: Settings that .env can't change: what the image and the containers' addresses need.
FIXED = {"PORT", "VAR_DIR", "ALLOWED_HOSTS"}
FIXED_IN_LARGE = FIXED | {"SITE_URL", "BEHIND_PROXY", "DATABASE_URL", "REDIS_URL"}


@pytest.mark.parametrize("name", OURS)
def test_our_containers_write_only_to_their_volume_and_have_no_privileges(name):
    service = OURS[name]
    assert service["read_only"] is True
    assert service["volumes"] == ["site:/var/lib/cabinet-noir"]
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]


def test_the_image_runs_as_an_unprivileged_user():
    assert re.findall(r"^USER (.+)$", DOCKERFILE, re.MULTILINE) == ["site"]
    assert re.findall(r"^VOLUME (.+)$", DOCKERFILE, re.MULTILINE) == ["/var/lib/cabinet-noir"]


def test_every_setting_passed_to_the_containers_exists():
    code = (ROOT / "config" / "settings.py").read_text() + (ROOT / "docker" / "start").read_text()
    given = {name for service in OURS.values() for name in service["environment"]}
    of_postgresql = {"PGPASSWORD"}
    assert {name for name in given if name not in code} == of_postgresql


@pytest.mark.parametrize("name", OURS)
def test_every_setting_of_the_readme_except_fixed_ones_reaches_the_site_from_env(name):
    lines = re.findall(r"^\| (`[A-Z].*?`) \|", (ROOT / "README.md").read_text(), re.MULTILINE)
    settings = {setting for line in lines for setting in re.findall(r"`(\w+)`", line)}
    assert {"DEFAULT_FROM_EMAIL", "EMAIL_PORT", "DATABASE_POOL"} <= settings
    assert OURS[name]["env_file"] == [{"path": ".env", "required": False}]
    given = OURS[name]["environment"]
    fixed = {
        setting for setting in settings & set(given) if f"${{{setting}:-" not in given[setting]
    }
    assert fixed == (FIXED if name == "small" else FIXED_IN_LARGE)


@pytest.mark.parametrize("name", [name for name in OURS if name != "small"])
def test_any_database_password_can_be_used(name):
    def with_password(text: str) -> str:
        return text.replace("${POSTGRES_PASSWORD:-site}", "a/b#c?d@e:%")

    given = OURS[name]["environment"]
    parsed = dj_database_url.parse(with_password(given["DATABASE_URL"]))
    assert (parsed["HOST"], parsed["USER"], parsed["NAME"]) == ("database", "site", "site")
    assert given["PGPASSWORD"] == SERVICES["database"]["environment"]["POSTGRES_PASSWORD"]


def test_the_image_does_not_include_env_files():
    assert ".env" in (ROOT / ".dockerignore").read_text().splitlines()
    assert ".env" in (ROOT / ".gitignore").read_text().splitlines()


def test_a_container_says_that_it_cannot_report_to_sentry(tmp_path):
    (tmp_path / "sentry_sdk.py").write_text("raise ImportError")
    start = (ROOT / "docker" / "start").read_text()
    start = start.replace("cd /site", f"cd {ROOT}").replace("/venv/bin/python", sys.executable)
    asked = {"SENTRY_DSN": "https://key@errors.example/1", "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        ["sh", "-c", start, "start", "check"], env={**os.environ, **asked}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.startswith("SENTRY_DSN is set, but this image is without sentry-sdk")
    assert "Traceback" not in done.stderr


def test_each_profile_is_complete():
    by_profile: dict[str, set[str]] = {}
    for name, service in SERVICES.items():
        for profile in service["profiles"]:
            by_profile.setdefault(profile, set()).add(name)
    assert by_profile["small"] == {"small"}
    large = {"migrated", "web1", "web2", "referee", "database", "redis", "proxy"}
    assert by_profile["large"] == large


def test_the_database_and_redis_are_reachable_only_from_inside():
    assert COMPOSE["networks"]["inside"]["internal"] is True
    for name in ("database", "redis"):
        assert SERVICES[name]["networks"] == ["inside"]
        assert "ports" not in SERVICES[name]


def test_the_database_is_healthy_once_other_containers_can_reach_it():
    asked = SERVICES["database"]["healthcheck"]["test"]
    assert asked[asked.index("-h") + 1] == "127.0.0.1"  # during set-up it listens only on a socket


def test_the_proxy_knows_every_web_process():
    proxy = (ROOT / "docker" / "Caddyfile").read_text()
    webs = sorted(name for name in SERVICES if name.startswith("web"))
    assert re.findall(r"(web\d+):8000", proxy) == webs


def test_the_build_steps_of_the_image_are_those_checked_without_docker():
    steps = re.findall(r"^RUN /site/docker/build (\w+)$", DOCKERFILE, re.MULTILINE)
    assert steps == re.findall(r"^(\w+)\) #", (ROOT / "docker" / "build").read_text(), re.MULTILINE)
    assert f"for step in {' '.join(steps)}" in (ROOT / ".ci" / "image").read_text()
