"""Claims of the simple bot: liberals tell the truth, fascists appear innocent."""

from collections.abc import Sequence
from random import Random

from games.secret_hitler.actions import Action, Claim
from games.secret_hitler.bots.strong.claiming import subject_of_claim
from games.secret_hitler.pieces import Party, Tile
from games.secret_hitler.view import RoundView, View


def fresh_claim(view: View, choices: Sequence[Action], random: Random) -> Claim | None:
    """Return a claim about the latest knowledge, unless this seat has already made one."""
    choice = subject_of_claim(view, choices)
    if choice is None or view.seat is None:
        return None
    round_ = view.rounds[choice.round - 1]
    honest = view.roles[view.seat] == "liberal"
    if choice.about == "investigation":
        party = round_.party if honest else _party_told(view, round_, random)
        return Claim(choice.about, choice.round, party=party or "liberal")
    tiles = _truth(choice, round_) if honest else _tiles_told(choice, round_, random)
    return Claim(choice.about, choice.round, tiles=tiles)


def _truth(choice: Claim, round_: RoundView) -> tuple[Tile, ...]:
    """Return the tiles that were really seen."""
    tiles = {
        "president-hand": round_.drawn,
        "chancellor-hand": round_.passed,
        "peek": round_.peeked,
    }
    return tiles[choice.about] or ()


def _tiles_told(choice: Claim, round_: RoundView, random: Random) -> tuple[Tile, ...]:
    """Return tiles that excuse a fascist policy; a liberal policy needs no lie."""
    truth = _truth(choice, round_)
    if choice.about == "peek":
        return truth if random.random() < 0.5 else truth[::-1]
    if round_.enacted == "liberal":
        return truth
    fascist: Tile = "fascist"
    return tuple(fascist for _ in truth)


def _party_told(view: View, round_: RoundView, random: Random) -> Party:
    """Return a fascist's report: allies are liberal, and so are some of the liberals."""
    if round_.party == "fascist" or round_.target is None:
        return "liberal"
    known_ally = view.parties[round_.target] == "fascist"
    return "liberal" if known_ally or random.random() < 0.4 else "fascist"
