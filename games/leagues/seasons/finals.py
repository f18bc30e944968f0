"""Finals: the best of a closed season play a knock-out, seeded by their rank."""

from typing import Any

from django.db import transaction

from accounts.models import User
from games.engine.required import required
from games.leagues import errors, roles
from games.leagues.audit.recorder import record
from games.leagues.models import Entry, Member, Season
from games.leagues.models.settings import settings_with
from games.leagues.seasons import services as seasons


def finalists(season: Season, best: int) -> list[Entry]:
    """Return the best remaining players of each division by rank.

    The next player replaces one who left.
    """
    there = season.league.members.filter(status=Member.Status.ACTIVE).values("user")
    playing = season.entries.filter(
        status=Entry.Status.CONFIRMED, final_rank__isnull=False, user__in=there
    )
    by_rank = playing.select_related("user", "division").order_by("final_rank")
    divisions = season.divisions.all()
    rows = [entry for one in divisions for entry in by_rank.filter(division=one)[:best]]
    return sorted(rows, key=lambda one: (one.final_rank, required(one.division).tier, one.pk))


@transaction.atomic
def open_finals(season: Season, actor: User, *, name: str, best: int, **fields: Any) -> Season:
    """Prepare the finals of a closed season for the `best` of each division.

    A season whose plan has finals is closed first, once it is played out.

    :raises Refused: NotAllowed for all but owners, Archived, WrongStage for a season that is not
        closed, DisputeOpen, TooFewEntries, or BadSetting.
    """
    roles.require(actor, season.league, "run")
    if season.finalists and seasons.is_played_out(season):
        seasons.close_season(season, actor)
    if not season.is_over:
        raise errors.WrongStage
    rows = finalists(season, best)
    if len(rows) < season.league.rules.seats.start:
        raise errors.TooFewEntries
    own_fields = {field: getattr(season, field) for field in settings_with("is_for_finals")}
    successor = seasons.open_season(
        season.league, actor, name=name, format=Season.Format.KNOCKOUT, finals_of=season,
        **{**own_fields, **fields},
    )  # fmt: skip
    with record(successor, actor, "enter_finalists", about=season) as recorder:
        for entry in rows:
            name = successor.free_name(required(entry.user).name)
            recorder.add(Entry(season=successor, user=entry.user, name=name))
    return successor
