"""A whole season with people in it, run through its pages by organisers and players.

There are holidays, a deadline that moves, somebody who does not come and is excused, a round sat
out, a dispute, and the leader leaves; in the end the table is computed from the export alone.
"""

import json
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.contests.standings.contest import Contest, Standing
from games.leagues.fixtures import absences, opening
from games.leagues.membership import services as membership
from games.leagues.models import Audit, Dispute, Entry, Fixture, Round, Season
from games.matches.lobby import services as lobby
from games.matches.models import Match
from tests.leagues.league_play import found, people, play_round
from tests.leagues.organiser.visitors import Crowd, client_of, text
from tests.leagues.season_pages import document, exported

pytestmark = pytest.mark.django_db


@pytest.fixture
def crowd(owner):
    """A league of Noir with its owner and eight players, each in a browser of their own."""
    league = found(owner)
    players = people(8)
    for user in players:
        membership.join(league, user)
    clients = {"owner": client_of(owner), "stranger": Client()}
    clients |= {f"p{number}": client_of(user) for number, user in enumerate(players)}
    return Crowd(league, clients, {})


def done(answer: Any) -> None:
    """Check that a step was taken: it leads on to another page."""
    assert answer.status_code == 302, text(answer)


def who(user: User) -> str:
    """Return the browser of a player."""
    return f"p{int(user.username.rpartition('-')[2]) - 1}"


def prepared(crowd: Crowd) -> Season:
    """Return a Swiss season of three rounds that has begun, all of it by pages."""
    typed = {
        "name": "Winter", "format": "swiss", "rounds_planned": 3, "games_per_fixture": 2,
        "pace": "untimed", "round_days": 7, "late_until_round": 0, "grace_minutes": 15,
        "half_byes": 1, "deadline": "21:00", "allows_spectators": "on", "is_rated": "on",
    }  # fmt: skip
    done(crowd.post("owner", "run-new-season", **typed))
    season = Season.objects.get()
    done(crowd.post("owner", "run-open", season))
    for number in range(8):
        done(crowd.post(f"p{number}", "register", season))
    done(crowd.post("owner", "run-begin", season))
    return Season.objects.get()


def published(crowd: Crowd, season: Season) -> Round:
    """Draw and publish the next round by pages."""
    done(crowd.post("owner", "run-draft", season, 1))
    drafted = Round.objects.get(status="draft")
    done(crowd.post("owner", "run-publish", season, drafted))
    return Round.objects.get(pk=drafted.pk)


def table_of(season: Season) -> tuple[tuple[Standing, ...], Contest]:
    """Return the table as computed from the public export, and nothing else."""
    (division,) = document(season)["divisions"]
    (rows,) = exported(season)
    return rows, msgspec.convert(division["contest"], Contest)


def misses(fixture: Fixture) -> User:
    """Let one of a duel sit at the table and the other not come, until the grace is over."""
    there, absent = (chair.entry.user for chair in fixture.chairs.select_related("entry__user"))
    match = opening.open_now(fixture.pk, there)
    lobby.sit(match.pk, there, "entropy")
    ago = timezone.now() - timedelta(hours=3)
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=ago)
    Match.objects.filter(pk=match.pk).update(opened_at=ago)
    absences.settle_due()
    assert Fixture.objects.get(pk=fixture.pk).status == "forfeited"
    return absent


def test_a_swiss_season_with_people_in_it(crowd):
    season = prepared(crowd)
    first = published(crowd, season)

    # Exams: the deadline moves. Holidays: the season stands still, and goes on.
    later = (timezone.now() + timedelta(days=12)).strftime("%Y-%m-%dT%H:%M")
    typed = {"ends_at": later, "reason": "Exams"}
    done(crowd.post("owner", "run-round-deadline", season, first, **typed))
    done(crowd.post("owner", "run-pause", season, reason="Christmas"))
    Season.objects.update(paused_at=timezone.now() - timedelta(days=9, hours=1))
    Round.objects.update(opens_at=timezone.now() - timedelta(days=10))
    before = Round.objects.get(pk=first.pk).closes_at
    done(crowd.post("owner", "run-resume", season))
    assert Round.objects.get(pk=first.pk).closes_at == before + timedelta(days=10)

    # Somebody does not come; the owner takes it back from the audit, and they play.
    fixture = first.fixtures.order_by("number").first()
    misses(fixture)
    noted = Audit.objects.get(verb="note_absence")
    assert "Automatically" in text(crowd.get("stranger", "audit"))
    done(crowd.post("owner", "undo", noted, reason="The train stood still"))
    play_round(Round.objects.get(pk=first.pk))

    # A player disputes a result, which stands; the owner enters another, by names.
    fixture = Fixture.objects.get(pk=fixture.pk)
    game = fixture.games.filter(is_counted=True).first()
    loser = next(one for one in game.placings if one["won"] is False)
    user = Entry.objects.get(pk=loser["entry"]).user
    done(crowd.post(who(user), "dispute", season, fixture, text="The clock jumped."))
    assert "disputed" in text(crowd.get("stranger", "fixture", season, fixture))
    points = {row.entry: row.points for row in table_of(season)[0]}
    said = {f"game-{one.pk}": "stands" for one in fixture.games.all()} | {"whole": "stands"}
    said |= {f"game-{game.pk}": loser["side"], "decision": "It did."}
    done(crowd.post("owner", "run-decide", season, Dispute.objects.get(), **said))
    assert {row.entry: row.points for row in table_of(season)[0]} != points

    # One sits the second round out for half a point.
    last = Entry.objects.order_by("seed_rank").last()
    done(crowd.post(who(last.user), "attendance", season, round="2", answer="half"))
    second = published(crowd, season)
    assert second.byes.filter(entry=last, points=1).exists()
    play_round(second)

    # The leader leaves: what was played stands, for everybody.
    rows, _contest = table_of(season)
    leader = Entry.objects.get(pk=rows[0].entry)
    done(crowd.post(who(leader.user), "withdraw", season))
    after = {row.entry: (row.points, row.won) for row in table_of(season)[0]}
    assert after == {row.entry: (row.points, row.won) for row in rows}

    play_round(published(crowd, season))
    done(crowd.post("owner", "run-close", season, reason=""))
    season = Season.objects.get()
    rows, contest = table_of(season)
    final = json.loads(Client().get(f"{season.get_absolute_url()}standings.json").content)
    assert [row.entry for row in rows] == [one["entry"] for one in final["standings"]]
    assert [row.points for row in rows] == [one["points"] for one in final["standings"]]
    assert len(contest.byes) >= 2
    done(crowd.post("owner", "run-again", season, name="Spring"))
    assert Season.objects.get(name="Spring").status == "registration"
