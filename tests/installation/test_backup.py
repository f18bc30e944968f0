"""Backups are tested by restoring them: everything is back, and later changes are gone."""

import json
import lzma
import os
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from threading import Event, Thread
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import User
from installation import backup
from tests.live_site import ROOT, LiveSite
from tests.matches.visitor import Visitor


@pytest.fixture
def site(tmp_path):
    """Return a site with its own key in its folder."""
    live = LiveSite(tmp_path, REDIS_URL="")
    live.environment.pop("SECRET_KEY", None)
    live.environment["DJANGO_SETTINGS_MODULE"] = "tests.settings_own_key"
    yield live
    live.discard()


def manage(site: LiveSite, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_backup_made_during_use_restores_everything_including_sessions(site, tmp_path):
    site.start()
    guest = Visitor(site.url)
    path = open_a_table(guest, "Ada")
    stop = Event()
    crowd = Thread(target=come_and_open, args=(site, stop))
    crowd.start()
    file = tmp_path / "kept.tar.gz"
    done = manage(site, "backup", str(file))
    stop.set()
    crowd.join()
    assert done.returncode == 0, done.stderr
    assert file.stat().st_mode & 0o077 == 0
    assert (tmp_path / backup.NOTE).stat().st_mode & 0o077 == 0
    later = open_a_table(Visitor(site.url), "Late")
    refused = manage(site, "restore", str(file), "--replace")
    assert "stop all its processes first" in refused.stderr
    site.kill()
    (tmp_path / "secret-key").write_text("another")
    done = manage(site, "restore", str(file), "--replace")
    assert done.returncode == 0, done.stderr
    site.start()
    again = guest.get(path)
    assert again.status == 200
    assert "Ada" in again.text
    assert "data-seat-own" in again.text or 'value="leave"' in again.text or "leave/" in again.text
    assert Visitor(site.url).get(later).status == 404


def open_a_table(visitor: Visitor, name: str) -> str:
    visitor.get("/open/")
    opened = visitor.post(
        "/open/",
        name=name, game="secret-hitler", seats_min="5", seats_max="5", visibility="link",
        fills_with_bots="on", pace="untimed", language="en",
    )  # fmt: skip
    assert opened.status == 200
    return opened.address.removeprefix(visitor.site)


def come_and_open(site: LiveSite, stop: Event) -> None:
    while not stop.wait(0.05):
        open_a_table(Visitor(site.url), "Bea")


@pytest.mark.postgres
def test_a_backup_is_restored_entirely_or_not_at_all_into_the_sites_schema(site, tmp_path):
    file = tmp_path / "kept.tar.gz"
    execute(site, "ALTER SCHEMA public RENAME TO games")
    execute(site, "CREATE SCHEMA public")
    site.environment["DATABASE_URL"] += "?options=-c%20search_path%3Dgames"
    execute(site, "CREATE TYPE mood AS ENUM ('wry')")  # not dropped, so it cannot be created again
    execute(site, "CREATE VIEW people AS SELECT username FROM accounts_user")
    execute(site, "INSERT INTO django_session VALUES ('kept', 'data', now())")
    execute(site, "CREATE TABLE public.of_others AS SELECT 'old' AS word")
    done = manage(site, "backup", str(file))
    assert done.returncode == 0, done.stderr
    execute(site, "CREATE TABLE later (id bigserial, u bigint REFERENCES accounts_user)")
    execute(site, "CREATE VIEW of_later AS SELECT u FROM later")  # as a newer release may have
    execute(site, "ALTER TABLE django_session ADD COLUMN later int NOT NULL DEFAULT 1")
    execute(site, "UPDATE django_session SET session_data = 'changed'")
    execute(site, "CREATE SEQUENCE loose")
    execute(site, "UPDATE public.of_others SET word = 'newer'")
    done = manage(site, "restore", str(file), "--replace")
    assert done.returncode != 0
    assert "psql failed" in done.stderr
    assert execute(site, "SELECT session_data, later FROM django_session") == [("changed", 1)]
    execute(site, "DROP TYPE mood")
    done = manage(site, "restore", str(file), "--replace")
    assert done.returncode == 0, done.stderr
    there = "SELECT to_regclass('later'), to_regclass('of_later'), to_regclass('loose')"
    assert execute(site, there) == [(None, None, None)]
    sessions = execute(site, "SELECT * FROM django_session")
    assert [row[:2] for row in sessions] == [("kept", "data")]
    assert {len(row) for row in sessions} == {3}
    assert execute(site, "SELECT count(*) FROM people") == [(0,)]
    assert execute(site, "SELECT word FROM public.of_others") == [("newer",)]
    assert manage(site, "migrate", "--check").returncode == 0


def execute(site: LiveSite, statement: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(site.environment["DATABASE_URL"]) as one:
        cursor = one.execute(statement)
        return cursor.fetchall() if cursor.description else []


@pytest.mark.django_db(transaction=True)
def test_a_damaged_or_foreign_file_is_refused(tmp_path, settings):
    settings.VAR_DIR = tmp_path
    file = tmp_path / "kept.tar.gz"
    backup.write(file)
    whole = file.read_bytes()
    for damaged in (b"nothing", whole[:-200], whole[:200]):
        file.write_bytes(damaged)
        with pytest.raises(CommandError, match="not a backup, or is damaged"):
            call_command("restore", str(file), "--replace")
    file.write_bytes(whole)
    assert backup.read(file, tmp_path)["engine"] == connection.vendor
    assert (tmp_path / "secret-key").read_text() == settings.SECRET_KEY
    file.write_bytes(lzma.compress(whole)[:-40])
    with pytest.raises(CommandError, match="not a backup, or is damaged"):
        call_command("restore", str(file), "--replace")
    assert {one.name for one in tmp_path.iterdir()} >= {"kept.tar.gz", "last-backup.json"}
    assert not [one for one in tmp_path.iterdir() if one.is_dir() or "unfinished" in one.name]


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_broken_copy_with_valid_checksums_is_refused_and_replaces_nothing(
    tmp_path, settings, alice
):
    settings.VAR_DIR = tmp_path
    kept, parts = tmp_path / "kept.tar.gz", tmp_path / "parts"
    parts.mkdir()
    backup.write(kept)
    manifest = backup.read(kept, parts)
    copy = parts / "database"
    whole = copy.read_bytes()
    copy.write_bytes(whole[: len(whole) // 2])
    manifest["sha256"]["database"] = backup.digest(copy)
    (parts / "manifest.json").write_text(json.dumps(manifest))
    backup._pack(kept, parts)
    with pytest.raises(CommandError, match="--replace"):
        call_command("restore", str(kept))
    with pytest.raises(CommandError, match=r"broken|failed"):
        call_command("restore", str(kept), "--replace")
    assert User.objects.get() == alice
    assert not (tmp_path / "secret-key").exists()


@pytest.mark.sqlite
def test_a_backup_without_disk_space_fails_with_one_line(tmp_path):
    environment = {**os.environ, "VAR_DIR": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": ""}

    def manage(command: str, most: int = resource.RLIM_INFINITY) -> str:
        ran = subprocess.run(
            [sys.executable, "manage.py", command, "--verbosity", "0"],
            cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        )  # fmt: skip
        return ran.stderr

    with closing(sqlite3.connect(tmp_path / "cabinet-noir.sqlite3")) as full, full:
        full.execute("CREATE TABLE some (what)")
        full.execute("INSERT INTO some VALUES (zeroblob(300000))")
    [said] = manage("backup", most=64 * 1024).splitlines()  # as on a disk that is full
    assert said.startswith("CommandError: The database could not be copied: ")
    assert not [*(tmp_path / "backups").iterdir()]


@pytest.mark.django_db(transaction=True)
def test_a_failed_backup_leaves_nothing_behind_and_replaces_no_folder(
    tmp_path, settings, monkeypatch
):
    settings.VAR_DIR = tmp_path
    (tmp_path / "folder").mkdir()
    with pytest.raises(CommandError, match="not a regular file"):
        call_command("backup", str(tmp_path / "folder"))
    monkeypatch.setattr(connection.introspection, "table_names", lambda *_asked: [])
    with pytest.raises(CommandError, match="empty"):
        call_command("backup", str(tmp_path / "kept.tar.gz"))
    monkeypatch.undo()
    monkeypatch.setattr(Path, "replace", refuse_to_replace)
    with pytest.raises(CommandError, match="read-only"):
        call_command("backup", str(tmp_path / "kept.tar.gz"))
    assert [one.name for one in tmp_path.iterdir()] == ["folder"]


def refuse_to_replace(_self: Path, _target: Path) -> None:
    raise OSError("read-only")


def test_a_broken_copy_is_not_a_backup(tmp_path):
    broken = tmp_path / "database"
    broken.write_bytes(b"SQLite format 3\0" + b"x" * 4096)
    with pytest.raises(backup.Unusable, match="broken"):
        backup._check_sqlite(broken)


def test_the_programs_of_postgresql_connect_as_the_site_does(monkeypatch):
    options = {"pool": {}, "sslmode": "verify-full", "sslrootcert": "/ca.pem"}
    options["options"] = "-c search_path=games -c idle_in_transaction_session_timeout=20s"
    site = {"NAME": "site", "HOST": "db", "PORT": 5433, "USER": "", "PASSWORD": "x"}
    ours = SimpleNamespace(settings_dict={**site, "OPTIONS": options})
    monkeypatch.setattr(backup, "connection", ours)
    where = backup._where()
    timeout = "idle_in_transaction_session_timeout"
    assert where == {
        "PGDATABASE": "site", "PGHOST": "db", "PGPORT": "5433", "PGPASSWORD": "x",
        "PGSSLMODE": "verify-full", "PGSSLROOTCERT": "/ca.pem",
        "PGOPTIONS": f"-c search_path=games -c {timeout}=20s -c {timeout}=0",
    }  # fmt: skip
