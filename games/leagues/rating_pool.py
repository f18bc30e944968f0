"""The league's own rating pool, with the league's name and visibility."""

from games.leagues.models import League
from games.ratings.models import Pool
from games.ratings.services import describe


def pool_of(league: League) -> str:
    """Return the key of the league's own pool of ratings."""
    return f"league:{league.pk}"


def name_pool(league: League) -> None:
    """Give the pool the league's name; it is public if the league is listed."""
    describe(
        pool_key=pool_of(league),
        game_key=league.game,
        title=league.name,
        is_public=league.is_listed,
    )


def rename_pool(league: League) -> None:
    """Update the name and visibility of the league's pool, if it has one."""
    if Pool.objects.filter(key=pool_of(league)).exists():
        name_pool(league)
