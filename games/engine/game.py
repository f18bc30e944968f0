"""What a game is: a frozen record of pure functions, and the few words all games share."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import msgspec

from games.engine.chance import Chance
from games.engine.seats import Seat, Viewer

if TYPE_CHECKING:
    from games.engine.insight import Insight

State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View")
AnyBot = TypeVar("AnyBot", bound=Callable[..., Any])


def gettext_noop(text: str) -> str:
    """Mark `text` for translation and return it as it is: the engine speaks source English."""
    return text


def pgettext_noop(context: str, text: str) -> "Term":
    """Mark `text` for translation in a `context`, for words that differ in other languages."""
    return Term(text, context)


class Term(msgspec.Struct, frozen=True):
    """A translatable word with the context that tells it from its homonyms."""

    text: str
    context: str = ""


class Line(msgspec.Struct, frozen=True):
    """One sentence of the log, as one viewer learns it.

    `text` is an English source string with named places; `seats` fills places with players,
    `terms` with translatable words (several are joined by commas), `numbers` with figures.
    `kind` names what sort of moment it is (for looks and for jumping); `chapter` is the round
    or turn that the line belongs to, from 1 (0 is the set-up).
    """

    text: str
    kind: str = ""
    chapter: int = 0
    seats: Mapping[str, Seat] = {}
    terms: Mapping[str, tuple[Term, ...]] = {}
    numbers: Mapping[str, int] = {}

    def __hash__(self) -> int:
        """Return a hash although places are mappings: equal lines have equal hashes."""
        return hash((self.text, self.kind, self.chapter))


class Statement(msgspec.Struct, frozen=True):
    """What a player said of something that only they saw, beside what certain eyes know of it.

    `truth` says what really happened, and `is_true` whether the claim agrees with it; both are
    None where these eyes can't tell. A lie may show without the truth: then only `is_true` is set.
    """

    seat: Seat
    claim: Line
    truth: Line | None = None
    is_true: bool | None = None


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: the winning side (None is a draw), why, and the seats that won."""

    winner: str | None
    reason: str
    seats: tuple[Seat, ...] = ()


class IllegalAction(Exception):
    """The rules refuse what was asked; `clause` is the rule, `text` a translatable sentence."""

    def __init__(self, clause: str, text: str) -> None:
        super().__init__(f"{text} (clause {clause})")
        self.clause = clause
        self.text = text


class Bot(Protocol):
    """A player made of code: sees a view and its choices, and nothing else."""

    def __call__(self, view: Any, choices: Sequence[Any], random: Random) -> Any | None:
        """Return one of `choices`, or None to let an invitation pass (never a duty)."""


def looks_at_nothing(bot: AnyBot) -> AnyBot:
    """Mark `bot` as one that goes by its choices alone, so that no view need be made for it."""
    bot.needs_view = False  # type: ignore[attr-defined]
    return bot


@dataclass(frozen=True, kw_only=True)
class Game(Generic[State, Action, Event, View]):
    """Everything the platform knows of a game."""

    key: str  #: in URLs and records: "secret-hitler"
    name: str  #: translatable
    seats: range  #: how many can play
    sides: tuple[str, ...]  #: who can win
    actions: Any  #: the tagged union of all actions; tags are the names of record-format.md
    events: Any  #: the tagged union of all events
    setup: type[msgspec.Struct]  #: the hidden start as record-format.md writes it
    options: type[msgspec.Struct]  #: what a table may choose; every field has a default
    empty: State  #: before anything was dealt
    deal: Callable[[int, Any, Chance], Sequence[Event]]
    #: deal(player count, options, chance): the first events, from chance
    set_up: Callable[[int, Any, Any], Sequence[Event]]
    #: set_up(player count, options, setup): the first events, from a record; IllegalAction
    setup_of: Callable[[Sequence[Event]], Any]
    #: the setup that first events stand for
    draws: Mapping[str, str]  #: which field of a setup comes from which labelled draw
    reshuffle: Callable[[Event], Sequence[str] | None]
    #: the new deck, top first, if this event is a reshuffle during play
    choices: Callable[[State, Seat], Sequence[Action]]
    #: all that is legal for a seat now, duties first: the one source of legality
    refusal: Callable[[State, Seat, Action], IllegalAction]
    #: why an action that is not among the choices is not
    to_act: Callable[[State], tuple[Seat, ...]]
    #: seats that owe a decision
    invited: Callable[[State], tuple[Seat, ...]]
    #: seats that owe nothing but have something left to say (a claim, an offer's answer)
    decide: Callable[[State, Seat, Action, Chance], Sequence[Event]]
    evolve: Callable[[State, Event], State]
    lot: Callable[[State, Seat, Action], Event | None] | None = None
    #: the fact that the clock drew what a seat owed and nobody chose it, where views tell so
    view: Callable[[State, Viewer], View]
    tell: Callable[[State, Event, Viewer], Line | None]
    #: tell(state before the event, event, viewer); None where this viewer learns nothing of it
    outcome: Callable[[State], Outcome | None]
    silent: Callable[[State], tuple[Seat, ...]]  #: may not talk now
    gone: Callable[[State], tuple[Seat, ...]]  #: are out of the game, and talk in the gallery
    side_of: Callable[[State, Seat], str]  #: the truth, for history once a match has ended
    redealable: Callable[[State], bool]  #: may the table still agree to deal again
    bots: Mapping[str, Bot] = field(default_factory=dict)  #: by name, the weakest first
    endings: Mapping[str, str] = field(default_factory=dict)
    #: why a match ended, as a translatable sentence, by the record's `reason`
    chairs: Sequence[Term] = ()
    #: what each seat plays, by seat, where that is public and a table may choose it
    option_labels: Mapping[str, str] = field(default_factory=dict)  #: translatable, by field
    words: Mapping[str, Term] = field(default_factory=dict)
    #: what actions, their fields and values are called, by their names in records; sides as
    #: `side/NAME`, kinds of log lines as `kind/NAME`, one field's own values as `FIELD/JSON`
    knows: Callable[[State, Viewer], Sequence[Line]] = lambda _state, _viewer: ()
    #: what a viewer knows for certain, in words and numbers
    statements: Callable[[State, Viewer], Sequence[Statement]] = lambda _state, _viewer: ()
    #: who claimed what, in order, and what this viewer can tell of its truth
    insight: "Insight | None" = None
    #: what could be known at each moment, and how lucky it was; None where nobody worked it out
    credit: str = ""  #: translatable; who made it and under which licence

    @property
    def usual_bot(self) -> str:
        """Return the name of the bot that sits down where nobody asked for another: the best."""
        return list(self.bots)[-1]

    def play(
        self, state: State, seat: Seat, action: Action, chance: Chance, *, by: str = "player"
    ) -> Sequence[Event]:
        """Return what happens when `seat` takes `action`, or who acts for it: `by` is a turn's.

        :raises IllegalAction: naming the clause, if it is not among the seat's choices.
        """
        if action not in self.choices(state, seat):
            raise self.refusal(state, seat, action)
        events = self.decide(state, seat, action, chance)
        lot = self.lot(state, seat, action) if by == "clock" and self.lot else None
        return events if lot is None else (lot, *events)

    def apply(self, state: State, events: Sequence[Event]) -> State:
        """Fold `events` into `state`."""
        for event in events:
            state = self.evolve(state, event)
        return state


class Draft(Generic[State, Event]):
    """Events being decided, with the state they have led to so far."""

    def __init__(self, state: State, evolve: Callable[[State, Event], State]) -> None:
        self.state = state
        self.events: list[Event] = []
        self._evolve = evolve

    def add(self, event: Event) -> None:
        """Append `event` and move on to the state after it."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)
