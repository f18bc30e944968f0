"""Set-up: the options, the setup in records, and the first events."""

from collections.abc import Iterable, Sequence

import msgspec

from games.engine.chance import Chance
from games.engine.game import IllegalAction
from games.engine.text import gettext_noop
from games.noir import events as fact
from games.noir.events import Event
from games.noir.pieces import CARDS, GRID_SIDE, SIDES, SUSPECTS, rows_of


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a table: whether its page has a notebook (7.2)."""

    notebook: bool = True


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hidden start in records: seats' roles, the grid's rows, the deck top first."""

    roles: tuple[str, ...]
    grid: tuple[tuple[str, ...], ...]
    evidence: tuple[str, ...]


def deal(seats: int, options: Options, chance: Chance) -> Sequence[Event]:
    """Return the first events, drawn from `chance` (1.1 to 1.3); `seats` is always 2."""
    del seats
    return first_events(
        options, chance.shuffle("grid", SUSPECTS), chance.shuffle("evidence", SUSPECTS)
    )


def first_events(
    options: Options, suspects: tuple[str, ...], evidence: tuple[str, ...]
) -> tuple[Event, ...]:
    """Return the events that lay the grid, the deck, and the killer's two cards (1.1, 1.3)."""
    return (
        fact.GridLaid(suspects, notebook=options.notebook),
        fact.EvidenceShuffled(evidence),
        fact.KillerDrew(identity=evidence[0], disguise=evidence[1]),
    )


def extract_setup(events: Sequence[Event]) -> Setup:
    """Return the setup that the first events contain."""
    grid = next(event for event in events if isinstance(event, fact.GridLaid))
    evidence = next(event for event in events if isinstance(event, fact.EvidenceShuffled))
    return Setup(roles=SIDES, grid=rows_of(grid.suspects), evidence=evidence.cards)


def deal_recorded(seats: int, options: Options, setup: Setup) -> Sequence[Event]:
    """Return the first events of a recorded game.

    :raises IllegalAction: unless it has a grid of 25 suspects with their 25 cards (1.1), and one
        killer and one inspector, in this order (1.2).
    """
    if seats != len(SIDES) or setup.roles != SIDES:
        raise IllegalAction("1.2", gettext_noop("There must be two players, killer and inspector."))
    if [len(row) for row in setup.grid] != [GRID_SIDE] * GRID_SIDE:
        raise IllegalAction("1.1", gettext_noop("The grid must have five rows of five suspects."))
    suspects = tuple(suspect for row in setup.grid for suspect in row)
    if not _are_distinct_names(suspects):
        raise IllegalAction(
            "1.1", gettext_noop("Every suspect in the grid must have a different name.")
        )
    if sorted(setup.evidence) != sorted(suspects):
        raise IllegalAction(
            "1.1",
            gettext_noop("The evidence deck must have one card for each suspect in the grid."),
        )
    return first_events(options, suspects, setup.evidence)


def _are_distinct_names(suspects: Iterable[str]) -> bool:
    names = set(suspects)
    return len(names) == CARDS and "" not in names
