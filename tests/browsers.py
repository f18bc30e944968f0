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


def chromium() -> str:
    """Return the path of Chromium, CHROMIUM in the environment first; nothing if there is none."""
    names = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    found = (shutil.which(name) for name in names if name)
    return next((path for path in found if path), "")
