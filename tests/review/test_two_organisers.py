"""Organisers who decide about the same thing, and side effects of their acts."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.leagues import errors
from games.leagues.fixtures import disputes, rulings
from games.leagues.membership import services as membership
from games.leagues.models import Chair, Dispute, Fixture, Reminder
from games.leagues.scheduling import proposals, substitutes
from games.leagues.seasons import draws, entries
from tests.conftest import account
from tests.leagues.league_play import drawn, play_fixture, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(db):
    """Olga owns the league."""
    return account("Olga")


def two_tables(owner):
    """Return a chair of each of two tables, with all that services read about them."""
    season, _players = running(owner, 14, "secret-hitler")
    chairs = Chair.objects.select_related("entry__season__league", "entry__user", "fixture")
    return [chairs.filter(fixture=one).first() for one in drawn(season, owner).fixtures.all()]


def test_deciding_a_dispute_does_not_bring_back_what_was_not_to_count(owner):
    season, _players = running(owner, 4)
    fixture = play_fixture(drawn(season, owner).fixtures.first())
    disputes.dispute(fixture, fixture.chairs.first().entry.user, "He looked at my cards.")
    rulings.void_fixture(fixture, owner, reason="He did.")
    disputes.decide(Dispute.objects.get(), owner, disputes.Ruling(), decision="As said.")
    fixture.refresh_from_db()
    assert fixture.status == "void"


def test_nobody_inherits_a_forfeit_by_an_exchange(owner):
    one, other = two_tables(owner)
    entries.withdraw(one.entry, one.entry.user)
    with pytest.raises(errors.NotPlaying):
        draws.swap_chairs(one, other, owner, reason="To fill it.")
    assert not Chair.objects.get(pk=other.pk).forfeited


def test_nobody_inherits_a_substitute_by_an_exchange(owner):
    one, other = two_tables(owner)
    sub = account("Sub")
    membership.join(one.entry.season.league, sub)
    substitutes.put_in(one, owner, sub, reason="Is ill.")
    draws.swap_chairs(one, other, owner, reason="They asked.")
    moved = Chair.objects.get(pk=one.pk)
    assert (moved.entry_id, moved.substitute, moved.rsvp) == (other.entry_id, None, "")


def test_nobody_inherits_a_time_by_an_exchange_and_all_hear_of_it(owner):
    one, other = two_tables(owner)
    proposals.prepare_due()
    proposals.set_time(one.fixture_id, owner, timezone.now() + timedelta(days=2))
    one.fixture.chairs.update(rsvp=Chair.Rsvp.YES)
    draws.swap_chairs(one, other, owner, reason="They asked.")
    assert list(Fixture.objects.values_list("starts_at", flat=True)) == [None, None]
    assert not Chair.objects.filter(rsvp=Chair.Rsvp.YES).exists()
    proposals.prepare_due()
    told = Reminder.objects.filter(kind="published", fixture=one.fixture_id, sent_at=None)
    assert other.entry.user_id in told.values_list("user", flat=True)


def test_a_time_that_both_tables_have_holds_after_an_exchange(owner):
    one, other = two_tables(owner)
    at = timezone.now() + timedelta(days=2)
    proposals.set_round(one.fixture.round_id, owner, at)
    draws.swap_chairs(one, other, owner, reason="They asked.")
    assert set(Fixture.objects.values_list("starts_at", flat=True)) == {at}
