"""Rates finished matches, or rebuilds ratings from history."""

import time
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.catalog import GAMES
from games.ratings import services
from games.ratings.models import GLOBAL, Pool
from games.ratings.rebuilding import BATCH, rebuild

STEPS = 10  #: lines of progress for each game


class Command(BaseCommand):
    """Rates finished matches without waiting for the referee, or all matches again."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--rebuild", action="store_true", help="recompute all ratings")
        parser.add_argument(
            "--pool", default=GLOBAL, help="the pool's key (default: the global pool)"
        )
        parser.add_argument("--game", default="", help="only ratings of this game")
        parser.add_argument(
            "--afresh", action="store_true", help="also decide again which matches count"
        )
        parser.add_argument("--batch", type=int, default=BATCH, help="matches per transaction")

    def handle(self, **options: Any) -> None:
        """Rate matches, and print the number of matches considered."""
        if not options["rebuild"]:
            self.stdout.write(f"{_catch_up()} matches checked")
            return
        for game_key in _games(options["pool"], options["game"]):
            began, self._last = time.monotonic(), -1
            count = rebuild(
                options["pool"],
                game_key,
                partial(self._progress, began),
                afresh=options["afresh"],
                batch=max(options["batch"], 1),
            )
            self.stdout.write(f"{game_key}: {count} matches rated")

    def _progress(self, began: float, count: int, whole: int) -> None:
        """Print progress on stderr, at most a few lines."""
        if (step := STEPS * count // max(whole, 1)) != self._last:
            self._last = step
            rate = count / max(time.monotonic() - began, 0.001)
            self.stderr.write(f"{count}/{whole}, {rate:.0f} matches/s")


def _catch_up() -> int:
    """Rate all remaining matches; return the number of matches considered."""
    count = 0
    while step := services.catch_up():
        count += step
    return count


def _games(pool_key: str, game_key: str) -> list[str]:
    """Return the games to rebuild.

    :raises CommandError: if the game or pool does not exist.
    """
    if game_key and game_key not in GAMES:
        raise CommandError(f"Unknown game: {game_key}. Choose from {', '.join(GAMES)}.")
    if pool_key == GLOBAL:
        return [game_key] if game_key else list(GAMES)
    pools = Pool.objects.filter(key=pool_key, state=Pool.State.CURRENT, game__in=GAMES)
    games = [key for key in pools.values_list("game", flat=True) if game_key in ("", key)]
    if not games:
        raise CommandError(f"No current pool has the key {pool_key} and that game.")
    return sorted(games)
