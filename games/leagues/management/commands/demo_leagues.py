"""Demo leagues in mid-season: one of duels and one of table nights."""

from random import Random
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.required import required
from games.leagues.fixtures import opening, results
from games.leagues.membership import services as membership
from games.leagues.models import Fixture, League, Round, Season
from games.leagues.seasons import draws
from games.leagues.seasons import services as seasons
from games.matches.management.commands.demo import PEOPLE, decide_for_people, person
from games.matches.models import Match
from games.matches.public import sit
from games.ratings import services as ratings

#: People in addition to those in the demo matches; they can't log in either.
MORE = ("Leopoldine", "Severin", "Cäcilie", "Balduin", "Philippa", "Emmerich", "Rosalinde")
LEAGUES: tuple[dict[str, Any], ...] = (
    {
        "league": {
            "name": "The Grey Chamber",
            "game": "noir",
            "about": "Duels in the dark: every pair plays both sides. New people are welcome.",
            "rules_text": "Be on time. Be kind. A suspect is innocent until arrested.",
        },
        "season": {"format": "swiss", "rounds_planned": 5, "games_per_fixture": 2},
        "players": 8,
        "rounds": 2,
    },
    {
        "league": {
            "name": "Thursday Cabinet",
            "game": "secret-hitler",
            "about": "Two tables every Thursday night. Points for games won, whatever the side.",
            "rules_text": "Lie as much as you like, but only about the game.",
        },
        "season": {"format": "tables", "rounds_planned": 6, "table_size": 6},
        "players": 12,
        "rounds": 2,
    },
)


class Command(BaseCommand):
    """Creates missing demo leagues; a second call changes nothing."""

    help = "Adds demo leagues with people, finished rounds, and an open one."

    def handle(self, *args: Any, **options: Any) -> None:
        """Create each missing league, and play its first rounds."""
        for number, plan in enumerate(LEAGUES):
            if not League.objects.filter(name=plan["league"]["name"]).exists():
                create(plan, Random(number))  # noqa: S311
        ratings.catch_up()
        self.stdout.write(f"Added demo data: {League.objects.count()} leagues.")


def create(plan: dict[str, Any], random: Random) -> None:
    """Create a league, begin a season, play some rounds and publish one more."""
    people = [person(name) for name in (*PEOPLE, *MORE)[: plan["players"]]]
    owner = people[0]
    league = membership.create_league(founder=owner, **plan["league"])
    season = seasons.open_season(league, owner, name="Season 1", **plan["season"])
    seasons.open_registration(season, owner)
    for user in people:
        membership.join(league, user)
        seasons.register(season, user)
    seasons.begin(season, owner)
    season = Season.objects.get(pk=season.pk)
    for number in range(plan["rounds"] + 1):
        round_ = draws.draft_round(season.divisions.get(), owner)
        draws.publish_round(round_, owner)
        if number < plan["rounds"]:
            play(round_, random)


def play(round_: Round, random: Random) -> None:
    """Let demo people play every fixture of a round."""
    for fixture in round_.fixtures.all():
        while fixture.status not in {Fixture.Status.FINISHED, Fixture.Status.VOID}:
            play_game(fixture, random)
            results.collect()
            fixture.refresh_from_db()
    results.close_rounds()


def play_game(fixture: Fixture, random: Random) -> None:
    """Seat all players at the fixture's next game, and play it."""
    if fixture.status == Fixture.Status.PLANNED:
        chair = fixture.chairs.select_related("entry__user")[0]
        opening.open_now(fixture.pk, required(chair.entry.user))
    match = required(fixture.games.get(placings__isnull=True).match)
    for player in match.players.filter(is_ready=False).select_related("user"):
        sit(match.pk, required(player.user), f"{random.getrandbits(64):016x}")
    match = Match.objects.get(pk=match.pk)
    while match.is_running and decide_for_people(match, random):
        match = Match.objects.get(pk=match.pk)
