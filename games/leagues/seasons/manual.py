"""Rounds made by hand: an organiser enters the pairings."""

from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from games.contests.pairing.draw import DrawReport, Pairing
from games.leagues import errors
from games.leagues.audit.recorder import lock, record
from games.leagues.models import Bye, Chair, Division, Entry, Round
from games.leagues.seasons import draws, sitting_out

VERSION = 1


@transaction.atomic
def draft_by_hand(
    division: Division, actor: User, *, tables: Sequence[Sequence[Entry]],
    byes: Sequence[Entry] = (), version_seen: str = "",
) -> Round:  # fmt: skip
    """Make the next round of `division` from tables in the order of seats, and byes.

    Other players sit out the round without points.

    :raises Refused: NotAllowed, WrongStage for a knock-out or rounds drawn together, NoMoreRounds,
        RoundStillOpen, ChangedMeanwhile, or BadSetting if a player is listed twice or not in the
        division, or a table has the wrong size.
    """
    season = division.season
    lock(season)
    if version_seen and version_seen != draws.version_of(division):
        raise errors.ChangedMeanwhile
    number = sitting_out.next_round(division)
    about = f"{division.tier}/{number}"
    with record(season, actor, "make_round", about=about) as recorder:
        if not season.is_running or not season.may_sit_out:
            raise errors.WrongStage
        draws.check_before(division)
        division.rounds.filter(number=number, status=Round.Status.DRAFT).delete()
        keys = [entry.pk for table in tables for entry in table] + [one.pk for one in byes]
        playing = division.entries.filter(status=Entry.Status.CONFIRMED)
        players = set(playing.values_list("pk", flat=True))
        fits = all(len(table) in season.league.rules.seats for table in tables)
        if not tables or not fits or len(keys) != len(set(keys)) or set(keys) - players:
            raise errors.BadSetting
        sitting_out.note_present(division, number, set(keys), recorder)
        report = DrawReport(algorithm=Round.BY_HAND, version=VERSION, seed="")
        pairing = Pairing(
            tuple(tuple(one.pk for one in table) for table in tables),
            tuple(one.pk for one in byes), report,
        )  # fmt: skip
        draft = draws.store(division, number, "", pairing, recorder)
        rest = players - set(keys)
        Bye.objects.bulk_create(
            Bye(round=draft, entry_id=key, points=0.0, was_asked=True) for key in sorted(rest)
        )
        chairs = Chair.objects.filter(fixture__round=draft)
        recorder.note_added(draft.fixtures.all(), chairs, draft.byes.all())
        return draft
