"""The hidden start, and the results of chance."""

from collections.abc import Sequence

import msgspec

from games.engine.chance import Chance
from games.engine.game import ChanceResult, IllegalAction
from tests.third_game.events import Dealt, DieThrown, Event, Role

TWO_WOLVES = 5  #: players from which on there are two


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hidden start, as records have it."""

    roles: tuple[Role, ...]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing to choose."""


def roles_of(players: int) -> tuple[Role, ...]:
    """Return the roles of a table of so many players, not yet shuffled (1.1)."""
    wolves = 2 if players >= TWO_WOLVES else 1
    return ("wolf",) * wolves + ("seer",) + ("villager",) * (players - wolves - 1)


def deal(players: int, _options: Options, chance: Chance) -> Sequence[Event]:
    """Return the first events, from chance."""
    return (Dealt(chance.shuffle("roles", roles_of(players))),)


def deal_recorded(players: int, _options: Options, setup: Setup) -> Sequence[Event]:
    """Return the first events, from a record.

    :raises IllegalAction: if these are not the roles of so many players.
    """
    if sorted(setup.roles) != sorted(roles_of(players)):
        raise IllegalAction("1.1", "These are not the roles of so many players.")
    return (Dealt(setup.roles),)


def extract_setup(events: Sequence[Event]) -> Setup:
    """Return the setup that the first events stand for."""
    dealt = events[0]
    assert isinstance(dealt, Dealt)
    return Setup(dealt.roles)


def chance_of(event: Event) -> ChanceResult | None:
    """Return the number on the die, counted from 0 (3.1)."""
    return ChanceResult("die/1", event.number - 1) if isinstance(event, DieThrown) else None


def largest_side(players: int) -> int:
    """Return the number of villagers, who are always the larger side."""
    return players - roles_of(players).count("wolf")
