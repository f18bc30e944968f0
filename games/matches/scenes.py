"""What is read of a match at one moment, once, to be drawn for everybody who looks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from games.engine.game import Line, Term
from games.engine.seats import Viewer
from games.matches import agreements, seeds
from games.matches.folds import Fold, fold_of, whole_log
from games.matches.models import Match, Player


class Face(msgspec.Struct, frozen=True):
    """What everybody may know of a player: a name, a seat, whether it is a bot, is here."""

    name: str
    seat: int
    is_bot: bool = False
    bot: str = ""  #: of which kind, by its name
    is_api: bool = False  #: a person's own program plays
    is_host: bool = False
    is_ready: bool = False
    is_here: bool = False
    is_away: bool = False  #: left: a bot decides
    is_late: bool = False  #: the clock decided for them last time


class Table(msgspec.Struct, frozen=True):
    """What everybody who may look knows of a match's frame."""

    code: str
    game: str
    name: str
    status: str
    is_public: bool
    seats_min: int
    seats_max: int
    has_chat: bool
    allows_spectators: bool
    fills_with_bots: bool
    allows_api_bots: bool
    commitment: str
    next_commitment: str  #: to the seed of the table that may follow
    pace: str
    options: tuple[str, ...]
    credit: str
    is_redealable: bool
    successor: str
    returned: tuple[str, ...]
    weaker_bots: tuple[str, ...] = ()  #: other kinds than who usually sits down, the best first
    host_chair: Term | None = None  #: what the host chose to play; seats are drawn otherwise
    is_reserved: bool = False  #: chairs are kept for the people on them, in their order
    is_paused: bool = False
    is_doubled: bool = False
    needed: int = 0  #: people who must want what the table may agree on
    wishes: tuple[tuple[str, tuple[int, ...]], ...] = ()  #: what it may, and the seats that do


@dataclass(frozen=True)
class Scene:
    """All that is needed to draw a match at one moment, for anybody: read once, drawn often."""

    match: Match
    table: Table
    seats: Mapping[int, int]  #: where each user sits; for deciding who is who, never drawn
    faces: tuple[Face, ...]
    fold: Fold | None
    whole: tuple[Line, ...] = ()
    panels: Mapping[str, Any] = field(default_factory=dict)

    @property
    def stage(self) -> str:
        """Return which page this is: the waiting room or the table."""
        return "waiting" if self.fold is None else "table"

    def face(self, seat: int | None) -> Face | None:
        """Return who is on `seat`: before the start there may be free chairs between others."""
        return next((face for face in self.faces if face.seat == seat), None)

    def version(self, viewer: Viewer) -> int:
        """Return how much of the match `viewer` has been told."""
        return 0 if self.fold is None else self.fold.version(viewer)


#: Further fragments that other apps put on the page: name -> (reader, renderer).
#: reader(match) is called once a scene; renderer(scene, what was read, viewer) -> text.
PANELS: dict[str, tuple[Callable[[Match], Any], Callable[..., str]]] = {}


def scene_of(match: Match, here: frozenset[int] = frozenset()) -> Scene:
    """Read what is needed to draw `match`; `here` are the users whose pages are connected."""
    players = list(match.players.order_by("seat"))
    fold = None if match.is_open else fold_of(match)
    return Scene(
        match=match,
        table=_table(match, fold, players),
        seats={player.user_id: player.seat for player in players if player.user_id},
        faces=tuple(_face(match, player, here) for player in players),
        fold=fold,
        whole=whole_log(match) if match.is_over else (),
        panels={name: read(match) for name, (read, _render) in PANELS.items()},
    )


def frame_of(match: Match, names: Sequence[str] | None = None) -> Scene:
    """Read who sits around `match` and nothing of its position: replays draw past ones in it.

    With `names` nothing is read: the match need not be stored.
    """
    if names is None:
        seated = match.players.order_by("seat")
        faces = tuple(_face(match, player, frozenset()) for player in seated)
    else:
        faces = tuple(Face(name, seat) for seat, name in enumerate(names))
    return Scene(match=match, table=_table(match, None, []), seats={}, faces=faces, fold=None)


def _table(match: Match, fold: Fold | None, players: list[Player]) -> Table:
    """Return the frame of `match`, in the words of no language yet."""
    game, successor = match.rules, match.successor
    people = successor.players.filter(user__isnull=False) if successor else Player.objects.none()
    return Table(
        code=match.code,
        game=game.key,
        name=game.name,
        status=match.status,
        is_public=match.visibility == Match.Visibility.PUBLIC,
        seats_min=match.seats_min,
        seats_max=match.seats_max,
        has_chat=match.has_chat,
        allows_spectators=match.allows_spectators,
        fills_with_bots=match.fills_with_bots,
        allows_api_bots=match.allows_api_bots,
        commitment=match.commitment,
        next_commitment="" if match.is_open else seeds.next_commitment(match),
        pace=match.pace,
        options=tuple(game.option_labels[name] for name, on in match.options.items() if on),
        weaker_bots=tuple(reversed(list(game.bots)[:-1])),
        credit=game.credit,
        is_redealable=bool(fold and match.is_running and game.redealable(fold.state)),
        successor=successor.code if successor else "",
        returned=tuple(people.values_list("name", flat=True)) if successor else (),
        host_chair=None if match.host_seat is None else game.chairs[match.host_seat],
        is_reserved=match.is_reserved,
        is_paused=match.is_paused,
        is_doubled=match.is_doubled,
        needed=agreements.needed(fold, players) if fold and match.is_running else 0,
        wishes=tuple(
            (what, agreements.wanting(what, players))
            for what in (agreements.open_wishes(match, fold, players) if fold else ())
        ),
    )


def _face(match: Match, player: Player, here: frozenset[int]) -> Face:
    return Face(
        name=player.name,
        seat=player.seat,
        is_bot=bool(player.bot),
        bot=player.bot,
        is_api=player.is_api,
        is_host=player.user_id is not None and player.user_id == match.host_id,
        is_ready=player.is_ready,
        is_here=bool(player.bot) or player.user_id in here,
        is_away=not player.bot and player.is_played_by_bot,
        is_late=player.missed > 0 and not player.is_played_by_bot,
    )
