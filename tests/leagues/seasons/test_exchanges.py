"""Two players change places after the draw, and the explanation of the draw mentions it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.leagues import errors
from games.leagues.models import Audit, Chair, Fixture, Reminder
from games.leagues.organiser import undo
from games.leagues.scheduling import proposals, substitutes
from games.leagues.seasons import draws, entries, exchanges, publishing
from tests.leagues.league_play import drawn, entry_of, newcomer, running, settle_round
from tests.leagues.organiser.visitors import text
from tests.remembered import remembered

pytestmark = pytest.mark.django_db


def test_two_players_change_places_between_tables_and_at_one_table(owner):
    season, _players = running(owner, 4)
    drafted = draws.draft_round(season.divisions.get(), owner)
    one, other = (list(fixture.chairs.all()) for fixture in drafted.fixtures.all())
    names = [chair.entry_id for chair in (*one, *other)]
    exchanges.swap_chairs(one[0], other[1], owner, reason="")
    now = [c.entry_id for f in drafted.fixtures.all() for c in f.chairs.all()]
    assert now == [names[3], names[1], names[2], names[0]]
    left, right = drafted.fixtures.first().chairs.all()
    exchanges.swap_chairs(left, right, owner, reason="")
    now = [c.entry_id for f in drafted.fixtures.all() for c in f.chairs.all()]
    assert now == [names[1], names[3], names[2], names[0]]
    undo.undo(Audit.objects.filter(verb="swap_chairs")[0].pk, owner, reason="Better as it was.")
    now = [c.entry_id for f in drafted.fixtures.all() for c in f.chairs.all()]
    assert now == [names[3], names[1], names[2], names[0]]


def reason_of(round_):
    """Return the public explanation of a draw."""
    page = Client().get(f"{round_.division.season.get_absolute_url()}rounds/?round={round_.number}")
    return text(page).partition("Why this draw")[2]


def test_the_draw_mentions_an_exchange_until_it_is_undone(owner):
    season, players = running(owner, 4)
    first = drawn(season, owner)
    settle_round(first, [entry_of(season, one).pk for one in players])
    second = drawn(season, owner)
    before = reason_of(second)
    assert "No two players meet again" in before
    assert "With its seed anybody can repeat the draw" in before
    ada, ben = (chair.entry for chair in first.fixtures.first().chairs.all())
    seats = Chair.objects.filter(fixture__round=second)
    mine = seats.get(entry=ada)
    opponent = seats.filter(fixture=mine.fixture).exclude(entry=ada).get().entry
    exchanges.swap_chairs(
        seats.get(entry=opponent), seats.get(entry=ben), owner, reason="They asked."
    )
    after = reason_of(second)
    one, other = sorted([opponent, ben], key=lambda entry: entry.pk)
    assert f"After the draw an organiser swapped two players: {one.name} – {other.name}." in after
    assert "No two players meet again" not in after
    assert "2 pairs meet again" in after
    assert "With its seed anybody can repeat the draw as it was before the swap" in after
    undo.undo(Audit.objects.get(verb="swap_chairs").pk, owner, reason="Better as it was.")
    assert reason_of(second) == before


def test_two_players_who_change_places_twice_leave_no_trace_in_the_draw(owner):
    season, _players = running(owner, 4)
    first = drawn(season, owner)
    before = reason_of(first)
    one, other = (fixture.chairs.first() for fixture in first.fixtures.all())
    for _time in range(2):
        for chair in (one, other):
            chair.refresh_from_db()
        exchanges.swap_chairs(one, other, owner, reason="They asked.")
    assert reason_of(first) == before


def test_an_exchange_in_a_round_robin_recounts_later_repeats(owner):
    season, _players = running(owner, 4, format="round_robin")
    division = season.divisions.get()
    publishing.publish_everywhere(division.season, owner, all_rounds=True, one_by_one=False)
    first, *later = division.rounds.order_by("number")
    assert all("No two players meet again" in reason_of(one) for one in later)
    one, other = (fixture.chairs.first() for fixture in first.fixtures.all())
    exchanges.swap_chairs(one, other, owner, reason="They asked.")
    assert sum("2 pairs meet again" in reason_of(one) for one in later) == 1


@remembered
def two_tables(owner):
    """Return a chair of each of two tables, with all related rows that services read."""
    season, _players = running(owner, 14, "secret-hitler")
    chairs = Chair.objects.select_related("entry__season__league", "entry__user", "fixture")
    return [chairs.filter(fixture=one).first() for one in drawn(season, owner).fixtures.all()]


def test_no_player_inherits_a_forfeit_by_an_exchange(owner):
    one, other = two_tables(owner)
    entries.withdraw(one.entry, one.entry.user)
    with pytest.raises(errors.NotPlaying):
        exchanges.swap_chairs(one, other, owner, reason="To fill it.")
    assert not Chair.objects.get(pk=other.pk).forfeited


def test_no_player_inherits_a_substitute_by_an_exchange(owner):
    one, other = two_tables(owner)
    sub = newcomer(one.entry.season.league, "Sub")
    substitutes.put_in(one, owner, sub, reason="Is ill.")
    exchanges.swap_chairs(one, other, owner, reason="They asked.")
    moved = Chair.objects.get(pk=one.pk)
    assert (moved.entry_id, moved.substitute, moved.rsvp) == (other.entry_id, None, "")


def test_no_player_inherits_a_time_by_an_exchange_and_all_are_notified(owner):
    one, other = two_tables(owner)
    proposals.prepare_due()
    proposals.set_time(one.fixture_id, owner, timezone.now() + timedelta(days=2))
    one.fixture.chairs.update(rsvp=Chair.Rsvp.NO)
    exchanges.swap_chairs(one, other, owner, reason="They asked.")
    assert list(Fixture.objects.values_list("starts_at", flat=True)) == [None, None]
    assert not Chair.objects.filter(rsvp=Chair.Rsvp.NO).exists()
    proposals.prepare_due()
    told = Reminder.objects.filter(kind="published", fixture=one.fixture_id, sent_at=None)
    assert other.entry.user_id in told.values_list("user", flat=True)


def test_a_time_that_both_tables_share_is_kept_after_an_exchange(owner):
    one, other = two_tables(owner)
    at = timezone.now() + timedelta(days=2)
    proposals.set_round(one.fixture.round_id, owner, at)
    exchanges.swap_chairs(one, other, owner, reason="They asked.")
    assert set(Fixture.objects.values_list("starts_at", flat=True)) == {at}
