"""The SQL statements of a move and of a heartbeat: as few as the architecture document states."""

import re

import pytest
from django.db.backends.utils import CursorWrapper

from games.matches import publish
from games.matches.live import heartbeat
from games.matches.models import Match
from tests.matches.seating import (
    NAMES,
    nominate,
    person,
    player_at,
    prompt_of,
    running,
)
from tests.matches.sockets import Page, settle, stored, visit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("_leaving")]

#: The kind of a statement, and its first table.
NAMED = re.compile(r'^(SELECT|INSERT|UPDATE|DELETE)(?: INTO|.*? FROM)? "(\w+)"', re.DOTALL)
VOTE = '{"action":"vote","ja":true}'


@pytest.fixture(autouse=True)
def _heartbeats_far_away(monkeypatch):
    """Switch the heartbeat off, so that it beats only when a test calls it."""
    monkeypatch.setattr(heartbeat, "EVERY", 3600.0)


@pytest.fixture
def statements(monkeypatch) -> list[str]:
    """Return the list that collects all statements, of every thread and connection."""
    found: list[str] = []
    execute, executemany = CursorWrapper.execute, CursorWrapper.executemany

    def noting(cursor, sql, params=None):
        found.extend(f"{kind} {table}" for kind, table in NAMED.findall(sql))
        return execute(cursor, sql, params)

    def noting_each(cursor, sql, rows):
        found.extend([f"{kind} {table}" for kind, table in NAMED.findall(sql)] * len(rows))
        return executemany(cursor, sql, rows)

    monkeypatch.setattr(CursorWrapper, "execute", noting)
    monkeypatch.setattr(CursorWrapper, "executemany", noting_each)
    return found


async def voters(pace: str) -> tuple[Match, list[Page]]:
    """Return a table where everybody may vote, and all its pages; no page waits for a frame."""
    match = await stored(lambda: running(pace=pace))()
    await stored(nominate)(match)
    users = await stored(lambda: [player_at(match, seat).user for seat in range(5)])()
    pages = [await visit(match, user) for user in users]
    await settle(*pages)
    return match, pages


@pytest.mark.parametrize(
    ("pace", "clock"), [(Match.Pace.UNTIMED, []), (Match.Pace.BRISK, ["UPDATE matches_player"])]
)
async def test_a_vote_writes_its_match_its_entry_and_one_clock_and_reads_nothing(
    pace, clock, statements
):
    match, pages = await voters(pace)
    prompt = await stored(prompt_of)(match, 0)
    statements.clear()
    assert await pages[0].decide(VOTE, prompt) == {"ack": 1}
    frames = await settle(*pages)
    assert all(len(one) == 1 for one in frames)
    assert statements == ["UPDATE matches_match", "INSERT matches_entry", *clock]


async def test_a_refused_decision_only_queries_whether_the_position_is_outdated(statements):
    match, pages = await voters(Match.Pace.UNTIMED)
    prompt = await stored(prompt_of)(match, 0)
    statements.clear()
    assert "why" in await pages[0].decide("[", prompt)
    assert statements == []
    assert "why" in await pages[0].decide('{"action":"nominate","chancellor":1}', prompt, 2)
    assert statements == ["SELECT matches_match"]


async def beat(statements: list[str], *, number: int) -> list[str]:
    """Return the statements of one heartbeat."""
    beating = publish.subscribers[publish.EVERYWHERE]
    beating._beats = number
    statements.clear()
    await beating.look_around()
    return list(statements)


async def test_a_heartbeat_needs_the_same_queries_for_any_number_of_tables(statements):
    asked, pages = [], []
    for table in range(3):
        two = await stored(lambda table=table: [person(f"{name} {table}") for name in NAMES[:2]])()
        match = await stored(lambda two=two: running(*two, game="noir"))()
        pages += [await visit(match, user) for user in (*two, None)]
        await settle(*pages)
        asked.append([await beat(statements, number=n) for n in (1, heartbeat.SESSIONS_EVERY)])
    assert (
        asked
        == [
            [
                ["SELECT matches_match"],
                ["SELECT matches_match", "SELECT django_session", "SELECT accounts_user"],
            ]
        ]
        * 3
    )
