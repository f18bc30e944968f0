"""The divisions of a season: their number, names, and promotions."""

from collections.abc import Sequence
from typing import Any

from accounts.models import User
from games.leagues import errors
from games.leagues.audit.recorder import Recorder, record
from games.leagues.models import Division, Season

MOST = 10
STAGES = {Season.Status.DRAFT, Season.Status.REGISTRATION}


def arrange(
    season: Season, actor: User, *, divisions: Sequence[dict[str, Any]], reason: str = ""
) -> None:
    """Set the divisions of a season that has not begun; they are dicts of fields, best first.

    :raises Refused: NotAllowed for all but owners, WrongStage once it has begun, NothingChanged, or
        BadSetting for no divisions or too many.
    """
    if not 0 < len(divisions) <= MOST:
        raise errors.BadSetting
    with record(season, actor, "arrange_divisions", reason=reason) as recorder:
        if season.status not in STAGES:
            raise errors.WrongStage
        _arrange(season, divisions, recorder)


def _arrange(season: Season, divisions: Sequence[dict[str, Any]], recorder: Recorder) -> None:
    rows = list(season.divisions.all())
    for extra in rows[len(divisions) :]:
        for entry in extra.entries.all():  # players placed by hand are seeded again
            recorder.edit(entry, division_id=None)
        recorder.remove(extra)
    for tier, fields in enumerate(divisions, 1):
        if tier <= len(rows):
            recorder.edit(rows[tier - 1], **fields)
        else:
            recorder.add(Division(season=season, tier=tier, **fields))
