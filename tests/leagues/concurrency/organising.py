"""Seasons that two organisers run, and what each has read of them before both act."""

from typing import Any

from django.db.models import Model

from accounts.models import User
from games.leagues.membership import services as membership
from games.leagues.models import Audit, League, Season
from tests.leagues.league_play import drawn, play_round, running


def admit(league: League, user: User, role: str = "owner") -> None:
    """Make `user` an organiser of `league`."""
    owner = league.members.filter(role="owner").first().user
    membership.set_role(membership.join(league, user), owner, role)


def seen(row: Model) -> Any:
    """Return a row as somebody else's page has read it just before."""
    return type(row).objects.get(pk=row.pk)


def acts(verb: str) -> int:
    """Return how often the audit says that this was done."""
    return Audit.objects.filter(verb=verb).count()


def begun(
    owner: User, other: User, count: int = 4, game: str = "noir", **fields: Any
) -> tuple[Season, list[User]]:
    """Return a season that runs, and whom both organisers see playing."""
    season, players = running(owner, count, game, **fields)
    admit(season.league, other)
    return season, players


def played(owner: User, other: User, **fields: Any) -> tuple[Season, list[User]]:
    """Return a season whose one round was played."""
    season, players = begun(owner, other, rounds_planned=1, **fields)
    play_round(drawn(season, owner))
    return seen(season), players
