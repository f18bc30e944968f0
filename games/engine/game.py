"""The definition of a game: a frozen record of pure functions, and types shared by all games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import msgspec

from games.engine.chance import Chance
from games.engine.lesson import LESSON_BOT, Lesson
from games.engine.primer import NO_PRIMER, Primer
from games.engine.regions import WHOLE, Regions
from games.engine.seats import Seat, Viewer
from games.engine.specimens import NO_SPECIMENS, Specimens
from games.engine.text import Line, Term

if TYPE_CHECKING:
    from games.engine.curtain import Stage
    from games.engine.insight import Insight

State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View", bound="PlayedView")
AnyBot = TypeVar("AnyBot", bound=Callable[..., Any])


class ClaimCheck(msgspec.Struct, frozen=True):
    """A player's claim about something that only they saw, and its truth for one viewer.

    `truth` is what really happened, and `is_true` whether the claim agrees with it. Both are None
    if this viewer cannot tell. If the viewer knows that a claim is a lie, but not the truth, only
    `is_true` is set.
    """

    seat: Seat
    claim: Line
    truth: Line | None = None
    is_true: bool | None = None


class ChanceResult(msgspec.Struct, frozen=True):
    """A result of chance during play: a number, or the names of things in their order.

    `label` is the label of the random stream. A new main deck has the label `DECK`. Repeated throws
    of a die number their labels: "die/1", "die/2".
    """

    label: str
    result: int | tuple[str, ...]


#: The label of a new main deck. Records keep the orders of decks in a separate list.
DECK = "deck"


class PlayedView(Protocol):
    """The common interface of games' views, for the API, bots and replays."""

    @property
    def phase(self) -> str:
        """Return the game's name for the current phase; "over" after the end."""

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Return the seats that the table waits for, as shown to this viewer."""

    @property
    def result(self) -> Any:
        """Return the winner and the reason; None while the match runs."""


class Outcome(msgspec.Struct, frozen=True):
    """The end of a match: the winning side (None for a draw), the reason, and the winning seats."""

    winner: str | None
    reason: str
    seats: tuple[Seat, ...] = ()


class IllegalAction(Exception):
    """The rules refuse an action; `clause` names the rule, `text` is a translatable sentence.

    `values` fill its placeholders.
    """

    def __init__(self, clause: str, text: str, **values: object) -> None:
        super().__init__(f"{text % values if values else text} (clause {clause})")
        self.clause = clause
        self.text = text
        self.values = values


class Bot(Protocol):
    """A program that plays: it sees only a view and its choices."""

    def __call__(self, view: Any, choices: Sequence[Any], random: Random) -> Any | None:
        """Return one of `choices`; None declines an invitation (a duty can't be declined)."""


def looks_at_nothing(bot: AnyBot) -> AnyBot:
    """Mark `bot` as one that reads only its choices, and declines invitations.

    No view has to be built for it.
    """
    bot.needs_view = False  # type: ignore[attr-defined]
    return bot


@dataclass(frozen=True, kw_only=True)
class Sides(Generic[State]):
    """The sides of a game."""

    names: tuple[str, ...]  #: the sides that can win
    of: Callable[[State, Seat], str]  #: the true side of a seat; for ended matches only
    largest: Callable[[int], int]
    #: returns the largest number of seats that one side can have, from public knowledge
    usual_shares: Mapping[int, float] = field(default_factory=dict)
    #: the win rate of the first of `names` among equal players, by number of players


@dataclass(frozen=True, kw_only=True)
class Start(Generic[State, Event]):
    """The beginning of a match."""

    options: type[msgspec.Struct]  #: the options of a table; every field has a default
    empty: State  #: before anything was dealt
    deal: Callable[[int, Any, Chance], Sequence[Event]]
    #: deal(player count, options, chance): the first events, from chance
    redealable: Callable[[State], bool]  #: whether the table may still agree to deal again


@dataclass(frozen=True, kw_only=True)
class Waiting(Generic[State, Action, Event]):
    """The seats that the table waits for, if these are not simply the seats that owe a decision."""

    invited: Callable[[State], tuple[Seat, ...]] = lambda _state: ()
    #: seats that owe no decision but may still speak (a claim, the answer to an offer)
    secret_duties: Callable[[State], tuple[Seat, ...] | None] = lambda _state: None
    #: the seats that everybody sees as pending while the seats that owe a decision are
    #: secret; else None
    clock_event: Callable[[State, Seat, Action], Event | None] = lambda *_late: None
    #: returns the event that marks this seat's choice as the clock's, where views show that


@dataclass(frozen=True, kw_only=True)
class Records(Generic[Event]):
    """The format of a match in records: its actions, its start, its chance."""

    actions: Any  #: the tagged union of all actions; tags are the names of record-format.md
    events: Any  #: the tagged union of all events
    setup: type[msgspec.Struct]  #: the hidden start, as defined in record-format.md
    deal: Callable[[int, Any, Any], Sequence[Event]]
    #: deal(player count, options, setup): returns the first events; raises IllegalAction
    extract_setup: Callable[[Sequence[Event]], Any]
    #: returns the setup that the first events contain
    draws: Mapping[str, str]  #: which labelled draw fills which field of a setup
    chance_of: Callable[[Event], ChanceResult | None] = lambda _event: None
    #: returns the result of chance in this event during play, if any: a new deck, a die, a coin


@dataclass(frozen=True, kw_only=True)
class Words:
    """The names of a game's elements; all translatable."""

    endings: Mapping[str, str] = field(default_factory=dict)
    #: the reasons for the end of a match, as sentences, by the record's `reason`
    tale: Callable[[Any], Line | None] = lambda _state: None
    #: tale(last state): how a match was decided, in one sentence; None if the last action shows it
    seats: Sequence[Term] = ()
    #: the role of each seat, where roles are public and a table may choose them
    options: Mapping[str, str] = field(default_factory=dict)  #: by field of the options
    labels: Mapping[str, Term] = field(default_factory=dict)
    #: the labels of actions, their fields and values, by their names in records; sides as
    #: `side/NAME`, kinds of log lines as `kind/NAME`, one field's own values as `FIELD/JSON`
    credit: str = ""  #: the makers of the game, and its licence


@dataclass(frozen=True, kw_only=True)
class Bets(Generic[State]):
    """The questions on which eliminated players may bet; each is answered by a seat."""

    questions: Mapping[str, str]  #: the texts, by a short name for URLs
    is_open: Callable[[State, Seat], bool]  #: whether this eliminated seat can't know the answers
    is_right: Callable[[State, str, Seat], bool]  #: is_right(state at the end, name, seat)


@dataclass(frozen=True, kw_only=True)
class Talk(Generic[State]):
    """The seats that may talk now, and their rooms."""

    muted_seats: Callable[[State], tuple[Seat, ...]] = lambda _state: ()  #: may not talk now
    eliminated: Callable[[State], tuple[Seat, ...]] = lambda _state: ()
    #: seats that are out of the game; they talk in a separate room
    bets: Bets[State] | None = None  #: the bets of these seats
    timekeeper: Callable[[State], Seat | None] = lambda _state: None
    #: the seat that may start a clock for talk now; None in games without discussions


@dataclass(frozen=True, kw_only=True)
class Knowledge(Generic[State]):
    """Conclusions from a viewer's knowledge."""

    deductions: Callable[[State, Viewer], Sequence[Line]] = lambda _state, _viewer: ()
    #: the viewer's certain knowledge, in words and numbers
    claims: Callable[[State, Viewer], Sequence[ClaimCheck]] = lambda _state, _viewer: ()
    #: the claims of all players in order, with their truth as far as this viewer can tell
    insight: "Insight | None" = None
    #: the knowledge at each moment, and the luck; None if the game doesn't offer insight


@dataclass(frozen=True, kw_only=True)
class Pages:
    """The presentation of a game on pages."""

    regions: Regions = WHOLE  #: the regions of its page; each has its own template
    beat: Callable[[Sequence[Any]], float] = lambda _events: 0.0
    #: the seconds for which pages show these events before the next question; no clock runs then
    stages: "Callable[[Sequence[Any]], Sequence[Stage]]" = lambda _events: ()
    #: the stages that pages show before these events as a whole, in order; see curtain.py
    deals_letters: bool = False  #: everybody gets their secret as a letter, and reads it first
    primer: Primer = NO_PRIMER  #: the introduction to the game
    lesson: Lesson | None = None  #: a first match that teaches it
    phases: tuple[str, ...] = ()  #: the phases of its views, in order; the style guide shows each
    specimens: Specimens = NO_SPECIMENS  #: its own pieces in each state, for the style guide

    @property
    def has_scene(self) -> bool:
        """Return whether its table is a scene with a tray: a board of one region has none."""
        return self.regions is not WHOLE


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[State, Action, Event, View]):
    """Everything that the platform needs from a game; docs/third-game.md explains each field."""

    key: str  #: in URLs and records: "secret-hitler"
    name: str  #: translatable
    seats: range  #: the possible numbers of players
    sides: Sides[State]
    start: Start[State, Event]
    to_act: Callable[[State], tuple[Seat, ...]]
    #: seats that owe a decision; empty only at the end
    choices: Callable[[State, Seat], Sequence[Action]]
    #: all legal actions of a seat now, duties first: the only source of legality
    refusal: Callable[[State, Seat, Action], IllegalAction]
    #: the reason why an action that is not among the choices is illegal
    decide: Callable[[State, Seat, Action, Chance], Sequence[Event]]
    #: returns the events that follow when a seat takes one of its choices
    evolve: Callable[[State, Event], State]
    #: returns the state after a fact; decides nothing
    outcome: Callable[[State], Outcome | None]
    #: the result of the match; None while it runs
    view: Callable[[State, Viewer], View]
    #: returns a viewer's knowledge, built from scratch: the only way out of a state
    own_view: Callable[[State, Viewer, View], View] | None = None
    #: returns the same view, built from the public view of that state, where that is cheaper
    describe: Callable[[State, Event, Viewer], Line | None]
    #: describe(state before the event, event, viewer); None where this viewer learns nothing
    bots: Mapping[str, Bot]  #: by name, the weakest first
    records: Records[Event]
    waiting: Waiting[State, Action, Event] = Waiting()
    words: Words = Words()
    talk: Talk[State] = Talk()
    knowledge: Knowledge[State] = Knowledge()
    pages: Pages = Pages()

    @property
    def usual_bot(self) -> str:
        """Return the name of the bot that plays by default: the strongest."""
        return list(self.bots)[-1]

    def bot(self, name: str) -> Bot:
        """Return the bot called `name`.

        An empty name means the strongest bot, and `LESSON_BOT` the lesson's.
        """
        if name == LESSON_BOT and self.pages.lesson:
            return self.pages.lesson.bot
        return self.bots[name or self.usual_bot]

    def play(
        self, state: State, seat: Seat, action: Action, chance: Chance, *, by: str = "player"
    ) -> Sequence[Event]:
        """Return the events that follow when `seat` takes `action`; `by` says who acts for it.

        :raises IllegalAction: naming the clause, if the action is not among the seat's choices.
        """
        if action not in self.choices(state, seat):
            raise self.refusal(state, seat, action)
        events = self.decide(state, seat, action, chance)
        late = self.waiting.clock_event(state, seat, action) if by == "clock" else None
        return events if late is None else (late, *events)

    def awaited(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that everybody sees as pending: clocks may show only these."""
        secret = self.waiting.secret_duties(state)
        return self.to_act(state) if secret is None else secret

    def apply(self, state: State, events: Sequence[Event]) -> State:
        """Return `state` after `events`.

        Events that already contain the resulting state are not applied again.
        """
        if isinstance(events, PendingEvents) and events.before is state:
            old: State = events.state
            return old
        for event in events:
            state = self.evolve(state, event)
        return state


def many(kind: Any) -> Any:
    """Return the type of a list of `kind`, a union that is known only at run time."""
    return tuple.__class_getitem__((kind, ...))


class PendingEvents(list[Event], Generic[State, Event]):
    """Events that are being decided, with the state before the first and after the last."""

    __slots__ = ("_evolve", "before", "state")

    def __init__(self, state: State, evolve: Callable[[State, Event], State]) -> None:
        self.before = self.state = state
        self._evolve = evolve

    def add(self, event: Event) -> None:
        """Append `event` and apply it to the state."""
        self.append(event)
        self.state = self._evolve(self.state, event)
