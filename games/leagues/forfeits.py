"""What happens to fixtures whose players don't play them."""

from collections.abc import Collection

from django.utils import timezone

from games.leagues import fixtures
from games.leagues.ledger import Ledger
from games.leagues.models import Chair, Entry, Fixture, Round

Status = Fixture.Status
#: Nothing more is expected of such a fixture.
SETTLED = (Status.FINISHED, Status.FORFEITED, Status.VOID)
GONE = {Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED}


def settle_absentees(drawn: Round, ledger: Ledger) -> None:
    """Forfeit what a round has in store for those who have left the season."""
    gone = Chair.objects.filter(
        fixture__round=drawn, entry__status__in=GONE, substitute=None, forfeited=False
    )
    for fixture in Fixture.objects.filter(pk__in=gone.values("fixture")).order_by("pk"):
        forfeit(fixture, set(gone.filter(fixture=fixture).values_list("entry", flat=True)), ledger)


def forfeit(fixture: Fixture, entries: Collection[int], ledger: Ledger) -> None:
    """Note that `entries` don't play `fixture`; settle it where the others can't play on.

    A table goes on without them if it is large enough; a match that runs goes on to its end.
    """
    for chair in fixture.chairs.filter(entry__in=entries):
        ledger.edit(chair, forfeited=True)
    if fixture.status not in {Status.PLANNED, Status.OPEN}:
        return
    fixtures.take_back(fixture)
    season = fixture.round.division.season
    left = fixture.chairs.filter(forfeited=False).count()
    if left < season.league.rules.seats.start:
        status = Status.FORFEITED if season.league.plays_duels else Status.VOID
        ledger.edit(fixture, status=status, finished_at=timezone.now())
