"""Check-in at the door of a table night, for the next round, with the evening's code.

The code is signed, names the season and the round, and is valid for some minutes. The page renews
the code, so a photo of it is useless on another night.
"""

from datetime import timedelta

from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop

from accounts.models import User
from accounts.requests import Visitor
from games.leagues import errors
from games.leagues.audit.recorder import lock, record
from games.leagues.membership import services as membership
from games.leagues.models import Attendance, Entry, Season
from games.leagues.seasons import entries, sitting_out

SALT = "games.leagues.seasons.door"
#: How long a code is valid, and how often the page shows a new one.
LIFE, SHOWN = timedelta(minutes=20), timedelta(minutes=5)
#: The audit's reason for players who join at the door.
AT_THE_DOOR = gettext_noop("Checked in at the door.")
OPEN = (Season.Status.REGISTRATION, Season.Status.RUNNING)


def has_door(season: Season) -> bool:
    """Return whether this season has check-in; that requires rounds drawn one at a time."""
    return season.may_sit_out and season.status in OPEN and season.league.archived_at is None


def next_rounds(season: Season) -> dict[int, int]:
    """Return the number of the next round by division key, for divisions that have one."""
    rounds = {one.pk: sitting_out.next_round(one) for one in season.divisions.all()}
    last = season.rounds_planned
    return {key: number for key, number in rounds.items() if not last or number <= last}


def round_of(season: Season, entry: Entry | None = None) -> int | None:
    """Return the number of the round for which people are now checked in.

    It is the next round of the entry's division, or of all divisions; None if these differ or have
    no next round.
    """
    rounds = next_rounds(season)
    numbers = {rounds.get(entry.division_id)} if entry and entry.division_id else {*rounds.values()}
    return numbers.pop() if len(numbers) == 1 else None


def code_of(season: Season) -> str:
    """Return the season's current code."""
    return signing.dumps([season.pk, _evening_of(season)], salt=SALT, compress=False)


def _evening_of(season: Season) -> int:
    """Return the highest number of the divisions' next rounds; 0 without any."""
    return max(next_rounds(season).values(), default=0)


def was_code(season: Season, code: str) -> bool:
    """Return whether `code` was ever valid for this season."""
    return _read_code(code)[:1] == [season.pk]


def _read_code(code: str, within: timedelta | None = None) -> list[int]:
    """Return the season and round in a code; empty if it is invalid or older than `within`."""
    try:
        signed = signing.loads(code, salt=SALT, max_age=within)
    except signing.BadSignature:
        return []
    return signed if isinstance(signed, list) else []


def check(season: Season, visitor: Visitor, code: str) -> Entry | None:
    """Check that a visitor may check in now, and return their entry; None for new players.

    :raises Refused: CodeIsOver, Banned, LateEntryIsOver, or AlreadyEntered for players who have
        left the season.
    """
    is_valid = _read_code(code, LIFE) == [season.pk, _evening_of(season)]
    if not (has_door(season) and next_rounds(season) and is_valid):
        raise errors.CodeIsOver
    if membership.is_banned(season.league, visitor):
        raise errors.Banned
    rows = season.entries.filter(user=visitor.pk).exclude(status__in=Entry.OUTSIDE)
    entry = rows.first() if visitor.is_authenticated else None
    if entry is None and season.is_running:
        entries.check_late(season)
    if entry is not None and not entry.plays:
        raise errors.AlreadyEntered
    if entry is not None and entry.division_id and round_of(season, entry) is None:
        raise errors.CodeIsOver
    return entry


def check_in(season: Season, user: User, code: str) -> Entry:
    """Check a user in; make them a member and a player if necessary.

    :raises Refused: as in `check`, or Archived.
    """
    with transaction.atomic():
        lock(season)
        attendance = check(season, user, code)
        membership.admit_at_door(season.league, user)
        entry = attendance or _enter(season, user)
        number = sitting_out.next_round(entry.division) if entry.division else 1
        Attendance.objects.update_or_create(
            entry=entry, round_number=number,
            defaults={
                "comes": True, "wants_half_point": False, "checked_in_at": timezone.now(),
            },
        )  # fmt: skip
    return entry


def _enter(season: Season, user: User) -> Entry:
    with record(season, None, "join_late", about=user.name, reason=AT_THE_DOOR) as recorder:
        add = entries.add_late if season.is_running else entries.add_early
        return add(season, user, recorder)


def checked_in(season: Season) -> list[Attendance]:
    """Return the attendance of players checked in for their next round, latest first."""
    theirs = Q(entry__division=None, round_number=1)
    for key, number in next_rounds(season).items():
        theirs |= Q(entry__division=key, round_number=number)
    there = Attendance.objects.filter(
        theirs, entry__season=season, comes=True, checked_in_at__isnull=False
    )
    return list(there.select_related("entry__user").order_by("-checked_in_at", "-pk"))
