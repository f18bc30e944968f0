"""A next season with the format, numbers and divisions of an earlier one."""

import re
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.leagues import errors
from games.leagues.models import Season
from games.leagues.seasons import services as seasons

#: The fields that a next season takes over; dates are not among them.
KEPT = (
    "format", "rounds_planned", "games_per_fixture", "table_size", "goes_on", "level",
    "pace",
    "allows_spectators", "is_rated", "capacity", "round_days", "deadline", "grace_minutes",
    "late_until_round", "asks_attendance", "half_byes", "needs_approval", "questions",
    "least_matches", "least_stayed", "has_third_place",
)  # fmt: skip
DIVISION = ("name", "capacity", "promotes", "relegates")
OVER = (Season.Status.CLOSED, Season.Status.CANCELLED)


@transaction.atomic
def open_again(season: Season, actor: User, *, name: str, **dates: Any) -> Season:
    """Prepare a season like one that is over, and open its registration.

    :raises Refused: NotAllowed for all but owners, Archived, or WrongStage if the earlier one is
        not over.
    """
    if season.status not in OVER:
        raise errors.WrongStage
    fields = {field: getattr(season, field) for field in KEPT}
    opened = seasons.open_season(
        season.league, actor, name=name, divisions=list(season.divisions.values(*DIVISION)),
        **fields, **dates,
    )  # fmt: skip
    seasons.open_registration(opened, actor)
    return opened


def next_name(season: Season) -> str:
    """Return a name for the next season: with the next number, if the name ends in one."""
    found = re.fullmatch(r"(.*?)(\d{1,4})", season.name)
    if found:
        return f"{found[1]}{int(found[2]) + 1}"[:60]
    return _("Season %(number)d") % {"number": season.number + 1}
