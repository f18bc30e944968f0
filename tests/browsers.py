"""Where the browser is, and how it is launched."""

import os
import shutil

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


def _first(*names: str) -> str:
    found = (shutil.which(name) for name in names if name)
    return next((path for path in found if path), "")
