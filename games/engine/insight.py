"""Types for insight: likelihoods and luck, common to all games.

Everything here depends only on views. So two truths that a viewer cannot tell apart give the same
numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from games.engine.calibration import Fit, Matches
from games.engine.seats import Seat
from games.engine.text import Line, Term

PEOPLE, BOTS = "people", "bots"  #: the kinds of players that a model describes


class Finding(msgspec.Struct, frozen=True):
    """One sentence with fractional numbers.

    `decimals` and `shares` (0 to 1) fill further placeholders of the line. Pages format them for
    the reader's language.
    """

    line: Line
    decimals: Mapping[str, float] = {}
    shares: Mapping[str, float] = {}


class Question(msgspec.Struct, frozen=True):
    """A question about hidden facts that holds for a whole match; texts are translatable.

    `brief` is the heading of a narrow column. `scale` is the largest possible estimate: 1 for
    likelihoods. If `counts` is set, estimates are counts up to that scale. `things` is the number
    of things in question; 0 means that it is about every seat.
    """

    key: str
    title: str
    help: str
    brief: str = ""
    scale: float = 1.0
    counts: bool = False
    things: int = 0


class Estimate(msgspec.Struct, frozen=True):
    """The likelihood that a seat or thing answers a question; `certain` if it follows by logic."""

    value: float
    certain: bool = False
    seat: Seat | None = None
    term: Term | None = None


class Reading(msgspec.Struct, frozen=True):
    """The insight at one moment: estimates by question, always in the same order.

    `tally` has each side's achievements, in the order of `Sides.names`.
    """

    answers: Mapping[str, tuple[Estimate, ...]]
    tally: tuple[int, ...] = ()
    findings: tuple[Finding, ...] = ()


class ChanceOutcome(msgspec.Struct, frozen=True):
    """One result of chance, with its expected value.

    `least` is the probability of this result or a lower one, if known.
    """

    chapter: int
    what: Line
    got: float
    expected: float
    least: float | None = None


class Luck(msgspec.Struct, frozen=True):
    """The luck in a match, as sentences and draw by draw."""

    findings: tuple[Finding, ...] = ()
    draws: tuple[ChanceOutcome, ...] = ()


class WeighedOption(msgspec.Struct, frozen=True):
    """One possible action of a seat, with its value for the game's best bot.

    `worth` is from 0 to 1; the title of the analysis defines it. `often` is how often the bot would
    choose the action. Either is None if the bot does not compute it.
    """

    line: Line
    worth: float | None = None
    often: float | None = None
    is_taken: bool = False  #: whether the seat did this


class CheckedReading(msgspec.Struct, frozen=True):
    """The public reading at one moment, with the indexes of true estimates by question."""

    chapter: int
    reading: Reading
    truth: Mapping[str, frozenset[int]]

    def trusts(self, key: str) -> bool:
        """Return whether the truth was at least as likely as all other answers together."""
        return any(
            self.reading.answers[key][place].value >= HALF
            for place in self.truth.get(key, ())
            if key in self.reading.answers
        )


HALF = 0.5


def known_from(readings: Sequence[CheckedReading], key: str) -> int | None:
    """Return the first chapter in which everybody could know the answer to a question, or None."""
    return next((one.chapter for one in readings if one.trusts(key)), None)


class DecisionAnalysis(msgspec.Struct, frozen=True):
    """The best bot's analysis of one decision: the best option first.

    `title` names the bot's criterion (translatable).
    """

    title: str
    options: tuple[WeighedOption, ...]


@dataclass(frozen=True, kw_only=True)
class Insight:
    """A game's functions for insight; all take only views."""

    questions: tuple[Question, ...]
    read: Callable[[Any, Any], Reading]
    #: read(view of a running match, model): estimates for the questions that its viewer can ask, by
    #: one of the `models`
    luck: Callable[[Sequence[Any]], Luck]
    #: luck(views at every moment, of one viewer): draws and deals, compared with expectations
    truth: Callable[[Any], Mapping[str, frozenset[int]]]
    #: truth(view of everything): by question, the places of the estimates that are true
    trust: Callable[[int, Any], Sequence[Finding]]
    #: trust(player count, model): sentences on the computation of estimates, and their measured
    #: errors
    models: Mapping[str, Any] = field(default_factory=lambda: {PEOPLE: None, BOTS: None})
    #: how people, and how bots, are expected to play; None where it makes no difference
    fit: Callable[[Matches], Fit] | None = None
    #: fit(finished matches of people): the model of people that fits these matches
    tally: Callable[[Any], tuple[int, ...]] = lambda _view: ()
    #: tally(view): each side's achievements, in the order of `Sides.names`
    tallies: tuple[str, ...] = ()  #: translatable; the names of the counts in `tally`, in order
    weigh: Callable[[Any, Sequence[Any], Sequence[Any]], Sequence[DecisionAnalysis]] = (
        lambda _view, _choices, _later: ()
    )
    #: weigh(view of a seat, its choices, its actions from then on): the best bot's analysis of
    #: the seat's decisions and claims, from this view only
    summary: Callable[[Sequence[CheckedReading], Luck, Any], Sequence[Finding]] = (
        lambda _readings, _luck, _end: ()
    )
    #: summary(public readings, luck, the view after the end): at most three sentences for the
    #: end; none contradicts the result
