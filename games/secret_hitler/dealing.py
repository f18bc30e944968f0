"""Set-up: the first events, by chance or from a record (chapter 1)."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from games.engine.chance import Chance
from games.engine.game import DECK, ChanceResult, IllegalAction
from games.engine.seats import Seat
from games.engine.text import gettext_noop
from games.secret_hitler.events import Dealt, DeckShuffled, Event
from games.secret_hitler.pieces import ROLES, TILES, Role, Tile


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hidden start as a record writes it: roles by seat, deck top first."""

    roles: tuple[Role, ...]
    deck: tuple[Tile, ...]
    first_president: Seat


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a table; records leave out options with default values.

    With `notebook`, each seat can read conclusions from its knowledge during the match.
    """

    notebook: bool = False


DRAWS = {"roles": "roles", "deck": "deck/0", "first_president": "first-president"}


def deal(players: int, options: Options, chance: Chance) -> Sequence[Event]:
    """Return the first events of a match dealt here (1.1, 1.3, 1.5).

    :raises IllegalAction: if the number of players is invalid.
    """
    _check_players(players)
    roles = chance.shuffle(DRAWS["roles"], ROLES[players])
    deck = chance.shuffle(DRAWS["deck"], TILES)
    first = Seat(chance.below(DRAWS["first_president"], players))
    return (Dealt(roles, deck, first, options.notebook),)


def deal_recorded(players: int, options: Options, setup: Setup) -> Sequence[Event]:
    """Return the first events of a recorded match.

    :raises IllegalAction: if `setup` does not match the contents of the box for these players.
    """
    _check_players(players)
    if Counter(setup.roles) != Counter(ROLES[players]):
        raise IllegalAction(
            "1.1", gettext_noop("These are not the roles for this number of players.")
        )
    if Counter(setup.deck) != Counter(TILES):
        raise IllegalAction(
            "1.3", gettext_noop("The policy deck must contain 6 liberal and 11 fascist policies.")
        )
    if not 0 <= setup.first_president < players:
        raise IllegalAction(
            "1.5", gettext_noop("The first presidential candidate must be one of the players.")
        )
    return (Dealt(setup.roles, setup.deck, setup.first_president, options.notebook),)


def extract_setup(events: Sequence[Event]) -> Setup:
    """Return the setup that the first events contain.

    :raises ValueError: if they are not the events of a deal.
    """
    first = events[0]
    if not isinstance(first, Dealt):
        raise ValueError("a match begins with a deal")
    return Setup(first.roles, first.deck, first.first_president)


def chance_of(event: Event) -> ChanceResult | None:
    """Return the new deck, top first, if `event` is a reshuffle during play (3.8)."""
    return ChanceResult(DECK, event.deck) if isinstance(event, DeckShuffled) else None


def largest_side(players: int) -> int:
    """Return the number of liberals, who outnumber the fascists at every table (1.1)."""
    return ROLES[players].count("liberal")


def _check_players(players: int) -> None:
    if players not in ROLES:
        raise IllegalAction("1.1", gettext_noop("Secret Hitler is for 5 to 10 players."))
