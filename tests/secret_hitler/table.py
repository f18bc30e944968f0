"""A table for tests: letters for roles and tiles, and a short call for each action."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.engine.game import IllegalAction
from games.engine.record import Turn, log_lines
from games.engine.seats import EVERYTHING, PUBLIC, Seat, Viewer
from games.engine.text import Line
from games.secret_hitler import GAME
from games.secret_hitler import actions as ac
from games.secret_hitler import events as ev
from games.secret_hitler.pieces import TILES
from games.secret_hitler.view import View

WORDS = {"L": "liberal", "F": "fascist", "H": "hitler"}
TWO_TO_ONE = "FFL" * 5 + "FL"  # every hand of three can end either way


def tiles(letters: str) -> tuple[str, ...]:
    """Return the tiles or roles that `letters` stand for."""
    return tuple(WORDS[letter] for letter in letters)


def stacked(letters: str, items: Sequence[str]) -> tuple[str, ...]:
    """Return `items` with those of `letters` on top, the others below in their order."""
    left = list(items)
    for tile in tiles(letters):
        left.remove(tile)
    return tiles(letters) + tuple(left)


class StackedChance:
    """Chance with given deals: letters for the top of each new deck.

    The other fascist tiles are below, and then the other liberal ones.
    """

    def __init__(self, shuffles: Sequence[str]) -> None:
        self.shuffles = shuffles

    def below(self, _label: str, _limit: int) -> int:
        return 0

    def shuffle(self, label: str, items: Sequence[Any]) -> tuple[Any, ...]:
        number = int(label.removeprefix("deck/"))
        letters = self.shuffles[number - 1] if number <= len(self.shuffles) else ""
        return stacked(letters, items[::-1])


class Table:
    """A running match; every move returns the table, so a round can be written in one line."""

    def __init__(
        self,
        roles: str = "LLLFH",
        deck: str = TWO_TO_ONE,
        first: int = 0,
        shuffles: Sequence[str] = (),
    ) -> None:
        self.chance = StackedChance(shuffles)
        setup = GAME.records.setup(tiles(roles), stacked(deck, TILES), Seat(first))
        dealt = GAME.records.deal(len(roles), GAME.start.options(), setup)
        self.state = GAME.apply(GAME.start.empty, dealt)
        self.before = GAME.start.empty
        self.turns = [Turn(tuple(dealt))]

    # Moves

    def act(self, seat: int, action: Any, *, by: str = "player") -> "Table":
        events = tuple(GAME.play(self.state, Seat(seat), action, self.chance, by=by))
        self.before = self.state
        self.state = GAME.apply(self.state, events)
        self.turns.append(Turn(events, Seat(seat), action, by))
        return self

    def refused(self, seat: int, action: Any) -> str:
        """Return the clause that forbids `action`."""
        with pytest.raises(IllegalAction) as refusal:
            self.act(seat, action)
        assert refusal.value.text
        return refusal.value.clause

    def nominate(self, president: int, chancellor: int) -> "Table":
        return self.act(president, ac.Nominate(Seat(chancellor)))

    def vote(self, *, ja: Sequence[int] = (), nein: Sequence[int] = ()) -> "Table":
        for seat in GAME.to_act(self.state):
            if seat in ja or seat in nein:
                self.act(seat, ac.Vote(seat in ja))
        return self

    def elect(self) -> "Table":
        return self.vote(ja=GAME.to_act(self.state))

    def reject(self) -> "Table":
        return self.vote(nein=GAME.to_act(self.state))

    def discard(self, letter: str) -> "Table":
        return self.act(self.state.president, ac.Discard(WORDS[letter]))

    def enact(self, letter: str) -> "Table":
        return self.act(self.state.chancellor, ac.Enact(WORDS[letter]))

    def legislate(self, letter: str) -> "Table":
        """Enact a policy from a hand with both kinds; discard the other kind, if possible."""
        other = "L" if letter == "F" else "F"
        spare = other if WORDS[other] in self.state.hand else letter
        return self.discard(spare).enact(letter)

    def government(self, president: int, chancellor: int) -> "Table":
        return self.nominate(president, chancellor).elect()

    def rejected_rounds(self, count: int) -> "Table":
        """Play `count` rounds in which the first eligible nominee is rejected."""
        for _ in range(count):
            self.act(self.state.president, GAME.choices(self.state, self.state.president)[0])
            self.reject()
        return self

    def any_government(self) -> "Table":
        """Elect the first possible government, never with Hitler as chancellor."""
        nominations = self.choices(self.state.president, ac.Nominate)
        hitler = self.state.roles.index("hitler")
        safe = [choice for choice in nominations if choice.chancellor != hitler]
        return self.act(self.state.president, safe[0]).elect()

    def round(self, letter: str) -> "Table":
        """Play a round with any government that enacts `letter`, with its power."""
        self.any_government().legislate(letter)
        return self.use_power() if self.state.phase == "power" else self

    def use_power(self) -> "Table":
        """Use the granted power on the last player who is not Hitler."""
        hitler = self.state.roles.index("hitler")
        uses = [
            choice
            for choice in GAME.choices(self.state, self.state.president)
            if not isinstance(choice, ac.Claim) and getattr(choice, "target", None) != hitler
        ]
        return self.act(self.state.president, uses[-1])

    def fascist_rounds(self, count: int) -> "Table":
        for _ in range(count):
            self.round("F")
        return self

    def liberal_rounds(self, count: int) -> "Table":
        for _ in range(count):
            self.round("L")
        return self

    # Events, log and choices

    def view(self, seat: int | None = None) -> View:
        return GAME.view(self.state, PUBLIC if seat is None else Viewer(Seat(seat)))

    @property
    def truth(self) -> View:
        return GAME.view(self.state, EVERYTHING)

    @property
    def events(self) -> tuple[Any, ...]:
        """The events of the last action."""
        return self.turns[-1].events

    @property
    def happened(self) -> list[str]:
        """The names of the last action's events."""
        return [type(event).__name__ for event in self.events]

    def event(self, kind: type[ev.Event]) -> Any:
        """Return the only event of this kind of the last action."""
        (found,) = [event for event in self.events if isinstance(event, kind)]
        return found

    def told(self, seat: int | None = None) -> list[str]:
        """Return the latest lines of the log for a seat or the public, places filled in."""
        viewer = PUBLIC if seat is None else Viewer(Seat(seat))
        return [spoken(line) for line in log_lines(GAME, self.before, self.turns[-1], viewer)]

    def nominees(self) -> set[int]:
        """Return the players that the candidate may nominate."""
        choices = GAME.choices(self.state, self.state.president)
        return {choice.chancellor for choice in choices if isinstance(choice, ac.Nominate)}

    def choices(self, seat: int, kind: type[Any]) -> list[Any]:
        """Return a seat's choices of one kind."""
        return [c for c in GAME.choices(self.state, Seat(seat)) if isinstance(c, kind)]


def spoken(line: Line) -> str:
    """Return a line with its placeholders filled: players by number."""
    words: dict[str, Any] = {place: f"P{seat}" for place, seat in line.seats.items()}
    words |= {place: ", ".join(t.text for t in terms) for place, terms in line.terms.items()}
    return line.text.format(**words, **line.numbers)
