"""Exchanges of two players in a round, and updates to the explanations of affected draws."""

from collections import Counter, defaultdict

from accounts.models import User
from games.contests.pairing.draw import together
from games.leagues import errors
from games.leagues.audit.recorder import Recorder, lock, record
from games.leagues.fixtures import fixtures, reminders
from games.leagues.models import Answer, Chair, Fixture, Round
from games.leagues.seasons import standings_input

#: A seat number that no chair has: used while two players change places.
ASIDE = 1000

Repeat = list[int]


def swap_chairs(one: Chair, other: Chair, actor: User, *, reason: str) -> None:
    """Exchange two players of a round before either has played in it.

    :raises Refused: NotAllowed, WrongStage, MatchesBegun, NotPlaying for a player who has
        forfeited, ChangedMeanwhile if the chairs' players have changed, or NeedsReason for a public
        round.
    """
    round_ = one.fixture.round
    season = round_.division.season
    with record(
        season, actor, "swap_chairs", about=f"{one.entry.name} / {other.entry.name}", reason=reason
    ) as recorder:
        lock(round_)
        if other.fixture.round_id != round_.pk or round_.status == Round.Status.CLOSED:
            raise errors.WrongStage
        if not round_.is_draft and not reason.strip():
            raise errors.NeedsReason
        for key in sorted({one.fixture_id, other.fixture_id}):
            fixtures.locked_if_there(key)
        chairs = Chair.objects.select_for_update(of=("self",)).select_related("fixture")
        first, second = (chairs.get(pk=chair.pk) for chair in (one, other))
        if _sits(first) != _sits(one) or _sits(second) != _sits(other):
            raise errors.ChangedMeanwhile
        if {first.fixture.status, second.fixture.status} != {Fixture.Status.PLANNED}:
            raise errors.MatchesBegun
        if first.fixture_id != second.fixture_id and (first.forfeited or second.forfeited):
            raise errors.NotPlaying  # a forfeit cannot be passed on
        _exchange(recorder, first, second)
        _note_exchange(round_, first, second, recorder)


def _sits(chair: Chair) -> tuple[int, int]:
    return chair.entry_id, chair.seat


def _exchange(recorder: Recorder, first: Chair, second: Chair) -> None:
    """Swap the players of two chairs; a temporary seat number keeps seats unique."""
    if first.fixture_id != second.fixture_id:
        mine, theirs = first.entry_id, second.entry_id
        # Attendance and substitutes applied to the other table.
        fields = {"substitute_id": None, "rsvp": Chair.Rsvp.EXPECTED, "checked_in_at": None}
        Answer.objects.filter(chair__in=[first, second]).delete()
        recorder.edit(first, entry_id=theirs, **fields)
        recorder.edit(second, entry_id=mine, **fields)
        _arrange_anew(recorder, first.fixture, second.fixture)
        return
    mine, theirs = first.seat, second.seat
    recorder.edit(first, seat=ASIDE)
    recorder.edit(second, seat=mine)
    recorder.edit(first, seat=theirs)


def _arrange_anew(recorder: Recorder, one: Fixture, other: Fixture) -> None:
    """Notify the players of two fixtures of the exchange; remove their times if they differ."""
    for fixture in (one, other):
        reminders.tell_published_anew(fixture)
    if one.starts_at != other.starts_at:
        for fixture in (one, other):
            recorder.edit(fixture, starts_at=None)
            fixture.chairs.update(rsvp=Chair.Rsvp.EXPECTED, checked_in_at=None)


def _note_exchange(round_: Round, one: Chair, other: Chair, recorder: Recorder) -> None:
    """Add an exchange to the round's report, and recount repeats from this round on."""
    repeats = _repeats_of(round_.division_id)
    exchanged = [*round_.report.get("exchanged", ()), sorted([one.entry_id, other.entry_id])]
    if exchanged[-1:] == exchanged[-2:-1]:
        exchanged = exchanged[:-2]  # this exchange reverses the last one
    recorder.edit(round_, report={**round_.report, "exchanged": exchanged})
    rounds = Round.objects.filter(division=round_.division_id, number__gte=round_.number)
    for row in rounds.order_by("number"):
        pairs = repeats.get(row.number, [])
        if row.report.get("repeats", []) != pairs:
            recorder.edit(row, report={**row.report, "repeats": pairs})


def _repeats_of(division: int) -> dict[int, list[Repeat]]:
    """Return the pairs that have met before by round, with the number of earlier meetings."""
    tables: dict[int, list[list[int]]] = defaultdict(list)
    fixtures = Fixture.objects.filter(round__division=division).select_related("round")
    for fixture in fixtures.prefetch_related("chairs", "games"):
        chairs = standings_input.attended(fixture)
        tables[fixture.round.number].append([chair.entry_id for chair in chairs])
    met: Counter[tuple[int, int]] = Counter()
    repeats = {}
    for number in sorted(tables):
        pairs = together(tables[number])
        repeats[number] = [[*pair, met[pair]] for pair in pairs if met[pair]]
        met.update(pairs)
    return repeats
