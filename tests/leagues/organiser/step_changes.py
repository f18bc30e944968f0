"""What somebody else may do to a league while the page of a step is open."""

from collections.abc import Callable
from typing import Any

from accounts.models import User
from games.leagues.fixtures import rulings
from games.leagues.models import Division, Fixture, FixtureMatch, Round, Season
from games.leagues.scheduling import substitutes
from games.leagues.seasons import draws, entries, exchanges
from games.leagues.seasons import services as seasons
from tests.leagues.organiser.step_plans import first, forfeited, move_deadline, olga, waiting


def corrected() -> None:
    game = FixtureMatch.objects.order_by("pk").first()
    loser = next(one["side"] for one in game.placings if not one["won"])
    rulings.correct_game(game, olga(), winner=loser, reason="Seen.")


def swapped() -> None:
    one, other = (fixture.chairs.first() for fixture in Fixture.objects.all())
    exchanges.swap_chairs(one, other, olga(), reason="")


def turned() -> None:
    """Have the other player forfeit what one has forfeited."""
    fixture = Fixture.objects.get(status="forfeited")
    absent = {fixture.chairs.last().entry_id}
    rulings.forfeit_fixture(fixture, olga(), absent, reason="It was the other.")


#: What somebody else may do while the page of a step is open, by the step: it shows how things
#: stood, so that it is looked at again. What another step shows stays as it is.
IN_THE_MEANTIME: dict[str, Callable[[], Any]] = {
    "run-presence": lambda: draws.publish_round(Round.objects.get(), olga()),
    "run-sanction": lambda: entries.sanction(
        first().entries.order_by("pk").first(), olga(), kind="warning", reason="Late."
    ),
    "run-substitute": lambda: substitutes.put_in(
        waiting().chairs.first(), olga(), User.objects.get(username="svea"), reason="Ill."
    ),
    "run-forfeit": forfeited,
    "run-void": forfeited,
    "run-reopen": turned,
    "run-correct": corrected,
    "run-annul": corrected,
    "run-decide": corrected,
    "run-swap": swapped,
    "run-publish": swapped,
    "run-publish-everywhere": swapped,
    **dict.fromkeys(
        ("run-draft", "run-draft-all", "run-make"),
        lambda: draws.draft_round(Division.objects.get(season=first()), olga()),
    ),
    **dict.fromkeys(("run-deadline", "run-round-deadline"), lambda: move_deadline(olga())),
    **dict.fromkeys(
        ("run-new-season", "run-again", "run-finals"),
        lambda: seasons.open_season(first().league, olga(), name="Another", format="round_robin"),
    ),
    "register": lambda: Season.objects.filter(number=2).update(
        questions=[{"text": "Why?", "choices": []}]
    ),
}
