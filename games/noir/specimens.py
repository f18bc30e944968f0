"""Noir's own pieces in each state, for the style guide: questions, letters, tiles of suspects."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from games.engine.examples import positions
from games.engine.regions import PlayerInfo
from games.engine.seats import EVERYTHING
from games.engine.specimens import PieceStates, PublicSpecimen, Specimens
from games.noir.pieces import SIDES

#: The states of a suspect's tile: the differences from a plain one.
TILES: Mapping[str, Mapping[str, Any]] = {
    "alive": {},
    "of the last move": {"is_last": True},
    "dead": {"alive": False},
    "innocent": {"innocent": True},
    "killer": {"owners": ("killer",)},
    "disguise": {"owners": ("disguise",)},
    "inspector": {"owners": ("inspector",)},
    "dead inspector": {"alive": False, "owners": ("inspector",)},
}


def _turn(question: Any) -> str:
    """Return the name of a question's state."""
    view, seat = question.view, question.seat
    if view.phase == "over" and view.result.winner:
        winner = SIDES.index(view.result.winner)
        return {None: "over: a spectator", winner: "over: won"}.get(seat, "over: lost")
    if seat is None:
        return "a spectator"
    if question.unread:
        return "letters are being read"
    return view.phase if seat in view.to_act else "waiting"


def _cards(letter: Any) -> str:
    """Return the name of a letter's state: its side."""
    return SIDES[letter.view.seat] if letter.view else ""


def _tiles(game: Any, people: Sequence[PlayerInfo]) -> Iterator[PublicSpecimen]:
    """Yield a suspect's tile in each state, each in its own grid."""
    last = [*positions(game, 2, 0)][-1]
    grid: Any = game.pages.regions.public(game.view(last, EVERYTHING), people[:2])["grid"]
    plain = msgspec.structs.replace(grid.rows[0][0], alive=True, innocent=False, is_last=False)
    plain = msgspec.structs.replace(plain, answers=(), owners=())
    answers = {(one.asked_of, one.adjacent): one for one in _answers(game)}
    states = {
        **TILES,
        **{
            f"{asked} {'beside' if adjacent else 'not beside'}": {"answers": (one,)}
            for (asked, adjacent), one in sorted(answers.items())
        },
    }
    for state, change in states.items():
        tile = msgspec.structs.replace(plain, **change)
        alone = msgspec.structs.replace(grid, rows=((tile,),), barred=None)
        yield PublicSpecimen("tile", state, (alone,))


def _answers(game: Any) -> Iterator[Any]:
    """Yield the questions of some random matches, with the answers."""
    for seed in range(6):
        yield from [*positions(game, 2, seed)][-1].canvasses


SPECIMENS = Specimens(
    own={
        "choices": PieceStates(
            _turn,
            frozenset(
                {"letters are being read", "set-up-murder", "choose-identity", "killer"}
                | {"inspector", "waiting", "a spectator"}
                | {"over: won", "over: lost", "over: a spectator"}
            ),
        ),
        "reveal": PieceStates(lambda reveal: reveal.side or "", frozenset(SIDES)),
        "letter": PieceStates(_cards, frozenset(SIDES)),
    },
    public=_tiles,
)
