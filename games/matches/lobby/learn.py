"""Pages that explain a game: cards with pieces of the real board, and printable sheets."""

import re
from functools import lru_cache
from typing import Any

from django.template import engines
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from accounts import portraits
from games.catalog import GAMES
from games.engine.examples import NAMES, example
from games.engine.game import Game
from games.engine.primer import Fact, Piece
from games.engine.regions import PlayerInfo
from games.engine.seats import PUBLIC, Seat, Viewer
from games.matches.drawing.regions import draw, faces

#: Attributes that must be unique in a page, or are used only by scripts.
_WIRING = re.compile(r' (?:id|for|name|data-[a-z-]+|hx-[a-z:-]+|formaction)="[^"]*"')
#: The piece with the portraits to which all other pieces refer.
_FACES = "faces"
#: The attributes that style sheets need.
_STYLED = ("data-n", "data-columns", "data-phase")


def sheets_of(game: Game[Any, Any, Any, Any]) -> list[tuple[int, list[Fact]]]:
    """Return a sheet for each number of players, in the reader's language, if sheets differ."""
    sheets = [(players, game.pages.primer.facts(players)) for players in game.seats]
    return [(players, [_filled(fact) for fact in facts]) for players, facts in sheets if facts]


def _filled(fact: Fact) -> Fact:
    """Return a fact in the reader's language, with its number filled in."""
    label, text = gettext(fact.label), gettext(fact.text)
    if fact.number is not None:
        label, text = label % {"number": fact.number}, text % {"number": fact.number}
    return Fact(label, text, mark=fact.mark)


def cards_of(game: Game[Any, Any, Any, Any], *, with_pieces: bool = False) -> SafeString:
    """Render the cards that explain `game`; `with_pieces` adds the pieces of the board."""
    template = engines["fragments"].get_template("matches/lobby/_cards.jinja")
    pieces = _pieces_of(game.key, get_language()) if with_pieces else {}
    return mark_safe(  # noqa: S308 (escaped by the template)
        template.render({"primer": game.pages.primer, "pieces": pieces})
    )


@lru_cache(maxsize=16)
def _pieces_of(key: str, _language: str) -> dict[str, str]:
    """Return the rendered pieces of a game's cards, by card title."""
    cards = [card for card in GAMES[key].pages.primer.cards if card.piece]
    most = max((card.piece.players for card in cards if card.piece), default=0)
    drawings = draw(key, faces(_players(most)))
    drawings = drawings.replace('id="faces"', 'id="how-faces"', 1)  # distinct from real people's
    pieces = {card.title: _render_piece(GAMES[key], card.piece) for card in cards if card.piece}
    return {_FACES: drawings, **pieces} if pieces else {}


def _render_piece(game: Game[Any, Any, Any, Any], piece: Piece) -> str:
    """Render one region as seen by the acting seat, without buttons."""
    state = example(game, piece.phase, piece.players, piece.seed)
    acting = piece.seat if piece.seat is not None else next(iter(game.to_act(state)), 0)
    seat = Seat(acting)
    players = _players(piece.players)
    public = game.pages.regions.public(game.view(state, PUBLIC), players)
    choices = game.choices(state, seat)
    own = game.pages.regions.own(game.view(state, Viewer(seat)), players, seat, choices, 0)
    text = draw(game.key, {**public, **own}[piece.region])
    return _WIRING.sub(_result_key, text).replace(" data-dossier", " open")


def _players(count: int) -> tuple[PlayerInfo, ...]:
    return tuple(
        PlayerInfo(NAMES[at], at, portrait=portraits.portrait_of_seat(at)) for at in range(count)
    )


def _result_key(match: re.Match[str]) -> str:
    return match[0] if match[0].split("=")[0].strip() in _STYLED else ""
