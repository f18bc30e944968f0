"""Finding and launching the browser, and its Japanese fonts."""

import os
import shutil
import subprocess

#: For a container, and quiet: no network of its own.
LAUNCH = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",  # a container's is too small for a table of pages
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
#: Chromium with its full user interface.
WHOLE = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """Return the path of Chromium, CHROMIUM in the environment first; empty if not found.

    The headless one comes first: it shows the same pages with half the work.
    """
    return _first(os.environ.get("CHROMIUM", ""), "chromium-headless-shell", *WHOLE)


def whole_chromium() -> str:
    """Return the path of a Chromium that also shows notifications; empty if not found."""
    return _first(*WHOLE, os.environ.get("CHROMIUM", ""))


def japanese_letters() -> bool:
    """Return whether a font here has them; systems without fontconfig have their own fonts."""
    program = shutil.which("fc-list")
    return not program or bool(subprocess.check_output([program, ":lang=ja"]))


def _first(*names: str) -> str:
    found = (shutil.which(name) for name in names if name)
    return next((path for path in found if path), "")
