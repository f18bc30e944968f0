"""Three sentences for the end of a match: what the open cards said, and what chance did."""

from collections.abc import Iterator, Sequence

from games.engine.insight import CheckedReading, Finding, Luck, known_from
from games.engine.text import Line, gettext_noop
from games.noir.insight.likelihood import WHO_HUNTS, WHO_KILLS

_KILLER = gettext_noop("What lay open first pointed to the killer in round {round}.")
_KILLER_NEVER = gettext_noop("What lay open never pointed to the killer.")
_INSPECTOR = gettext_noop("What lay open first pointed to the inspector in round {round}.")
_INSPECTOR_NEVER = gettext_noop("What lay open never pointed to the inspector.")
_SENTENCES = ((WHO_KILLS, _KILLER, _KILLER_NEVER), (WHO_HUNTS, _INSPECTOR, _INSPECTOR_NEVER))


def summary(readings: Sequence[CheckedReading], luck: Luck) -> Sequence[Finding]:
    """Return at most three sentences from public knowledge and luck."""
    return (*_of_sides(readings), *luck.findings[:1])


def _of_sides(readings: Sequence[CheckedReading]) -> Iterator[Finding]:
    if not readings:
        return
    for key, text, never in _SENTENCES:
        truth = known_from(readings, key)
        numbers = {} if truth is None else {"round": truth}
        yield Finding(Line(never if truth is None else text, numbers=numbers))
