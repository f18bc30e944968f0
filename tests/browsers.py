"""Where the browser is, how it is launched, and whether it can write Japanese."""

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
#: Chromium as people have it.
WHOLE = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """Return the path of Chromium, CHROMIUM in the environment first; nothing if there is none.

    The one without windows comes first: it shows the same pages for half the work.
    """
    return _first(os.environ.get("CHROMIUM", ""), "chromium-headless-shell", *WHOLE)


def whole_chromium() -> str:
    """Return the path of a Chromium that shows notifications too; nothing if there is none."""
    return _first(*WHOLE, os.environ.get("CHROMIUM", ""))


def japanese_letters() -> bool:
    """Return whether a font here has them; systems without fontconfig bring fonts of their own."""
    program = shutil.which("fc-list")
    return not program or bool(subprocess.check_output([program, ":lang=ja"]))


def _first(*names: str) -> str:
    found = (shutil.which(name) for name in names if name)
    return next((path for path in found if path), "")
