"""Settings that are wrong: a site that would not work does not start, and says which one it is."""

import runpy
import subprocess
import sys
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import settings
from tests.live_site import ROOT


@pytest.fixture
def read(monkeypatch, tmp_path):
    """Return what reads the settings anew, with variables of its own."""

    def read(**variables: str) -> dict[str, Any]:
        for name in ("DATABASE_URL", "REDIS_URL"):
            monkeypatch.delenv(name, raising=False)
        for name, says in {"VAR_DIR": str(tmp_path), **variables}.items():
            monkeypatch.setenv(name, says)
        return runpy.run_path(settings.__file__)

    return read


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("BOT_PACE", "fast"), ("BOT_PACE", "-1"), ("READING_SECONDS", "nan"),
        ("EMAIL_PORT", "smtp"), ("HTTPS", "maybe"), ("BEHIND_PROXY", "ja"),
        ("REDIS_URL", "127.0.0.1:6379"), ("SITE_URL", "play.example.org"),
    ],
)  # fmt: skip
def test_a_setting_that_cannot_be_meant_is_named(read, name, says):
    with pytest.raises(ImproperlyConfigured, match=f"^{name} should "):
        read(**{name: says})


def test_a_port_that_is_no_number_is_named(tmp_path):
    run = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        env={"PATH": "", "VAR_DIR": str(tmp_path), "PORT": "web"},
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.stderr.endswith("argument --port: invalid int value: 'web'\n")


def test_the_address_of_the_site_may_end_in_a_slash(read):
    assert read(SITE_URL="https://play.example.org/")["SITE_URL"] == "https://play.example.org"


def test_hosts_may_have_spaces_after_their_commas(read):
    found = read(ALLOWED_HOSTS="a.example, b.example,")
    assert found["ALLOWED_HOSTS"] == ["a.example", "b.example"]


def test_a_setting_without_a_word_is_one_that_is_not_set(read):
    empty = ("HTTPS", "BEHIND_PROXY", "BOT_PACE", "SITE_URL", "REDIS_URL", "ALLOWED_HOSTS")
    found = read(**dict.fromkeys(empty, ""))
    assert "localhost" in found["ALLOWED_HOSTS"]
    assert (found["HTTPS"], found["BOT_PACE"], found["REDIS_URL"]) == (True, 1, "")
    assert found["SITE_URL"] == "http://localhost:8000"
