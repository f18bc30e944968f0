"""Measures the referee: tables of bots only, with every act committed, and without viewers."""

import os
import time

import django
import msgspec

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db.models import Sum  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from games.matches.lobby import services as lobby  # noqa: E402
from games.matches.models import Match  # noqa: E402
from games.matches.play import referee  # noqa: E402

TABLES, SEATS = 20, 5
#: The fastest bot, so that the site's own share is measured.
BOT = "random"


def main() -> None:
    """Print the milliseconds of CPU for each act of a bot, as JSON."""
    call_command("migrate", verbosity=0)
    settings.BOT_PACE = 0
    acts(1)  # the first acts are slow
    print(msgspec.json.encode({"bots": acts(TABLES)}).decode())


def bots_table() -> int:
    """Deal at a new table and let bots play all its seats; return its key."""
    host = User.objects.create_user(f"bench-bots-{os.urandom(6).hex()}")
    match = lobby.open_match(
        host=host,
        game="secret-hitler",
        visibility=Match.Visibility.PUBLIC,
        seats_min=SEATS,
        seats_max=SEATS,
        fills_with_bots=True,
    )
    lobby.start(match.pk, host)
    match.players.update(user=None, bot=BOT)
    return int(match.pk)


def acts(tables: int) -> float:
    """Let the referee play `tables` to their end; return the milliseconds of each act."""
    matches = Match.objects.filter(pk__in=[bots_table() for _table in range(tables)])
    matches.update(due_at=timezone.now())
    began = time.process_time()
    while matches.filter(status=Match.Status.RUNNING).exists():
        referee.work()
    seconds = time.process_time() - began
    return 1000 * seconds / int(matches.aggregate(Sum("length"))["length__sum"])


if __name__ == "__main__":
    main()
