"""What could be known: likelihoods and luck, made from views alone, in forms all games share.

Whatever is told here follows from the views given and nothing else. So two truths that a viewer
can't tell apart lead to the same figures.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from games.engine.game import Line, Term
from games.engine.seats import Seat


class Finding(msgspec.Struct, frozen=True):
    """One sentence with figures that are no whole numbers.

    `decimals` and `shares` (0 to 1) fill further places of the line, as readers write them.
    """

    line: Line
    decimals: Mapping[str, float] = {}
    shares: Mapping[str, float] = {}


class Question(msgspec.Struct, frozen=True):
    """Something that could be wondered about during a whole match; texts are translatable.

    `brief` heads a narrow column. `scale` is the most that an estimate can be: 1 for
    likelihoods, else a count. `counts` tells that estimates are counts, on that scale.
    """

    key: str
    title: str
    help: str
    brief: str = ""
    scale: float = 1.0
    counts: bool = False


class Estimate(msgspec.Struct, frozen=True):
    """How likely the answer to a question is a seat or a thing; `certain` if by logic alone."""

    value: float
    certain: bool = False
    seat: Seat | None = None
    term: Term | None = None


class Reading(msgspec.Struct, frozen=True):
    """What could be known at one moment: estimates by question, always in the same order.

    `tally` counts what each side of the game has achieved, in the order of `Game.sides`.
    """

    answers: Mapping[str, tuple[Estimate, ...]]
    tally: tuple[int, ...] = ()
    findings: tuple[Finding, ...] = ()


class Draw(msgspec.Struct, frozen=True):
    """One thing that chance decided, beside what was to be expected of it.

    `least` is how often as little or less comes of it, where that is known.
    """

    chapter: int
    seat: Seat | None
    what: Line
    got: float
    expected: float
    least: float | None = None


class Luck(msgspec.Struct, frozen=True):
    """What chance did in a match, in sentences and draw by draw."""

    findings: tuple[Finding, ...] = ()
    draws: tuple[Draw, ...] = ()


class Option(msgspec.Struct, frozen=True):
    """One thing that a seat could do, as the game's best bot weighs it.

    `worth` is from 0 to 1 and means what the weighing's title says; `often` is how often the bot
    would choose it. Either is None where it reckons with nothing of the kind.
    """

    line: Line
    worth: float | None = None
    often: float | None = None
    is_taken: bool = False  #: it is what was done


class Weighing(msgspec.Struct, frozen=True):
    """What the best bot makes of one decision: the best option first.

    `title` says by what it decides, translatable.
    """

    title: str
    options: tuple[Option, ...]


@dataclass(frozen=True, kw_only=True)
class Insight:
    """What a game makes of what somebody could know; every function takes views alone."""

    questions: tuple[Question, ...]
    read: Callable[[Any], Reading]
    #: read(view of a match that is not over): estimates for those questions that its eyes have
    luck: Callable[[Sequence[Any]], Luck]
    #: luck(views at every moment, through the same eyes): draws and deals against expectation
    truth: Callable[[Any], Mapping[str, frozenset[int]]]
    #: truth(view of everything): by question, which estimates (by place) are of what is true
    trust: Callable[[int], Sequence[Finding]]
    #: trust(player count): how the figures are made, and how far they were off when measured
    tallies: tuple[str, ...] = ()  #: translatable; what `Reading.tally` counts, in its order
    weigh: Callable[[Any, Sequence[Any], Sequence[Any]], Sequence[Weighing]] = (
        lambda _view, _choices, _later: ()
    )
    #: weigh(view of a seat, its choices, what it did from then on): what the best bot makes of
    #: what the seat has to decide or to say, from its view alone
