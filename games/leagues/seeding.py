"""Who begins where: divisions by last season's movement, places by rating."""

from collections.abc import Sequence

from games.leagues.models import Entry, Season
from games.ratings.models import GLOBAL, Rating

Movement = Entry.Movement
STEPS = {Movement.UP: -1, Movement.DOWN: 1}


def seed(season: Season, entries: Sequence[Entry]) -> list[list[Entry]]:
    """Return the entries of each division, the best division and the best entry first.

    Their ratings are noted on them, unsaved. A division without a capacity takes an even share.
    Whom an organiser has put into a division by hand stays there, also beyond its capacity.
    """
    ratings = ratings_of(season, [entry.user_id for entry in entries if entry.user_id])
    for entry in entries:
        entry.seed_rating = ratings.get(entry.user_id)
    tiers = wished_tiers(season, entries)
    newest = max([*tiers.values(), season.divisions.count()])

    def place(entry: Entry) -> tuple[int, float, int]:
        return tiers.get(entry.user_id, newest), -(entry.seed_rating or 0.0), entry.pk

    known = list(season.divisions.all())
    there = [[e for e in entries if e.division_id == division.pk] for division in known]
    waiting = sorted((e for e in entries if e.division_id is None), key=place)
    divided = []
    for size, put in zip(_sizes(season, len(entries)), there, strict=True):
        room = max(size - len(put), 0)
        is_last = len(divided) == len(known) - 1
        taken, waiting = (waiting, []) if is_last else (waiting[:room], waiting[room:])
        divided.append(sorted([*put, *taken], key=lambda e: place(e)[1:]))
    return divided


def _sizes(season: Season, count: int) -> list[int]:
    """Return how many of `count` each division takes; the last takes whoever is left."""
    divisions = list(season.divisions.all())
    sizes: list[int] = []
    for place, division in enumerate(divisions):
        left, rest = count - sum(sizes), len(divisions) - place
        share = -(-left // rest) if division.capacity is None else min(division.capacity, left)
        sizes.append(left if rest == 1 else share)
    return sizes


def wished_tiers(season: Season, entries: Sequence[Entry]) -> dict[int, int]:
    """Return the tier that those are due who played the last season that was closed."""
    closed = season.league.seasons.filter(status=Season.Status.CLOSED, number__lt=season.number)
    last = closed.order_by("-number").first()
    if last is None:
        return {}
    users = [entry.user_id for entry in entries if entry.user_id]
    played = last.entries.filter(user__in=users, division__isnull=False)
    return {
        entry.user_id: max(1, entry.division.tier + STEPS.get(Movement(entry.movement), 0))
        for entry in played.select_related("division")
        if entry.movement
    }


def ratings_of(season: Season, users: Sequence[int]) -> dict[int, float]:
    """Return the ratings that seeding goes by: the league's own, else those of all matches."""
    game = season.league.game
    found: dict[int, float] = {}
    for key in (GLOBAL, f"league:{season.league_id}"):
        known = Rating.objects.filter(
            pool__key=key, pool__game=game, pool__state="current", side="", user__in=users
        )
        found.update(known.values_list("user_id", "rating"))
    return found
