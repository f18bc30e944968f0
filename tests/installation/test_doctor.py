"""The doctor says what is missing, and what to do about it."""

import os
import socket
import subprocess
import sys
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from games.matches.models import Pulse
from installation import backup, doctor, health
from tests.live_site import ROOT

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(health, "missing_migrations", list)  # tests migrate nothing


def said() -> str:
    return "\n".join(finding.says for finding in doctor.examine())


def make_well(settings, tmp_path) -> None:
    for key in (Pulse.REFEREE, Pulse.WEB):
        Pulse.objects.update_or_create(pk=key, defaults={"at": timezone.now()})
    backup.write(tmp_path / "kept.tar.gz")


def test_the_doctor_lists_what_a_new_installation_lacks(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    words = said()
    for part in (
        "and the secret key", "E-mail goes to the console", "No referee", "SITE_URL",
        "first_administrator",
    ):  # fmt: skip
        assert part in words
    with pytest.raises(CommandError, match="Serious problems found"):
        call_command("doctor", stdout=StringIO())


def test_a_well_kept_installation_has_no_serious_problem(settings, tmp_path):
    make_well(settings, tmp_path)
    out = StringIO()
    call_command("doctor", stdout=out, no_color=True)
    assert "✓ No serious problems" in out.getvalue()


def test_an_old_backup_or_another_key_is_serious(settings, tmp_path):
    make_well(settings, tmp_path)
    settings.SECRET_KEY = "another"
    assert "differs from the one in the backup" in said()
    note = tmp_path / backup.NOTE
    note.write_text(note.read_text().replace(str(timezone.now().year), "2020"))
    assert "days old" in said()


def test_a_clock_that_was_set_back_and_a_full_disk_are_serious(settings, tmp_path, monkeypatch):
    make_well(settings, tmp_path)
    Pulse.objects.update(at=timezone.now() + timedelta(hours=1))
    monkeypatch.setattr(doctor, "FREE", 10**18)
    words = said()
    assert "clock is behind" in words
    assert "MiB are free" in words


def test_missing_migrations_are_serious(monkeypatch):
    monkeypatch.setattr(health, "missing_migrations", lambda: ["matches.0099_new"])
    assert "Unapplied migrations: 1" in said()


@pytest.mark.postgres
def test_an_unreachable_database_is_one_problem_with_its_reason_and_no_wait(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as was_free:
        port = was_free.getsockname()[1]
    run = subprocess.run(
        [sys.executable, "manage.py", "doctor"],
        env={
            **os.environ, "VAR_DIR": str(tmp_path), "REDIS_URL": "", "STATIC_FROM_SOURCE": "1",
            "DATABASE_URL": f"postgres://somebody:a-password@127.0.0.1:{port}/site",
        },
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.stdout.count("is unreachable: check DATABASE_URL") == 1
    assert "refused" in run.stdout
    # A pool would wait fifteen seconds for each check, and log it.
    assert "check failed" not in run.stdout + run.stderr
    assert "couldn't get a connection" not in run.stdout + run.stderr
    assert "a-password" not in run.stdout + run.stderr


def test_checks_that_cannot_run_are_reported(monkeypatch):
    def breaks() -> bool:
        raise OSError("away")

    monkeypatch.setattr(health, "is_database_there", breaks)
    assert "check failed: database (away)" in said()


def test_a_database_readable_by_other_users_is_reported(settings, tmp_path):
    words = "Other users of this machine can read the database"
    (tmp_path / "cabinet-noir.sqlite3").touch(mode=0o644)
    for mode, is_told in ((0o700, False), (0o755, True)):
        tmp_path.chmod(mode)
        assert (words in said()) is is_told
    (tmp_path / "cabinet-noir.sqlite3").chmod(0o600)
    assert words not in said()


@pytest.mark.parametrize("backend", ["django.core.mail.backends.smtp.EmailBackend", "mail.Typo"])
def test_an_unusable_mail_server_is_serious(settings, backend):
    with socket.create_server(("127.0.0.1", 0)) as was_free:
        port = was_free.getsockname()[1]
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_BACKEND = "127.0.0.1", port, backend
    [said] = [fault for fault in doctor.examine() if "E-mail cannot be sent" in fault.says]
    assert said.is_grave


def test_an_administrator_without_a_second_factor_is_named():
    User.objects.create_superuser("root", "root@example.org", "x")
    assert "The administrator root has no second factor" in said()
