"""Recomputes final standings from the results, and reports differences."""

from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.contests.standings import standings
from games.leagues.models import Division, Season
from games.leagues.seasons import standings_input


class Command(BaseCommand):
    """Checks closed seasons: stored standings must equal the computed ones, byte by byte."""

    help = "Recomputes the standings of all closed seasons, and compares them with the stored ones."

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare the standings of all closed divisions.

        :raises CommandError: naming the divisions whose stored standings differ from the computed
            ones.
        """
        ended_divisions = Division.objects.filter(season__status=Season.Status.CLOSED)
        divisions = ended_divisions.select_related("season__league").order_by("pk")
        differ = [division for division in divisions.iterator() if not agrees(division)]
        for division in differ:
            place = division.season.get_absolute_url()
            self.stderr.write(f"{place} division {division.tier}: the stored standings differ")
        if differ:
            raise CommandError(f"{len(differ)} of {divisions.count()} stored standings differ.")
        self.stdout.write(f"All stored standings ({divisions.count()}) match.")


def agrees(division: Division) -> bool:
    """Return whether a division's stored standings equal the computed ones."""
    rebuilt = standings(standings_input.contest_of(division))
    return division.final.encode() == msgspec.json.encode(rebuilt)
