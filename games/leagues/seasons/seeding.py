"""Seeding: divisions by last season's promotions, seeds by rating."""

from collections.abc import Sequence

from games.engine.required import required
from games.leagues.models import Entry, Season
from games.ratings.models import GLOBAL, Rating

Movement = Entry.Movement
STEPS = {Movement.UP: -1, Movement.DOWN: 1}


def by_finals(season: Season, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries of finals by their final rank in the season before, best first."""
    rows = required(season.finals_of).entries.filter(final_rank__isnull=False, user__isnull=False)
    places = rows.values_list("user_id", "final_rank", "division__tier")
    ranks = {user: (rank, tier or 0) for user, rank, tier in places}
    unranked = (len(ranks) + 1, 0)
    return sorted(entries, key=lambda one: (*ranks.get(one.user_id or 0, unranked), one.pk))


def seed(season: Season, entries: Sequence[Entry]) -> list[list[Entry]]:
    """Return the entries of each division, with the best division and the best entry first.

    Ratings are set on the entries, unsaved. Divisions without a capacity share players evenly.
    Players placed by an organiser stay in their division, even beyond its capacity.
    """
    ratings = ratings_of(season, [entry.user_id for entry in entries if entry.user_id])
    for entry in entries:
        if entry.seed_rating is None and entry.user_id is not None:  # not set by an import
            entry.seed_rating = ratings.get(entry.user_id)
    if season.finals_of is not None:
        return [by_finals(season, entries), *([] for _other in season.divisions.all()[1:])]
    tiers = wished_tiers(season, entries)
    newest = max([*tiers.values(), season.divisions.count()])

    def place(entry: Entry) -> tuple[int, float, int]:
        tier = newest if entry.user_id is None else tiers.get(entry.user_id, newest)
        return tier, -(entry.seed_rating or 0.0), entry.pk

    divisions = list(season.divisions.all())
    there = [[e for e in entries if e.division_id == division.pk] for division in divisions]
    waiting = sorted((e for e in entries if e.division_id is None), key=place)
    groups: list[list[Entry]] = []
    for size, put in zip(_sizes(season, len(entries)), there, strict=True):
        room = max(size - len(put), 0)
        is_last = len(groups) == len(divisions) - 1
        group, waiting = (waiting, []) if is_last else (waiting[:room], waiting[room:])
        groups.append(sorted([*put, *group], key=lambda e: place(e)[1:]))
    return groups


def _sizes(season: Season, count: int) -> list[int]:
    """Return the size of each division for `count` players; the last takes all that remain."""
    divisions = list(season.divisions.all())
    sizes: list[int] = []
    for place, division in enumerate(divisions):
        rest_count, rest = count - sum(sizes), len(divisions) - place
        share = (
            -(-rest_count // rest)
            if division.capacity is None
            else min(division.capacity, rest_count)
        )
        sizes.append(rest_count if rest == 1 else share)
    return sizes


def wished_tiers(season: Season, entries: Sequence[Entry]) -> dict[int, int]:
    """Return the tier that each user earned in the last closed season, by user key."""
    seasons = season.league.seasons.filter(
        status=Season.Status.CLOSED, number__lt=season.number, finals_of=None
    )
    last = seasons.order_by("-number").first()
    if last is None:
        return {}
    users = [entry.user_id for entry in entries if entry.user_id]
    rows = last.entries.filter(user__in=users, division__isnull=False)
    return {
        required(entry.user_id): max(
            1, required(entry.division).tier + STEPS.get(Movement(entry.movement), 0)
        )
        for entry in rows.select_related("division")
        if entry.movement
    }


def ratings_of(season: Season, users: Sequence[int]) -> dict[int, float]:
    """Return the ratings for seeding by user: in the league's pool, or the global one."""
    game = season.league.game
    ratings: dict[int, float] = {}
    for key in (GLOBAL, f"league:{season.league_id}"):
        rows = Rating.objects.filter(
            pool__key=key, pool__game=game, pool__state="current", side="", user__in=users
        )
        ratings.update(rows.values_list("user_id", "rating"))
    return ratings
