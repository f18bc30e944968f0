"""Leagues created directly as rows: a season's rounds with results, byes and leavers."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from django.contrib.auth import get_user_model

from games.contests.pairing import round_robin
from games.leagues.models import (
    Bye,
    Chair,
    Division,
    Entry,
    Fixture,
    FixtureMatch,
    League,
    Member,
    Round,
    Season,
)
from games.matches.models import Match

FIRST = datetime(2026, 9, 1, 19, tzinfo=UTC)
#: Guests in browser tests need other names, because names of accounts are reserved.
NAMES = (
    "Adela", "Benno", "Chiara", "Darius", "Elina", "Fatima Zahra al-Muhammad", "Gustav", "Hana",
    "Ivo", "Juno", "Maximiliana-Konstantina", "Wolfeschlegelsteinhausen", "Kofi", "Lars",
    "Mina", "Nils", "Olga", "Pia", "Quentin", "Rosa", "Sven", "Tara", "Umberto", "Vera", "Wim",
    "Xenia", "Yusuf", "Zoë", "Anouk", "Bram", "Clara", "Dmitri", "Esther", "Faris", "Greta",
)  # fmt: skip


def people(count: int, prefix: str = "p") -> list[Any]:
    """Return users with accounts, named after `NAMES`, or numbered with a `prefix`."""
    users = get_user_model().objects
    return [
        users.create_user(
            f"{prefix}{number}", f"{prefix}{number}@example.com", "pw",
            display_name=(
                NAMES[number] if prefix == "p" and number < len(NAMES) else f"{prefix}-{number}"
            ),
        )
        for number in range(count)
    ]  # fmt: skip


def league(owner: Any, members: list[Any] = (), *, slug: str = "tuesday", **fields: Any) -> League:
    """Return a league that `owner` runs."""
    given = {"name": "Tuesday Night Club", "game": "secret-hitler", "founder": owner, **fields}
    made = League.objects.create(slug=slug, **given)
    Member.objects.create(league=made, user=owner, role="owner", timezone="Europe/Berlin")
    for user in members:
        if user != owner:
            Member.objects.create(league=made, user=user)
    return made


def season(of: League, users: list[Any], *, number: int = 1, **fields: Any) -> Division:
    """Return the only division of a season in which `users` play."""
    fields = {"name": f"Season {number}", "status": "running", "seed": "ab" * 16, **fields}
    made = Season.objects.create(league=of, number=number, **fields)
    division = Division.objects.create(season=made, tier=1, name="")
    for rank, user in enumerate(users, 1):
        Entry.objects.create(
            season=made, division=division, user=user, name=user.name, seed_rank=rank
        )
    return division


def played_match(of: League, users: list[Any], *, number: int, **fields: Any) -> Match:
    """Return a finished unlisted match, as leagues have."""
    given = {
        "game": of.game, "status": "finished", "visibility": "link",
        "winner": of.rules.sides.names[0],
        "seats_min": len(users), "seats_max": len(users), "size": len(users), "seed": b"",
        "commitment": f"{of.pk}/{number}", "ended_at": FIRST, "reason": "hitler-executed",
        **fields,
    }  # fmt: skip
    return Match.objects.create(**given)


def fixture(
    drawn: Round, entries: list[Entry], number: int, random: Random | None, games: int = 1
) -> Fixture:
    """Return a fixture of `entries`, with random results if `random` is given."""
    made = Fixture.objects.create(
        round=drawn, number=number, starts_at=FIRST + timedelta(days=7 * drawn.number),
        status="finished" if random else "planned",
        finished_at=FIRST + timedelta(days=7 * drawn.number, hours=2) if random else None,
    )  # fmt: skip
    Chair.objects.bulk_create(
        Chair(fixture=made, entry=entry, seat=seat) for seat, entry in enumerate(entries)
    )
    for ordinal in range(1, games + 1 if random else 1):
        of = drawn.division.season.league
        match = played_match(of, entries, number=made.pk * 10 + ordinal)
        FixtureMatch.objects.create(
            fixture=made, ordinal=ordinal, match=match,
            placings=placings(of, entries, ordinal, random),
        )  # fmt: skip
    return made


def placings(of: League, entries: list[Entry], ordinal: int, random: Random) -> list[dict]:
    """Return placings: a higher seed wins a little more often."""
    seats = list(range(len(entries)))
    if len(entries) == 2:
        sides = {seat: of.rules.sides.names[(seat + ordinal) % 2] for seat in seats}
    else:
        fascists = set(random.sample(seats, (len(seats) - 1) // 2))
        sides = {seat: "fascist" if seat in fascists else "liberal" for seat in seats}
    strength = dict.fromkeys(of.rules.sides.names, 0.0)
    for seat in seats:
        strength[sides[seat]] -= entries[seat].seed_rank
    edge = strength[of.rules.sides.names[0]] - strength[of.rules.sides.names[1]]
    winner = of.rules.sides.names[0 if random.random() < 0.5 + edge / 80 else 1]
    return [
        {
            "entry": entries[seat].pk, "seat": seat, "side": sides[seat],
            "won": sides[seat] == winner, "expected": 0.55 if sides[seat] == "liberal" else 0.45,
        }
        for seat in seats
    ]  # fmt: skip


def table_nights(division: Division, rounds: int, *, size: int = 7, games: int = 1) -> None:
    """Play rounds of tables; the last one is only published."""
    random = Random(7)
    entries = list(division.entries.all())
    for number in range(1, rounds + 1):
        drawn = Round.objects.create(
            division=division, number=number, status="published", seed=f"abc/1/{number}/1",
            opens_at=FIRST + timedelta(days=7 * number),
            closes_at=FIRST + timedelta(days=7 * number + 7),
            report={
                "algorithm": "tables", "version": 1, "seed": f"abc/1/{number}/1",
                "repeats": [[entries[0].pk, entries[1].pk, 1]] if number > 2 else [],
                "most_meetings": min(number, 2), "spread": 1.0 * (number > 1), "cost": 4,
                "balance_after": 2, "unmet": [],
                "notes": [{"code": "first_meetings", "values": {"count": 90, "of": 105}}],
            },
        )  # fmt: skip
        order = random.sample(entries, len(entries))
        tables = [order[start :: len(order) // size] for start in range(len(order) // size)]
        luck = None if number == rounds else random
        for place, seated in enumerate(tables, 1):
            fixture(drawn, seated, place, luck, games)


def duels(division: Division, played: int) -> None:
    """Publish a round robin, and play the given number of its rounds."""
    random = Random(3)
    entries = {entry.pk: entry for entry in division.entries.all()}
    for number, draw in enumerate(round_robin.rounds(entries, seed="abc"), 1):
        report = {"algorithm": "berger", "version": 1, "seed": "abc", "balance_after": 1,
                  "notes": [{"code": "lots_drawn", "values": {"count": len(entries)}}]}  # fmt: skip
        drawn = Round.objects.create(
            division=division, number=number, status="published", seed="abc/1", report=report
        )
        for place, table in enumerate(draw.tables, 1):
            luck = random if number <= played else None
            fixture(drawn, [entries[pk] for pk in table], place, luck, 2)
        for pk in draw.byes:
            Bye.objects.create(round=drawn, entry=entries[pk])
