"""Rate what has ended, or rebuild ratings from history."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.catalog import GAMES
from games.ratings import services
from games.ratings.models import GLOBAL, Pool
from games.ratings.rebuilding import BATCH, rebuild

WIDTH = 30  #: characters of the progress bar
STEPS = 10  #: lines of progress where nobody watches


class Command(BaseCommand):
    """Rate matches without waiting for the referee, or all of them again."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say what may be asked for."""
        parser.add_argument("--rebuild", action="store_true", help="reckon everything again")
        parser.add_argument("--pool", default=GLOBAL, help="the pool's key; the global one if none")
        parser.add_argument("--game", default="", help="this game's ratings only")
        parser.add_argument(
            "--afresh", action="store_true", help="decide again, too, which matches count"
        )
        parser.add_argument("--batch", type=int, default=BATCH, help="matches in a transaction")

    def handle(self, **options: Any) -> None:
        """Do it, and say how many matches were looked at."""
        if not options["rebuild"]:
            self.stdout.write(f"{_catch_up()} matches looked at")
            return
        for game_key in _games(options["pool"], options["game"]):
            began, self._last = time.monotonic(), -1
            count = rebuild(
                options["pool"],
                game_key,
                lambda done, whole, began=began: self._progress(done, whole, began),
                afresh=options["afresh"],
                batch=max(options["batch"], 1),
            )
            self.stdout.write(f"{game_key}: {count} matches rated")

    def _progress(self, done: int, whole: int, began: float) -> None:
        """Draw how far it has come, or write a line now and then where nobody watches."""
        rate = done / max(time.monotonic() - began, 0.001)
        text = f"{done}/{whole}, {rate:.0f} matches/s"
        if self.stderr.isatty():
            filled = WIDTH * done // max(whole, 1)
            bar = "#" * filled + "." * (WIDTH - filled)
            self.stderr.write(f"\r[{bar}] {text}", ending="\n" if done >= whole else "")
        elif (step := STEPS * done // max(whole, 1)) != self._last:
            self._last = step
            self.stderr.write(text)


def _catch_up() -> int:
    """Rate everything that is left; return how many matches were looked at."""
    weighed = 0
    while step := services.catch_up():
        weighed += step
    return weighed


def _games(pool_key: str, game_key: str) -> list[str]:
    """Return the games to rebuild.

    :raises CommandError: if there is no such game or pool.
    """
    if game_key and game_key not in GAMES:
        raise CommandError(f"there is no game {game_key}; there are {', '.join(GAMES)}")
    if pool_key == GLOBAL:
        return [game_key] if game_key else list(GAMES)
    known = Pool.objects.filter(key=pool_key, state=Pool.State.CURRENT, game__in=GAMES)
    found = [key for key in known.values_list("game", flat=True) if game_key in ("", key)]
    if not found:
        raise CommandError(f"there is no pool {pool_key} of that kind")
    return sorted(found)
