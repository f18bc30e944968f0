"""Updates the explanations of draws after an exchange of two players."""

from collections import Counter, defaultdict

from games.contests.pairing.draw import together
from games.leagues.audit.recorder import Recorder
from games.leagues.models import Chair, Fixture, Round
from games.leagues.seasons import standings_input

Repeat = list[int]


def note_exchange(round_: Round, one: Chair, other: Chair, recorder: Recorder) -> None:
    """Add an exchange to the round's report, and count repeats again from there on."""
    repeats = _repeats_of(round_.division_id)
    exchanged = [*round_.report.get("exchanged", ()), sorted([one.entry_id, other.entry_id])]
    if exchanged[-1:] == exchanged[-2:-1]:
        exchanged = exchanged[:-2]  # the exchange was reversed
    recorder.edit(round_, report={**round_.report, "exchanged": exchanged})
    rounds = Round.objects.filter(division=round_.division_id, number__gte=round_.number)
    for row in rounds.order_by("number"):
        pairs = repeats.get(row.number, [])
        if row.report.get("repeats", []) != pairs:
            recorder.edit(row, report={**row.report, "repeats": pairs})


def _repeats_of(division: int) -> dict[int, list[Repeat]]:
    """Return for each round the pairs that have met before, with the number of times."""
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
