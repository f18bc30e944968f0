"""Three sentences for the end of a match: public knowledge, and luck."""

from collections.abc import Iterator, Sequence

from games.engine.insight import CheckedReading, Finding, Luck, known_from
from games.engine.text import Line, gettext_noop
from games.noir.insight.likelihood import WHO_HUNTS, WHO_KILLS
from games.noir.pieces import INSPECTOR, KILLER
from games.noir.view import View

_KILLER = gettext_noop("Public information first pointed to the killer in round {round}.")
_KILLER_NEVER = gettext_noop("Public information never pointed to the killer.")
_INSPECTOR = gettext_noop("Public information first pointed to the inspector in round {round}.")
_INSPECTOR_NEVER = gettext_noop("Public information never pointed to the inspector.")
_SENTENCES = ((WHO_KILLS, _KILLER, _KILLER_NEVER), (WHO_HUNTS, _INSPECTOR, _INSPECTOR_NEVER))


_FOUND = gettext_noop(
    "{inspector} found the killer in round {round}; from public information, the chance was "
    "{share}."
)
_MURDERED = gettext_noop(
    "{killer} found the inspector in round {round}; from public information, the chance was "
    "{share}."
)
_TENTH = gettext_noop("{killer} committed the tenth murder in round {round}.")
_WRONG = gettext_noop("{inspector}'s wrong deduction in round {round} decided the match.")
#: By the reason of the end: its sentence, and the identity in question.
_ENDS = {
    "killer-arrested": (_FOUND, WHO_KILLS),
    "deduced": (_FOUND, WHO_KILLS),
    "inspector-murdered": (_MURDERED, WHO_HUNTS),
    "ten-murders": (_TENTH, ""),
    "wrong-deduction": (_WRONG, ""),
}
_SEATS = {"killer": KILLER, "inspector": INSPECTOR}
MOST = 3


def summary(readings: Sequence[CheckedReading], luck: Luck, end: View) -> Sequence[Finding]:
    """Return at most three sentences, from the end, from public knowledge and from luck."""
    text, found = _ENDS.get(end.result.reason, ("", "")) if end.result else ("", "")
    ends = _of_end(text, found, readings, end) if text and readings else ()
    return (*ends, *_of_sides(readings, found), *luck.findings[:1])[:MOST]


def _of_end(
    text: str, found: str, readings: Sequence[CheckedReading], end: View
) -> Iterator[Finding]:
    """Return the end of the match, with the public likelihood of the identity found."""
    answers, truth = readings[-1].reading.answers, readings[-1].truth
    shares = {"share": answers[found][min(truth[found])].value} if found else {}
    yield Finding(Line(text, seats=_SEATS, numbers={"round": end.round}), shares=shares)


def _of_sides(readings: Sequence[CheckedReading], found: str) -> Iterator[Finding]:
    """Return the round of the first public suspicion of each identity not found at the end."""
    if not readings:
        return
    for key, text, never in _SENTENCES:
        if key == found:
            continue
        truth = known_from(readings, key)
        numbers = {} if truth is None else {"round": truth}
        yield Finding(Line(never if truth is None else text, numbers=numbers))
