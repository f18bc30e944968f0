"""Apply every stored match again, ask today's rules about every action, and report differences."""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.catalog import GAMES
from games.history.records.logs import Log, LogDrift, drift, log_of
from games.matches.models import Match, MatchEntry, Player

WIDTH = 30  #: characters of the progress bar


class Command(BaseCommand):
    """Checks that old matches can be read, and still lead to the same states."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--batch", type=int, default=200, help="matches read at once")
        parser.add_argument(
            "--resume", action="store_true", help="go on where the last one stopped"
        )
        parser.add_argument("--game", choices=[*GAMES], help="this game's matches only")
        parser.add_argument("--golden", type=Path, help="check this folder's log files instead")
        parser.add_argument("--dump", metavar="CODE", help="print a stored match as a log file")

    def handle(self, **options: Any) -> None:
        """Check; exit with code 1 if anything differs."""
        if options["batch"] < 1:
            raise CommandError("--batch must be 1 or more")
        if options["dump"]:
            self.stdout.write(json.dumps(dump(options["dump"])))
            return
        if options["golden"]:
            drift_count = self._check_files(options["golden"])
        else:
            drift_count = self._check_matches(options)
        if drift_count:
            raise CommandError(f"{drift_count} drifted", returncode=1)

    def _check_files(self, folder: Path) -> int:
        """Check the golden logs in `folder`; return the number that differ."""
        paths = sorted(folder.glob("*.json"))
        if not paths:
            raise CommandError(f"no logs in {folder}")
        count = sum(self._report(path.name, drift(_log(path))) for path in paths)
        self.stdout.write(f"{len(paths)} logs checked, {count} drifted")
        return count

    def _check_matches(self, options: dict[str, Any]) -> int:
        """Check stored matches, batch by batch; return the number that differ."""
        place = Path(settings.VAR_DIR) / "recheck.json"
        progress = _place(place) if options["resume"] else {"last": 0, "checked": 0, "drifted": 0}
        matches = Match.objects.exclude(status=Match.Status.OPEN).order_by("pk")
        if options["game"]:
            matches = matches.filter(game=options["game"])
        rest = matches.filter(pk__gt=progress["last"]).count()
        whole, began = progress["checked"] + rest, time.monotonic()
        while batch := list(matches.filter(pk__gt=progress["last"])[: options["batch"]]):
            for match, log in logs_of(batch):
                progress["drifted"] += self._report(str(match), drift(log))
            progress["last"], progress["checked"] = batch[-1].pk, progress["checked"] + len(batch)
            place.write_text(json.dumps(progress))
            self._progress(progress["checked"], whole, began)
        place.unlink(missing_ok=True)
        self.stdout.write(f"{progress['checked']} matches checked, {progress['drifted']} drifted")
        return int(progress["drifted"])

    def _report(self, name: str, drifts: Sequence[LogDrift]) -> bool:
        """Print the differences of one log; return whether there are any."""
        for one in drifts:
            where = f"entry {one.entry}" if one.entry >= 0 else "the match"
            self.stdout.write(f"{name}: {where}: {one.text}")
        return bool(drifts)

    def _progress(self, count: int, whole: int, began: float) -> None:
        """Draw a progress bar if the output is a terminal."""
        if not self.stderr.isatty():
            return
        cells = WIDTH * count // max(whole, 1)
        bar = "#" * cells + "." * (WIDTH - cells)
        rate = count / max(time.monotonic() - began, 0.001)
        end = "\n" if count >= whole else ""
        self.stderr.write(f"\r[{bar}] {count}/{whole}, {rate:.0f} matches/s", ending=end)


def _log(path: Path) -> Log:
    """Return the log in a file.

    :raises CommandError: if it contains none.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=Log)
    except msgspec.MsgspecError as error:
        raise CommandError(f"{path} holds no log: {error}") from error


def _place(path: Path) -> dict[str, int]:
    """Return the place where the last run stopped; the start if it was complete."""
    start = {"last": 0, "checked": 0, "drifted": 0}
    return {**start, **json.loads(path.read_text())} if path.exists() else start


def logs_of(matches: Sequence[Match]) -> Iterator[tuple[Match, Log]]:
    """Yield the logs of `matches`, read in two queries."""
    players: dict[int, list[Player]] = {match.pk: [] for match in matches}
    entries: dict[int, list[MatchEntry]] = {match.pk: [] for match in matches}
    for player in Player.objects.filter(match__in=players).order_by("match", "seat"):
        players[player.match_id].append(player)
    for entry in MatchEntry.objects.filter(match__in=entries).order_by("match", "number"):
        entries[entry.match_id].append(entry)
    for match in matches:
        yield match, log_of(match, players[match.pk], entries[match.pk])


def dump(code: str) -> Any:
    """Return a stored match as the JSON of a log file.

    :raises CommandError: if no match has that code.
    """
    match = Match.objects.filter(code=code).first()
    if match is None:
        raise CommandError(f"there is no match {code}")
    return msgspec.to_builtins(next(iter(logs_of([match])))[1])
