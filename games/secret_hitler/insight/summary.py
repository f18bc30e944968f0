"""Three sentences for the end of a match: what could be known, the turning point, and chance."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.engine.insight import CheckedReading, Finding, Luck, known_from
from games.engine.text import Line, gettext_noop
from games.secret_hitler.insight.questions import HITLER, WIN

#: The smallest change of the liberals' chance that is called a turning point.
TURN = 0.05

_UNKNOWN = gettext_noop("From what everybody saw, nobody could have known who Hitler was.")
_KNOWN = gettext_noop(
    "From what everybody saw, nobody could have known Hitler before round {round}."
)
_TURN = gettext_noop(
    "The match turned in round {round}: the liberals' chance went from {before} to {after}."
)
_LUCK = gettext_noop(
    "{liberal} of the {tiles} policies drawn were liberal; {expected} were to be expected."
)


def summary(readings: Sequence[CheckedReading], luck: Luck) -> Sequence[Finding]:
    """Return at most three sentences from what the public could know, and from luck."""
    return (*_of_hitler(readings), *_of_turn(readings), *_of_luck(luck))


def _of_hitler(readings: Sequence[CheckedReading]) -> Iterator[Finding]:
    truth = known_from(readings, HITLER)
    if truth is None:
        yield Finding(Line(_UNKNOWN))
    elif truth > 1:
        yield Finding(Line(_KNOWN, numbers={"round": truth}))


def _of_turn(readings: Sequence[CheckedReading]) -> Iterator[Finding]:
    """Return when the liberals' chance changed most, by the enacted policies."""
    odds = [
        (one.chapter, one.reading.answers[WIN][0].value)
        for one in readings
        if WIN in one.reading.answers
    ]
    turns = [(chapter, was, now) for (_, was), (chapter, now) in pairwise(odds)]
    chapter, before, after = max(turns, key=lambda one: abs(one[2] - one[1]), default=(0, 0.0, 0.0))
    if abs(after - before) >= TURN:
        shares = {"before": before, "after": after}
        yield Finding(Line(_TURN, numbers={"round": chapter}), shares=shares)


def _of_luck(luck: Luck) -> Iterator[Finding]:
    """Return the luck of the shuffles in short, for a viewer who saw every tile."""
    for finding in luck.findings[:1]:
        if {"liberal", "tiles"} <= set(finding.line.numbers) and "expected" in finding.decimals:
            yield Finding(Line(_LUCK, numbers=finding.line.numbers), decimals=finding.decimals)
