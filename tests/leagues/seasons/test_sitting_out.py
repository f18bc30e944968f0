"""Sitting out a round, attendance before a table night, and substitutes."""

import pytest

from games.leagues import errors
from games.leagues.fixtures import opening
from games.leagues.membership import services as membership
from games.leagues.models import Attendance, Audit, Member, Round, Season
from games.leagues.organiser import undo
from games.leagues.scheduling import attendance, substitutes
from games.leagues.seasons import (
    door,
    draws,
    entries,
    manual,
    sitting_out,
    standings_input,
)
from games.leagues.seasons import services as seasons
from games.matches.errors import NotAllowed
from tests.conftest import account
from tests.leagues.league_play import (
    drawn,
    entry_of,
    found,
    newcomer,
    people,
    play_fixture,
    play_round,
    running,
    season_of,
)
from tests.leagues.organiser.visitors import client_of, text
from tests.leagues.scheduling.arranging import duel, fresh, users_of

pytestmark = pytest.mark.django_db


def seated(published):
    return set(published.fixtures.values_list("chairs__entry", flat=True))


def rows_of(season):
    return {row.entry: row for row in standings_input.table_of(season.divisions.get())}


def test_an_absent_player_is_not_drawn_and_does_not_forfeit(owner):
    season, players = running(owner, 6)
    entry = entry_of(season, players[0])
    sitting_out.say(entry, players[0], 1, comes=False)
    published = drawn(season, owner)
    assert entry.pk not in seated(published)
    bye = published.byes.get(entry=entry)
    assert (bye.was_asked, bye.points) == (True, 0)
    play_round(published)
    row = rows_of(season)[entry.pk]
    assert (row.points, row.forfeits, row.byes) == (0, 0, 1)
    assert entry.pk in seated(drawn(season, owner))


def test_half_a_point_is_half_of_a_win_and_limited_by_the_season(owner):
    season, players = running(owner, 8, rounds_planned=4)
    ada = players[0]
    entry = entry_of(season, ada)
    sitting_out.say(entry, ada, 1, comes=False, wants_half_point=True)
    with pytest.raises(errors.NoHalfPoint):
        sitting_out.say(entry, ada, 2, comes=False, wants_half_point=True)
    play_round(drawn(season, owner))
    assert rows_of(season)[entry.pk].points == 1
    with pytest.raises(errors.NoHalfPoint):
        sitting_out.say(entry, ada, 2, comes=False, wants_half_point=True)
    sitting_out.say(entry, ada, 2, comes=False)
    play_round(drawn(season, owner))
    assert rows_of(season)[entry.pk].points == 1


def test_no_half_point_is_given_for_the_last_round_or_at_tables(owner):
    season, players = running(owner, 6, rounds_planned=3)
    entry = entry_of(season, players[0])
    with pytest.raises(errors.NoHalfPoint):
        sitting_out.say(entry, players[0], 3, comes=False, wants_half_point=True)


def test_a_requested_bye_does_not_count_as_the_player_s_only_allocated_bye(owner):
    season, players = running(owner, 5)
    entry = entry_of(season, players[0])
    sitting_out.say(entry, players[0], 1, comes=False, wants_half_point=True)
    play_round(drawn(season, owner))
    contender = next(
        one
        for one in standings_input.contenders_of(season.divisions.get())
        if one.entry == entry.pk
    )
    assert contender.byes == 0


def test_a_draft_with_a_player_who_became_absent_must_be_redrawn(owner):
    season, players = running(owner, 6)
    division = season.divisions.get()
    drafted = draws.draft_round(division, owner)
    entry = entry_of(season, players[0])
    sitting_out.say(entry, players[0], 1, comes=False)
    with pytest.raises(errors.AttendanceChanged):
        draws.publish_round(drafted, owner)
    again = draws.draft_round(division, owner)
    sitting_out.say(entry, players[0], 1, comes=True)
    with pytest.raises(errors.AttendanceChanged):
        draws.publish_round(again, owner)
    draws.publish_round(draws.draft_round(division, owner), owner)


@pytest.mark.parametrize("game", ["noir", "secret-hitler"])
def test_a_draft_with_a_player_who_left_must_be_redrawn(owner, game):
    season, players = running(owner, 8, game)
    division = season.divisions.get()
    drafted = draws.draft_round(division, owner)
    entries.withdraw(entry_of(season, players[0]), players[0])
    with pytest.raises(errors.AttendanceChanged):
        draws.publish_round(drafted, owner)
    again = draws.draft_round(division, owner)
    draws.publish_round(again, owner)
    assert entry_of(season, players[0]).pk not in seated(again)
    assert not again.fixtures.filter(status="forfeited").exists()


def test_half_a_point_requested_after_the_draw_is_given(owner):
    season, players = running(owner, 6, rounds_planned=3)
    entry = entry_of(season, players[0])
    sitting_out.say(entry, players[0], 1, comes=False)
    drafted = draws.draft_round(season.divisions.get(), owner)
    assert drafted.byes.get(entry=entry).points == 0
    sitting_out.say(entry, players[0], 1, comes=False, wants_half_point=True)
    draws.publish_round(drafted, owner)
    assert drafted.byes.get(entry=entry).points == 1
    assert rows_of(season)[entry.pk].points == 1


def test_half_a_point_no_longer_wanted_is_kept_for_another_round(owner):
    season, players = running(owner, 6, rounds_planned=4)
    entry = entry_of(season, players[0])
    sitting_out.say(entry, players[0], 1, comes=False, wants_half_point=True)
    drafted = draws.draft_round(season.divisions.get(), owner)
    sitting_out.say(entry, players[0], 1, comes=False)
    draws.publish_round(drafted, owner)
    assert drafted.byes.get(entry=entry).points == 0
    assert sitting_out.may_ask(entry, 2)


def test_half_a_point_requested_and_given_counts_once(owner):
    season, players = running(owner, 6, rounds_planned=4, half_byes=2)
    entry = entry_of(season, players[0])
    sitting_out.say(entry, players[0], 1, comes=False, wants_half_point=True)
    play_round(drawn(season, owner))
    assert sitting_out.may_ask(entry, 2)
    sitting_out.say(entry, players[0], 2, comes=False, wants_half_point=True)
    assert not sitting_out.may_ask(entry, 3)


@pytest.mark.parametrize("how", ["at the door", "by hand"])
def test_a_player_who_plays_after_all_may_request_half_a_point_for_another_round(owner, how):
    season, players = running(owner, 6, rounds_planned=4)
    division, entry = season.divisions.get(), entry_of(season, players[0])
    everybody = list(division.entries.order_by("pk"))
    sitting_out.say(entry, players[0], 1, comes=False, wants_half_point=True)
    assert not sitting_out.may_ask(entry, 2)
    if how == "at the door":
        sitting_out.set_present(division, owner, 1, {one.pk for one in everybody})
        assert sitting_out.may_ask(entry, 2)
    else:
        tables = [everybody[:2], everybody[2:4], everybody[4:]]
        manual.draft_by_hand(division, owner, tables=tables)
    published = drawn(season, owner)
    assert entry.pk in seated(published)
    assert not published.byes.exists()
    assert sitting_out.may_ask(entry, 2)


@pytest.mark.parametrize("how", ["joins late", "comes to the door"])
def test_a_draft_without_a_new_player_must_be_redrawn(owner, how):
    season, _players = running(owner, 6)
    division = season.divisions.get()
    drafted = draws.draft_round(division, owner)
    hana = account("Hana")
    if how == "joins late":
        membership.join(season.league, hana)
        entries.enter(season, owner, hana, reason="Came late.")
    else:
        door.check_in(season, hana, door.code_of(season))
    with pytest.raises(errors.AttendanceChanged):
        draws.publish_round(drafted, owner)
    draws.publish_round(draws.draft_round(division, owner), owner)
    idle = Round.objects.get().byes.values_list("entry", flat=True)
    assert entry_of(season, hana).pk in seated(Round.objects.get()) | set(idle)


@pytest.mark.parametrize("format_", ["swiss", "knockout"])
def test_a_player_moved_to_another_division_is_drawn_only_there(owner, format_):
    league = found(owner)
    season = season_of(league, owner, people(8), format=format_)
    season.divisions.create(name="Second", tier=2)
    seasons.begin(season, owner)
    season = Season.objects.get()
    divisions = list(season.divisions.all())
    drafts = [draws.draft_round(one, owner) for one in divisions]
    entries.place(divisions[0].entries.first(), owner, divisions[1], reason="Asked for it.")
    for drafted in drafts:
        with pytest.raises(errors.AttendanceChanged):
            draws.publish_round(drafted, owner)
    for one in divisions:
        draws.publish_round(draws.draft_round(one, owner), owner)
    assert not Round.objects.filter(status="draft").exists()


def test_nobody_can_sit_out_a_public_round_or_answer_for_others(owner):
    season, players = running(owner, 6)
    drawn(season, owner)
    entry = entry_of(season, players[0])
    with pytest.raises(errors.WrongStage):
        sitting_out.say(entry, players[0], 1, comes=False)
    with pytest.raises(NotAllowed):
        sitting_out.say(entry, players[1], 2, comes=False)
    assert not Attendance.objects.exists()


def test_in_a_fully_drawn_season_no_round_can_be_sat_out(owner):
    season, players = running(owner, 4, format="round_robin")
    with pytest.raises(errors.WrongStage):
        sitting_out.say(entry_of(season, players[0]), players[0], 2, comes=False)


def test_a_table_night_is_drawn_from_players_who_accepted(owner):
    season, players = running(owner, 12, "secret-hitler", asks_attendance=True, table_size=7)
    with pytest.raises(errors.CannotBeDrawn):
        draws.draft_round(season.divisions.get(), owner)
    coming = players[:7]
    for user in coming:
        sitting_out.say(entry_of(season, user), user, 1, comes=True)
    published = drawn(season, owner)
    assert seated(published) == {entry_of(season, user).pk for user in coming}
    assert published.byes.filter(was_asked=True).count() == 5
    assert published.fixtures.count() == 1


def test_an_organiser_records_attendance_at_the_door_and_can_undo_it(owner):
    season, players = running(owner, 12, "secret-hitler", asks_attendance=True, table_size=7)
    division = season.divisions.get()
    present = {entry_of(season, user).pk for user in players[:10]}
    sitting_out.set_present(division, owner, 1, present)
    assert sitting_out.coming(division, 1) == present
    sitting_out.set_present(division, owner, 1, {*list(present)[:6]})
    assert len(sitting_out.coming(division, 1)) == 6
    newest = Audit.objects.filter(verb="set_attendance").first()
    undo.undo(newest.pk, owner, reason="They were in the other room")
    assert sitting_out.coming(division, 1) == present


def test_players_choose_the_rounds_they_play_on_a_page(owner):
    season, players = running(owner, 6)
    client = client_of(players[0])
    address = f"{season.get_absolute_url()}attendance/"
    assert "Away for a round?" in text(client.get(season.get_absolute_url()))
    assert "Away, for half a point" in text(client.get(address))
    assert client.post(address, {"round": "2", "answer": "half"}).status_code == 302
    said = Attendance.objects.get()
    assert (said.round_number, said.comes, said.wants_half_point) == (2, False, True)
    assert client.post(address, {"round": "3", "answer": "half"}).status_code == 409
    assert client.post(address, {"round": "9", "answer": "no"}).status_code == 409
    assert client.post(address, {"round": "x", "answer": "no"}).status_code == 422
    assert Attendance.objects.count() == 1


def test_a_season_with_attendance_asks_its_players(owner):
    season, players = running(owner, 7, "secret-hitler", asks_attendance=True)
    page = text(client_of(players[0]).get(season.get_absolute_url()))
    assert "Are you playing the next round?" in page
    assert "Are you playing the next round?" not in text(
        client_of(owner).get(season.get_absolute_url())
    )


def test_a_duel_against_a_substitute_counts_for_the_opponent_as_usual(owner):
    fixture = duel(owner)
    ada, ben = users_of(fixture)
    season = fresh(fixture).round.division.season
    hana = newcomer(season.league, "Hana")
    Member.objects.filter(user=hana).update(can_substitute=True)
    attendance.rsvp(fixture.pk, ada, "no")
    substitutes.offer(fixture.chairs.get(entry__user=ada).pk, hana)
    opening.open_now(fixture.pk, ben)
    finished = play_fixture(fixture)
    won = sum(
        one["won"]
        for game in finished.games.all()
        for one in game.placings
        if one["entry"] == entry_of(season, ben).pk
    )
    rows = rows_of(season)
    assert rows[entry_of(season, ben).pk].points == won  # 2, 1 or 0 of two games
    row = rows[entry_of(season, ada).pk]
    assert (row.points, row.played, row.games, row.forfeits) == (0, 1, 0, 0)
