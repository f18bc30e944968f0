"""The league's own pool of ratings, called and shown as the league is."""

from games.leagues.models import League
from games.ratings.models import Pool
from games.ratings.services import describe


def pool_of(league: League) -> str:
    """Return the key of the league's own pool of ratings."""
    return f"league:{league.pk}"


def name_pool(league: League) -> None:
    """Call the league's pool as the league is called, and show it where leagues are listed."""
    describe(
        pool_key=pool_of(league),
        game_key=league.game,
        title=league.name,
        is_public=league.is_listed,
    )


def rename_pool(league: League) -> None:
    """Follow a change of the league, if it has a pool."""
    if Pool.objects.filter(key=pool_of(league)).exists():
        name_pool(league)
