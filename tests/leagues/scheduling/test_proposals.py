"""Finding a time: suggestions that suit most players, players' proposals, and agreement."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.leagues import errors
from games.leagues.fixtures import opening
from games.leagues.membership import availability
from games.leagues.models import Audit, Delivery, Entry, Fixture, Member, Round
from games.leagues.scheduling import proposals
from games.leagues.scheduling.proposals import RequiredPlayer, best_times
from games.leagues.webhooks import services as webhooks
from games.matches.models import Match
from tests.conftest import account
from tests.leagues.scheduling.arranging import (
    duel,
    end_round,
    fresh,
    give,
    league_of,
    move,
    soon,
    table,
    users_of,
)

pytestmark = pytest.mark.django_db
WEEK = range(availability.WEEK)
HOUR = timedelta(hours=1)
CANDIDATES = [datetime(2026, 11, 23, tzinfo=UTC) + HOUR * step for step in range(4 * 24)]
PEOPLE = st.lists(
    st.builds(
        RequiredPlayer,
        st.sampled_from([ZoneInfo(name) for name in ("UTC", "Asia/Tokyo", "America/New_York")]),
        st.frozensets(st.integers(0, 167), max_size=60),
        st.just(()),
    ),
    min_size=2,
    max_size=5,
)


@given(PEOPLE, st.integers(1, 5))
def test_no_omitted_time_suits_more_players_than_a_chosen_one(people, count):
    chosen = best_times(people, CANDIDATES, HOUR, count)

    def suited(start):
        return sum(proposals.suits(person, start, HOUR) for person in people)

    assert len(chosen) == len(set(chosen)) == count
    left = max(suited(start) for start in CANDIDATES if start not in chosen)
    assert min(map(suited, chosen)) >= left


@given(PEOPLE)
def test_the_choice_depends_only_on_its_arguments(people):
    again = best_times(list(people), list(reversed(CANDIDATES)), HOUR, 3)
    assert best_times(people, CANDIDATES, HOUR, 3) == again


def test_without_any_hours_evenings_on_three_days_are_suggested():
    people = [RequiredPlayer(ZoneInfo("UTC"), frozenset())] * 2
    chosen = best_times(people, CANDIDATES, HOUR, 3)
    assert [start.hour for start in chosen] == [19, 19, 19]
    assert len({start.date() for start in chosen}) == 3


def test_a_player_who_plays_elsewhere_at_that_time_cannot_come():
    start = CANDIDATES[20]
    person = RequiredPlayer(ZoneInfo("UTC"), frozenset(WEEK), ((start, start + HOUR),))
    assert not proposals.suits(person, start + HOUR / 2, HOUR)
    assert proposals.suits(person, start + HOUR, HOUR)


def test_suggestions_are_within_the_round_and_suit_both(fixture, ada, ben):
    give(fixture, ada, [h for h in WEEK if h % 24 in (18, 19, 20)], "Europe/Berlin")
    give(fixture, ben, [h for h in WEEK if h % 24 in (12, 13, 14)], "America/New_York")
    found = proposals.suggest(fresh(fixture), 3)
    length = availability.length_of(fixture.round.division.season)
    people = proposals.people_of(fresh(fixture))
    assert len(found) == 3
    for proposal in found:
        assert timezone.now() < proposal.starts_at <= fixture.round.closes_at - length
        assert all(proposals.suits(person, proposal.starts_at, length) for person in people)
        assert proposal.by is None


def test_a_substitute_elsewhere_is_busy_then_and_the_replaced_player_is_not(owner):
    fixture, elsewhere = duel(owner), duel(owner, account("Chiyo"), account("Dario"))
    ada, ben = users_of(fixture)
    assert [one.busy for one in proposals.people_of(fresh(fixture))] == [(), ()]
    starts = move(elsewhere, days=1).starts_at
    elsewhere.chairs.filter(seat=0).update(substitute=ada)
    Entry.objects.filter(pk=elsewhere.chairs.get(seat=1).entry_id).update(user=ben)
    busy = [[begins for begins, _ends in one.busy] for one in proposals.people_of(fresh(fixture))]
    assert busy == [[starts], [starts]]
    elsewhere.chairs.filter(seat=1).update(substitute=owner)
    busy = [[begins for begins, _ends in one.busy] for one in proposals.people_of(fresh(fixture))]
    assert busy == [[starts], []]


def test_suggesting_twice_adds_no_duplicates(fixture):
    assert proposals.suggest(fresh(fixture)) == proposals.suggest(fresh(fixture))
    assert fixture.proposals.count() == 3


def test_a_round_that_is_about_to_end_has_no_suggestions(fixture):
    Round.objects.filter(pk=fixture.round_id).update(closes_at=soon(minutes=20))
    assert proposals.suggest(fresh(fixture)) == []


def test_correspondence_needs_no_time(owner):
    fixture = duel(owner, pace=Match.Pace.DAILY)
    proposals.prepare_due()
    assert not fixture.proposals.exists()
    opening.open_due()
    assert fresh(fixture).status == Fixture.Status.OPEN


def test_a_proposal_is_a_yes_and_the_other_player_s_yes_fixes_the_time(owner, fixture):
    webhooks.add(league_of(fixture), owner, "https://bot.example/hook")
    ada, ben = users_of(fixture)
    at = soon(days=2)
    proposal = proposals.propose(fixture.pk, ada, at)
    assert fresh(fixture).starts_at is None
    proposals.answer(fixture.pk, proposal.pk, ben, "yes")
    assert fresh(fixture).starts_at == at
    assert fresh(fixture).moves == 1
    told = Delivery.objects.get(event="fixture.scheduled")
    assert told.payload["fixture"] == fixture.pk


def test_one_player_who_cannot_come_prevents_a_time_from_being_fixed(owner):
    fixture = table(owner, 5)
    people = users_of(fixture)
    proposal = proposals.propose(fixture.pk, people[0], soon(days=1))
    for user in people[1:4]:
        proposals.answer(fixture.pk, proposal.pk, user, "yes")
    proposals.answer(fixture.pk, proposal.pk, people[4], "no")
    assert fresh(fixture).starts_at is None
    proposals.answer(fixture.pk, proposal.pk, people[4], "maybe")
    assert fresh(fixture).starts_at == proposal.starts_at


def test_a_time_that_suits_nobody_well_is_not_fixed(fixture, ada, ben):
    (proposal, *_others) = proposals.suggest(fresh(fixture))
    proposals.answer(fixture.pk, proposal.pk, ada, "maybe")
    proposals.answer(fixture.pk, proposal.pk, ben, "maybe")
    assert fresh(fixture).starts_at is None


def test_both_players_may_move_an_agreed_time_by_agreeing_on_another(fixture):
    for at in (soon(days=1), soon(days=3)):
        for user in users_of(fixture):
            proposals.propose(fixture.pk, user, at)
    assert fresh(fixture).starts_at == at
    assert fresh(fixture).moves == 2
    assert fixture.proposals.count() == 2


def test_a_proposal_of_another_fixture_is_refused(owner, fixture, alice, bob):
    other = duel(owner, alice, bob)
    (theirs, *_others) = proposals.suggest(fresh(other))
    with pytest.raises(errors.NoSuchProposal):
        proposals.answer(fixture.pk, theirs.pk, users_of(fixture)[0], "yes")
    with pytest.raises(errors.NoSuchAnswer):
        proposals.answer(other.pk, theirs.pk, alice, "perhaps")


def test_nobody_can_flood_a_fixture_with_times(fixture, ada):
    for hour in range(proposals.MOST_OF_ONE):
        proposals.propose(fixture.pk, ada, soon(days=1, hours=hour))
    with pytest.raises(errors.TooManyProposals):
        proposals.propose(fixture.pk, ada, soon(days=2))


def test_a_scheduler_can_set_a_public_time_and_move_an_open_table(owner):
    fixture = move(duel(owner), minutes=5)
    opening.open_due()
    match = fresh(fixture).games.get().match
    proposals.set_time(fixture.pk, owner, soon(hours=5), reason="the finals first")
    assert fresh(fixture).status == Fixture.Status.PLANNED
    assert not Match.objects.filter(pk=match.pk).exists()
    assert not fixture.games.exists()
    assert Audit.objects.get(verb="set_time").reason == "the finals first"


def test_a_whole_round_is_set_in_one_step_except_fixtures_that_have_begun(owner):
    from tests.leagues.league_play import drawn, running

    season, _players = running(owner, 6)
    published = drawn(season, owner)
    begun = published.fixtures.get(number=1)
    Fixture.objects.filter(pk=begun.pk).update(status=Fixture.Status.RUNNING)
    at = soon(days=1)
    assert proposals.set_round(published.pk, owner, at) == 2
    assert set(published.fixtures.values_list("starts_at", flat=True)) == {None, at}


def test_a_started_or_finished_fixture_cannot_be_rescheduled(fixture):
    for status in ("running", "finished", "forfeited", "void"):
        Fixture.objects.filter(pk=fixture.pk).update(status=status)
        with pytest.raises(errors.TooLateToPlan):
            proposals.propose(fixture.pk, users_of(fixture)[0], soon(days=1))


def test_a_draft_takes_no_proposals_even_from_its_players(fixture, ada):
    Round.objects.filter(pk=fixture.round_id).update(status=Round.Status.DRAFT)
    with pytest.raises(errors.NoSuchFixture):
        proposals.propose(fixture.pk, ada, soon(days=1))
    proposals.prepare_due()
    assert not fixture.proposals.exists()


def test_a_league_s_hours_count_only_in_that_league(fixture, ada):
    Member.objects.filter(user=ada).update(hours=[19])
    assert proposals.people_of(fresh(fixture))[0].hours == {19}
    end_round(fixture, hours=1)
    with pytest.raises(errors.BadTime):
        proposals.propose(fixture.pk, ada, soon(days=1))
