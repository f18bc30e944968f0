"""Checks whether the site in this container can serve pages: `python -m installation.probe`."""

import os
import sys
import urllib.request


def main() -> int:
    """Return the exit code: 0 if it can."""
    address = f"http://127.0.0.1:{os.environ.get('PORT', '8000')}/readyz"
    try:
        with urllib.request.urlopen(address, timeout=5) as response:
            return 0 if response.status == 200 else 1
    except OSError:
        return 1


if __name__ == "__main__":
    sys.exit(main())
