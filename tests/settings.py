"""The site's settings, fast and local for tests; DATABASE_URL and REDIS_URL still apply."""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("HTTPS", "0")
os.environ.setdefault("SECRET_KEY", "tests only, and worth nothing")
os.environ.setdefault("VAR_DIR", str(Path(tempfile.gettempdir()) / "cabinet-noir-tests"))

from config.environment import flag
from config.settings import *  # noqa: F403
from config.settings import CACHES, CHANNEL_LAYERS, DATABASE, REDIS_URL, STORAGES, VAR_DIR
from tests import chance

#: Tests look at tables right after a move; those of the curtain wait for it.
STAGE_PACE = float(os.environ.get("STAGE_PACE", "0"))
READING_SECONDS = float(os.environ.get("READING_SECONDS", "0"))
FIRST_MATCHES = 0  # most tests of ratings begin with new people; tests of first matches set it
ACCOUNT_RATE_LIMITS = {"guest": "600/m/ip"}  # all guests of a run come from one IP address
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
if not flag("SERVES_BUNDLES"):  # after collectstatic
    STORAGES["staticfiles"] = {"BACKEND": "config.bundles.SourceStorage"}
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
WHITENOISE_USE_FINDERS = flag("SERVES_STATIC")  # for a site started by tests/live_site.py

#: Stages that use the same stores run in parallel (tests/__main__.py): each has a number.
STAGE = int(os.environ.get("TEST_STAGE", "0"))
#: Whether commits wait for the disk, which takes a third of the time. Only a machine's power cut or
#: a killed PostgreSQL tells the difference: tests/chaos.
DURABLE = flag("DURABLE")

if DATABASE["ENGINE"].endswith("sqlite"):
    # A file as on a real site, because an in-memory database has other locks; one for each process.
    DATABASE["TEST"] = {"NAME": VAR_DIR / f"test-{os.getpid()}.sqlite3"}
    if not DURABLE:
        DATABASE["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
else:
    DATABASE["TEST"] = {"NAME": f"test_{DATABASE['NAME']}_{STAGE}"}
    if not DURABLE:
        DATABASE["OPTIONS"]["options"] += " -c synchronous_commit=off"

if REDIS_URL:
    # Processes of one run share a server: separate their channels, and their caches by database,
    # because a cache is always emptied entirely.
    MOST_WORKERS = 3  # of a stage, in tests/__main__.py
    WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    SERVER, _, FIRST = REDIS_URL.rpartition("/")
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = f"tests-{STAGE}-{WORKER}"
    CACHES["default"]["LOCATION"] = f"{SERVER}/{int(FIRST) + MOST_WORKERS * STAGE + WORKER}"

if "TEST_NAME_FILE" in os.environ:  # a process of a live site
    process = os.environ.get("TEST_PROCESS") or f"command {os.getpid()}"
    chance.draw_as_told(Path(os.environ["TEST_NAME_FILE"]), process)
