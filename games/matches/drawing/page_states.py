"""The page state: a match at one moment, read once and rendered for all viewers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

import msgspec
from django.conf import settings
from django.db.models import prefetch_related_objects
from django.utils import timezone

from accounts import portraits
from games.engine.curtain import Curtain, curtain_over
from games.engine.game import Game
from games.engine.lesson import LESSON_BOT, Lesson
from games.engine.projection import Projection
from games.engine.regions import PlayerInfo as Face
from games.engine.required import required
from games.engine.seats import EVERYTHING, PUBLIC, Viewer
from games.engine.text import Line, Term
from games.matches import removals
from games.matches.drawing import on_screen
from games.matches.drawing.evening import Evening, evening_of
from games.matches.drawing.panels import panels
from games.matches.models import Match, Player
from games.matches.play import moves, reveal, seeds, table_votes, talk
from games.matches.play.memory import MatchPosition, projection_of
from games.matches.play.services import admits_late_comers
from games.matches.queries import shown_players

#: The maximum length of a curtain at the usual pace; matches that ended earlier are shown without
#: reading the log.
LONGEST_CURTAIN = timedelta(minutes=1)


class MatchInfo(msgspec.Struct, frozen=True):
    """The data of a match that is the same for all viewers, apart from the game's position."""

    code: str
    game: str
    name: str
    language: str
    status: str
    is_public: bool
    seats_min: int
    seats_max: int
    has_chat: bool
    allows_spectators: bool
    fills_with_bots: bool
    allows_api_bots: bool
    is_rated: bool
    least_matches: int
    commitment: str
    next_commitment: str  #: commitment to the seed of the next table, if any
    pace: str
    options: tuple[str, ...]
    is_redealable: bool
    successor: str
    returned: tuple[str, ...]
    weaker_bots: tuple[str, ...] = ()  #: kinds other than the usual one, strongest first
    host_seat_name: Term | None = None  #: the role that the host chose; other seats are random
    is_reserved: bool = False  #: seats are reserved for certain people, in a fixed order
    uncalled: tuple[int, ...] = ()  #: seats of people who may not sit down at the next table
    bots_after: int = 0  #: minutes after which bots take the required seats; 0: never
    is_paused: bool = False
    is_on_screen: bool = False  #: a television is showing the table
    is_doubled: bool = False
    admits_late_comers: bool = False  #: bots' seats can be taken over
    next_has_room: bool = False  #: the next table has a free seat
    replaceable: tuple[
        tuple[int, tuple[int, ...]], ...
    ] = ()  #: seats of absent people, with the votes for a bot on each
    needed_to_replace: int = 0
    needed: int = 0  #: votes needed for the table's agreement
    evening: Evening | None = None  #: the score, after a match that followed another
    shows_marks: bool = False
    marks: tuple[
        tuple[int, int, int], ...
    ] = ()  #: each marked seat, with the numbers who trust and doubt it, at tables that show marks
    votes: tuple[tuple[str, tuple[int, ...]], ...] = ()  #: each vote on offer, and its seats


@dataclass(frozen=True)
class PageState:
    """The input for rendering a match at one moment for any viewer: read once, rendered often."""

    match: Match
    table: MatchInfo
    seats: Mapping[int, int | None]  #: the seat of each user, for access checks; never rendered
    faces: tuple[Face, ...]
    projection: Projection | None
    removed: frozenset[int] = frozenset()  #: users whom the host removed
    players: tuple[Player, ...] = ()
    table_before: MatchInfo | None = None  #: just after the end: the table before it
    here: frozenset[int] = frozenset()  #: the users whose pages are connected
    panels: Mapping[str, Any] = field(default_factory=dict)
    views: dict[Viewer, Any] = field(default_factory=dict)  #: views computed so far
    chapters: dict[Any, Any] = field(default_factory=dict)  #: rendered log of a finished match

    @property
    def game(self) -> Game[Any, Any, Any, Any]:
        """Return the game of the match."""
        return self.match.rules

    @cached_property
    def lesson(self) -> Lesson | None:
        """Return the lesson of this match; None for other matches."""
        is_one = any(player.bot == LESSON_BOT for player in self.players)
        return self.game.pages.lesson if is_one else None

    @property
    def position(self) -> MatchPosition:
        """Return the position for judging the next move."""
        return MatchPosition(self.match, self.players, required(self.projection))

    def view(self, viewer: Viewer) -> Any:
        """Return the view of the position for `viewer`, built once."""
        if viewer not in self.views:
            build, state = self.game.own_view, required(self.projection).state
            self.views[viewer] = (
                self.game.view(state, viewer)
                if build is None or viewer == PUBLIC
                else build(state, viewer, self.view(PUBLIC))
            )
        return self.views[viewer]

    def log(self, viewer: Viewer) -> tuple[Line, ...]:
        """Return the log lines revealed to `viewer`; after the end, all lines."""
        return () if self.projection is None else self.projection.log(self._reader_of(viewer))

    def entries(self, viewer: Viewer) -> tuple[int, ...]:
        """Return the entry number of each line of `viewer`'s log."""
        if self.projection is None:
            return ()
        return self.projection.entries_of(self._reader_of(viewer))

    def _reader_of(self, viewer: Viewer) -> Viewer:
        """Return the viewer whose log `viewer` sees: their own, or after the end the full one."""
        return EVERYTHING if self.match.is_over else viewer

    def after(self, position: MatchPosition) -> "PageState":
        """Return the page state at a later `position`, applying only the changes made by a move.

        A move changes the position, the clocks, and whether the table may still deal again; at the
        end, the whole log is revealed, and the table and its players are those of a finished match.
        """
        match, projection = position.match, position.projection
        fields: dict[str, Any] = {
            "match": match,
            "projection": projection,
            "players": position.players,
        }
        if match.is_over:
            fields |= {
                "table": _table(
                    match, projection, [*position.players], is_on_screen=self.table.is_on_screen
                ),
                "table_before": self.table,
                "faces": tuple(_face(match, player, self.here) for player in position.players),
            }
        elif self.table.is_redealable != (again := self.game.start.redealable(projection.state)):
            fields["table"] = msgspec.structs.replace(self.table, is_redealable=again)
        return replace(self, views={}, chapters={}, **fields)

    def behind(self, curtain: Curtain) -> "PageState":
        """Return the page state that pages show while `curtain` hides the newest turn.

        It doesn't reveal an end: the match is shown as running, without running clocks.
        """
        match = _held(self.match, curtain)
        players = tuple(moves.changed(player, asked_at=None) for player in self.players)
        return replace(
            self,
            match=match,
            table=self.table_before or self.table,
            faces=tuple(_face(match, player, self.here) for player in players),
            players=players,
            projection=curtain.projection,
            views={},
            chapters={},
        )

    def with_online(self, here: frozenset[int]) -> "PageState":
        """Return a copy that shows the users in `here` as online."""
        if here == self.here:
            return self
        faces = tuple(_face(self.match, player, here) for player in self.players)
        if faces == self.faces:
            return replace(self, here=here)
        return replace(self, here=here, faces=faces, chapters={})

    def with_panels(self, match: Match, panels: Mapping[str, Any]) -> "PageState":
        """Return a copy with a `match` changed by chat, and with reloaded `panels`."""
        return replace(self, match=match, panels={**self.panels, **panels})

    @cached_property
    def readers(self) -> frozenset[int]:
        """Return the users for whom a panel differs from that of others with the same view."""
        return frozenset().union(*(one.readers(self.panels[one.name]) for one in panels()))

    @property
    def stage(self) -> str:
        """Return the stage of the page: waiting room or table."""
        return "waiting" if self.projection is None else "table"

    def face(self, seat: int | None) -> Face | None:
        """Return the player on `seat`, if any; before the start there may be gaps."""
        return next((face for face in self.faces if face.seat == seat), None)


def page_state_of(match: Match, here: frozenset[int] = frozenset()) -> PageState:
    """Read and return the page state of `match`; `here` are the users with connected pages."""
    players = list(match.players.select_related("user").order_by("seat"))
    projection = match.projection = None if match.is_open else projection_of(match)
    is_on_screen, table_before, shown_match = on_screen.shows(match), None, as_shown(match)
    if match.is_over and shown_match.is_held:
        running = moves.changed(match, status=Match.Status.RUNNING)
        table_before = _table(running, projection, players, is_on_screen=is_on_screen)
    return PageState(
        match=match,
        table=_table(
            match,
            projection,
            players,
            is_on_screen=is_on_screen,
            evening=evening_of(match) if match.is_over else None,
        ),
        table_before=table_before,
        seats={player.user_id: player.seat for player in players if player.user_id},
        faces=tuple(_face(match, player, here) for player in players),
        projection=projection,
        removed=removals.removed_from(shown_match),
        players=tuple(players),
        here=here,
        panels={panel.name: panel.read(match) for panel in panels()},
    )


def curtain_of(projection: Projection | None) -> Curtain | None:
    """Return the current curtain of a match, or None if all of its turns are shown."""
    if projection is None or not settings.STAGE_PACE:
        return None
    return curtain_over(projection, timezone.now(), settings.STAGE_PACE)


def _held(match: Match, curtain: Curtain) -> Match:
    """Return `match` as if it were running at the position before `curtain`."""
    projection, running = curtain.projection, Match.Status.RUNNING
    return moves.changed(
        match,
        status=running,
        ended_at=None,
        winner="",
        reason="",
        length=projection.length,
        projection=projection,
        is_held=True,
    )


def as_shown(match: Match) -> Match:
    """Return `match` as shown on pages: behind a curtain, it is running and its log is shorter.

    Every request is judged by this state, so that refusals don't reveal what pages still hide.
    """
    ended = match.ended_at
    if match.is_open or (ended and timezone.now() - ended > LONGEST_CURTAIN * settings.STAGE_PACE):
        return match
    curtain = curtain_of(projection_of(match))
    return match if curtain is None else _held(match, curtain)


def shown(match: Match, here: frozenset[int] = frozenset()) -> tuple[PageState, datetime | None]:
    """Return the page state shown for `match` now, and the time until a curtain hides more."""
    if match.is_held:
        match = Match.objects.get(pk=match.pk)
    page_state = page_state_of(match, here)
    curtain = curtain_of(page_state.projection)
    return (page_state, None) if curtain is None else (page_state.behind(curtain), curtain.until)


def frame_of(match: Match, names: Sequence[str] | None = None) -> PageState:
    """Return a page state with the players but no position, for rendering replays of `match`.

    With `names` nothing is read, so the match need not be stored.
    """
    if names is None:
        prefetch_related_objects([match], shown_players())  # unless already prefetched by a list
        faces = tuple(_past_face(match, player) for player in match.players.all())
    else:
        faces = tuple(
            Face(name, seat, portrait=portraits.portrait_of_seat(seat))
            for seat, name in enumerate(names)
        )
    return PageState(
        match=match, table=_table(match, None, []), seats={}, faces=faces, projection=None
    )


def _past_face(match: Match, player: Player) -> Face:
    """Return a player for replays, shown as present with a read letter."""
    face = _face(match, player, frozenset())
    return msgspec.structs.replace(face, has_read=True, holds_up=False, is_offline=False)


def _uncalled(successor: Match | None, players: Sequence[Player]) -> tuple[int, ...]:
    if successor is None or not successor.is_open:
        return ()
    unwelcome = removals.unwelcome_at(successor)
    return tuple(one.seat for one in players if one.user_id in unwelcome and one.seat is not None)


def _table(
    match: Match,
    projection: Projection | None,
    players: list[Player],
    *,
    is_on_screen: bool = False,
    evening: Evening | None = None,
) -> MatchInfo:
    """Return the data of `match`, independent of any language."""
    game, successor = match.rules, match.successor
    people = successor.players.filter(user__isnull=False) if successor else Player.objects.none()
    return MatchInfo(
        code=match.code,
        game=game.key,
        name=game.name,
        language=match.language,
        status=match.status,
        is_public=match.visibility == Match.Visibility.PUBLIC,
        seats_min=match.seats_min,
        seats_max=match.seats_max,
        has_chat=match.has_chat,
        allows_spectators=match.allows_spectators,
        fills_with_bots=match.fills_with_bots,
        bots_after=match.bots_after,
        allows_api_bots=match.allows_api_bots,
        is_rated=match.is_rated,
        least_matches=match.least_matches,
        commitment=match.commitment,
        next_commitment="" if match.is_open else seeds.next_commitment(match),
        pace=match.pace,
        options=tuple(game.words.options[name] for name, on in match.options.items() if on),
        weaker_bots=tuple(reversed(list(game.bots)[:-1])),
        is_redealable=bool(
            projection and match.is_running and game.start.redealable(projection.state)
        ),
        successor=successor.code if successor else "",
        evening=evening,
        shows_marks=match.shows_marks,
        marks=tuple((seat, *counts) for seat, counts in talk.tallies(players).items()),
        returned=tuple(people.values_list("name", flat=True)) if successor else (),
        uncalled=_uncalled(successor, players),
        host_seat_name=_host_seat_name(match),
        is_reserved=match.is_reserved,
        is_paused=match.is_paused,
        is_on_screen=is_on_screen,
        is_doubled=match.is_doubled,
        admits_late_comers=bool(projection) and admits_late_comers(match),
        next_has_room=successor is not None and successor.is_open and bool(successor.free_seats),
        replaceable=tuple(
            (seat, table_votes.voters(f"{table_votes.REPLACE}{seat}", players))
            for seat in (table_votes.replaceable(match, projection, players) if projection else ())
        ),
        needed_to_replace=table_votes.needed_to_replace(players) if projection else 0,
        needed=table_votes.votes_needed(projection, players)
        if projection and match.is_running
        else 0,
        votes=tuple(
            (what, table_votes.voters(what, players))
            for what in (table_votes.open_votes(match, projection, players) if projection else ())
        ),
    )


def _host_seat_name(match: Match) -> Term | None:
    """Return the role that the host chose, if seats have names."""
    seats = match.rules.words.seats
    return seats[match.host_seat] if seats and match.host_seat is not None else None


def _face(match: Match, player: Player, here: frozenset[int]) -> Face:
    return Face(
        name=player.name,
        seat=player.seat,
        portrait=player.portrait,
        is_bot=bool(player.bot),
        bot=player.bot,
        is_api=player.is_api,
        is_host=player.user_id is not None and player.user_id == match.host_id,
        is_ready=player.is_ready,
        is_offline=not player.bot and player.user_id not in here,
        is_away=match.is_running and not player.bot and player.is_played_by_bot,
        is_late=player.missed > 0 and not player.is_played_by_bot,
        has_read=player.read_at is not None or not match.is_running,
        holds_up=reveal.holds_up(match, player),
    )
