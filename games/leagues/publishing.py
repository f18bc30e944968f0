"""Publishing rounds that were all drawn before the first: one after the other, in one step."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.leagues import draws, refusals, roles
from games.leagues.ledger import hold
from games.leagues.models import Division, Round


@transaction.atomic
def publish_all(
    division: Division, actor: Any, *, opens_at: datetime | None = None, one_by_one: bool = True
) -> int:
    """Publish every draft of `division`; return how many.

    The first opens at `opens_at` (now, if None). With `one_by_one` each of the others opens when
    the one before it closes, else all are open together.

    :raises Refused: NotAllowed, or WrongStage where there is no draft, or not all were drawn.
    """
    season = division.season
    roles.require(actor, season.league, "schedule")
    hold(season)
    drafts = list(division.rounds.filter(status=Round.Status.DRAFT).order_by("number"))
    if not drafts or not season.draws_all_at_once:
        raise refusals.WrongStage
    opens = opens_at or timezone.now()
    for drafted in drafts:
        drafted.division = division
        draws.publish_round(drafted, actor, opens_at=opens)
        opens += timedelta(days=season.round_days if one_by_one else 0)
    return len(drafts)
