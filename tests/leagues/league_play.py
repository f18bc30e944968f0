"""Create, enter, draw and play leagues through the services that pages call."""

from random import Random
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.leagues.fixtures import opening, results
from games.leagues.membership import services as membership
from games.leagues.models import Entry, Fixture, League, Round, Season
from games.leagues.seasons import draws, standings_input
from games.leagues.seasons import services as seasons
from games.matches.lobby import services as lobby
from games.matches.management.commands.demo import decide_for_people
from games.matches.models import Match
from tests.conftest import account
from tests.matches.seating import act_as
from tests.remembered import remembered

FIELDS = {
    "noir": {"format": "swiss", "games_per_fixture": 2},
    "secret-hitler": {"format": "tables", "games_per_fixture": 1, "table_size": 7},
}

#: The number of actions in a duel before resigning is possible: the first murder, the identity.
BEFORE_RESIGNING = 2


def people(count: int, prefix: str = "player") -> list[User]:
    """Return `count` new accounts that never log in with a password."""
    return [
        User.objects.create_user(f"{prefix}-{number}", display_name=f"{prefix.title()} {number}")
        for number in range(1, count + 1)
    ]


def newcomer(league: League, name: str) -> User:
    """Return a new member of a league."""
    user = account(name)
    membership.join(league, user)
    return user


def found(owner: User, game: str = "noir", **fields: Any) -> League:
    """Return a new public league of `owner`."""
    return membership.create_league(founder=owner, name="Grey Chamber", game=game, **fields)


def season_of(league: League, owner: User, players: list[User], **fields: Any) -> Season:
    """Return a season that is open for registration, with `players` entered."""
    wanted = {**FIELDS[league.game], **fields}
    season = seasons.open_season(league, owner, name="First", **wanted)
    seasons.open_registration(season, owner)
    for user in players:
        membership.join(league, user)
        seasons.register(season, user)
    return season


@remembered
def running(
    owner: User, count: int = 5, game: str = "noir", **fields: Any
) -> tuple[Season, list[User]]:
    """Return a season that has begun, and its players."""
    league, players = found(owner, game), people(count)
    season = season_of(league, owner, players, **fields)
    seasons.begin(season, owner)
    return Season.objects.get(pk=season.pk), players


def drawn(season: Season, owner: User) -> Round:
    """Draw and publish the next round of the season's first division; return it."""
    division = season.divisions.get(tier=1)
    drafts = division.rounds.filter(status=Round.Status.DRAFT)
    drafted = drafts.first() or draws.draft_round(division, owner)
    draws.publish_round(drafted, owner)
    return Round.objects.get(pk=drafted.pk)


def entry_of(season: Season, user: User) -> Entry:
    """Return the entry of `user`."""
    return season.entries.get(user=user)


def play_match(match: Match, random: Random) -> None:
    """Seat all players at their reserved table, and play the match to its end.

    In a duel, one player resigns as soon as possible, because a league only needs results. Whole
    duels are played in tests/leagues/seasons/test_whole_seasons.py.
    """
    for player in match.players.filter(user__isnull=False, is_ready=False).select_related("user"):
        lobby.sit(match.pk, player.user, f"{random.getrandbits(64):x}")
    match = Match.objects.get(pk=match.pk)
    while match.is_running and decide_for_people(match, random):
        match = Match.objects.get(pk=match.pk)
        if len(match.rules.seats) == 1 and match.length == BEFORE_RESIGNING:
            act_as(match, random.randrange(2), action="resign")
            return


def play_fixture(fixture: Fixture, seed: int = 1) -> Fixture:
    """Play all games of a fixture, as its players would; return it as stored.

    A round that would open later is opened immediately.
    """
    random, now = Random(seed), timezone.now()
    Round.objects.filter(fixtures=fixture, opens_at__gt=now).update(opens_at=now)
    fixture = Fixture.objects.get(pk=fixture.pk)
    for _game in range(2 * fixture.round.division.season.games_per_fixture):
        if fixture.is_settled:
            return fixture
        if fixture.status == Fixture.Status.PLANNED:
            user = fixture.chairs.filter(forfeited=False).first().entry.user
            opening.open_now(fixture.pk, user)
        for game in fixture.games.filter(placings__isnull=True).select_related("match"):
            play_match(game.match, random)
        results.collect()
        fixture = Fixture.objects.get(pk=fixture.pk)
    assert fixture.is_settled, fixture.status
    return fixture


def settle(fixture: Fixture, best: list[int]) -> Fixture:
    """Give a fixture results as if played: the player earlier in `best` wins.

    At a table the first half wins. If no player is in `best`, all games are drawn.
    """
    chairs = list(fixture.chairs.filter(forfeited=False).order_by("seat"))
    sides = fixture.round.division.season.league.rules.sides.names
    ranked = sorted((one.entry_id for one in chairs if one.entry_id in best), key=best.index)
    winners = set(ranked[: max(len(chairs) // 2, 1)])
    played = 0
    while played < opening.games_due(fixture):
        played += 1
        placings = [
            {
                "entry": one.entry_id, "seat": (seat + played) % len(chairs),
                "side": sides[one.entry_id not in winners if ranked else (seat + played) % 2],
                "won": one.entry_id in winners if ranked else None, "expected": 0.5,
                "is_substitute": one.substitute_id is not None, "abandoned": False,
            }
            for seat, one in enumerate(chairs)
        ]  # fmt: skip
        fixture.games.create(ordinal=played, placings=placings)
    Fixture.objects.filter(pk=fixture.pk).update(status="finished", finished_at=timezone.now())
    return Fixture.objects.get(pk=fixture.pk)


def settle_round(published: Round, best: list[int]) -> None:
    """Give every waiting fixture of a round a result, and close the round."""
    for fixture in published.fixtures.exclude(status__in=("forfeited", "finished", "void")):
        settle(fixture, best)
    results.close_rounds()


def play_round(published: Round, seed: int = 1) -> None:
    """Play every playable fixture of a round, and close the round."""
    for fixture in published.fixtures.all():
        play_fixture(fixture, seed + fixture.number)
    results.close_rounds()


def points(season: Season) -> dict[str, float]:
    """Return the points in the first division, by name."""
    division = season.divisions.get(tier=1)
    names = standings_input.names_of(division)
    return {names[row.entry].name: row.points for row in standings_input.table_of(division)}
