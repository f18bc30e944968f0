"""Attendance: before a draw, players answer whether they will play the round."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Max, Q

from accounts.models import User
from games.engine.required import required
from games.leagues import errors
from games.leagues.audit.recorder import Recorder, lock, record
from games.leagues.models import Attendance, Bye, Division, Entry, Round, Season
from games.matches.public import NotAllowed

#: How many rounds ahead a player may answer.
AHEAD = 5
ASKING = (Season.Status.REGISTRATION, Season.Status.RUNNING)


def say(
    entry: Entry, user: User, number: int, *, comes: bool, wants_half_point: bool = False
) -> None:
    """Set whether a player plays an unpublished round.

    :raises Refused: NotAllowed for other people's entries, WrongStage if all rounds are drawn
        together or the round is public, or NoHalfPoint if none is left.
    """
    if entry.user_id is None or entry.user_id != user.pk:
        raise NotAllowed
    with transaction.atomic():
        lock(entry.season)
        lock(entry)
        if number not in rounds_of(entry):
            raise errors.WrongStage
        if wants_half_point and (comes or not may_ask(entry, number)):
            raise errors.NoHalfPoint
        Attendance.objects.update_or_create(
            entry=entry, round_number=number,
            defaults={"comes": comes, "wants_half_point": wants_half_point},
        )  # fmt: skip


def rounds_of(entry: Entry) -> range:
    """Return the rounds whose attendance a player may still set."""
    season = entry.season
    if season.status not in ASKING or not season.may_sit_out or not entry.plays:
        return range(0)
    first = max(next_round(entry.division) if entry.division else 1, entry.joined_round)
    last = season.rounds_planned or first + AHEAD - 1
    return range(first, min(last, first + AHEAD - 1) + 1)


def next_round(division: Division) -> int:
    """Return the number of the next round to be published."""
    public = division.rounds.exclude(status=Round.Status.DRAFT)
    return (public.aggregate(last=Max("number"))["last"] or 0) + 1


def number_asked(division: Division) -> int:
    """Return the number of the round whose attendance is asked for; 0 after the last round."""
    number = next_round(division)
    return number if number <= division.season.rounds_planned else 0


def questions_to(user: User) -> list[tuple[Entry, int]]:
    """Return the entries of `user` with an unanswered question, each with its round's number."""
    entries = Entry.objects.filter(
        user=user, status=Entry.Status.CONFIRMED, division__isnull=False,
        season__status=Season.Status.RUNNING, season__asks_attendance=True, season__paused_at=None,
    ).select_related("season__league", "division")  # fmt: skip
    questions = []
    for entry in entries.order_by("pk"):
        division = required(entry.division)
        division.season = entry.season  # reuse the row that was already read
        number = number_asked(division) if entry.season.may_sit_out else 0
        if number and not entry.attendances.filter(round_number=number).exists():
            questions.append((entry, number))
    return questions


def may_ask(entry: Entry, number: int) -> bool:
    """Return whether a player may request half a point for sitting out a round.

    This is possible only in duels, as often as the season allows, but not for the last round.
    """
    season = entry.season
    if not season.league.plays_duels or (season.rounds_planned and number >= season.rounds_planned):
        return False
    byes = Bye.objects.filter(entry=entry, was_asked=True, points__gt=0)
    count = byes.exclude(round__status=Round.Status.DRAFT).count()
    requests = entry.attendances.filter(wants_half_point=True).exclude(round_number=number)
    return count + requests.filter(round_number__in=rounds_of(entry)).count() < season.half_byes


def answers(division: Division, number: int) -> dict[str, set[int]]:
    """Return the entries by their answer about a round: "yes", "no", or "none" if unanswered."""
    said = Attendance.objects.filter(entry__division=division, round_number=number)
    words = {key: "yes" if comes else "no" for key, comes in said.values_list("entry", "comes")}
    groups: dict[str, set[int]] = {"yes": set(), "no": set(), "none": set()}
    playing = division.entries.filter(status=Entry.Status.CONFIRMED)
    for entry in playing.values_list("pk", flat=True):
        groups[words.get(entry, "none")].add(entry)
    return groups


def coming(division: Division, number: int) -> set[int]:
    """Return the entries from which round `number` is drawn.

    By default these are all players except those who declined; if the season asks for attendance,
    only those who accepted.
    """
    groups = answers(division, number)
    if not division.season.may_sit_out:
        return set().union(*groups.values())
    return groups["yes"] | (set() if division.season.asks_attendance else groups["none"])


def away(division: Division, number: int) -> list[tuple[Entry, float]]:
    """Return the players who sit out round `number`, with their points for it."""
    there = coming(division, number)
    playing = division.entries.filter(status=Entry.Status.CONFIRMED).order_by("seed_rank", "pk")
    half = set(
        Attendance.objects.filter(
            entry__division=division, round_number=number, comes=False, wants_half_point=True
        ).values_list("entry", flat=True)
    )
    draw = division.season.scoring.get("draw", 0.0)
    return [
        (one, draw if one.pk in half and may_ask(one, number) else 0.0)
        for one in playing.select_related("season__league", "division")
        if one.pk not in there
    ]


def set_present(
    division: Division, actor: User, number: int, present: Collection[int], *, reason: str = ""
) -> None:
    """Set who is present for the next round, as an organiser.

    :raises Refused: NotAllowed, NothingChanged, or WrongStage if the round is public or all were
        drawn together.
    """
    season = division.season
    with record(
        season, actor, "set_attendance", about=f"{division.tier}/{number}", reason=reason
    ) as recorder:
        if not season.is_running or not season.may_sit_out or number != next_round(division):
            raise errors.WrongStage
        note_present(division, number, present, recorder)


def note_present(
    division: Division, number: int, present: Collection[int], recorder: Recorder
) -> None:
    """Set the attendance for a round to `present`, changing stored answers that differ."""
    there = coming(division, number)
    for entry in division.entries.filter(status=Entry.Status.CONFIRMED).order_by("pk"):
        comes = entry.pk in present
        if comes == (entry.pk in there):
            continue
        attendance = entry.attendances.filter(round_number=number).first()
        if attendance is None:
            recorder.add(Attendance(entry=entry, round_number=number, comes=comes))
        else:
            recorder.edit(attendance, comes=comes, wants_half_point=False)


def check_draft(draft: Round) -> None:
    """Check that a draft still contains exactly the attending players.

    :raises AttendanceChanged: if it contains an absent or former player, lacks a present one, or a
        player has moved to another division.
    """
    division = draft.division
    entries = Entry.objects.filter(Q(chairs__fixture__round=draft) | Q(byes__round=draft))
    if entries.exclude(division=division).exists():
        raise errors.AttendanceChanged
    if not division.season.may_sit_out:
        return
    seats = division.entries.filter(
        Q(chairs__fixture__round=draft) | Q(byes__round=draft, byes__was_asked=False)
    )
    if set(seats.values_list("pk", flat=True)) != coming(division, draft.number):
        raise errors.AttendanceChanged


def give_points(draft: Round, recorder: Recorder) -> None:
    """Give players who sit out a draft round the points that they have requested.

    Rounds made by hand don't give such points.
    """
    if draft.report.get("algorithm") == Round.BY_HAND:
        return
    requests = dict(draft.byes.filter(was_asked=True).values_list("entry", "points"))
    for entry, points in away(draft.division, draft.number):
        if requests.get(entry.pk, points) != points:
            recorder.edit(draft.byes.get(entry=entry), points=points)
