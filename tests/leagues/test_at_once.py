"""Two organisers, or an organiser and a player, at once: one takes effect, the other is told.

On real PostgreSQL, each pair in both orders where they differ: see `overlapping`.
"""

import pytest

from accounts.models import User
from games.leagues import (
    attendance,
    audit,
    draws,
    entries,
    membership,
    opening,
    proposals,
    refusals,
    refusals_when,
    results,
    seasons,
)
from games.leagues.models import (
    Audit,
    Chair,
    Entry,
    Fixture,
    FixtureMatch,
    League,
    Member,
    Round,
    Sanction,
    Season,
)
from games.matches.models import Match
from games.matches.refusals import NotAllowed
from tests.conftest import account
from tests.leagues.league_play import drawn, entry_of, found, people, play_round, running, season_of
from tests.leagues.overlapping import overlapping
from tests.leagues.when.arranging import duel, fresh, league_of, soon, table, users_of
from tests.matches.test_at_once import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def other(db):
    """Somebody else who runs the league, too."""
    return account("Otto")


def admit(league: League, user: User, role: str = "owner") -> None:
    """Make `user` an organiser of `league`."""
    owner = league.members.filter(role="owner").first().user
    membership.set_role(membership.join(league, user), owner, role)


def seen(row):
    """Return a row as somebody else's page has read it just before."""
    return type(row).objects.get(pk=row.pk)


def acts(verb: str) -> int:
    """Return how often the audit says that this was done."""
    return Audit.objects.filter(verb=verb).count()


def begun(owner, other, count: int = 4, game: str = "noir", **fields):
    """Return a season that runs, and whom both organisers see playing."""
    season, players = running(owner, count, game, **fields)
    admit(season.league, other)
    return season, players


def played(owner, other, **fields):
    """Return a season whose one round was played."""
    season, players = begun(owner, other, rounds_planned=1, **fields)
    play_round(drawn(season, owner))
    return seen(season), players


# Rounds


def test_two_draw_the_same_round(owner, other):
    season, _players = begun(owner, other)
    division = season.divisions.get()
    sight = draws.sight_of(division)
    mine, theirs = overlapping(
        lambda: draws.draft_round(seen(division), owner, sight=sight),
        lambda: draws.draft_round(seen(division), other, sight=sight),
    )
    assert isinstance(theirs, refusals.ChangedMeanwhile)
    assert Round.objects.get() == mine
    assert acts("draft_round") == 1


def test_two_publish_the_same_round(owner, other):
    season, _players = begun(owner, other)
    drafted = draws.draft_round(season.divisions.get(), owner)
    a, b = seen(drafted), seen(drafted)
    _mine, theirs = overlapping(
        lambda: draws.publish_round(a, owner), lambda: draws.publish_round(b, other)
    )
    assert isinstance(theirs, refusals.WrongStage)
    assert acts("publish_round") == 1


def test_a_draft_is_drawn_again_while_it_is_published(owner, other):
    season, _players = begun(owner, other)
    drafted = draws.draft_round(season.divisions.get(), owner)
    division = season.divisions.get()
    sight = draws.sight_of(division)
    _mine, theirs = overlapping(
        lambda: draws.publish_round(seen(drafted), owner),
        lambda: draws.draft_round(seen(division), other, sight=sight),
    )
    assert isinstance(theirs, refusals.ChangedMeanwhile)
    assert Round.objects.get().status == Round.Status.PUBLISHED
    assert Fixture.objects.filter(round=drafted).count() == 2


def test_a_draft_is_published_or_thrown_away_while_it_is_drawn_again(owner, other):
    season, _players = begun(owner, other)
    division = season.divisions.get()
    for late in (draws.publish_round, draws.discard_round):
        drafted = seen(draws.draft_round(division, owner))
        mine, theirs = overlapping(
            lambda: draws.draft_round(seen(division), owner),
            lambda late=late, drafted=drafted: late(drafted, other),
        )
        assert isinstance(theirs, refusals.ChangedMeanwhile)
        assert Round.objects.get() == mine
        assert seen(mine).is_draft


def test_two_exchange_the_same_players(owner, other):
    season, _players = begun(owner, other)
    drafted = draws.draft_round(season.divisions.get(), owner)
    chairs = [fixture.chairs.first() for fixture in drafted.fixtures.all()]
    before = [chair.entry_id for chair in chairs]
    a, b = [seen(one) for one in chairs], [seen(one) for one in chairs]
    _mine, theirs = overlapping(
        lambda: draws.swap_chairs(*a, owner, reason=""),
        lambda: draws.swap_chairs(*b, other, reason=""),
    )
    assert isinstance(theirs, refusals.ChangedMeanwhile)
    assert [seen(chair).entry_id for chair in chairs] == before[::-1]


def test_two_of_a_round_are_exchanged_without_a_word_while_it_is_published(owner, other):
    season, _players = begun(owner, other)
    drafted = draws.draft_round(season.divisions.get(), owner)
    chairs = [fixture.chairs.first() for fixture in drafted.fixtures.all()]
    _mine, theirs = overlapping(
        lambda: draws.publish_round(drafted, owner),
        lambda: draws.swap_chairs(*(seen(one) for one in chairs), other, reason=""),
    )
    assert isinstance(theirs, refusals.NeedsReason)


@pytest.mark.parametrize("end", [seasons.close_season, seasons.cancel])
def test_a_round_is_published_while_its_season_ends(owner, other, end):
    season, _players = begun(owner, other)
    drafted = seen(draws.draft_round(season.divisions.get(), owner))
    assert drafted.division.season.is_running
    _mine, theirs = overlapping(
        lambda: end(seen(season), owner, reason="Enough."),
        lambda: draws.publish_round(drafted, other),
    )
    assert isinstance(theirs, refusals.WrongStage)
    assert seen(drafted).is_draft
    assert acts("publish_round") == 0


def test_a_season_is_closed_while_a_round_is_published(owner, other):
    season, _players = begun(owner, other)
    drafted = draws.draft_round(season.divisions.get(), owner)
    _mine, theirs = overlapping(
        lambda: draws.publish_round(drafted, owner),
        lambda: seasons.close_season(seen(season), other),
    )
    assert isinstance(theirs, refusals.RoundStillOpen)
    assert seen(season).is_running


def test_a_round_is_drawn_while_its_season_is_closed(owner, other):
    season, _players = begun(owner, other)
    division = season.divisions.get()
    assert division.season.is_running
    _mine, theirs = overlapping(
        lambda: seasons.close_season(seen(season), owner),
        lambda: draws.draft_round(division, other),
    )
    assert isinstance(theirs, refusals.WrongStage)
    assert not Round.objects.exists()


# Players


def test_somebody_leaves_while_the_season_is_closed(owner, other):
    season, players = played(owner, other)
    entry = entry_of(season, players[0])
    assert entry.season.is_running
    _mine, theirs = overlapping(
        lambda: seasons.close_season(seen(season), owner),
        lambda: entries.withdraw(entry, players[0]),
    )
    assert isinstance(theirs, refusals.WrongStage)
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
    assert isinstance(theirs, refusals.NotPlaying)
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
    assert isinstance(theirs, refusals.NotEntered)
    assert acts("turn_away") == 1


def test_two_let_the_same_member_join_late(owner, other):
    season, _players = begun(owner, other)
    late = account("Late")
    membership.join(season.league, late)
    _mine, theirs = overlapping(
        lambda: entries.join_late(seen(season), owner, late, reason="Was ill."),
        lambda: entries.join_late(seen(season), other, late, reason="Was ill."),
    )
    assert isinstance(theirs, refusals.AlreadyEntered)
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
        lambda: entries.put_in(a, owner, two[0], reason="Ill."),
        lambda: entries.put_in(b, other, two[1], reason="Ill."),
    )
    assert isinstance(theirs, refusals.AlreadyDecided)
    assert seen(chair).substitute == two[0]


def test_somebody_offers_to_play_while_an_organiser_puts_another_in(owner):
    fixture = table(owner, 6)
    league = league_of(fixture)
    two = people(2, "spare")
    for user in two:
        membership.join(league, user)
    league.members.filter(user__in=two).update(can_substitute=True)
    gone = users_of(fixture)[0]
    attendance.ask_substitute(fixture.pk, gone)
    chair = fixture.chairs.get(entry__user=gone)
    early = seen(chair)
    _mine, theirs = overlapping(
        lambda: attendance.offer(chair.pk, two[0]),
        lambda: entries.put_in(early, owner, two[1], reason="Ill."),
    )
    assert isinstance(theirs, refusals.AlreadyDecided)
    assert seen(chair).substitute == two[0]


# Results


def test_two_record_different_results(owner, other):
    season, _players = played(owner, other)
    game = FixtureMatch.objects.first()
    a, b = seen(game), seen(game)
    sides = season.league.rules.sides
    _mine, theirs = overlapping(
        lambda: results.correct_game(a, owner, winner=sides[0], reason="So it was."),
        lambda: results.correct_game(b, other, winner=sides[1], reason="No, so."),
    )
    assert isinstance(theirs, refusals.AlreadyDecided)
    assert {one["side"] for one in seen(game).corrected if one["won"]} == {sides[0]}
    assert acts("correct_game") == 1


def test_one_annuls_what_the_other_corrects(owner, other):
    season, _players = played(owner, other)
    game = FixtureMatch.objects.first()
    a, b = seen(game), seen(game)
    _mine, theirs = overlapping(
        lambda: results.annul_game(a, owner, reason="A bug."),
        lambda: results.correct_game(b, other, winner=season.league.rules.sides[0], reason="So."),
    )
    assert isinstance(theirs, refusals.AlreadyDecided)
    assert (seen(game).is_counted, seen(game).corrected) == (False, None)


def test_two_settle_a_fixture_differently(owner, other):
    fixture = duel(owner)
    admit(league_of(fixture), other)
    entry = fixture.chairs.first().entry_id
    forfeit = results.forfeit_fixture
    early = fresh(fixture)
    _mine, theirs = overlapping(
        lambda: forfeit(fresh(fixture), owner, {entry}, reason="Did not come."),
        lambda: results.void_fixture(early, other, reason="Never drawn."),
    )
    assert isinstance(theirs, refusals.AlreadyDecided)
    assert fresh(fixture).status == Fixture.Status.FORFEITED
    assert acts("void_fixture") == 0


def test_two_forfeit_a_duel_for_either_player(owner, other):
    fixture = duel(owner)
    admit(league_of(fixture), other)
    one, two = fixture.chairs.all()
    forfeit = results.forfeit_fixture
    early = fresh(fixture)
    _mine, theirs = overlapping(
        lambda: forfeit(fresh(fixture), owner, {one.entry_id}, reason="Did not come."),
        lambda: forfeit(early, other, {two.entry_id}, reason="Did not come."),
    )
    assert isinstance(theirs, refusals.AlreadyDecided)
    assert list(fixture.chairs.values_list("forfeited", flat=True)) == [True, False]


def test_two_decide_a_dispute(owner, other):
    played(owner, other)
    fixture = Fixture.objects.first()
    contested = results.dispute(fixture, fixture.chairs.first().entry.user, "Never.")
    a, b = seen(contested), seen(contested)
    _mine, theirs = overlapping(
        lambda: results.decide(a, owner, upheld=True, decision="Right."),
        lambda: results.decide(b, other, upheld=False, decision="Wrong."),
    )
    assert isinstance(theirs, refusals.AlreadyDecided)
    assert seen(contested).status == "upheld"


# Undoing


def test_two_undo_the_same_act(owner, other):
    season, players = begun(owner, other)
    entries.sanction(entry_of(season, players[0]), owner, kind="warning", reason="Late.")
    done = Audit.objects.get(verb="sanction").pk
    _mine, theirs = overlapping(
        lambda: audit.undo(done, owner, reason="A mistake."),
        lambda: audit.undo(done, other, reason="A mistake."),
    )
    assert isinstance(theirs, refusals.CannotUndo)
    assert not Sanction.objects.exists()


def test_a_round_becomes_a_draft_again_while_a_player_opens_its_table(owner):
    fixture = duel(owner)
    done = Audit.objects.get(verb="publish_round").pk
    ada = users_of(fixture)[0]
    mine, theirs = overlapping(
        lambda: opening.open_now(fixture.pk, ada),
        lambda: audit.undo(done, owner, reason="Too early."),
    )
    assert isinstance(mine, Match)
    assert isinstance(theirs, refusals.CannotUndo)
    assert not fresh(fixture).round.is_draft


def test_a_player_opens_a_table_while_its_round_becomes_a_draft_again(owner):
    fixture = duel(owner)
    done = Audit.objects.get(verb="publish_round").pk
    ada = users_of(fixture)[0]
    _mine, theirs = overlapping(
        lambda: audit.undo(done, owner, reason="Too early."),
        lambda: opening.open_now(fixture.pk, ada),
    )
    assert isinstance(theirs, refusals_when.NoSuchFixture)
    assert fresh(fixture).round.is_draft
    assert not Match.objects.exists()


def test_a_time_is_undone_while_another_is_set(owner, other):
    fixture = duel(owner)
    admit(league_of(fixture), other)
    proposals.set_time(fixture.pk, owner, soon(days=1))
    done = Audit.objects.get(verb="set_time").pk
    later = soon(days=2)
    _mine, theirs = overlapping(
        lambda: proposals.set_time(fixture.pk, other, later),
        lambda: audit.undo(done, owner, reason="Too early."),
    )
    assert isinstance(theirs, refusals.CannotUndo)
    assert fresh(fixture).starts_at == later


def test_somebody_s_leaving_is_undone_while_the_season_is_closed(owner, other):
    season, players = played(owner, other)
    entries.withdraw(entry_of(season, players[0]), players[0])
    done = Audit.objects.get(verb="withdraw").pk
    _mine, theirs = overlapping(
        lambda: seasons.close_season(seen(season), owner),
        lambda: audit.undo(done, other, reason="Stays."),
    )
    assert isinstance(theirs, refusals.CannotUndo)
    assert entry_of(season, players[0]).status == Entry.Status.WITHDRAWN


def test_a_season_is_closed_while_a_publication_is_undone(owner, other):
    season, _players = begun(owner, other)
    drawn(season, owner)
    done = Audit.objects.get(verb="publish_round").pk
    overlapping(
        lambda: audit.undo(done, owner, reason="Too early."),
        lambda: seasons.close_season(seen(season), other),
    )
    assert Round.objects.get().is_draft
    assert seen(season).is_over  # drafts are not played


# Tables


def test_a_season_is_called_off_while_a_player_opens_a_table(owner):
    fixture = duel(owner)
    ada = users_of(fixture)[0]
    season = fresh(fixture).round.division.season
    overlapping(
        lambda: opening.open_now(fixture.pk, ada),
        lambda: seasons.cancel(season, owner, reason="Nobody comes."),
    )
    assert seen(season).status == Season.Status.CANCELLED
    assert not Match.objects.exists()


def test_a_player_opens_a_table_while_the_season_is_called_off(owner):
    fixture = duel(owner)
    ada = users_of(fixture)[0]
    season = fresh(fixture).round.division.season
    _mine, theirs = overlapping(
        lambda: seasons.cancel(season, owner, reason="Nobody comes."),
        lambda: opening.open_now(fixture.pk, ada),
    )
    assert isinstance(theirs, refusals_when.CannotOpen)
    assert not Match.objects.exists()


# The league


def test_two_accept_the_last_use_of_an_invitation(owner, alice, bob):
    league = found(owner, access="invitation")
    token = membership.invite(league, owner)
    _mine, theirs = overlapping(
        lambda: membership.join(league, alice, token=token),
        lambda: membership.join(league, bob, token=token),
    )
    assert isinstance(theirs, refusals.InvitationOver)
    assert set(league.members.values_list("user", flat=True)) == {owner.pk, alice.pk}


def test_an_invitation_is_accepted_while_it_is_taken_back(owner, alice):
    league = found(owner, access="invitation")
    token = membership.invite(league, owner)
    _mine, theirs = overlapping(
        lambda: membership.revoke(league, owner, league.invitations.get().pk),
        lambda: membership.join(league, alice, token=token),
    )
    assert isinstance(theirs, refusals.InvitationOver)
    assert not league.members.filter(user=alice).exists()


def test_a_code_is_used_while_it_is_renewed(owner, alice):
    league = found(owner, access="code")
    _mine, theirs = overlapping(
        lambda: membership.renew_code(seen(league), owner),
        lambda: membership.join(league, alice, code=league.code),
    )
    assert isinstance(theirs, refusals.WrongCode)


def test_who_comes_in_twice_at_once_is_one_member(owner, alice):
    league = found(owner, access="invitation")
    token = membership.invite(league, owner, uses=2)
    overlapping(
        lambda: membership.join(league, alice, token=token),
        lambda: membership.join(league, alice, token=token),
    )
    assert league.members.filter(user=alice).count() == 1
    assert league.invitations.get().uses_left == 1


def test_two_owners_take_the_league_from_each_other(owner, other):
    league = found(owner)
    admit(league, other)
    of_owner, of_other = (league.members.get(user=user) for user in (owner, other))
    assert of_owner.league == of_other.league  # as pages have them: read already
    _mine, theirs = overlapping(
        lambda: membership.set_role(of_other, owner, "member"),
        lambda: membership.set_role(of_owner, other, "member"),
    )
    assert isinstance(theirs, NotAllowed)
    assert Member.objects.filter(role="owner").count() == 1


def test_both_owners_leave(owner, other):
    league = found(owner)
    admit(league, other)
    _mine, theirs = overlapping(
        lambda: membership.leave(league, owner), lambda: membership.leave(league, other)
    )
    assert isinstance(theirs, refusals.LastOwner)


def test_two_prepare_a_season(owner, other):
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
    assert isinstance(theirs, refusals.WrongStage)
    assert seen(league).archived_at is None


def test_all_at_once_nobody_waits_for_each_other_in_a_circle(owner, other):
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
        lambda: results.void_fixture(fresh(fixtures[1]), owner, reason="A bug."),
        lambda: audit.undo(done, other, reason="Too early."),
        lambda: seasons.cancel(seen(season), owner, reason="Nobody comes."),
        *(lambda user=one: membership.join(league, user, token=token) for one in guests),
        lambda: membership.revoke(league, owner, league.invitations.get().pk),
    ]
    at_once(jobs)  # anything but a refusal is raised
    assert seen(season).status == Season.Status.CANCELLED
    assert not Match.objects.exists()
    assert Chair.objects.filter(fixture__round=published).count() == 6
