"""Single states of a game's own pieces for the style guide: questions, letters, seats, tiles.

Each is rendered by the real template from a position of a random match. The games list the pieces.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import NamedTuple

import msgspec
from django.utils.safestring import SafeString, mark_safe

from accounts.portraits import portrait_of_seat
from games.catalog import GAMES
from games.chat.models import Reaction
from games.chat.panel import ReadableMessage
from games.chat.reactions import tallies
from games.engine.examples import NAMES, positions
from games.engine.regions import PlayerInfo, Region
from games.engine.seats import Seat, Viewer
from games.matches.drawing.regions import draw, fragment

#: The container of a piece, if its style sheet needs one.
FRAMES = {"chair": '<ol class="ring"><li class="chair">{}</li></ol>'}


class Specimen(NamedTuple):
    """A piece in one state."""

    state: str
    drawing: SafeString


def player(seat: int, *, has_read: bool = True) -> PlayerInfo:
    """Return an example player for `seat`; every fourth is a bot."""
    face, is_bot = portrait_of_seat(seat), seat % 4 == 3
    return PlayerInfo(
        NAMES[seat],
        seat,
        portrait=face,
        is_bot=is_bot,
        has_read=has_read,
        holds_up=not (has_read or is_bot),
    )


#: The players at the tables shown.
PEOPLE = tuple(player(seat) for seat in range(len(NAMES)))
#: An enabled radio button of a verb or of a choice, up to its end.
_RADIO = re.compile(r'<input type="radio" name="(?:kind|choice)"(?![^>]* disabled)[^>]*')


def questions(key: str) -> Iterator[Specimen]:
    """Yield every question of a game, then the same with each verb or some choices selected."""
    for state, region in _first_slices(key).get("choices", ()):
        drawing = draw(key, region)
        yield Specimen(state, _form(drawing))
        for radio in _first_choices(_RADIO.findall(drawing)):
            checked = drawing.replace(radio, f"{radio} checked", 1)
            yield Specimen(f"{state}, chosen", _form(checked))


def reveals(key: str) -> Iterator[Specimen]:
    """Yield the letter of each role when it is handed out: sealed, and opened."""
    for role, region in _first_slices(key).get("reveal", ()):
        drawing = draw(key, region)
        yield Specimen(f"{role}, sealed", _safe(drawing))
        yield Specimen(f"{role}, open", _safe(_open_details(drawing)))


def letters(key: str) -> Iterator[Specimen]:
    """Yield "My letter" in each state."""
    for state, region in _first_slices(key).get("letter", ()):
        yield Specimen(state, _safe(_open_details(draw(key, region))))


def public_pieces(key: str) -> Mapping[str, Sequence[Specimen]]:
    """Return the public pieces by kind, each in every state."""
    game = GAMES[key]
    groups: dict[str, list[Specimen]] = {}
    for group, state, regions in game.pages.specimens.public(game, PEOPLE):
        drawing = "".join(draw(key, region) for region in regions)
        framed = FRAMES.get(group, "{}").format(drawing)
        groups.setdefault(group, []).append(Specimen(state, _safe(framed)))
    return groups


def remarks() -> Iterator[Specimen]:
    """Yield remarks by each kind of speaker, with reactions."""
    people = PEOPLE[:4]
    kinds = [kind for number, kind in enumerate(Reaction.Kind) for _one in range(number + 1)]
    for state, room, seat in (
        ("somebody else's", "table", 1),
        ("one's own", "table", 0),
        ("of the dead", "dead", 2),
        ("from the gallery", "gallery", None),
    ):
        message = ReadableMessage(
            "sample", room, NAMES[seat or 0], seat, "", "2026-01-31T20:14:00Z"
        )
        message = msgspec.structs.replace(message, parts=("I drew one, and I trust ", 1, "."))
        context = {"message": message, "players": people, "me": 0, "code": "", "language": "en"}
        reactions = {"key": "sample", "tallies": tallies(kinds, kinds[:1])}
        pieces = (("chat/_message.jinja", context), ("chat/_tallies.jinja", reactions))
        drawing = "".join(draw("", fragment(name, **what)) for name, what in pieces)
        yield Specimen(state, _safe(f'<div class="talk">{drawing}</div>'))


def _first_choices(radios: Sequence[str]) -> Iterable[str]:
    """Return every verb of a question; without verbs, the first and the last choice."""
    verbs = [radio for radio in radios if 'name="kind"' in radio]
    return verbs or dict.fromkeys((*radios[:1], *radios[-1:]))


def _open_details(drawing: str) -> str:
    return drawing.replace("<details ", "<details open ", 1)


def _form(drawing: str) -> SafeString:
    """Return a question in a separate form, so its radio buttons are a group."""
    return _safe(f'<form class="tray lit">{drawing}</form>')


def _safe(drawing: str) -> SafeString:
    return mark_safe(drawing)  # noqa: S308 (drawn by templates that escape values)


@lru_cache
def _first_slices(key: str) -> Mapping[str, Sequence[tuple[str, Region]]]:
    """Return the first slice of each state of each piece, in the order of random matches."""
    pieces = GAMES[key].pages.specimens.own
    found: dict[str, dict[str, Region]] = {part: {} for part in pieces}
    for seed in count():
        for own in _own_regions(key, seed):
            for part, (state_of, shown) in pieces.items():
                if (state := state_of(own[part])) in shown:
                    found[part].setdefault(state, own[part])
        if all(found[part].keys() == shown for part, (_state_of, shown) in pieces.items()):
            return {part: tuple(states.items()) for part, states in found.items()}
    raise AssertionError


def _own_regions(key: str, seed: int) -> Iterator[Mapping[str, Region]]:
    """Yield each seat's own regions, and a spectator's, in one random match.

    The deal is included before and after everybody has read their letter.
    """
    game = GAMES[key]
    players = game.seats[seed % len(game.seats)]
    read = [player(seat) for seat in range(players)]
    unread = [player(seat, has_read=False) for seat in range(players)]
    for number, state in enumerate(positions(game, players, seed)):
        for people in (read,) if number else (unread, read):
            for seat in (*map(Seat, range(players)), None):
                choices = () if seat is None else game.choices(state, seat)
                view = game.view(state, Viewer(seat))
                yield game.pages.regions.own(view, people, seat, choices, 0)
