"""Collecting garbage must not stop the tables of a process."""

import subprocess
import sys

import pytest

SERVED = """
import gc
import config.asgi
from config.server.lifespan import shorten_pauses

shorten_pauses()
print(gc.get_freeze_count(), len(gc.get_objects()), gc.get_threshold()[0])
"""


@pytest.mark.long
def test_garbage_collection_skips_the_servers_permanent_objects():
    done = subprocess.run([sys.executable, "-c", SERVED], capture_output=True, check=True)
    kept, looked_at, new_objects = map(int, done.stdout.split())
    assert kept > 50 * looked_at
    assert new_objects > 700  # Python's own number
