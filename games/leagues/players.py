"""Who plays in a season: who has entered, the standings, and what one player has done."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from games.history.drawing import word
from games.leagues import pools, queries, watching
from games.leagues.cards import Card, Part, card_of, placings_of
from games.leagues.models import Division, Entry, League, Season
from games.leagues.standings.contest import Placing
from games.leagues.standings.scores import own_share
from games.leagues.visits import Visit
from games.ratings import queries as ratings
from games.ratings.models import Rating, RatingChange
from games.ratings.systems import WHOLE

Context = dict[str, Any]


@dataclass
class Entered:
    """Who has entered a season that has not begun, and who waits for a place."""

    playing: list[Entry] = field(default_factory=list)
    waiting: list[Entry] = field(default_factory=list)

    def includes(self, user: Any) -> bool:
        """Return whether `user` has entered, or waits."""
        everybody = [*self.playing, *self.waiting]
        return user.is_authenticated and any(one.user_id == user.pk for one in everybody)


def entered(season: Season) -> Entered:
    """Return who has entered, in the order in which they came."""
    found = Entered()
    for entry in season.entries.select_related("user").order_by("entered_at", "pk"):
        entry.called = watching.name_of(entry)
        if entry.status == Entry.Status.WAITING:
            found.waiting.append(entry)
        elif entry.plays:
            found.playing.append(entry)
    return found


def standings_of(here: Visit, division: Division, tiers: int) -> Context:
    """Return what the page of a division's standings shows."""
    table = watching.table_of(division, here.user, tiers=tiers)
    return {
        "table": table,
        "progress": queries.progress_of(division),
        "sanctions": queries.points_taken(division),
        "own": _next_of(here, division),
        "ratings": ratings_of(here, division.season, [line.entry for line in table.lines]),
    }


def _next_of(here: Visit, division: Division) -> Card | None:
    """Return the visitor's own next fixture, if they play and it is known."""
    if here.member is None or not division.season.is_running:
        return None
    found = queries.next_of(division, here.user)
    return card_of(found, here.league, here.user) if found else None


def ratings_of(here: Visit, season: Season, entries: Iterable[Entry]) -> dict[int, Rating]:
    """Return the league's own rating of each entry, as far as people show it to the visitor."""
    league = here.league
    pool = ratings.pool_of(league.rules, pools.pool_of(league)) if season.is_rated else None
    if pool is None:
        return {}
    by_user = {entry.user_id: entry.pk for entry in entries if entry.user_id}
    shown = ratings.shown(pool, WHOLE, here.user).filter(user__in=by_user)
    return {by_user[rating.user_id]: rating for rating in shown}


@dataclass
class Side:
    """How often somebody played a side, and won."""

    name: str
    key: str
    games: int = 0
    won: float = 0.0


@dataclass
class Opponent:
    """How often somebody was met, and in how many games on the same side or another."""

    entry: Entry
    name: str
    fixtures: int = 0
    together: int = 0
    opposed: int = 0
    score: float = 0.0
    against: float = 0.0


@dataclass
class Appearance:
    """One fixture as the player saw it: the games, and what they did to the rating."""

    card: Card
    parts: list[tuple[int, Part]]
    forfeited: bool
    change: float | None


def page_of(here: Visit, entry: Entry) -> Context:
    """Return what a player's page in a season shows."""
    fixtures = queries.fixtures_of(entry)
    cards = [card_of(one, here.league, here.user) for one in fixtures]
    changes = _changes(here, entry, cards)
    rows = watching.rows_of(entry.division) if entry.division else ()
    return {
        "entry": entry,
        "name": watching.name_of(entry),
        "division": entry.division,
        "row": next((row for row in rows if row.entry == entry.pk), None),
        "players": len(rows),
        "played": [_appearance(one, entry, changes) for one in cards if one.fixture.is_settled],
        "coming": [one for one in cards if not one.fixture.is_settled],
        "byes": entry.byes.exclude(round__status="draft").select_related("round"),
        "sides": sides_of(here.league, entry, cards),
        "opponents": opponents_of(entry, cards),
        "sanctions": entry.sanctions.order_by("at"),
        "is_own": here.user.is_authenticated and entry.user_id == here.user.pk,
        "rating": ratings_of(here, entry.season, [entry]).get(entry.pk),
    }


def _appearance(card: Card, entry: Entry, changes: dict[int, float]) -> Appearance:
    parts = [(game.game.ordinal, part) for game in card.games for part in game.parts
             if part.entry == entry.pk]  # fmt: skip
    matches = [game.game.match_id for game in card.games]
    known = [changes[match] for match in matches if match in changes]
    forfeited = any(p.chair.forfeited for p in card.places if p.chair.entry_id == entry.pk)
    return Appearance(card, parts, forfeited, sum(known) if known else None)


def _changes(here: Visit, entry: Entry, cards: Iterable[Card]) -> dict[int, float]:
    """Return by how much each match moved the player's rating in the league."""
    if entry.user is None or not entry.user.shows_history_to(here.user):
        return {}
    matches = [game.game.match_id for card in cards for game in card.games if game.game.match_id]
    found = RatingChange.objects.filter(
        rating__user=entry.user, rating__side=WHOLE, match__in=matches,
        rating__pool__key=pools.pool_of(here.league), rating__pool__state="current",
    )  # fmt: skip
    return {one.match_id: one.after - one.before for one in found}


def _counted(cards: Iterable[Card]) -> Iterable[tuple[Card, tuple[Placing, ...]]]:
    """Yield the games that count, with who was in them."""
    for card in cards:
        if card.fixture.status not in ("void", "disputed"):
            for game in card.games:
                if game.game.is_counted and (placings := placings_of(game.game)):
                    yield card, placings


def sides_of(league: League, entry: Entry, cards: Iterable[Card]) -> list[Side]:
    """Return how often the player played each side, and won."""
    sides = {key: Side(word(league.rules, key, "side/"), key) for key in league.rules.sides}
    for _card, placings in _counted(cards):
        for one in placings:
            if one.entry == entry.pk and not one.is_substitute and one.side in sides:
                sides[one.side].games += 1
                sides[one.side].won += own_share(one)
    return list(sides.values())


def opponents_of(entry: Entry, cards: Iterable[Card]) -> list[Opponent]:
    """Return everybody whom the player met, those met most often first."""
    found: dict[int, Opponent] = {}
    met: dict[int, set[int]] = defaultdict(set)
    for card, placings in _counted(cards):
        own = next((one for one in placings if one.entry == entry.pk), None)
        if own is None or own.is_substitute:
            continue
        people = {place.chair.entry_id: place for place in card.places}
        for one in placings:
            if one.entry == entry.pk or one.entry not in people:
                continue
            place = people[one.entry]
            other = found.setdefault(one.entry, Opponent(place.chair.entry, place.name))
            met[one.entry].add(card.fixture.pk)
            other.together += one.side == own.side
            other.opposed += one.side != own.side
            other.score += own_share(own)
            other.against += own_share(one)
    for key, other in found.items():
        other.fixtures = len(met[key])
    return sorted(found.values(), key=lambda one: (-one.fixtures, one.name.casefold()))


def standing_of(entry: Entry) -> int | None:
    """Return the rank of somebody: the final one, or as it stands once they have played."""
    if entry.final_rank is not None or entry.division is None:
        return entry.final_rank
    rows = watching.rows_of(entry.division)
    return next((row.rank for row in rows if row.entry == entry.pk and row.played), None)
