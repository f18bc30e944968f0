"""Fit the model of people to this site's own matches, and print how well both agree."""

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand

from games.catalog import GAMES
from games.engine.calibration import BINS, Bin
from games.history.insight.calibration import ENOUGH, calibrate, fit_of
from games.history.models import Calibration


class Command(BaseCommand):
    """Learns how people play here, from this site's matches only."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--game", choices=sorted(GAMES), help="only this game")

    def handle(self, **options: Any) -> None:
        """Fit every game that has a model of people; store and print the result."""
        for key, game in GAMES.items():
            if game.knowledge.insight is None or options["game"] not in (None, key):
                continue
            calibration = calibrate(key, game.knowledge.insight)
            if calibration is None:
                self.stdout.write(f"{key}: no model of people, so nothing to fit")
            else:
                self._print(calibration)

    def _print(self, calibration: Calibration) -> None:
        fit = fit_of(calibration)
        self.stdout.write(f"{calibration.game}: {calibration.matches} matches of people")
        if not calibration.is_fitted:
            self.stdout.write(f"fewer than {ENOUGH}: the default prior remains in use")
        for one in fit.numbers:
            self.stdout.write(
                f"  {one.what}: {one.value:.2f} +- {one.error:.2f} (shipped {one.shipped:.2f})"
            )
        self._print_bins("by the table", fit.table)
        self._print_bins("by a seat", fit.seat)

    def _print_bins(self, viewer: str, bins: Sequence[Bin]) -> None:
        self.stdout.write(f"{viewer}:  said        judgements  on average  true")
        for number, one in enumerate(bins):
            span = f"{100 * number // BINS:3} to {100 * (number + 1) // BINS:3} %"
            self.stdout.write(f"  {span:>14} {one.judgements:12} {one.said:11.3f} {one.true:6.3f}")
