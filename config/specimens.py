"""Single states of a game's own pieces for the style guide: questions, letters, tiles.

Each is drawn by the real template from a position of a random match.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple

import msgspec
from django.utils.safestring import SafeString, mark_safe

from accounts.portraits import portrait_of_seat
from games.catalog import GAMES
from games.chat.models import Reaction
from games.chat.panel import ReadableMessage
from games.chat.reactions import tallies
from games.engine.examples import NAMES, positions
from games.engine.regions import PlayerInfo, Region
from games.engine.seats import EVERYTHING, Seat, Viewer
from games.matches.page.regions import draw, fragment, public_regions


class Specimen(NamedTuple):
    """A piece in one state."""

    state: str
    drawing: SafeString


class Kinds(NamedTuple):
    """The states of a region that are shown, and how a region's state is told."""

    named: Callable[[Any], str]
    shown: frozenset[str]


def player(seat: int, *, has_read: bool = True) -> PlayerInfo:
    """Return an example of somebody on `seat`; every fourth is a bot."""
    face, is_bot = portrait_of_seat(seat), seat % 4 == 3
    return PlayerInfo(
        NAMES[seat],
        seat,
        portrait=face,
        is_bot=is_bot,
        has_read=has_read,
        holds_up=not (has_read or is_bot),
    )


def _tray(tray: Any) -> str:
    """Name a question of Secret Hitler."""
    if tray.is_over:
        return {None: "over: a spectator", True: "over: won", False: "over: lost"}[tray.has_won]
    if not tray.is_seated:
        return "a spectator"
    if tray.unread:
        return "letters are being read"
    if tray.ask == "vote":
        return {None: "vote", True: "vote: after Ja", False: "vote: after Nein"}[tray.own_vote]
    if tray.ask == "enact" and len(tray.choices) > len(set(tray.hand)):
        return "enact, or veto"
    return tray.ask or ("waiting" if tray.is_alive else "executed")


def _turn(question: Any) -> str:
    """Name a question of Noir."""
    view, seat = question.view, question.seat
    if view.phase == "over" and view.result.winner:
        winner = ("killer", "inspector").index(view.result.winner)
        return {None: "over: a spectator", winner: "over: won"}.get(seat, "over: lost")
    if seat is None:
        return "a spectator"
    if question.unread:
        return "letters are being read"
    return view.phase if seat in view.to_act else "waiting"


def _letter(letter: Any) -> str:
    """Name a letter of Secret Hitler: what was seen last, or else the role."""
    if letter.investigations:
        return "after an investigation"
    if letter.peeked:
        return "after a peek"
    return "with a hand" if letter.hand else letter.role or ""


def _cards(letter: Any) -> str:
    """Name a letter of Noir by its side."""
    return ("killer", "inspector")[letter.view.seat] if letter.view else ""


#: The states of what a seat alone sees, by game and region.
PIECES: Mapping[str, Mapping[str, Kinds]] = {
    "secret-hitler": {
        "choices": Kinds(
            _tray,
            frozenset(
                {"letters are being read", "nominate", "vote", "vote: after Ja", "vote: after Nein"}
                | {"discard", "enact", "enact, or veto", "answer-veto", "investigate", "peek"}
                | {"call-election", "execute", "waiting", "executed", "a spectator"}
                | {"over: won", "over: lost", "over: a spectator"}
            ),
        ),
        "reveal": Kinds(
            lambda reveal: reveal.role or "", frozenset({"liberal", "fascist", "hitler"})
        ),
        "letter": Kinds(
            _letter,
            frozenset(
                {"liberal", "fascist", "hitler", "with a hand"}
                | {"after an investigation", "after a peek"}
            ),
        ),
    },
    "noir": {
        "choices": Kinds(
            _turn,
            frozenset(
                {"letters are being read", "set-up-murder", "choose-identity", "killer"}
                | {"inspector", "waiting", "a spectator"}
                | {"over: won", "over: lost", "over: a spectator"}
            ),
        ),
        "reveal": Kinds(lambda reveal: reveal.side or "", frozenset({"killer", "inspector"})),
        "letter": Kinds(_cards, frozenset({"killer", "inspector"})),
    },
}

#: The states of a suspect's tile: what differs from a plain one.
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
#: A radio button that can be pressed, of a verb or of a choice, up to its end.
_RADIO = re.compile(r'<input type="radio" name="(?:kind|choice)"(?![^>]* disabled)[^>]*')


def questions(key: str) -> Iterator[Specimen]:
    """Yield every question of a game, and again with each verb, or some choices, chosen."""
    for state, region in _first_slices(key)["choices"]:
        drawing = draw(key, region)
        yield Specimen(state, _form(drawing))
        for radio in _first_choices(_RADIO.findall(drawing)):
            checked = drawing.replace(radio, f"{radio} checked", 1)
            yield Specimen(f"{state}, chosen", _form(checked))


def reveals(key: str) -> Iterator[Specimen]:
    """Yield the letter of each role as it is handed over: sealed, and broken open."""
    for role, region in _first_slices(key)["reveal"]:
        drawing = draw(key, region)
        yield Specimen(f"{role}, sealed", _safe(drawing))
        yield Specimen(f"{role}, open", _safe(_open_details(drawing)))


def letters(key: str) -> Iterator[Specimen]:
    """Yield what "My letter" shows in each state."""
    for state, region in _first_slices(key)["letter"]:
        yield Specimen(state, _safe(_open_details(draw(key, region))))


def tiles() -> Iterator[Specimen]:
    """Yield a suspect's tile of Noir in each state, each in a grid of its own."""
    game = GAMES["noir"]
    last = [*positions(game, 2, 0)][-1]
    grid: Any = public_regions(game, game.view(last, EVERYTHING), [player(0), player(1)])["grid"]
    plain = msgspec.structs.replace(grid.rows[0][0], alive=True, innocent=False, is_last=False)
    plain = msgspec.structs.replace(plain, answers=(), owners=())
    answers = {(one.asked_of, one.adjacent): one for one in _answers()}
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
        yield Specimen(state, _safe(draw(game.key, alone)))


def remarks() -> Iterator[Specimen]:
    """Yield something said, by whom it may be, and the reactions to it."""
    people = tuple(player(seat) for seat in range(4))
    kinds = [kind for number, kind in enumerate(Reaction.Kind) for _one in range(number + 1)]
    for state, room, seat in (
        ("somebody else's", "table", 1),
        ("one's own", "table", 0),
        ("of the dead", "dead", 2),
        ("from the gallery", "gallery", None),
    ):
        said = ReadableMessage("sample", room, NAMES[seat or 0], seat, "", "2026-01-31T20:14:00Z")
        said = msgspec.structs.replace(said, parts=("I drew one liberal, and I trust ", 1, "."))
        shown = {"message": said, "players": people, "me": 0, "code": "", "language": "en"}
        counted = {"key": "sample", "tallies": tallies(kinds, kinds[:1])}
        pieces = (("chat/_message.jinja", shown), ("chat/_tallies.jinja", counted))
        drawn = "".join(draw("", fragment(name, **what)) for name, what in pieces)
        yield Specimen(state, _safe(f'<div class="talk">{drawn}</div>'))


def _answers() -> Iterator[Any]:
    """Yield what was asked in some random matches, with the answers."""
    game = GAMES["noir"]
    for seed in range(6):
        yield from [*positions(game, 2, seed)][-1].canvasses


def _first_choices(radios: Sequence[str]) -> Iterable[str]:
    """Return every verb of a question, or else the first and the last choice."""
    verbs = [radio for radio in radios if 'name="kind"' in radio]
    return verbs or dict.fromkeys((*radios[:1], *radios[-1:]))


def _open_details(drawing: str) -> str:
    return drawing.replace("<details ", "<details open ", 1)


def _form(drawing: str) -> SafeString:
    """Return a question in a form of its own: its radio buttons are a group."""
    return _safe(f'<form class="tray lit">{drawing}</form>')


def _safe(drawing: str) -> SafeString:
    return mark_safe(drawing)  # noqa: S308 (drawn by templates that escape values)


@lru_cache
def _first_slices(key: str) -> Mapping[str, Sequence[tuple[str, Region]]]:
    """Return the first slice of each state of each piece, in the order of random matches."""
    kinds = PIECES[key]
    found: dict[str, dict[str, Region]] = {part: {} for part in kinds}
    for seed in count():
        for own in _own_regions(key, seed):
            for part, (named, shown) in kinds.items():
                if (state := named(own[part])) in shown:
                    found[part].setdefault(state, own[part])
        if all(found[part].keys() == shown for part, (_named, shown) in kinds.items()):
            return {part: tuple(states.items()) for part, states in found.items()}
    raise AssertionError


def _own_regions(key: str, seed: int) -> Iterator[Mapping[str, Region]]:
    """Yield what each seat and a spectator see for themselves in one random match.

    At the deal they see it before and after everybody has read their letter.
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
