"""Bots act on the cached position if it equals the stored one; otherwise it is read again."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.matches.lobby import services as lobby
from games.matches.models import Match, Player
from games.matches.play import memory, periodic_jobs, referee, table_votes
from tests.matches.seating import fresh, open_table, owing, player_at, running

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _bots_at_once(settings):
    settings.BOT_PACE = 0.0


@pytest.fixture
def match(alice) -> Match:
    """A match with only bots, removed from this process's cache."""
    match = open_table(alice, fills_with_bots=True)
    lobby.start(match.pk, alice)
    match.players.filter(user=alice).update(user=None, bot=match.rules.usual_bot)
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now(), touched=77)
    memory.forget()
    return fresh(match)


def statements_of_an_act() -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        assert referee.act(1)
    kinds = [query["sql"].split()[0] for query in captured.captured_queries]
    return [kind for kind in kinds if kind in {"SELECT", "UPDATE", "INSERT", "DELETE"}]


def test_a_second_action_reads_neither_the_players_nor_the_log(match):
    assert statements_of_an_act().count("SELECT") > 2
    assert statements_of_an_act() == ["SELECT", "SELECT", "UPDATE", "INSERT"]  # ids, then a row
    assert fresh(match).length == 2


def test_the_cached_position_equals_the_stored_one(match):
    for _act in range(30):
        assert referee.act(1)
    kept = memory.locked_position(match.pk, fresh(match).counts)
    memory.forget()
    stored = memory.position_of(fresh(match))
    assert kept.projection == stored.projection
    names = [field.attname for field in Player._meta.concrete_fields]
    assert [[getattr(player, name) for name in names] for player in kept.players] == [
        [getattr(player, name) for name in names] for player in stored.players
    ]


def test_entries_of_another_process_are_read_before_a_bot_acts(match):
    assert referee.act(1)
    known = dict(memory._kept)
    assert referee.act(1)
    memory.forget()
    memory._kept.update(known)  # as in a process that missed the second act
    assert referee.act(1)
    assert list(match.entries.values_list("number", flat=True)) == [0, 1, 2, 3]


def test_a_bot_acts_for_a_player_who_left_in_another_process():
    match = running()
    (seat,) = owing(match)
    memory.keep(memory.position_of(fresh(match)))
    table_votes.step_away(match.pk, player_at(match, seat).user)
    assert referee.act(1)
    assert match.entries.last().seat == seat


def test_a_bot_does_not_act_for_a_player_who_returned():
    match = running()
    (seat,) = owing(match)
    user = player_at(match, seat).user
    table_votes.step_away(match.pk, user)
    memory.keep(memory.position_of(fresh(match)))
    table_votes.come_back(match.pk, user)
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now())
    assert referee.act(1)
    assert fresh(match).length == 0
    assert not referee.act(1)


def test_an_action_that_is_rolled_back_is_not_cached(match, monkeypatch):
    assert referee.act(1)
    before = fresh(match)

    def failing(_match_id, _move) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(referee.services.publish, "move", failing)
        assert referee.act(1)
    assert fresh(match).length == before.length
    assert memory.locked_position(match.pk, before.counts).projection.length == before.length
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now())
    assert referee.act(1)
    assert fresh(match).length == before.length + 1


def test_a_table_where_no_bot_wants_to_act_is_checked_only_once():
    match = running()
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now())
    assert referee.act(1)
    assert fresh(match).due_at is None
    assert not referee.act(1)


def test_other_jobs_run_although_bots_are_always_due(match, monkeypatch):
    done = []
    monkeypatch.setattr(referee, "ROUND", 0.0)
    monkeypatch.setattr(periodic_jobs, "do_due", lambda: done.append(fresh(match).length))
    referee.work()
    referee.work()
    assert done == [1, 2]
    assert fresh(match).due_at <= timezone.now() + timedelta(seconds=1)


def test_bots_think_without_any_lock(match, monkeypatch):
    assert referee.act(1)  # cached from now on
    locked, decide = [], referee.decision_of

    def seen(position):
        locked.append(connection.in_atomic_block)
        return decide(position)

    monkeypatch.setattr(referee, "decision_of", seen)
    assert referee.act(1)
    assert locked == [False]
    assert fresh(match).length == 2


def test_a_decision_made_before_a_change_is_discarded(match):
    assert referee.act(1)
    thought = referee._think_of(match.pk, fresh(match).counts)
    assert referee.act(1)
    after = fresh(match)
    seat, _action = referee.decision_of(memory.kept_position(match.pk, after.counts))
    referee._try_to_act(match.pk, after.counts, thought)
    assert match.entries.get(number=after.length + 1).seat == seat
