"""Finding and launching browsers, and their Japanese fonts."""

import os
import shutil
import subprocess
from pathlib import Path

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


def missing_engine(engine: str) -> str:
    """Return a sentence that names what an engine needs here; empty if all is there."""
    needs = {
        "chromium": (chromium(), _first("chromedriver")),
        "firefox": (firefox(),),
        "webkit": (_first("WebKitWebDriver"), _first("Xvfb"), mini_browser()),
    }
    packages = {
        "chromium": "Chromium and its driver (chromium-headless-shell, chromium-driver)",
        "firefox": "Firefox (firefox-esr)",
        "webkit": "WebKitGTK and a screen for it (webkit2gtk-driver, xvfb)",
    }
    return "" if all(needs[engine]) else packages[engine]


def firefox() -> str:
    """Return the path of Firefox; empty if not found."""
    return _first("firefox-esr", "firefox")


def mini_browser() -> str:
    """Return the path of WebKitGTK's own browser; empty if not found."""
    found = sorted(Path("/usr").glob("lib*/**/webkit2gtk-4.*/MiniBrowser"))
    return str(found[-1]) if found else ""


def is_strict() -> bool:
    """Return whether a test that cannot run here is a failure."""
    return bool({os.environ.get("STRICT", ""), os.environ.get("CI", "")} & {"1", "true"})


def japanese_letters() -> bool:
    """Return whether a font here has them; systems without fontconfig have their own fonts."""
    program = shutil.which("fc-list")
    return not program or bool(subprocess.check_output([program, ":lang=ja"]))


def _first(*names: str) -> str:
    found = (shutil.which(name) for name in names if name)
    return next((path for path in found if path), "")
