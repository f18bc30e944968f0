"""Follow-up seasons: a repeat of a past season, and finals for its best players."""

import re
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.required import required
from games.leagues import errors, roles
from games.leagues.audit.recorder import record
from games.leagues.models import Entry, Member, Notice, Season, Team
from games.leagues.models.settings import settings_with
from games.leagues.seasons import announcements
from games.leagues.seasons import services as seasons

DIVISION = ("name", "capacity", "promotes", "relegates")
OVER = (Season.Status.CLOSED, Season.Status.CANCELLED)


@transaction.atomic
def open_again(season: Season, actor: User, *, name: str, **dates: Any) -> Season:
    """Prepare a season like a past one, open its registration, and invite the same players.

    :raises Refused: NotAllowed for all but owners, Archived, or WrongStage if the earlier one is
        not over.
    """
    if season.status not in OVER:
        raise errors.WrongStage
    fields = {field: getattr(season, field) for field in settings_with("is_repeated")}
    successor = seasons.open_season(
        season.league, actor, name=name, divisions=list(season.divisions.values(*DIVISION)),
        **fields, **dates,
    )  # fmt: skip
    Team.objects.bulk_create(Team(season=successor, name=team.name) for team in season.teams.all())
    seasons.open_registration(successor, actor)
    announcements.tell(successor, entrants(season), Notice.Kind.AGAIN)
    return successor


def entrants(season: Season) -> list[int]:
    """Return the user keys of members who entered or applied for a season."""
    entries = season.entries.exclude(status=Entry.Status.DISQUALIFIED)
    members = season.league.members.filter(status=Member.Status.ACTIVE)
    wanted = members.filter(user__in=entries.values("user"))
    return list(wanted.order_by("pk").values_list("user", flat=True))


def next_name(season: Season) -> str:
    """Return a name for the next season, incrementing a number at the end of the name."""
    match = re.fullmatch(r"(.*?)(\d{1,4})", season.name)
    if match:
        return f"{match[1]}{int(match[2]) + 1}"[:60]
    return _("Season %(number)d") % {"number": season.number + 1}


def finalists(season: Season, best: int) -> list[Entry]:
    """Return the best remaining players of each division by rank.

    The next player in rank takes the place of one who left.
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
    """Prepare the finals of a closed season for the `best` players of each division.

    A played-out season with planned finals is closed first.

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
