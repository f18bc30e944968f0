"""Draws and publishes the rounds of all divisions in one step."""

from contextlib import suppress
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.leagues import errors, roles
from games.leagues.audit.recorder import lock
from games.leagues.models import Division, Round, Season
from games.leagues.seasons import door, draws, sitting_out


def drawable(season: Season) -> list[Division]:
    """Return the divisions whose next round can be drawn.

    They have no draft, no unfinished round, and enough attending players.
    """
    if not season.is_running or season.draws_all_at_once:
        return []
    divisions = []
    for division in season.divisions.exclude(rounds__status=Round.Status.DRAFT):
        division.season = season
        if not draws.has_next(division) or draws.waits_for(division) is not None:
            continue
        if not draws.too_few_come(division):
            divisions.append(division)
    return divisions


def draft_everywhere(season: Season, actor: User, *, only_here: bool = False) -> int:
    """Draw the next round of every division that allows it; return their number.

    With `only_here`, a division with enough checked-in players for a table is drawn from them.

    :raises Refused: NotAllowed, WrongStage if none allows it, CannotBeDrawn, or ChangedMeanwhile.
    """
    roles.require(actor, season.league, "schedule")
    for division, present in here(season).items() if only_here else ():
        division.season = season
        with suppress(errors.NothingChanged):
            number = sitting_out.next_round(division)
            sitting_out.set_present(division, actor, number, present)
    divisions = drawable(season)
    if not divisions:
        raise errors.WrongStage
    plans = [draws.plan_of(division) for division in divisions]
    pairings = [plan.draw() for plan in plans]
    with transaction.atomic():
        lock(season)
        if drawable(season) != divisions:
            raise errors.ChangedMeanwhile
        for division, plan, pairing in zip(divisions, plans, pairings, strict=True):
            draws.store_draft(division, actor, plan, pairing)
    return len(divisions)


def here(season: Season) -> dict[Division, set[int]]:
    """Return the checked-in entries of divisions without a draft that have enough for a table."""
    if not season.is_running or not door.has_door(season):
        return {}
    people: dict[int | None, set[int]] = {}
    for one in door.checked_in(season):
        people.setdefault(one.entry.division_id, set()).add(one.entry_id)
    divisions = season.divisions.exclude(rounds__status=Round.Status.DRAFT)
    least = season.league.rules.seats.start
    return {one: people[one.pk] for one in divisions if len(people.get(one.pk, set())) >= least}


@transaction.atomic
def publish_everywhere(
    season: Season, actor: User, *, opens_at: datetime | None = None, minutes: int | None = None,
    all_rounds: bool = False, one_by_one: bool = True,
) -> int:  # fmt: skip
    """Publish the next draft of every division, or with `all_rounds` all; return the number.

    A division's first draft opens at `opens_at` (None: now). With `one_by_one`, each further draft
    opens at the end of the previous round; otherwise all open together.

    :raises Refused: NotAllowed, WrongStage if there is no draft, or AttendanceChanged.
    """
    roles.require(actor, season.league, "schedule")
    lock(season)
    count = 0
    for division in season.divisions.all():
        division.season, opens = season, opens_at
        drafts = division.rounds.filter(status=Round.Status.DRAFT).order_by("number")
        for draft in drafts[: None if all_rounds else 1]:
            draft.division = division
            draws.publish_round(draft, actor, opens_at=opens, minutes=minutes)
            opens = draft.closes_at if one_by_one else opens_at
            count += 1
    if not count:
        raise errors.WrongStage
    return count
