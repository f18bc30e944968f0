"""A next season with the format, numbers, divisions and teams of an earlier one."""

import re
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.leagues import errors
from games.leagues.models import Entry, Member, Notice, Season, Team
from games.leagues.models.settings import settings_with
from games.leagues.seasons import announcements
from games.leagues.seasons import services as seasons

DIVISION = ("name", "capacity", "promotes", "relegates")
OVER = (Season.Status.CLOSED, Season.Status.CANCELLED)


@transaction.atomic
def open_again(season: Season, actor: User, *, name: str, **dates: Any) -> Season:
    """Prepare a season like a past one, open its registration, and ask its players again.

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
    """Return the accounts of the members who played in a season or wanted to."""
    entries = season.entries.exclude(status=Entry.Status.DISQUALIFIED)
    members = season.league.members.filter(status=Member.Status.ACTIVE)
    wanted = members.filter(user__in=entries.values("user"))
    return list(wanted.order_by("pk").values_list("user", flat=True))


def next_name(season: Season) -> str:
    """Return a name for the next season, with the next number if the name ends in one."""
    match = re.fullmatch(r"(.*?)(\d{1,4})", season.name)
    if match:
        return f"{match[1]}{int(match[2]) + 1}"[:60]
    return _("Season %(number)d") % {"number": season.number + 1}
