"""`make play`: a site for the people of one room, with the variables that the Makefile gives it."""

import json
import os
import re
import shlex
import subprocess
import sys
from typing import Any

import pytest

from tests.live_site import ROOT

#: A phone in the same network uses this machine's IP address, without a certificate.
PHONE = "192.168.178.20:8000"
SHOWN = ("DEBUG", "ALLOWED_HOSTS", "HTTPS", "SESSION_COOKIE_SECURE", "SECURE_HSTS_SECONDS")
ASKS = f"""
import json
import django
django.setup()
from django.conf import settings
from django.test import Client
phone = Client(headers={{"host": "{PHONE}"}}, raise_request_exception=False)
broken, script = phone.get("/"), phone.get("/static/js/live.js")  # its tables do not exist
print(json.dumps({{
    "settings": {{name: getattr(settings, name) for name in {SHOWN}}},
    "broken": [broken.status_code, broken.content.decode()],
    "script": [script.status_code, script.getvalue().decode()],
}}))
"""


def variables() -> dict[str, str]:
    """Return the variables that the Makefile sets for the site of a room."""
    text = (ROOT / "Makefile").read_text().replace("\\\n", " ")
    (line,) = re.findall(r"^ROOM = (.*)$", text, re.MULTILINE)
    found = line.replace("$(or $(SITE_URL),http://localhost:$(PORT))", "http://localhost:8000")
    return dict(one.split("=", 1) for one in shlex.split(found))


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> dict[str, Any]:
    """Return what the site says of itself, and answers a phone in the room."""
    plain = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    told = variables() | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "VAR_DIR": str(tmp_path_factory.mktemp("room")),
    }
    command = [sys.executable, "-c", ASKS]
    answer = subprocess.run(command, cwd=ROOT, env=plain | told, capture_output=True, check=True)
    return json.loads(answer.stdout)


def test_an_error_page_shows_no_internals(site):
    assert site["settings"]["DEBUG"] is False
    status, page = site["broken"]
    assert status == 500
    assert "no such table" not in page
    assert "Traceback" not in page


def test_a_phone_reaches_the_site_by_any_host_name_without_a_certificate(site):
    assert site["settings"]["ALLOWED_HOSTS"] == ["*"]
    for name in ("HTTPS", "SESSION_COOKIE_SECURE", "SECURE_HSTS_SECONDS"):
        assert not site["settings"][name], name


def test_scripts_are_served_uncollected(site):
    status, text = site["script"]
    assert status == 200
    assert text == (ROOT / "static" / "js" / "live.js").read_text()


def test_every_step_of_make_play_uses_these_variables():
    makefile = (ROOT / "Makefile").read_text()
    (steps,) = re.findall(r"^play:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    managing = [line for line in steps.splitlines() if "manage.py" in line]
    assert managing
    assert all(line.startswith("\t@$(ROOM) ") for line in managing)
