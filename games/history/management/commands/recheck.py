"""Replay every stored match, check every action by the current rules, and report differences."""

import json
from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.catalog import GAMES
from games.history.records.logs import drift, log_of
from games.matches.models import Match

BATCH = 200  #: matches read per query


class Command(BaseCommand):
    """Checks that old matches can be read, and still lead to the same states."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--game", choices=[*GAMES], help="only matches of this game")
        parser.add_argument("--dump", metavar="CODE", help="only print a match as a log file")

    def handle(self, **options: Any) -> None:
        """Check; exit with code 1 if anything differs."""
        if options["dump"]:
            self.stdout.write(json.dumps(_dump(options["dump"])))
            return
        matches = Match.objects.exclude(status=Match.Status.OPEN).order_by("pk")
        if options["game"]:
            matches = matches.filter(game=options["game"])
        last = checked = drifted = 0
        related = matches.prefetch_related("players", "entries")
        while batch := list(related.filter(pk__gt=last)[:BATCH]):
            drifted += sum(self._has_drifted(match) for match in batch)
            last, checked = batch[-1].pk, checked + len(batch)
        self.stdout.write(f"{checked} matches checked, {drifted} drifted")
        if drifted:
            raise CommandError(f"{drifted} drifted", returncode=1)

    def _has_drifted(self, match: Match) -> bool:
        """Print the differences of one match; return whether there are any."""
        drifts = drift(log_of(match))
        for one in drifts:
            where = f"entry {one.entry}" if one.entry >= 0 else "the match"
            self.stdout.write(f"{match}: {where}: {one.text}")
        return bool(drifts)


def _dump(code: str) -> Any:
    """Return a stored match as the JSON of a log file.

    :raises CommandError: if no match has that code.
    """
    match = Match.objects.filter(code=code).first()
    if match is None:
        raise CommandError(f"there is no match {code}")
    return msgspec.to_builtins(log_of(match))
