"""The front page: the visitor's tables with the players to act, and the story of a match."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.safestring import SafeString

from accounts.models import User
from games.engine.regions import PlayerInfo
from games.engine.seats import Seat, Viewer
from games.matches.drawing import regions
from games.matches.drawing.page_states import frame_of
from games.matches.models import Match, Player
from games.matches.names import shown_name
from games.matches.play.memory import projection_of
from games.matches.queries import matches_of, shown_players


@dataclass(frozen=True)
class OwnTable:
    """A table of a user, with the players whose turn it is."""

    match: Match
    players: tuple[Player, ...]
    awaited: tuple[str, ...]  #: the names of the players whose turn it is
    awaits_me: bool
    #: When the user was asked, or the match started. The time of the last event would reveal that
    #: somebody has changed a vote.
    since: datetime


def own_tables(user: User) -> list[OwnTable]:
    """Return the tables of `user`, those waiting for the user first, the longest wait first."""
    found = (
        _own_table(match, user) for match in matches_of(user).prefetch_related(shown_players())
    )
    tables = [one for one in found if one is not None]
    awaiting = sorted((one for one in tables if one.awaits_me), key=lambda one: one.since)
    return awaiting + [one for one in tables if not one.awaits_me]


def _own_table(match: Match, user: User) -> OwnTable | None:
    """Return a table of `user`, or None if they have just left it."""
    players = tuple(match.players.all())
    mine = next((player for player in players if player.user_id == user.pk), None)
    if mine is None:
        return None
    seats = _to_act(match, mine.dealt_seat) if match.is_running else ()
    return OwnTable(
        match=match,
        players=players,
        awaited=tuple(shown_name(player.name) for player in players if player.seat in seats),
        awaits_me=mine.seat in seats,
        since=mine.asked_at or match.started_at or match.opened_at,
    )


def _to_act(match: Match, seat: Seat) -> Sequence[int]:
    """Return the seats whose turn it is, as far as known to `seat`."""
    projection = projection_of(match)
    seats: Sequence[int] = projection.game.view(projection.state, Viewer(seat)).to_act
    return seats


@dataclass(frozen=True)
class Story:
    """The end of a match, and a loser, from whose perspective it is told."""

    match: Match
    players: tuple[PlayerInfo, ...]
    lines: tuple[SafeString, ...]
    viewpoint: PlayerInfo


def story_of(matches: Iterable[Match]) -> Story | None:
    """Return the story of the newest of `matches`, preferably one with people among the players."""
    match = min(matches, key=lambda one: one.has_bots, default=None)
    if match is None:
        return None
    players = frame_of(match).faces
    losers = {player.seat for player in match.players.all() if player.won is False}
    return Story(
        match=match,
        players=players,
        lines=regions.story_of(match.story, players),
        viewpoint=next((player for player in players if player.seat in losers), players[0]),
    )
