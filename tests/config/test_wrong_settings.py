"""Invalid settings stop the site at startup with a message that names the setting."""

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
        ("REDIS_URL", "127.0.0.1:6379"), ("SITE_URL", "play.example.org"), ("SITE_URL", "https://"),
        ("EMAIL_PORT", "25.5"), ("EMAIL_PORT", "70000"),
        ("ALLOWED_HOSTS", "https://play.example.org"), ("ALLOWED_HOSTS", "play.example.org:443"),
        ("CSRF_TRUSTED_ORIGINS", "play.example.org"), ("DATABASE_URL", "db.example.org/site"),
        ("LOGO", "/nowhere/logo.svg"), ("LOGO", __file__), ("LOG_FORMAT", "JSON lines"),
        ("SECURITY_CONTACT", "security@example.org"), ("SECURITY_CONTACT", "http://example.org"),
        ("EMAIL_VERIFICATION", "required"), ("EMAIL_BACKEND", "smtp"), ("EMAIL_HOST", "mail:587"),
        ("DEFAULT_FROM_EMAIL", "noreply"), ("SITE_NAME", "Salon\nRouge"), ("SENTRY_DSN", "yes"),
        ("FOOTER_LINKS", "https://forum.example.org"), ("FOOTER_LINKS", "Forum=forum.example.org"),
        ("HOUSE_HOUR", "fri 20:00"), ("HOUSE_HOUR", "fry 20:00 Europe/Berlin noir"),
        ("HOUSE_HOUR", "fri 24:00 Europe/Berlin noir"), ("HOUSE_HOUR", "fri 20:00 Berlin noir"),
        ("HOUSE_HOUR", "fri 20:00 Europe/Berlin chess"),
        ("FOOTER_LINKS", "Forum=javascript:alert(1)"), ("ADMIN_PATH", "back office?"),
    ],
)  # fmt: skip
def test_an_invalid_setting_is_named(read, name, says):
    with pytest.raises(ImproperlyConfigured, match=f"^{name} should "):
        read(**{name: says})


def test_a_pool_without_connections_is_named(read):
    with pytest.raises(ImproperlyConfigured, match=r"^DATABASE_POOL should "):
        read(DATABASE_URL="postgres://site@db.example.org/site", DATABASE_POOL="0")


def test_a_database_url_is_not_printed_because_of_its_password(read):
    with pytest.raises(ImproperlyConfigured) as refused:
        read(DATABASE_URL="postgrs://site:hunter2@db.example.org/site")
    assert "hunter2" not in str(refused.value)
    assert refused.value.__context__ is None


def test_valid_settings_are_read(read, tmp_path):
    (tmp_path / "ours.svg").write_text("<svg/>")
    found = read(
        LOGO=str(tmp_path / "ours.svg"), SECURITY_CONTACT="mailto:security@example.org",
        EMAIL_VERIFICATION="mandatory", EMAIL_HOST="::1", EMAIL_PORT="587", LOG_FORMAT="json",
        EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend",
        ALLOWED_HOSTS=".example.org,[::1],*", CSRF_TRUSTED_ORIGINS="https://*.example.org",
        FOOTER_LINKS="Forum=https://forum.example.org/?a=b, Letters=mailto:a@example.org",
        ADMIN_PATH="/back-office/",
    )  # fmt: skip
    links = [("Forum", "https://forum.example.org/?a=b"), ("Letters", "mailto:a@example.org")]
    assert found["FOOTER_LINKS"] == links
    assert found["ALLOWED_HOSTS"] == [".example.org", "[::1]", "*"]
    assert found["ACCOUNT_EMAIL_VERIFICATION"] == "mandatory"
    assert found["ADMIN_PATH"] == "back-office"
    assert read(ADMIN_PATH="")["ADMIN_PATH"] == ""
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("::1", 587)


def test_a_port_that_is_not_a_number_is_named(tmp_path):
    run = subprocess.run(
        [sys.executable, "manage.py", "serve"],
        env={"PATH": "", "VAR_DIR": str(tmp_path), "PORT": "web"},
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.stderr.endswith("argument --port: invalid int value: 'web'\n")


def test_the_url_of_the_site_may_end_with_a_slash(read):
    assert read(SITE_URL="https://play.example.org/")["SITE_URL"] == "https://play.example.org"


def test_hosts_may_have_spaces_after_their_commas(read):
    found = read(ALLOWED_HOSTS="a.example, b.example,")
    assert found["ALLOWED_HOSTS"] == ["a.example", "b.example"]


def test_an_empty_setting_counts_as_unset(read):
    empty = ("HTTPS", "BEHIND_PROXY", "BOT_PACE", "SITE_URL", "REDIS_URL", "ALLOWED_HOSTS")
    found = read(**dict.fromkeys((*empty, "SITE_NAME", "EMAIL_VERIFICATION", "LOGO"), ""))
    assert "localhost" in found["ALLOWED_HOSTS"]
    assert (found["HTTPS"], found["BOT_PACE"], found["REDIS_URL"]) == (True, 1, "")
    assert found["SITE_URL"] == "http://localhost:8000"
    assert (found["SITE_NAME"], found["LOGO"]) == ("Cabinet Noir", "")
    assert found["ACCOUNT_EMAIL_VERIFICATION"] == "optional"
