"""Seasons with two organisers, and rows that both have read before they act."""

from typing import Any

from django.db.models import Model

from accounts.models import User
from games.leagues.membership import services as membership
from games.leagues.models import Audit, League, Season
from tests.leagues.league_play import drawn, play_round, running
from tests.remembered import remembered


def admit(league: League, user: User, role: str = "owner") -> None:
    """Make `user` an organiser of `league`."""
    owner = league.members.filter(role="owner").first().user
    membership.set_role(membership.join(league, user), owner, role)


def seen(row: Model) -> Any:
    """Return a row as another user's page has just read it."""
    return type(row).objects.get(pk=row.pk)


def acts(verb: str) -> int:
    """Return the number of acts with this verb in the audit."""
    return Audit.objects.filter(verb=verb).count()


@remembered
def begun(
    owner: User, other: User, count: int = 4, game: str = "noir", **fields: Any
) -> tuple[Season, list[User]]:
    """Return a running season, with its players as seen by both organisers."""
    season, players = running(owner, count, game, **fields)
    admit(season.league, other)
    return season, players


@remembered
def played(owner: User, other: User, **fields: Any) -> tuple[Season, list[User]]:
    """Return a season whose only round was played."""
    season, players = begun(owner, other, rounds_planned=1, **fields)
    play_round(drawn(season, owner))
    return seen(season), players
