"""Readings of the two identities at each moment, from the views of one viewer."""

from collections.abc import Iterable, Mapping

from games.engine.insight import Estimate, Finding, Insight, Question, Reading
from games.engine.seats import Seat
from games.engine.text import Line, Term, gettext_noop, pgettext_noop
from games.noir.insight.analysis import weigh
from games.noir.insight.likelihood import WHO_HUNTS, WHO_KILLS, Likelihood, likelihoods
from games.noir.insight.luck import luck
from games.noir.insight.summary import summary
from games.noir.pieces import CARDS, INSPECTOR, KILLER
from games.noir.view import View

LEFT = "left"

QUESTIONS = (
    Question(
        WHO_KILLS,
        gettext_noop("Who the killer is"),
        gettext_noop("From murders, answers, arrests and disguises so far."),
        brief=gettext_noop("The killer"),
        things=CARDS,
    ),
    Question(
        WHO_HUNTS,
        gettext_noop("Who the inspector is"),
        gettext_noop("From murders, answers and arrests so far."),
        brief=gettext_noop("The inspector"),
        things=CARDS,
    ),
    Question(
        LEFT,
        gettext_noop("How many suspects are left"),
        gettext_noop("Possible suspects, out of 25."),
        scale=float(CARDS),
        counts=True,
        things=2,
    ),
)
_LEFT_TERMS = {
    WHO_KILLS: pgettext_noop("identity", "the killer"),
    WHO_HUNTS: pgettext_noop("identity", "the inspector"),
}


def read(view: View, model: None) -> Reading:
    """Return the reading at this moment: about the opponent; for the public, about both."""
    del model  # it depends on cards and answers, not on ways of playing
    if not view.suspects or view.phase == "set-up-murder":
        return Reading(answers={}, tally=_tally(view))
    likelihoods_ = likelihoods(view)
    answers = {key: _estimates(view, likely) for key, likely in likelihoods_.items()}
    answers[LEFT] = tuple(
        Estimate(float(len(likely)), certain=True, term=_LEFT_TERMS[key])
        for key, likely in likelihoods_.items()
    )
    return Reading(answers=answers, tally=_tally(view), findings=tuple(_deals_left(likelihoods_)))


def _tally(view: View) -> tuple[int, int]:
    """Return the murders, and the questions that the killer had to answer."""
    return view.murders, sum(canvass.asked_of == "killer" for canvass in view.canvasses)


def _estimates(view: View, likely: Likelihood) -> tuple[Estimate, ...]:
    """Return an estimate for each of the 25 suspects; certain if ruled out or the only one left."""
    is_found = len(likely) == 1
    return tuple(
        Estimate(
            float(name in likely) if is_found else likely.get(name, 0.0),
            certain=is_found or name not in likely,
            term=Term(name, "suspect"),
        )
        for name in view.suspects
    )


_TEXTS = {
    WHO_KILLS: gettext_noop("{player}, the killer, could be {number} of 25 suspects."),
    WHO_HUNTS: gettext_noop("{player}, the inspector, could be {number} of 25 suspects."),
}
_SEATS: dict[str, Seat] = {WHO_KILLS: KILLER, WHO_HUNTS: INSPECTOR}


def _deals_left(likelihoods_: Mapping[str, Likelihood]) -> Iterable[Finding]:
    for key, likely in likelihoods_.items():
        seats = {"player": _SEATS[key]}
        yield Finding(Line(_TEXTS[key], seats=seats, numbers={"number": len(likely)}))


def truth(view: View) -> Mapping[str, frozenset[int]]:
    """Return the true identities, from a view of everything; the killer's cards may change."""
    truly = {WHO_KILLS: view.identity.killer, WHO_HUNTS: view.identity.inspector}
    return {
        key: frozenset([view.suspects.index(name)]) if name else frozenset()
        for key, name in truly.items()
    }


def trust(_players: int, _model: None) -> tuple[Finding, ...]:
    """Return sentences on the computation of the estimates."""
    texts = (
        gettext_noop(
            "Suspects ruled out, or the only one left, are certain: this follows from the "
            "rules, the face-up cards, every answer, and the hand known in this view."
        ),
        gettext_noop(
            "All others consistent with the record are weighted by the number of ways to deal "
            "the cards. A disguise counts as a swap or a bluff with even odds: nothing shows "
            "which the killer prefers."
        ),
        gettext_noop(
            "The inspector's choice among four cards and the killer's choice of victims are not"
            " weighed: people have their reasons, and nobody has measured them."
        ),
    )
    return tuple(Finding(Line(text)) for text in texts)


INSIGHT = Insight(
    questions=QUESTIONS,
    read=read,
    luck=luck,
    truth=truth,
    trust=trust,
    tally=_tally,
    tallies=(gettext_noop("a murder"), gettext_noop("a question to the killer")),
    weigh=weigh,
    summary=summary,
)
