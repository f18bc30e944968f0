"""Three sentences for the end of a match: insight, the turning point, and luck."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.engine.insight import CheckedReading, Finding, Luck, known_from
from games.engine.text import Line, gettext_noop
from games.secret_hitler.insight.questions import HITLER
from games.secret_hitler.insight.win_rates import liberals_win
from games.secret_hitler.view import Ending, RoundView, View

#: The smallest change of the liberals' chance that is called a turning point.
TURN = 0.05

_UNKNOWN = gettext_noop("From what everybody saw, nobody could have known who Hitler was.")
_KNOWN = gettext_noop(
    "From what everybody saw, nobody could have known who Hitler was before round {round}."
)
_LIBERAL_POLICY = gettext_noop(
    "The liberal policy of {president} and {chancellor} turned the match in round {round}: the"
    " liberals' chance went from {before} to {after}."
)
_FASCIST_POLICY = gettext_noop(
    "The fascist policy of {president} and {chancellor} turned the match in round {round}: the"
    " liberals' chance went from {before} to {after}."
)
_CHAOS = gettext_noop(
    "The policy that chaos enacted turned the match in round {round}: the liberals' chance went"
    " from {before} to {after}."
)
_SHOT = gettext_noop(
    "{president}'s shot turned the match in round {round}: the liberals' chance went from {before}"
    " to {after}."
)
_ELECTION = gettext_noop(
    "The election of {chancellor}, nominated by {president}, turned the match in round {round}: the"
    " liberals' chance went from {before} to {after}."
)
_POLICIES = {"liberal": _LIBERAL_POLICY, "fascist": _FASCIST_POLICY}
_ENDS = {"hitler-executed": _SHOT, "hitler-elected": _ELECTION}
_LUCK = gettext_noop(
    "{liberal} of the {tiles} policies drawn were liberal; {expected} were expected."
)


def summary(readings: Sequence[CheckedReading], luck: Luck, end: View) -> Sequence[Finding]:
    """Return at most three sentences: the public's insight, the turning point, and luck."""
    return (*_of_hitler(readings), *_of_turn(end), *_of_luck(luck))


def _of_hitler(readings: Sequence[CheckedReading]) -> Iterator[Finding]:
    truth = known_from(readings, HITLER)
    if truth is None:
        yield Finding(Line(_UNKNOWN))
    elif truth > 1:
        yield Finding(Line(_KNOWN, numbers={"round": truth}))


class _Swing(NamedTuple):
    """A change of the liberals' chance, and a sentence about its cause."""

    text: str
    round: RoundView
    before: float
    after: float


def _of_turn(end: View) -> Iterator[Finding]:
    """Return the event that raised the winners' chance most; the end itself makes it 0 or 1."""
    if end.result is None:
        return
    sign = 1 if end.result.winner == "liberal" else -1
    swing = max(_swings(end, end.result), key=lambda one: sign * (one.after - one.before))
    if sign * (swing.after - swing.before) < TURN:
        return
    named = {"president": swing.round.president, "chancellor": swing.round.chancellor}
    seats = {place: seat for place, seat in named.items() if seat is not None}
    line = Line(swing.text, seats=seats, numbers={"round": swing.round.number})
    yield Finding(line, shares={"before": swing.before, "after": swing.after})


def _swings(end: View, result: Ending) -> Iterator[_Swing]:
    """Yield every policy, and an end without a policy."""
    enacted = {"liberal": 0, "fascist": 0}
    chance = liberals_win(end.players, **enacted)
    for one in end.rounds:
        tile = one.enacted or one.chaos
        if tile is None:
            continue
        enacted[tile] += 1
        before, chance = chance, liberals_win(end.players, **enacted)
        yield _Swing(_CHAOS if one.chaos else _POLICIES[tile], one, before, chance)
    if result.reason in _ENDS:
        after = float(result.winner == "liberal")
        yield _Swing(_ENDS[result.reason], end.rounds[-1], chance, after)


def _of_luck(luck: Luck) -> Iterator[Finding]:
    """Return the luck of the shuffles in short, for a viewer who saw every tile."""
    for finding in luck.findings[:1]:
        if {"liberal", "tiles"} <= set(finding.line.numbers) and "expected" in finding.decimals:
            yield Finding(Line(_LUCK, numbers=finding.line.numbers), decimals=finding.decimals)
