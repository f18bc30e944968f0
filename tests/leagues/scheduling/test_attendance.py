"""Attendance: answers, and substitutes."""

import pytest

from games.leagues import errors
from games.leagues.fixtures import opening
from games.leagues.membership import services as membership
from games.leagues.models import Delivery, Entry, Fixture, Member
from games.leagues.scheduling import attendance, substitutes
from games.leagues.seasons import entries
from games.leagues.webhooks import services as webhooks
from games.matches.models import Match
from tests.leagues.scheduling.arranging import (
    duel,
    fresh,
    league_of,
    member_of,
    move,
    opened,
    sit,
    table,
    users_of,
)

pytestmark = pytest.mark.django_db


def chair_of(fixture: Fixture, user):
    return fixture.chairs.get(entry__user=user)


def stand_by(fixture: Fixture, user) -> None:
    """Let `user` join the league as a substitute."""
    membership.join(league_of(fixture), user)
    Member.objects.filter(user=user).update(can_substitute=True)


def test_an_answer_is_stored_and_may_change(fixture, ada):
    for answer, stored in (("no", "no"), ("yes", "")):
        attendance.rsvp(fixture.pk, ada, answer)
        assert chair_of(fixture, ada).rsvp == stored
    for nonsense in ("", "maybe", "YES"):
        with pytest.raises(errors.NoSuchAnswer):
            attendance.rsvp(fixture.pk, ada, nonsense)


def test_a_player_who_cannot_come_after_all_is_no_longer_present(owner):
    fixture = move(duel(owner), minutes=20)
    ada, _ben = users_of(fixture)
    opening.open_now(fixture.pk, ada)
    attendance.rsvp(fixture.pk, ada, "no")
    assert chair_of(fixture, ada).checked_in_at is None


def test_the_first_member_who_offers_gets_the_chair(owner, alice, bob):
    fixture = table(owner, 6)
    webhooks.add(league_of(fixture), owner, "https://bot.example/hook")
    people = users_of(fixture)
    for user in (alice, bob):
        stand_by(fixture, user)
    chair = chair_of(fixture, people[2])
    attendance.rsvp(fixture.pk, people[2], "no")
    substitutes.offer(chair.pk, alice)
    with pytest.raises(errors.NoSubstituteWanted):
        substitutes.offer(chair.pk, bob)
    assert users_of(fixture) == [*people[:2], alice, *people[3:]]
    assert Delivery.objects.get(event="fixture.substituted").payload["players"][2] == {
        "entry": chair.entry_id, "name": "Chiyo", "seat": 2,
        "substitute": "Alice", "forfeited": False,
    } | {"name": chair.entry.name}  # fmt: skip


def test_at_an_open_table_the_substitute_gets_the_reserved_chair(owner, alice):
    fixture = move(table(owner, 6), minutes=5)
    people = users_of(fixture)
    match = opened(fixture)
    stand_by(fixture, alice)
    attendance.rsvp(fixture.pk, people[5], "no")
    substitutes.offer(chair_of(fixture, people[5]).pk, alice)
    sit(match, *people[:5], alice)
    assert Match.objects.get(pk=match.pk).is_running
    assert match.players.get(user=alice).seat == 5


def test_a_player_with_a_substitute_no_longer_has_a_seat(owner, alice):
    fixture = table(owner, 6)
    stand_by(fixture, alice)
    gone = users_of(fixture)[0]
    attendance.rsvp(fixture.pk, gone, "no")
    substitutes.offer(chair_of(fixture, gone).pk, alice)
    with pytest.raises(errors.NotYours):
        attendance.rsvp(fixture.pk, gone, "yes")


def test_a_player_who_can_come_after_all_needs_no_substitute(owner, alice):
    fixture = table(owner, 6)
    stand_by(fixture, alice)
    ada = users_of(fixture)[0]
    attendance.rsvp(fixture.pk, ada, "no")
    attendance.rsvp(fixture.pk, ada, "yes")
    with pytest.raises(errors.NoSubstituteWanted):
        substitutes.offer(chair_of(fixture, ada).pk, alice)


def test_only_members_who_offered_and_do_not_play_here_can_substitute(owner, alice, mallory):
    fixture = table(owner, 6)
    membership.join(league_of(fixture), alice)
    ada, ben, *_others = users_of(fixture)
    Member.objects.filter(user=ben).update(can_substitute=True)
    attendance.rsvp(fixture.pk, ada, "no")
    for user in (alice, mallory, ben, ada):
        with pytest.raises(errors.CannotSubstitute):
            substitutes.offer(chair_of(fixture, ada).pk, user)


def test_an_organiser_chooses_a_substitute_and_the_table_is_reopened_for_them(owner, alice):
    fixture = move(table(owner, 6), minutes=5)
    opened(fixture)
    membership.join(league_of(fixture), alice)
    ada = users_of(fixture)[0]
    substitutes.put_in(chair_of(fixture, ada), owner, alice, reason="Ada is ill")
    opening.open_due()
    assert alice in [one.user for one in fresh(fixture).games.get().match.players.all()]


def test_a_new_substitute_is_not_present_yet(owner, alice):
    fixture = move(duel(owner), minutes=5)
    membership.join(league_of(fixture), alice)
    ada = users_of(fixture)[0]
    opening.open_now(fixture.pk, ada)
    substitutes.put_in(chair_of(fixture, ada), owner, alice, reason="Ada had to go")
    chair = chair_of(fixture, ada)
    assert (chair.substitute, chair.rsvp, chair.checked_in_at) == (alice, "", None)


def test_a_player_who_left_the_season_cannot_come_after_all(owner, alice):
    fixture = table(owner, 6)
    membership.join(league_of(fixture), alice)
    ada = users_of(fixture)[0]
    substitutes.put_in(chair_of(fixture, ada), owner, alice, reason="Ada is ill")
    entries.withdraw(Entry.objects.get(user=ada), ada)
    substitutes.put_in(chair_of(fixture, ada), owner, None, reason="Alice is ill, too")
    assert chair_of(fixture, ada).forfeited


def test_a_player_who_left_the_season_gets_no_substitute(owner, alice):
    fixture = table(owner, 6)
    stand_by(fixture, alice)
    ada = users_of(fixture)[0]
    attendance.rsvp(fixture.pk, ada, "no")
    entries.withdraw(Entry.objects.get(user=ada), ada)
    with pytest.raises(errors.NoSubstituteWanted):
        substitutes.offer(chair_of(fixture, ada).pk, alice)


def test_nobody_can_be_replaced_after_the_fixture_was_played(owner, alice):
    fixture = move(table(owner, 5), minutes=5)
    people = users_of(fixture)
    stand_by(fixture, alice)
    attendance.rsvp(fixture.pk, people[0], "no")
    sit(opened(fixture), *people)
    with pytest.raises(errors.TooLateToPlan):
        substitutes.offer(chair_of(fixture, people[0]).pk, alice)


def test_substitutes_are_members_who_do_not_play(owner, alice, bob):
    fixture = table(owner, 6)
    stand_by(fixture, alice)
    membership.join(league_of(fixture), bob)
    offered = [one.member.user for one in substitutes.candidates(fresh(fixture)) if one.has_offered]
    assert offered == [alice]
    assert member_of(fixture, alice).can_substitute
