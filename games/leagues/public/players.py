"""The players of a season: entries, standings, and the page of one player."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from games.contests.standings.contest import Placing
from games.history.replay.rendering import word
from games.leagues import rating_pool
from games.leagues.context import LeagueContext
from games.leagues.models import Division, Entry, League, Season
from games.leagues.public import queries, standings_table
from games.leagues.public.fixture_card import FixtureCard, GamePart, card_of
from games.ratings import queries as ratings
from games.ratings.models import Rating, RatingChange
from games.ratings.systems import WHOLE

Context = dict[str, Any]


@dataclass
class EnteredPlayer:
    """An entry in a season that has not begun, or on its waiting list."""

    playing: list[Entry] = field(default_factory=list)
    waiting: list[Entry] = field(default_factory=list)


def entered_players(season: Season) -> EnteredPlayer:
    """Return the season's entries, earliest first."""
    players = EnteredPlayer()
    for entry in season.entries.select_related("user").order_by("entered_at", "pk"):
        entry.called = standings_table.name_of(entry)
        if entry.status == Entry.Status.WAITING:
            players.waiting.append(entry)
        elif entry.plays:
            players.playing.append(entry)
    return players


def standings_of(context: LeagueContext, division: Division, tiers: int) -> Context:
    """Return the context of a page with a division's standings."""
    table = standings_table.table_of(division, context.user, tiers=tiers)
    return {
        "table": table,
        "progress": queries.progress_of(division),
        "sanctions": queries.points_taken(division),
        "own": _next_of(context, division),
        "teams": standings_table.teams_of(division.season),
        "ratings": ratings_of(context, division.season, [line.entry for line in table.lines]),
    }


def _next_of(context: LeagueContext, division: Division) -> FixtureCard | None:
    """Return the visitor's own next fixture, or None."""
    if context.member is None or not division.season.is_running:
        return None
    fixture = queries.next_of(division, context.user)
    return card_of(fixture, context.league, context.user) if fixture else None


def ratings_of(
    context: LeagueContext, season: Season, entries: Iterable[Entry]
) -> dict[int, Rating]:
    """Return the rating of each entry in the league's pool, if the visitor may see it."""
    league = context.league
    pool = ratings.pool_of(league.rules, rating_pool.pool_of(league)) if season.is_rated else None
    if pool is None:
        return {}
    by_user = {entry.user_id: entry.pk for entry in entries if entry.user_id}
    visible = ratings.visible_ratings(pool, WHOLE, context.user).filter(user__in=by_user)
    rows = visible.select_related(None).order_by()
    return {by_user[rating.user_id]: rating for rating in rows}


@dataclass
class SideRecord:
    """The number of games that a player played on a side, and of those won."""

    name: str
    key: str
    games: int = 0
    won: float = 0.0


@dataclass
class Opponent:
    """An opponent: the number of meetings, and of games on the same side and on opposite ones."""

    entry: Entry
    name: str
    fixtures: int = 0
    together: int = 0
    opposed: int = 0
    score: float = 0.0
    against: float = 0.0


@dataclass
class Appearance:
    """A fixture from the player's point of view: the games that count, and their rating change."""

    card: FixtureCard
    parts: list[tuple[int, GamePart]]
    forfeited: bool
    change: int | None


def page_of(context: LeagueContext, entry: Entry) -> Context:
    """Return the context of a player's page in a season."""
    fixtures = queries.fixtures_of(entry)
    cards = [card_of(one, context.league, context.user) for one in fixtures]
    changes = _changes(context, entry, cards)
    rows = standings_table.rows_of(entry.division) if entry.division else ()
    return {
        "entry": entry,
        "name": standings_table.name_of(entry),
        "division": entry.division,
        "row": next((row for row in rows if row.entry == entry.pk), None),
        "players": len(rows),
        "has_results": any(row.form for row in rows),
        "played": [_appearance(one, entry, changes) for one in cards if one.fixture.is_settled],
        "coming": [one for one in cards if not one.fixture.is_settled],
        "byes": entry.byes.exclude(round__status="draft").select_related("round"),
        "sides": sides_of(context.league, entry, cards),
        "opponents": opponents_of(entry, cards),
        "sanctions": entry.sanctions.order_by("at"),
        "is_own": context.user.is_authenticated and entry.user_id == context.user.pk,
        "rating": ratings_of(context, entry.season, [entry]).get(entry.pk),
    }


def _appearance(card: FixtureCard, entry: Entry, changes: dict[int, float]) -> Appearance:
    parts = [(game.game.ordinal, part) for game in card.games for part in game.parts
             if part.entry == entry.pk and card.counts(game)]  # fmt: skip
    matches = [game.game.match_id for game in card.games]
    changes_here = [changes[match] for match in matches if match in changes]
    is_forfeit = any(p.chair.forfeited for p in card.places if p.chair.entry_id == entry.pk)
    return Appearance(card, parts, is_forfeit, round(sum(changes_here)) if changes_here else None)


def _changes(
    context: LeagueContext, entry: Entry, cards: Iterable[FixtureCard]
) -> dict[int, float]:
    """Return the changes of the player's league rating by match."""
    if entry.user is None or not entry.user.shows_history_to(context.user):
        return {}
    matches = [game.game.match_id for card in cards for game in card.games if game.game.match_id]
    changes = RatingChange.objects.filter(
        rating__user=entry.user, rating__side=WHOLE, match__in=matches,
        rating__pool__key=rating_pool.pool_of(context.league), rating__pool__state="current",
    )  # fmt: skip
    return {one.match_id: one.after - one.before for one in changes}


def _counting_games(
    cards: Iterable[FixtureCard],
) -> Iterable[tuple[FixtureCard, tuple[Placing, ...]]]:
    """Yield the card and the placings of each game that counts."""
    for card in cards:
        for game in card.games:
            if card.counts(game) and (placings := game.game.result):
                yield card, placings


def sides_of(league: League, entry: Entry, cards: Iterable[FixtureCard]) -> list[SideRecord]:
    """Return the player's numbers of games and wins for each side."""
    rules = league.rules
    sides = {key: SideRecord(word(rules, key, "side/"), key) for key in rules.sides.names}
    for _card, placings in _counting_games(cards):
        for one in placings:
            if one.entry == entry.pk and not one.is_substitute and one.side in sides:
                sides[one.side].games += 1
                sides[one.side].won += one.share
    return list(sides.values())


def opponents_of(entry: Entry, cards: Iterable[FixtureCard]) -> list[Opponent]:
    """Return all opponents of the player, most frequent first."""
    opponents: dict[int, Opponent] = {}
    by_entry: dict[int, set[int]] = defaultdict(set)
    for card, placings in _counting_games(cards):
        own = next((one for one in placings if one.entry == entry.pk), None)
        if own is None or own.is_substitute:
            continue
        people = {place.chair.entry_id: place for place in card.places}
        for one in placings:
            if one.entry == entry.pk or one.entry not in people:
                continue
            place = people[one.entry]
            other = opponents.setdefault(one.entry, Opponent(place.chair.entry, place.name))
            by_entry[one.entry].add(card.fixture.pk)
            other.together += one.side == own.side
            other.opposed += one.side != own.side
            other.score += own.share
            other.against += one.share
    for key, other in opponents.items():
        other.fixtures = len(by_entry[key])
    return sorted(opponents.values(), key=lambda one: (-one.fixtures, one.name.casefold()))


def ranks_of(entries: Iterable[Entry]) -> list[tuple[Entry, int | None]]:
    """Return each player with their rank: the final one, or the current one after a first game.

    The entries must be read together with their seasons.
    """
    rows = list(entries)
    divisions = {one.division_id: one.division for one in rows if one.final_rank is None}
    playing = [division for division in divisions.values() if division is not None]
    for one in rows:
        if one.division is not None:
            one.division.season = one.season  # reuse the row that was already read
    standings = standings_table.rows_of_each(playing)
    played = {row.entry: row.rank for own in standings.values() for row in own if row.played}
    return [(one, one.final_rank or played.get(one.pk)) for one in rows]
