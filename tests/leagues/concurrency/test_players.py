"""Players who come, go and are put out at once: one takes effect, the other is told."""

import pytest

from games.leagues import errors
from games.leagues.membership import services as membership
from games.leagues.models import (
    Entry,
)
from games.leagues.scheduling import attendance, substitutes
from games.leagues.seasons import entries
from games.leagues.seasons import services as seasons
from tests.conftest import account
from tests.leagues.concurrency.organising import acts, admit, begun, played, seen
from tests.leagues.league_play import entry_of, found, people, season_of
from tests.leagues.scheduling.arranging import league_of, table, users_of
from tests.overlapping import overlapping

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_somebody_leaves_while_the_season_is_closed(owner, other):
    season, players = played(owner, other)
    entry = entry_of(season, players[0])
    assert entry.season.is_running
    _mine, theirs = overlapping(
        lambda: seasons.close_season(seen(season), owner),
        lambda: entries.withdraw(entry, players[0]),
    )
    assert isinstance(theirs, errors.WrongStage)
    assert seen(entry).status == Entry.Status.CONFIRMED
    assert acts("withdraw") == 0


def test_a_season_is_closed_while_somebody_leaves_it(owner, other):
    season, players = played(owner, other)
    entry = entry_of(season, players[0])
    overlapping(
        lambda: entries.withdraw(entry, players[0]),
        lambda: seasons.close_season(seen(season), other),
    )
    assert seen(season).is_over
    assert seen(entry).status == Entry.Status.WITHDRAWN
    assert seen(entry).final_rank is not None


def test_somebody_leaves_while_an_arbiter_puts_them_out(owner, other):
    season, players = begun(owner, other)
    a, b = (entry_of(season, players[0]) for _side in range(2))
    _mine, theirs = overlapping(
        lambda: entries.disqualify(a, owner, reason="Cheated."),
        lambda: entries.withdraw(b, players[0]),
    )
    assert isinstance(theirs, errors.NotPlaying)
    assert seen(a).status == Entry.Status.DISQUALIFIED


def test_two_enter_for_the_last_place(owner):
    league = found(owner)
    season = season_of(league, owner, people(1), capacity=2)
    two = people(2, "late")
    for user in two:
        membership.join(league, user)
    mine, theirs = overlapping(
        lambda: seasons.register(seen(season), two[0]),
        lambda: seasons.register(seen(season), two[1]),
    )
    assert (mine.status, theirs.status) == (Entry.Status.CONFIRMED, Entry.Status.WAITING)


def test_the_place_of_who_is_turned_away_is_given_once(owner):
    league = found(owner)
    season = season_of(league, owner, people(3), capacity=2)
    late = account("Late")
    membership.join(league, late)
    overlapping(
        lambda: entries.turn_away(season.entries.first(), owner, reason="Wrong league."),
        lambda: seasons.register(seen(season), late),
    )
    statuses = list(season.entries.order_by("entered_at").values_list("status", flat=True))
    assert statuses == ["confirmed", "confirmed", "waiting"]


def test_two_turn_the_same_player_away(owner, other):
    season = season_of(found(owner), owner, people(3))
    admit(season.league, other)
    entry = season.entries.first()
    a, b = seen(entry), seen(entry)
    _mine, theirs = overlapping(
        lambda: entries.turn_away(a, owner, reason="Wrong league."),
        lambda: entries.turn_away(b, other, reason="Never heard of them."),
    )
    assert isinstance(theirs, errors.NotEntered)
    assert acts("turn_away") == 1


def test_two_let_the_same_member_join_late(owner, other):
    season, _players = begun(owner, other)
    late = account("Late")
    membership.join(season.league, late)
    _mine, theirs = overlapping(
        lambda: entries.join_late(seen(season), owner, late, reason="Was ill."),
        lambda: entries.join_late(seen(season), other, late, reason="Was ill."),
    )
    assert isinstance(theirs, errors.AlreadyEntered)
    assert acts("join_late") == 1


def test_two_put_different_people_on_one_chair(owner, other):
    fixture = table(owner, 6)
    league = league_of(fixture)
    admit(league, other)
    two = people(2, "spare")
    for user in two:
        membership.join(league, user)
    chair = fixture.chairs.first()
    a, b = seen(chair), seen(chair)
    _mine, theirs = overlapping(
        lambda: substitutes.put_in(a, owner, two[0], reason="Ill."),
        lambda: substitutes.put_in(b, other, two[1], reason="Ill."),
    )
    assert isinstance(theirs, errors.AlreadyDecided)
    assert seen(chair).substitute == two[0]


def test_somebody_offers_to_play_while_an_organiser_puts_another_in(owner):
    fixture = table(owner, 6)
    league = league_of(fixture)
    two = people(2, "spare")
    for user in two:
        membership.join(league, user)
    league.members.filter(user__in=two).update(can_substitute=True)
    gone = users_of(fixture)[0]
    attendance.rsvp(fixture.pk, gone, "no")
    chair = fixture.chairs.get(entry__user=gone)
    early = seen(chair)
    _mine, theirs = overlapping(
        lambda: substitutes.offer(chair.pk, two[0]),
        lambda: substitutes.put_in(early, owner, two[1], reason="Ill."),
    )
    assert isinstance(theirs, errors.AlreadyDecided)
    assert seen(chair).substitute == two[0]
