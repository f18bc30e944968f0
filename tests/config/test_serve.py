"""`manage.py serve` reports problems before it starts anything, and logs as the site does."""

import json
import os
import socket
import subprocess
import sys
import time
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.utils import timezone

from installation import health
from installation.management.commands import serve
from tests.live_site import PATIENCE, ROOT, LiveSite


def test_an_occupied_port_is_named_with_advice():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} is taken.*PORT={port + 1}"):
            call_command("serve", port=port)


@pytest.mark.long
def test_the_servers_own_messages_are_logged_like_the_others(tmp_path):
    site = LiveSite(tmp_path, LOG_FORMAT="json")
    try:
        site.start()
        with socket.create_connection(("127.0.0.1", site.port)) as rude:
            rude.sendall(b"rubbish\r\n\r\n")
            rude.recv(100)
        lines = lines_about(site, "Invalid HTTP request")
    finally:
        site.discard()
    assert [json.loads(line)["logger"] for line in lines] == ["uvicorn.error"]


def lines_about(site: LiveSite, words: str) -> list[str]:
    until = time.monotonic() + 20
    while words not in site.log():
        assert time.monotonic() < until
        time.sleep(0.05)
    return [line for line in site.log().splitlines() if words in line]


@pytest.mark.long
def test_without_migrations_the_site_gives_one_line_of_advice_and_does_not_start(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "serve", "--port=0"],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path / 'empty.sqlite3'}"},
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 1
    assert "run `migrate` first" in done.stderr
    assert (done.stdout + done.stderr).count("\n") == 1


@pytest.mark.django_db
def test_the_given_first_steps_run_before_the_site_opens(monkeypatch, capsys):
    served = []
    Session.objects.create(session_key="old", expire_date=timezone.now() - timedelta(days=1))
    monkeypatch.setattr(health, "missing_migrations", list)  # tests migrate nothing
    monkeypatch.setattr(serve, "run", lambda *_address: served.append(Session.objects.count()))
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    call_command("serve", "--first", "migrate", "clearsessions", port=port)
    assert "migrat" not in capsys.readouterr().out
    assert served == [0]
