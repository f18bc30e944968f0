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
#: A cycle is in use during a collection of new objects, and garbage afterwards.
CROSSED = """
import gc, weakref
import config.asgi
from config.server.lifespan import NEW_OBJECTS, SURVIVORS, shorten_pauses

class Request: pass

shorten_pauses()
request = Request()
request.page = {"request": request}
gone = weakref.ref(request)
gc.collect(0)
del request
kept = [[] for _object in range(2 * SURVIVORS * NEW_OBJECTS)]
print(gone() is None)
"""


@pytest.mark.long
def test_garbage_collection_skips_the_servers_permanent_objects():
    done = subprocess.run([sys.executable, "-c", SERVED], capture_output=True, check=True)
    kept, looked_at, new_objects = map(int, done.stdout.split())
    assert kept > 50 * looked_at
    assert new_objects > 700  # Python's own number


@pytest.mark.long
def test_a_request_that_was_answered_during_a_collection_is_freed_soon_afterwards():
    done = subprocess.run([sys.executable, "-c", CROSSED], capture_output=True, check=True)
    assert done.stdout.split() == [b"True"]
