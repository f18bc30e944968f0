"""Simulates the queue on two nights: the promised and the actual wait of each stranger.

    python -m bench.night

prints the nights and, as JSON, the median error in minutes of the promises of the second night.
"""

import os
import sys
from datetime import datetime, timedelta

import django
import msgspec

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.core.cache import cache  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from tests.gathering.conftest import START  # noqa: E402
from tests.gathering.night import nights  # noqa: E402

SEED = 1


def main() -> None:
    """Print each night with its strangers in order of arrival."""
    call_command("migrate", verbosity=0)
    for number, night in enumerate(nights(at, SEED), 1):
        sys.stderr.write("\n".join([f"  night {number}", *night.lines(), ""]))
    User.objects.filter(username__startswith="stranger-").delete()
    print(msgspec.json.encode({"night": night.miss().total_seconds() / 60}).decode())


def at(**after: float) -> datetime:
    """Set the clock to some time after START."""
    moment = START + timedelta(**after)
    timezone.now = lambda: moment
    cache.clear()
    return moment


if __name__ == "__main__":
    main()
