"""Random matches by their kind of end, for tests of the pages at the end."""

import json
import subprocess
import sys
from datetime import timedelta
from functools import cache
from typing import NamedTuple

import msgspec
from django.utils import timezone

from games.catalog import GAMES
from games.engine.curtain import Stage
from games.engine.record import Turn
from tests.conformance.cases import CASES
from tests.conformance.random_play import played
from tests.live_site import ROOT, LiveSite
from tests.matches.page.test_secrets import retell
from tests.matches.seating import browser, running, seat_of

#: The number of random matches searched for an end; the rarest occurs once in a thousand.
MOST = 20_000
#: The first random matches with these ends, stored because finding them takes seconds.
FIRST = {"killer-arrested": 508, "deduced": 1047}
#: Ends without a stage, because nobody waits for a result.
AGREED = ("draw-agreed", "resigned")
KINDS = [
    (key, reason)
    for key, game in GAMES.items()
    for reason in game.words.endings
    if reason not in AGREED
]


class Ending(NamedTuple):
    """A random match that ends as wanted: its game, the seed of its deal, and its turns."""

    key: str
    seed: int
    turns: tuple[Turn, ...]

    @property
    def stages(self) -> list[Stage]:
        """Return the stages of the last turn."""
        return list(GAMES[self.key].pages.stages(self.turns[-1].events))


class Table(NamedTuple):
    """A match on a live site that lacks its last turn: `action` by `seat`."""

    path: str
    sessions: list[str]
    host: int
    seat: int
    action: str


@cache
def match_that_ends(key: str, reason: str) -> Ending:
    """Return a random match with this end, with the fewest players."""
    case = CASES[key]
    for seed in range(FIRST.get(reason, 0), MOST):
        steps = list(played(case, case.game.seats.start, seed))
        outcome = case.game.outcome(steps[-1][2])
        if outcome is not None and outcome.reason == reason:
            return Ending(key, seed, tuple(turn for _before, turn, _after in steps))
    raise AssertionError(f"none of {MOST} matches ended so")


def store_on(site: LiveSite, ending: Ending) -> Table:
    """Store a match on `site` that lacks only its last turn, with spectators allowed."""
    code = f"from {__name__} import store; store({ending.key!r}, {ending.seed})"
    command = [sys.executable, "manage.py", "shell", "--verbosity=0", "--command", code]
    environment = site.environment | {"TEST_PROCESS": f"{ending.key} {ending.seed}"}
    printed = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    ).stdout
    return Table(*json.loads(printed))


def store(key: str, seed: int) -> None:
    """Store the random match of `seed` without its last turn, and print its `Table`."""
    case = CASES[key]
    count = case.game.seats.start
    *turns, last = (turn for _before, turn, _after in played(case, count, seed))
    match = running(game=key, count=count, allows_spectators=True)
    retell(match, tuple(turns))
    match.entries.update(at=timezone.now() - timedelta(hours=1))  # its stages are over
    players = match.players.select_related("user").order_by("seat")
    sessions = [browser(player.user).cookies["sessionid"].value for player in players]
    action = msgspec.json.encode(last.action).decode()
    host = seat_of(match, match.host)
    sys.stdout.write(json.dumps([match.get_absolute_url(), sessions, host, last.seat, action]))
