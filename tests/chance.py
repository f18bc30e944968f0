"""Random data of tests: deals, nonces, ids and keys, the same in every run.

All randomness of the site comes from `os.urandom`. In tests that is a stream that depends on
TEST_SEED (printed at the end of a run), the name of the test, and the function that draws: a deal
does not depend on the number of session keys drawn before. Live sites read the name of the test
from a file, and each window of a browser has a stream of its own.
"""

import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

TEST_SEED = int(os.environ.get("TEST_SEED", "1"))
#: The most frames between a function of ours and the system's draw; beyond is the framework.
NEAR = 9
OURS = ("accounts.", "config.", "games.", "installation.")

#: The file in which live sites read the name of the running test.
NAME_FILE = Path(tempfile.gettempdir()) / f"cabinet-noir-test-{os.getpid()}"

_name = "before the first test"
_streams: dict[str, random.Random] = {}


def replace_urandom(name: Callable[[], str]) -> None:
    """Let this process draw from the stream with the current result of `name`."""

    def draw(count: int) -> bytes:
        key = f"{TEST_SEED} {name()} {_drawer()}"
        if key not in _streams:
            _streams[key] = random.Random(key)
        return _streams[key].randbytes(count)

    os.urandom = draw
    random._urandom = draw  # type: ignore[attr-defined]  # what `secrets` draws from


def _drawer() -> str:
    """Return the name of the site's function that draws."""
    frame = sys._getframe(2)
    for _step in range(NEAR):
        if frame is None:
            break
        module = frame.f_globals.get("__name__", "")
        if module.startswith(OURS):
            return f"{module}.{frame.f_code.co_name}"
        frame = frame.f_back
    return "elsewhere"


def current() -> str:
    """Return the name of the test, or of the fixture, that this process is running."""
    return _name


@contextmanager
def drawing_as(name: str) -> Iterator[None]:
    """Draw from the streams of `name`, from their beginning."""
    global _name, _streams
    before = _name, _streams
    _name, _streams = name, {}
    try:
        yield
    finally:
        _name, _streams = before


def begin(test: str) -> None:
    """Set the name of the test for the live sites of this process."""
    NAME_FILE.write_text(test)


def draw_as_told(file: Path, process: str) -> None:
    """Let a process of a live site draw from the streams of the test named in `file`."""
    replace_urandom(lambda: f"{file.read_text() if file.exists() else ''} {process}")


def page_script(window: int) -> str:
    """Return a script that lets a page draw from its own stream; windows count from 0."""
    seed = random.Random(f"{TEST_SEED} {current()} window {window}").getrandbits(32)
    return f"""(() => {{
      let state = {seed};
      crypto.getRandomValues = (numbers) => {{
        for (let at = 0; at < numbers.length; at++) {{
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
          numbers[at] = state >>> 16;
        }}
        return numbers;
      }};
    }})()"""
