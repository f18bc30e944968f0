"""A fixture as pages show it: who sits where, what each game came to, and where it can be seen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.urls import reverse

from games.history.drawing import word
from games.leagues.models import Chair, Fixture, FixtureMatch, League
from games.leagues.standings.contest import Placing
from games.leagues.standings.scores import own_share
from games.leagues.watching import name_of
from games.matches.models import Match

Status = Fixture.Status


@dataclass(frozen=True)
class Part:
    """One player's part in one game; `result` is win, draw, loss or forfeit."""

    entry: int
    seat: int
    name: str
    side: str
    side_name: str
    result: str
    is_substitute: bool


@dataclass(frozen=True)
class GameCard:
    """One game of a fixture; `address` is empty where there is nothing that one may look at."""

    game: FixtureMatch
    address: str
    parts: tuple[Part, ...]
    ending: str

    @property
    def match(self) -> Match | None:
        """Return the match, if it is still there."""
        return self.game.match

    @property
    def state(self) -> str:
        """Return where it stands in public: over, running, open or none."""
        if self.parts:
            return "over"
        if self.match and self.match.is_running:
            return "running"
        return "open" if self.match and self.match.is_open else "none"


@dataclass(frozen=True)
class Place:
    """A chair: who sits there or should have, and what they scored (None: nothing yet)."""

    chair: Chair
    name: str
    substitute: str
    score: float | None
    is_own: bool
    won: bool


@dataclass(frozen=True)
class Card:
    """A fixture with everything that is public of it, and what `user` may follow up."""

    fixture: Fixture
    places: tuple[Place, ...]
    games: tuple[GameCard, ...]
    is_own: bool

    @property
    def is_duel(self) -> bool:
        """Return whether two play it."""
        return len(self.places) == 2

    @property
    def has_result(self) -> bool:
        """Return whether anything was scored."""
        return any(place.score is not None for place in self.places)


def placings_of(game: FixtureMatch) -> tuple[Placing, ...]:
    """Return who won on which side, as an arbiter decided if one did; nothing while it is open."""
    stored = game.placings if game.corrected is None else game.corrected
    return msgspec.convert(stored or [], tuple[Placing, ...])


def card_of(fixture: Fixture, league: League, user: Any) -> Card:
    """Return the card of a fixture whose chairs and games were read."""
    chairs = list(fixture.chairs.all())
    user_id = user.pk if user.is_authenticated else None
    is_own = user_id is not None and any(c.user_id_playing == user_id for c in chairs)
    names = {chair.entry_id: chair for chair in chairs}
    games = tuple(_game(game, league, names, may_enter=is_own) for game in fixture.games.all())
    scores = _scores(fixture, chairs)
    winners = _winners(fixture, chairs, scores)
    places = tuple(
        Place(
            chair=chair,
            name=name_of(chair.entry),
            substitute=chair.substitute.name if chair.substitute else "",
            score=scores[chair.entry_id],
            is_own=user_id is not None and chair.user_id_playing == user_id,
            won=chair.entry_id in winners,
        )
        for chair in chairs
    )
    return Card(fixture, places, games, is_own)


def _winners(
    fixture: Fixture, chairs: Sequence[Chair], scores: dict[int, float | None]
) -> set[int]:
    """Return who won most of a settled fixture; who came, where the other of a duel forfeited."""
    if not fixture.is_settled or fixture.status == Status.VOID:
        return set()
    absent = {chair.entry_id for chair in chairs if chair.forfeited}
    if len(chairs) == 2 and absent:
        return set(scores) - absent
    best = max((score for score in scores.values() if score), default=None)
    found = {entry for entry, score in scores.items() if score == best and best} - absent
    return set() if len(found) == len(chairs) else found


def _scores(fixture: Fixture, chairs: Sequence[Chair]) -> dict[int, float | None]:
    """Return the games that each has won, draws as half; None for who has played none."""
    scores: dict[int, float | None] = {chair.entry_id: None for chair in chairs}
    if fixture.status == Status.VOID:
        return scores
    counted = [game for game in fixture.games.all() if game.is_counted]
    for game in counted:
        for one in placings_of(game):
            if one.entry in scores and not one.is_substitute:
                scores[one.entry] = (scores[one.entry] or 0.0) + own_share(one)
    return scores


def _game(
    game: FixtureMatch, league: League, chairs: dict[int, Chair], *, may_enter: bool
) -> GameCard:
    parts = tuple(
        Part(
            entry=one.entry,
            seat=one.seat,
            name=name_of(chairs[one.entry].entry),
            side=one.side,
            side_name=word(league.rules, one.side, "side/"),
            result=_result(one),
            is_substitute=one.is_substitute,
        )
        for one in placings_of(game)
        if one.entry in chairs
    )
    match = game.match
    ending = match.ending if match and match.is_over and game.corrected is None else ""
    return GameCard(game, address_of(match, may_enter=may_enter), parts, ending)


def _result(one: Placing) -> str:
    if one.abandoned:
        return "forfeit"
    return {True: "win", False: "loss", None: "draw"}[one.won]


def halves(value: float) -> str:
    """Return a number of games with its half as a sign: 2, 1½, ½."""
    whole, half = divmod(value, 1)
    return (f"{whole:.0f}" if whole or not half else "") + ("½" if half else "")


def address_of(match: Match | None, *, may_enter: bool) -> str:
    """Return where a match can be looked at; nothing behind closed doors, but for who plays."""
    if match is None or match.status == Match.Status.VOID:
        return ""
    if not (may_enter or match.allows_spectators or match.is_published):
        return ""
    return reverse("history:replay" if match.is_over else "matches:match", args=[match.code])
