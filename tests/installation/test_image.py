"""What compose.yaml and the Dockerfile promise: nobody is root, nothing is written but volumes."""

import re

import pytest
import yaml

from tests.live_site import ROOT

COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
OURS = {name: one for name, one in SERVICES.items() if one["image"] == "cabinet-noir"}
DOCKERFILE = (ROOT / "Dockerfile").read_text()


@pytest.mark.parametrize("name", OURS)
def test_our_containers_write_nothing_but_their_volume_and_may_do_nothing_special(name):
    service = OURS[name]
    assert service["read_only"] is True
    assert service["volumes"] == ["site:/var/lib/cabinet-noir"]
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]


def test_the_image_runs_as_nobody_special():
    assert re.findall(r"^USER (.+)$", DOCKERFILE, re.MULTILINE) == ["site"]
    assert re.findall(r"^VOLUME (.+)$", DOCKERFILE, re.MULTILINE) == ["/var/lib/cabinet-noir"]


def test_every_setting_that_the_containers_are_given_is_one():
    code = (ROOT / "config" / "settings.py").read_text() + (ROOT / "docker" / "start").read_text()
    given = {name for service in OURS.values() for name in service["environment"]}
    assert {name for name in given if name not in code} == set()


def test_each_profile_is_whole():
    by_profile: dict[str, set[str]] = {}
    for name, service in SERVICES.items():
        for profile in service["profiles"]:
            by_profile.setdefault(profile, set()).add(name)
    assert by_profile["small"] == {"small"}
    large = {"migrated", "web1", "web2", "referee", "database", "redis", "proxy"}
    assert by_profile["large"] == large


def test_the_database_and_redis_are_reached_from_inside_alone():
    assert COMPOSE["networks"]["inside"]["internal"] is True
    for name in ("database", "redis"):
        assert SERVICES[name]["networks"] == ["inside"]
        assert "ports" not in SERVICES[name]


def test_the_proxy_knows_every_web_process():
    proxy = (ROOT / "docker" / "Caddyfile").read_text()
    webs = sorted(name for name in SERVICES if name.startswith("web"))
    assert re.findall(r"(web\d+):8000", proxy) == webs


def test_the_steps_of_the_image_are_those_that_are_checked_without_docker():
    steps = re.findall(r"^RUN /site/docker/build (\w+)$", DOCKERFILE, re.MULTILINE)
    assert steps == re.findall(r"^(\w+)\) #", (ROOT / "docker" / "build").read_text(), re.MULTILINE)
    assert f"for step in {' '.join(steps)}" in (ROOT / ".ci" / "image").read_text()
