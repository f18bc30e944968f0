"""People join, leave or run a league and its seasons simultaneously; nothing is half done."""

import pytest

from games.leagues import errors
from games.leagues.fixtures import opening, rulings
from games.leagues.membership import services as membership
from games.leagues.models import (
    Audit,
    Chair,
    Entry,
    Member,
    Season,
)
from games.leagues.organiser import undo
from games.leagues.scheduling import attendance, proposals, substitutes
from games.leagues.seasons import entries
from games.leagues.seasons import services as seasons
from games.matches.errors import NotAllowed
from games.matches.models import Match
from tests.leagues.concurrency.organising import acts, admit, begun, played, seen
from tests.leagues.league_play import drawn, entry_of, found, newcomer, people, season_of
from tests.leagues.scheduling.arranging import fresh, league_of, soon, table, users_of
from tests.matches.play.test_at_once import at_once
from tests.overlapping import overlapping

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_two_users_accept_the_last_use_of_an_invitation(owner, alice, bob):
    league = found(owner, access="invitation")
    token = membership.invite(league, owner)
    _mine, theirs = overlapping(
        lambda: membership.join(league, alice, token=token),
        lambda: membership.join(league, bob, token=token),
    )
    assert isinstance(theirs, errors.InvitationOver)
    assert set(league.members.values_list("user", flat=True)) == {owner.pk, alice.pk}


def test_an_invitation_is_accepted_while_it_is_revoked(owner, alice):
    league = found(owner, access="invitation")
    token = membership.invite(league, owner)
    _mine, theirs = overlapping(
        lambda: membership.revoke(league, owner, league.invitations.get().pk),
        lambda: membership.join(league, alice, token=token),
    )
    assert isinstance(theirs, errors.InvitationOver)
    assert not league.members.filter(user=alice).exists()


def test_a_code_is_used_while_it_is_renewed(owner, alice):
    league = found(owner, access="code")
    _mine, theirs = overlapping(
        lambda: membership.renew_code(seen(league), owner),
        lambda: membership.join(league, alice, code=league.code),
    )
    assert isinstance(theirs, errors.WrongCode)


def test_joining_twice_simultaneously_creates_one_member(owner, alice):
    league = found(owner, access="invitation")
    token = membership.invite(league, owner, uses=2)
    overlapping(
        lambda: membership.join(league, alice, token=token),
        lambda: membership.join(league, alice, token=token),
    )
    assert league.members.filter(user=alice).count() == 1
    assert league.invitations.get().uses_left == 1


def test_two_owners_demote_each_other(owner, other):
    league = found(owner)
    admit(league, other)
    of_owner, of_other = (league.members.get(user=user) for user in (owner, other))
    assert of_owner.league == of_other.league  # already loaded, as in views
    _mine, theirs = overlapping(
        lambda: membership.set_role(of_other, owner, "member"),
        lambda: membership.set_role(of_owner, other, "member"),
    )
    assert isinstance(theirs, NotAllowed)
    assert Member.objects.filter(role="owner").count() == 1


def test_two_organisers_ban_the_same_member(owner, other, mallory):
    league = found(owner)
    admit(league, other)
    a = membership.join(league, mallory)
    b = seen(a)
    _mine, theirs = overlapping(
        lambda: membership.ban(a, owner, reason="Insults."),
        lambda: membership.ban(b, other, reason="Insults."),
    )
    assert isinstance(theirs, errors.AlreadyDecided)
    assert acts("ban") == 1


def test_both_owners_leave(owner, other):
    league = found(owner)
    admit(league, other)
    _mine, theirs = overlapping(
        lambda: membership.leave(league, owner), lambda: membership.leave(league, other)
    )
    assert isinstance(theirs, errors.LastOwner)


def test_two_organisers_prepare_a_season(owner, other):
    league = found(owner)
    admit(league, other)
    overlapping(
        lambda: seasons.open_season(seen(league), owner, name="Mine", format="swiss"),
        lambda: seasons.open_season(seen(league), other, name="Theirs", format="swiss"),
    )
    assert dict(league.seasons.values_list("number", "name")) == {1: "Mine", 2: "Theirs"}


def test_a_season_is_opened_while_the_league_is_archived(owner, other):
    league = found(owner)
    admit(league, other)
    season = seasons.open_season(league, owner, name="First", format="swiss")
    _mine, theirs = overlapping(
        lambda: seasons.open_registration(seen(season), owner),
        lambda: seasons.archive(seen(league), other),
    )
    assert isinstance(theirs, errors.WrongStage)
    assert seen(league).archived_at is None


def test_many_simultaneous_steps_cause_no_deadlock(owner, other):
    season, players = begun(owner, other, 6)
    published = drawn(season, owner)
    fixtures = list(published.fixtures.all())
    league = season.league
    guests = people(2, "guest")
    token = membership.invite(league, owner, uses=9)
    done = Audit.objects.get(verb="publish_round").pk
    jobs = [
        *(lambda f=one: opening.open_now(f.pk, users_of(f)[0]) for one in fixtures),
        *(lambda f=one: proposals.set_time(f.pk, other, soon(days=1)) for one in fixtures),
        lambda: entries.withdraw(entry_of(season, players[0]), players[0]),
        lambda: rulings.void_fixture(fresh(fixtures[1]), owner, reason="A bug."),
        lambda: undo.undo(done, other, reason="Too early."),
        lambda: seasons.cancel(seen(season), owner, reason="Nobody comes."),
        *(lambda user=one: membership.join(league, user, token=token) for one in guests),
        lambda: membership.revoke(league, owner, league.invitations.get().pk),
    ]
    at_once(jobs)  # raises all exceptions except refusals
    assert seen(season).status == Season.Status.CANCELLED
    assert not Match.objects.exists()
    assert Chair.objects.filter(fixture__round=published).count() == 6


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


def test_somebody_leaves_while_an_arbiter_removes_them(owner, other):
    season, players = begun(owner, other)
    a, b = (entry_of(season, players[0]) for _side in range(2))
    _mine, theirs = overlapping(
        lambda: entries.disqualify(a, owner, reason="Cheated."),
        lambda: entries.withdraw(b, players[0]),
    )
    assert isinstance(theirs, errors.NotPlaying)
    assert seen(a).status == Entry.Status.DISQUALIFIED


def test_two_players_enter_for_the_last_place(owner):
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


def test_the_place_of_a_declined_player_is_given_away_once(owner):
    league = found(owner)
    season = season_of(league, owner, people(3), capacity=2)
    late = newcomer(league, "Late")
    overlapping(
        lambda: entries.turn_away(season.entries.first(), owner, reason="Wrong league."),
        lambda: seasons.register(seen(season), late),
    )
    statuses = list(season.entries.order_by("entered_at").values_list("status", flat=True))
    assert statuses == ["confirmed", "confirmed", "waiting"]


def test_two_organisers_decline_the_same_player(owner, other):
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


def test_two_organisers_let_the_same_member_join_late(owner, other):
    season, _players = begun(owner, other)
    late = newcomer(season.league, "Late")
    _mine, theirs = overlapping(
        lambda: entries.enter(seen(season), owner, late, reason="Was ill."),
        lambda: entries.enter(seen(season), other, late, reason="Was ill."),
    )
    assert isinstance(theirs, errors.AlreadyEntered)
    assert acts("join_late") == 1


def test_two_organisers_give_one_chair_to_different_people(owner, other):
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


def test_somebody_offers_to_play_while_an_organiser_chooses_another_substitute(owner):
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
