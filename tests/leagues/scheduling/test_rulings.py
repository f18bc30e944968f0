"""Automatic decisions can be undone, and fixtures can be played again."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games.leagues.audit import events
from games.leagues.errors import (
    AlreadyDecided,
    BadTime,
    CannotUndo,
    NotSettled,
    SameResult,
    WrongStage,
)
from games.leagues.fixtures import absences, opening, results, rulings
from games.leagues.membership import services as membership
from games.leagues.models import Audit, Delivery, Fixture, Member, Webhook
from games.leagues.organiser import undo
from games.leagues.scheduling import attendance, substitutes
from games.leagues.seasons import draws, entries, exchanges, standings_input
from games.leagues.seasons import services as seasons
from games.matches.models import Match
from tests.conftest import account
from tests.leagues.league_play import (
    entry_of,
    found,
    people,
    play_fixture,
    play_match,
    running,
    season_of,
)
from tests.leagues.scheduling.arranging import (
    duel,
    end_round,
    fresh,
    league_of,
    member_of,
    move,
    opened,
    played_duel,
    sit,
    soon,
    table,
    users_of,
)
from tests.remembered import remembered

pytestmark = pytest.mark.django_db


@remembered
def missed(owner):
    """Return a duel with only Ada present, decided automatically."""
    fixture = duel(owner)
    move(fixture, minutes=5)
    match = opened(fixture, hours=1)
    sit(match, users_of(fixture)[0])
    move(fixture, hours=-1)
    absences.settle_due()
    assert fresh(fixture).status == "forfeited"
    return fresh(fixture)


def noted():
    return Audit.objects.get(verb="note_absence")


def listen(league):
    """Add a webhook to a league; it gets all later events."""
    return Webhook.objects.create(league=league, url="https://hooks.example.org/")


def heard():
    return list(Delivery.objects.order_by("pk").values_list("event", flat=True))


def test_an_automatic_no_show_is_in_the_audit_without_an_actor(owner):
    fixture = missed(owner)
    act = noted()
    assert act.actor is None
    assert act.about == f"1/{fixture.round.number}/{fixture.number}"
    changed = {(row["model"], *(row["after"] or ())) for row in act.changes}
    assert ("chair", "forfeited") in changed


def test_an_undone_no_show_leaves_days_to_play(owner):
    fixture = missed(owner)
    results.close_rounds()
    end_round(fixture, days=2)
    undo.undo(noted().pk, owner, reason="The train was late")
    now = fresh(fixture)
    assert (now.status, now.round.status, now.starts_at) == ("planned", "published", None)
    assert not now.chairs.filter(forfeited=True).exists()
    assert now.deadline > timezone.now() + timedelta(days=2)
    absences.settle_due()
    assert fresh(fixture).status == "planned"
    assert play_fixture(fixture).status == "finished"


def test_undoing_the_undo_of_a_no_show_restores_it(owner):
    fixture = missed(owner)
    first = undo.undo(noted().pk, owner, reason="The train was late")
    undo.undo(first.pk, owner, reason="There is no train")
    now = fresh(fixture)
    assert now.status == "forfeited"
    assert now.chairs.filter(forfeited=True).count() == 1


def test_a_player_missing_from_a_table_that_began_is_recorded_and_can_be_excused(owner):
    fixture = table(owner)
    move(fixture, minutes=5)
    match = opened(fixture, hours=1)
    sit(match, *users_of(fixture)[:6])
    move(fixture, hours=-1)
    absences.settle_due()
    assert fresh(fixture).status == "running"
    assert fixture.chairs.filter(forfeited=True).count() == 1
    undo.undo(noted().pk, owner, reason="In hospital")
    assert not fixture.chairs.filter(forfeited=True).exists()
    assert fresh(fixture).status == "running"


@remembered
def half_missed(owner):
    """Return a duel with only Ada present at the second game, decided automatically."""
    fixture = duel(owner)
    move(fixture, minutes=5)
    play_match(opened(fixture, minutes=0), Random(1))
    results.collect()
    sit(fresh(fixture).games.get(ordinal=2).match, users_of(fixture)[0])
    Match.objects.update(opened_at=timezone.now() - timedelta(hours=1))
    absences.settle_due()
    assert fresh(fixture).status == "finished"
    return fresh(fixture)


def test_the_rest_of_a_duel_lost_by_absence_can_be_played_after_all(owner):
    fixture = half_missed(owner)
    undo.undo(noted().pk, owner, reason="A power cut")
    assert fresh(fixture).status == "running"
    assert fixture.games.count() == 1
    results.collect_and_go_on()
    assert fresh(fixture).games.get(ordinal=2).match.is_open
    assert play_fixture(fixture).status == "finished"


def test_a_missed_game_corrected_and_corrected_back_can_be_played_after_all(owner):
    fixture = half_missed(owner)
    game = fixture.games.get(ordinal=2)
    winner = next(one["side"] for one in game.placings if one["won"])
    rulings.correct_game(game, owner, winner="", reason="Both were late")
    rulings.correct_game(game, owner, winner=winner, reason="No, one alone")
    rulings.reopen_fixture(fresh(fixture), owner, reason="A power cut")
    assert list(fixture.games.values_list("ordinal", flat=True)) == [1]


@pytest.mark.parametrize(("winner", "share"), [("", (1.5, 0.5)), ("absent", (1, 1))])
def test_a_correction_of_a_game_lost_by_absence_counts(owner, fixture, winner, share):
    ada, ben = (entry_of(fixture.round.division.season, user) for user in users_of(fixture))
    placings = [[ada.pk, "killer", True, False], [ben.pk, "inspector", False, False]], [
        [ada.pk, "inspector", True, False], [ben.pk, "killer", False, True],
    ]  # fmt: skip
    for ordinal, rows in enumerate(placings, 1):
        names = ("entry", "side", "won", "abandoned")
        fixture.games.create(ordinal=ordinal, placings=[
            {**dict(zip(names, row, strict=True)), "seat": 0} for row in rows
        ])  # fmt: skip
    Fixture.objects.filter(pk=fixture.pk).update(status="finished", finished_at=timezone.now())
    game = fixture.games.get(ordinal=2)
    rulings.correct_game(game, owner, winner=winner and "killer", reason="The site was down")
    [result] = standings_input.contest_of(fixture.round.division).results
    placed = [one for game in result.games for one in game.placings]
    totals = {key: sum(one.share for one in placed if one.entry == key) for key in (ada.pk, ben.pk)}
    assert tuple(totals.values()) == share
    rulings.correct_game(game, owner, winner="inspector", reason="It was up")
    assert game.corrected is None


def test_a_double_forfeit_can_be_changed_to_a_single_one(owner, fixture, ada, ben):
    end_round(fixture, days=3)
    absences.settle_due()
    assert fixture.chairs.filter(forfeited=True).count() == 2
    season = fresh(fixture).round.division.season
    reason = "Ben was ill and said so"
    rulings.forfeit_fixture(fresh(fixture), owner, {entry_of(season, ada).pk}, reason=reason)
    with pytest.raises(SameResult):
        rulings.forfeit_fixture(fresh(fixture), owner, {entry_of(season, ada).pk}, reason=reason)
    rows = {row.entry: row for row in standings_input.table_of(season.divisions.get())}
    assert rows[entry_of(season, ben).pk].points == 2
    assert rows[entry_of(season, ada).pk].points == 0


def test_after_a_replay_only_the_new_games_count(owner):
    fixture = played_duel(owner)
    results.close_rounds()
    season = fresh(fixture).round.division.season
    rulings.reopen_fixture(fresh(fixture), owner, replay=True, reason="A bug in the rules")
    now = fresh(fixture)
    assert (now.status, now.round.status, now.finished_at) == ("planned", "published", None)
    assert [row.played for row in standings_input.table_of(season.divisions.get())] == [0, 0]
    play_fixture(fixture, seed=7)
    assert fixture.games.filter(is_counted=True).count() == 2
    assert fixture.games.count() == 4
    assert [row.played for row in standings_input.table_of(season.divisions.get())] == [1, 1]


def test_an_unplayed_fixture_cannot_be_reopened_nor_any_with_a_past_deadline(owner, fixture):
    with pytest.raises(NotSettled):
        rulings.reopen_fixture(fresh(fixture), owner, reason="Why not")
    rulings.void_fixture(fresh(fixture), owner, reason="A mistake")
    with pytest.raises(BadTime):
        rulings.reopen_fixture(
            fresh(fixture), owner, ends_at=timezone.now() - timedelta(days=1), reason="Again"
        )
    rulings.reopen_fixture(fresh(fixture), owner, ends_at=soon(days=20), reason="Again")
    assert fresh(fixture).deadline == soon(days=20)


@pytest.mark.parametrize("count", [2, 7])
def test_an_annulled_forfeited_fixture_counts_for_nobody(owner, count):
    fixture = duel(owner) if count == 2 else table(owner)
    division = fresh(fixture).round.division
    before = standings_input.table_of(division)
    gone = fixture.chairs.values_list("entry", flat=True)[: count // 2 + 1]
    rulings.forfeit_fixture(fresh(fixture), owner, set(gone[:1]), reason="No-show")
    if count > 2:
        rulings.forfeit_fixture(fresh(fixture), owner, set(gone), reason="Nor they")
    forfeited = standings_input.table_of(division)
    assert forfeited != before
    rulings.void_fixture(fresh(fixture), owner, reason="It was drawn by mistake")
    assert standings_input.table_of(division) == before
    with pytest.raises(AlreadyDecided):
        rulings.void_fixture(fresh(fixture), owner, reason="Once more")
    undo.undo(Audit.objects.get(verb="void_fixture").pk, owner, reason="It was not")
    assert standings_input.table_of(division) == forfeited


@pytest.mark.parametrize("played", [False, True])
def test_an_annulled_game_counts_again_only_if_no_other_replaced_it(owner, fixture, played):
    play_match(opened(move(fixture, minutes=5), minutes=0), Random(1))
    results.collect()
    first = fixture.games.get(ordinal=1)
    rulings.annul_game(first, owner, reason="A bug")
    act = Audit.objects.get(verb="annul_game")
    play_match(fixture.games.get(ordinal=2).match, Random(2))
    results.collect()
    third = fixture.games.get(ordinal=3).match
    assert third.is_open
    if played:
        play_match(third, Random(3))
        results.collect_and_go_on()
        with pytest.raises(CannotUndo):
            undo.undo(act.pk, owner, reason="No bug")
    else:
        undo.undo(act.pk, owner, reason="No bug")
        results.collect_and_go_on()
    assert fresh(fixture).status == "finished"
    assert fixture.games.filter(is_counted=True).count() == 2


def test_an_annulled_game_does_not_mark_the_replay_as_begun(owner):
    fixture = played_duel(owner)
    rulings.reopen_fixture(fresh(fixture), owner, replay=True, reason="A bug in the rules")
    opening.open_now(fixture.pk, users_of(fixture)[0])
    results.collect()
    assert fresh(fixture).status == Fixture.Status.OPEN


def test_a_fixture_marked_as_planned_during_its_match_becomes_running_again(fixture):
    opening.open_now(fixture.pk, users_of(fixture)[0])
    sit(fixture.games.get().match, *users_of(fixture))
    Fixture.objects.filter(pk=fixture.pk).update(status=Fixture.Status.PLANNED)
    results.collect()
    assert fresh(fixture).status == Fixture.Status.RUNNING


def test_a_replay_that_has_begun_cannot_be_undone(owner):
    fixture = played_duel(owner)
    rulings.reopen_fixture(fresh(fixture), owner, replay=True, reason="A bug in the rules")
    play_fixture(fixture, seed=7)
    with pytest.raises(CannotUndo):
        undo.undo(Audit.objects.get(verb="reopen_fixture").pk, owner, reason="No bug")


def test_webhooks_report_no_shows_undone_acts_and_replays(owner, fixture):
    listen(league_of(fixture))
    end_round(fixture, days=3)
    absences.settle_due()
    assert heard() == ["fixture.forfeited"]
    undo.undo(noted().pk, owner, reason="Both were there")
    assert set(heard()[1:]) == {"fixture.reopened", "fixture.moved"}
    play_fixture(fixture)
    results.close_rounds()
    assert heard()[3:] == ["fixture.opened", "fixture.finished", "round.closed"]


def test_webhooks_report_an_organiser_s_substitute_and_a_volunteer(owner):
    fixture = table(owner)
    league = league_of(fixture)
    listen(league)
    users = users_of(fixture)
    chair = fixture.chairs.get(entry__user=users[0])
    hana, ines = account("Hana"), account("Ines")
    for user in (hana, ines):
        membership.join(league, user)
    substitutes.put_in(chair, owner, hana, reason="Ill")
    assert heard() == ["fixture.substituted"]
    Member.objects.filter(user=ines).update(can_substitute=True)
    attendance.rsvp(fixture.pk, users[1], "no")
    substitutes.offer(fixture.chairs.get(entry__user=users[1]).pk, ines)
    assert heard() == ["fixture.substituted"] * 2
    act = Audit.objects.get(verb="stand_in")
    assert (act.actor, act.about) == (ines, f"{users[1].name} / Ines")
    undo.undo(act.pk, owner, reason="They never met")
    assert heard() == ["fixture.substituted"] * 3


def test_webhooks_do_not_report_drafts(owner):
    league = found(owner)
    listen(league)
    season = season_of(league, owner, people(6))
    seasons.begin(season, owner)
    division = season.divisions.get()
    drafted = draws.draft_round(division, owner)
    one, other = drafted.fixtures.order_by("number")[:2]
    before = heard()
    exchanges.swap_chairs(one.chairs.first(), other.chairs.first(), owner, reason="")
    assert heard() == before
    draws.publish_round(drafted, owner)
    assert heard() == [*before, "round.published"]


def test_events_about_a_missed_fixture_contain_its_deadline_and_forfeits(owner):
    fixture = missed(owner)
    told = events.about(Fixture.objects.select_related("round__division__season__league").get())
    assert told["closes_at"] == fixture.deadline
    assert [one["forfeited"] for one in told["players"]] == [False, True]


def test_reopening_a_fixture_keeps_the_forfeit_of_a_player_who_withdrew(owner, fixture, ada):
    season = fresh(fixture).round.division.season
    entries.withdraw(entry_of(season, ada), ada)
    assert fresh(fixture).status == "forfeited"
    rulings.reopen_fixture(fresh(fixture), owner, reason="For a substitute")
    assert fixture.chairs.get(entry__user=ada).forfeited
    assert member_of(fixture, ada)


def test_no_ruling_is_possible_on_a_draft(owner):
    season, _players = running(owner, 4)
    fixture = draws.draft_round(season.divisions.get(), owner).fixtures.first()
    seated = fixture.chairs.first().entry_id
    with pytest.raises(WrongStage):
        rulings.void_fixture(fixture, owner, reason="Why not")
    with pytest.raises(WrongStage):
        rulings.forfeit_fixture(fixture, owner, {seated}, reason="Why not")
