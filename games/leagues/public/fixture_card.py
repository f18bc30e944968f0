"""A fixture as shown on pages: its seats, the result of each game, and links to the matches."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from accounts.requests import Visitor
from games.contests.standings.contest import Placing
from games.history.replay.rendering import word
from games.leagues.models import Chair, Fixture, FixtureMatch, League
from games.leagues.public.standings_table import name_of
from games.matches.models import Match, Player
from games.matches.public import DELETED, shown_name

Status = Fixture.Status


@dataclass(frozen=True)
class GamePart:
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
    """A game of a fixture; `address`, the match's URL, is empty if the visitor may not watch it."""

    game: FixtureMatch
    address: str
    parts: tuple[GamePart, ...]
    ending: str

    @property
    def match(self) -> Match | None:
        """Return the match, if it still exists."""
        return self.game.match

    @property
    def state(self) -> str:
        """Return the game's public state: over, running, open or none."""
        if self.parts:
            return "over"
        if self.match and self.match.is_running:
            return "running"
        return "open" if self.match and self.match.is_open else "none"


@dataclass(frozen=True)
class CardSeat:
    """A chair: its player, and their score (None before the first game)."""

    chair: Chair
    name: str
    substitute: str
    score: float | None
    is_own: bool
    won: bool


@dataclass(frozen=True)
class FixtureCard:
    """A fixture with its public data, and the links that the visitor may follow."""

    fixture: Fixture
    places: tuple[CardSeat, ...]
    games: tuple[GameCard, ...]
    is_own: bool

    @property
    def is_duel(self) -> bool:
        """Return whether the fixture is a duel."""
        return len(self.places) == 2

    @property
    def is_waiting(self) -> bool:
        """Return whether no game has been played yet."""
        return self.fixture.status in (Status.PLANNED, Status.OPEN)

    def counts(self, game: GameCard) -> bool:
        """Return whether a game counts: neither it nor the fixture is annulled or forfeited."""
        return game.game.is_counted and self.fixture.goes_by_games

    def score_of(self, place: CardSeat) -> str:
        """Return the text next to a name: games won, or the mark for a forfeit."""
        if place.chair.forfeited:
            return "×"
        if self.is_duel and any(other.chair.forfeited for other in self.places):
            return "+"
        return "" if place.score is None else halves(place.score)

    @property
    def ahead_by_seed(self) -> CardSeat | None:
        """Return the player who advances from a tied knock-out duel as the higher seed, or None."""
        if not (self.is_duel and self.fixture.is_settled):
            return None
        is_decided = any(place.won or place.chair.forfeited for place in self.places)
        if is_decided or not self.fixture.round.division.season.is_knockout:
            return None
        return min(self.places, key=lambda place: place.chair.entry.seed_rank)

    @property
    def has_result(self) -> bool:
        """Return whether the fixture has scores."""
        return any(place.score is not None for place in self.places)


def card_of(fixture: Fixture, league: League, user: Visitor) -> FixtureCard:
    """Return the card of a fixture with prefetched chairs and games."""
    chairs = list(fixture.chairs.all())
    user_id = user.pk if user.is_authenticated else None
    is_own = user_id is not None and any(c.user_id_playing == user_id for c in chairs)
    names = {chair.entry_id: _name_of_player(chair, fixture) for chair in chairs}
    fixture_matches = tuple(
        _game(fixture_match, league, names, may_enter=is_own)
        for fixture_match in fixture.games.all()
    )
    scores = _scores(fixture, chairs)
    winners = _winners(fixture, chairs, scores)
    places = tuple(
        CardSeat(
            chair=chair,
            name=names[chair.entry_id],
            substitute=chair.substitute.name if chair.substitute else "",
            score=scores[chair.entry_id],
            is_own=user_id is not None and chair.user_id_playing == user_id,
            won=chair.entry_id in winners,
        )
        for chair in chairs
    )
    return FixtureCard(fixture, places, fixture_matches, is_own)


def _name_of_player(chair: Chair, fixture: Fixture) -> str:
    """Return the name of a chair's player; before a replacement, that of the replaced player."""
    entry = chair.entry
    last = entry.replaced_after
    if last is None or fixture.round.number > last or not fixture.is_settled:
        return name_of(entry)
    matches = [game.match_id for game in fixture.games.all()]
    if Player.objects.filter(match__in=matches, user=entry.user_id).exists():
        return name_of(entry)  # the fixture was reopened, and the new player plays it
    return shown_name(entry.former.name if entry.former else DELETED)


def _winners(
    fixture: Fixture, chairs: Sequence[Chair], scores: dict[int, float | None]
) -> set[int]:
    """Return the winners of a settled fixture; in a forfeited duel, the other player."""
    if not fixture.is_settled or fixture.status == Status.VOID:
        return set()
    absent = {chair.entry_id for chair in chairs if chair.forfeited}
    if len(chairs) == 2 and absent:
        return set(scores) - absent
    best = max((score for score in scores.values() if score), default=None)
    winners = {entry for entry, score in scores.items() if score == best and best} - absent
    return set() if len(winners) == len(chairs) else winners


def _scores(fixture: Fixture, chairs: Sequence[Chair]) -> dict[int, float | None]:
    """Return the number of games won by each player, a draw counting half; None without games."""
    scores: dict[int, float | None] = {chair.entry_id: None for chair in chairs}
    if fixture.status == Status.VOID:
        return scores
    matches = [fixture_match for fixture_match in fixture.games.all() if fixture_match.is_counted]
    for fixture_match in matches:
        for one in fixture_match.result:
            if one.entry in scores and not one.is_substitute:
                scores[one.entry] = (scores[one.entry] or 0.0) + one.share
    return scores


def _game(
    fixture_match: FixtureMatch, league: League, names: dict[int, str], *, may_enter: bool
) -> GameCard:
    parts = tuple(
        GamePart(
            entry=one.entry,
            seat=one.seat,
            name=names[one.entry],
            side=one.side,
            side_name=word(league.rules, one.side, "side/"),
            result=_result(one),
            is_substitute=one.is_substitute,
        )
        for one in fixture_match.result
        if one.entry in names
    )
    match = fixture_match.match
    ending = match.ending if match and match.is_over and fixture_match.corrected is None else ""
    return GameCard(fixture_match, address_of(match, may_enter=may_enter), parts, ending)


def _result(one: Placing) -> str:
    if one.abandoned:
        return "forfeit"
    return {True: "win", False: "loss", None: "draw"}[one.won]


def halves(value: float) -> str:
    """Return a number of games as text, with ½ for a half: 2, 1½, ½."""
    whole, half = divmod(value, 1)
    return (f"{whole:.0f}" if whole or not half else "") + ("½" if half else "")


def address_of(match: Match | None, *, may_enter: bool) -> str:
    """Return the URL of a match; empty if the visitor may not watch it."""
    if match is None or match.status == Match.Status.VOID:
        return ""
    if not (may_enter or match.allows_spectators or match.is_published):
        return ""
    return reverse("history:replay" if match.is_over else "matches:match", args=[match.code])
