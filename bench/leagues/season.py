"""Plays whole seasons through the real services, from sign-up to archive, with bots as people.

    python -m bench.leagues.season [NAME ...]

plays the seasons of PLANS in a separate database, which is then removed. In each, a player is
absent, a player withdraws, a result is disputed and corrected, and another player joins late if
the format allows it. The invariants are checked at the end, and statistics are printed.
"""

import argparse
import os
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from itertools import combinations
from math import ceil
from pathlib import Path
from random import Random
from typing import Any


@dataclass(frozen=True)
class SeasonPlan:
    """The plan of a season."""

    game: str
    players: int
    format: str
    rounds: int = 0
    games_per_fixture: int = 1
    table_size: int = 7


PLANS = {
    "noir-9": SeasonPlan("noir", 9, "round_robin", games_per_fixture=2),
    "noir-24": SeasonPlan("noir", 24, "swiss", 5, games_per_fixture=2),
    "secret-hitler-11": SeasonPlan("secret-hitler", 11, "tables", 5, table_size=5),
    "secret-hitler-35": SeasonPlan("secret-hitler", 35, "tables", 6),
    "secret-hitler-100": SeasonPlan("secret-hitler", 100, "swiss_tables", 3),
}
REASON = "As it happened in the simulation."


@dataclass
class SeasonEvents:
    """The events of a season."""

    matches: int = 0
    moves: int = 0
    absences: int = 0
    disputes: int = 0
    withdrawals: int = 0
    late: int = 0
    repeats: float = 0.0
    seconds: float = 0.0


def main() -> None:
    """Play the named seasons, or all, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *PLANS])
    names = parser.parse_args().names or [*PLANS]
    with tempfile.TemporaryDirectory() as folder:
        set_up(Path(folder))
        print(f"{'season':20}{'matches':>8}{'moves':>8}{'repeats':>9}{'seconds':>9}  on the way")
        for name in names:
            story = play(PLANS[name], Random(name))
            print(
                f"{name:20}{story.matches:8}{story.moves:8}{story.repeats:9.1%}{story.seconds:9.1f}"
                f"  {story.absences} absent, {story.disputes} disputed,"
                f" {story.withdrawals} withdrawn, {story.late} late",
                flush=True,
            )


def set_up(folder: Path) -> None:
    """Make a database in `folder` and bring Django up on it."""
    os.environ |= {"VAR_DIR": str(folder), "DATABASE_URL": "", "REDIS_URL": "", "HTTPS": "0"}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def play(plan: SeasonPlan, random: Random) -> SeasonEvents:
    """Play a season by its plan, check it, and return its events."""
    began, story = time.monotonic(), SeasonEvents()
    season, owner = begin_season(plan)
    division = season.divisions.get(tier=1)
    number = 0
    while (round_ := next_round(division, owner)) is not None:
        number += 1
        play_round(round_, owner, story, random, eventful=number == 1)
        if number == 1:
            people_move(season, owner, story)
    end(season, owner)
    story.repeats = share_of_repeats(division, plan.players)
    story.seconds = time.monotonic() - began
    return story


def begin_season(plan: SeasonPlan, *known: Any) -> tuple[Any, Any]:
    """Sign people up, create a league, and begin a season with them, `known` first."""
    from accounts.models import User
    from games.leagues.membership import services as membership
    from games.leagues.models import Season
    from games.leagues.seasons import services as seasons

    tag = f"{plan.game}-{plan.players}-{User.objects.count()}"
    owner = User.objects.create_user(f"owner-{tag}", display_name=f"Owner {tag}"[:24])
    league = membership.create_league(founder=owner, name=f"League {tag}", game=plan.game)
    season = seasons.open_season(
        league, owner, name="The season", format=plan.format, rounds_planned=plan.rounds,
        games_per_fixture=plan.games_per_fixture, table_size=plan.table_size,
        capacity=plan.players,
    )  # fmt: skip
    seasons.open_registration(season, owner)
    places = range(plan.players + 1 - len(known))  # one more than the places
    names = [(f"{tag}-{place}", f"{tag[-8:]} {place}") for place in places]
    for user in (*known, *(User.objects.create_user(n, display_name=d) for n, d in names)):
        membership.join(league, user)
        seasons.register(season, user)
    seasons.begin(season, owner)
    return Season.objects.get(pk=season.pk), owner


def next_round(division: Any, owner: Any) -> Any | None:
    """Publish the next round, after drawing it if necessary; return None after the last."""
    from games.leagues import errors
    from games.leagues.models import Round
    from games.leagues.seasons import draws

    draft = division.rounds.filter(status=Round.Status.DRAFT).first()
    if draft is None:
        if division.season.draws_all_at_once:
            return None
        try:
            draft = draws.draft_round(division, owner)
        except errors.NoMoreRounds:
            return None
    draws.publish_round(draft, owner)
    return draft


def play_round(
    drawn: Any, owner: Any, story: SeasonEvents, random: Random, *, eventful: bool
) -> None:
    """Play a round; in an eventful one a player is absent and a result is disputed."""
    from games.leagues.fixtures import results

    for place, fixture in enumerate(drawn.fixtures.order_by("number")):
        if eventful and place == 0:
            miss(fixture, story, random)
        play_fixture(fixture, story, random)
        if eventful and place == 1:
            contest(fixture, owner, story)
    results.close_rounds()
    drawn.refresh_from_db()
    check(drawn.status == "closed", "the round is closed once all is settled")


def play_fixture(fixture: Any, story: SeasonEvents, random: Random) -> None:
    """Play all games of a fixture, until it is settled."""
    from games.leagues.fixtures import opening, results

    fixture.refresh_from_db()
    for _game in range(2 * fixture.round.division.season.games_per_fixture):
        if fixture.is_settled:
            return
        if fixture.status == "planned":
            chair = fixture.chairs.filter(forfeited=False).first()
            opening.open_now(fixture.pk, chair.entry.user)
        for game in fixture.games.filter(placings__isnull=True).select_related("match"):
            play_match(game.match, story, random)
        results.collect()
        fixture.refresh_from_db()
    check(fixture.is_settled, "a fixture is settled once its games are over")


def play_match(match: Any, story: SeasonEvents, random: Random) -> None:
    """Let all players arrive, and let bots decide for them to the end."""
    from games.matches.lobby import services as lobby
    from games.matches.management.commands.demo import decide_for_people

    for player in match.players.filter(is_ready=False).select_related("user"):
        lobby.sit(match.pk, player.user, f"{random.getrandbits(64):x}")
    match.refresh_from_db()
    while match.is_running and decide_for_people(match, random):
        match.refresh_from_db()
        story.moves += 1
    story.matches += 1


def miss(fixture: Any, story: SeasonEvents, random: Random) -> None:
    """Let one player of a fixture be absent until the grace period is over."""
    from django.utils import timezone

    from games.leagues.fixtures import absences, opening
    from games.leagues.models import Fixture
    from games.matches.lobby import services as lobby
    from games.matches.models import Match

    absent, *others = (chair.entry.user for chair in fixture.chairs.select_related("entry__user"))
    match = opening.open_now(fixture.pk, others[0])
    for user in others:
        lobby.sit(match.pk, user, f"{random.getrandbits(64):x}")
    long_ago = timezone.now() - timedelta(hours=3)
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=long_ago)
    Match.objects.filter(pk=match.pk).update(opened_at=long_ago)
    absences.settle_due()
    missing = fixture.chairs.filter(entry__user=absent, forfeited=True)
    check(missing.exists(), "absent players forfeit")
    story.absences += 1


def contest(fixture: Any, owner: Any, story: SeasonEvents) -> None:
    """Dispute a result, correct it, and decide the dispute."""
    from games.leagues.fixtures import disputes

    game = fixture.games.first()
    losing = next((one for one in game.placings if one["won"] is False), None)
    loser = fixture.chairs.get(entry=losing["entry"]).entry.user if losing else owner
    if losing is None:
        return
    dispute_made = disputes.dispute(fixture, loser, "That was not how it went.")
    ruling = disputes.Ruling(games={game.pk: losing["side"]})
    disputes.decide(dispute_made, owner, ruling, decision=REASON)
    story.disputes += 1


def people_move(season: Any, owner: Any, story: SeasonEvents) -> None:
    """Withdraw a player, and let one of the waiting list join late if possible."""
    from games.leagues import errors
    from games.leagues.seasons import entries

    leaver = season.entries.filter(status="confirmed").order_by("-seed_rank").first()
    entries.withdraw(leaver, leaver.user)
    story.withdrawals += 1
    waiting = season.entries.get(status="waiting")
    try:
        entries.enter(season, owner, waiting.user, reason=REASON)
        story.late += 1
    except errors.WrongStage:
        check(season.draws_all_at_once, "people join late where rounds are drawn one by one")


def end(season: Any, owner: Any) -> None:
    """Close the season, archive the league, and check the invariants."""
    import msgspec

    from games.contests.standings import standings
    from games.leagues.seasons import services as seasons
    from games.leagues.seasons import standings_input

    seasons.close_season(season, owner)
    seasons.archive(season.league, owner)
    for division in season.divisions.all():
        rows = standings(standings_input.contest_of(division))
        check(
            division.final.encode() == msgspec.json.encode(rows), "rebuilding gives the same bytes"
        )
        check(sorted(row.rank for row in rows) == [*range(1, len(rows) + 1)], "ranks are an order")
    audits = season.audits.values_list("verb", flat=True)
    check({"begin_season", "withdraw", "close_season"} <= {*audits}, "everything is in the audit")


def share_of_repeats(division: Any, players: int) -> float:
    """Return the share of pairs that met more often than the mean number, rounded up."""
    meetings: Counter[frozenset[int]] = Counter()
    for round_ in division.rounds.all():
        for fixture in round_.fixtures.prefetch_related("chairs"):
            entries = [chair.entry_id for chair in fixture.chairs.all()]
            check(len(entries) == len({*entries}), "nobody sits twice at a table")
            meetings.update(map(frozenset, combinations(entries, 2)))
    pairs = players * (players - 1) // 2
    most = ceil(sum(meetings.values()) / pairs)
    return sum(times > most for times in meetings.values()) / pairs


def check(holds: bool, what: str) -> None:
    """Stop if an invariant is violated.

    :raises AssertionError: naming it.
    """
    if not holds:
        raise AssertionError(f"Violated: {what}.")


if __name__ == "__main__":
    main()
