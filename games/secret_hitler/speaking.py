"""What the strong bot says of the hidden things it saw: the truth, or a story that holds."""

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from games.engine.seats import Seat
from games.secret_hitler import sabotage
from games.secret_hitler.actions import Claim
from games.secret_hitler.pieces import Tile
from games.secret_hitler.scheming import scheme_of
from games.secret_hitler.view import RoundView, View
from games.secret_hitler.worlds import FASCIST, LIBERAL, NUMBERS

_Key = TypeVar("_Key")


def claim_to_make(view: View, choices: Sequence[Any], random: Random) -> Claim | None:
    """Return a claim about the latest knowledge of which this seat has said nothing yet."""
    if view.seat is None or not choices or not isinstance(choices[-1], Claim):
        return None
    said = {(claim.about, claim.round) for claim in view.claims if claim.seat == view.seat}
    for choice in choices:
        if not isinstance(choice, Claim) or choice.round < view.round - 1:
            continue
        if (choice.about, choice.round) not in said:
            return _claim(view, view.seat, choice, random)
    return None


def _claim(view: View, seat: Seat, choice: Claim, random: Random) -> Claim:
    """Return what `seat` says about the subject of `choice`."""
    played = view.rounds[choice.round - 1]
    role = NUMBERS[view.roles[seat] or "liberal"]
    scheme = scheme_of(view, seat)
    if choice.about == "investigation":
        if scheme is not None:
            return Claim(choice.about, choice.round, party=scheme.report(choice, random))
        target = FASCIST if played.party == "fascist" else LIBERAL
        accuse = random.random() < sabotage.accusation(role, target)
        return Claim(choice.about, choice.round, party="fascist" if accuse else "liberal")
    if choice.about == "peek":
        return Claim(choice.about, choice.round, tiles=played.peeked or ())
    held = (played.passed if choice.about == "chancellor-hand" else played.drawn) or ()
    told = None if scheme is None else scheme.tell(choice, random)
    if told is None:
        told = _told_by_lot(view, played, choice, role, random)
    return Claim(choice.about, choice.round, tiles=_told_as(told, held))


def _told_by_lot(view: View, played: RoundView, choice: Claim, role: int, random: Random) -> int:
    """Return how many liberal tiles to claim: the truth, or as often a lie as `sabotage` says."""
    passed = _liberal(played.passed)
    enacted = passed if played.enacted is None else int(played.enacted == "liberal")
    if choice.about == "chancellor-hand":
        return drawn_by_lot(sabotage.chancellor_story(role, passed, enacted), random)
    known = None if played.chancellor is None else view.parties[played.chancellor]
    ally = FASCIST if known == "fascist" or enacted < passed else LIBERAL
    held = _liberal(played.drawn)
    return drawn_by_lot(sabotage.president_story(role, ally, held, passed, enacted), random)


def _told_as(told: int, held: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return a hand of so many liberal tiles, in the order of the true one if that is it."""
    if told == _liberal(held):
        return tuple(held)
    return tuple("liberal" if place < told else "fascist" for place in range(len(held)))


def _liberal(tiles: Sequence[Tile] | None) -> int:
    return sum(tile == "liberal" for tile in tiles or ())


def drawn_by_lot(odds: dict[_Key, float], random: Random) -> _Key:
    """Return one of the keys, as often as its odds."""
    if len(odds) == 1:
        return next(iter(odds))
    return random.choices(list(odds), list(odds.values()))[0]
