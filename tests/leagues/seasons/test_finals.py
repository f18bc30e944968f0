"""Finals through their pages: the best of a season in a knock-out of duels or tables."""

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from games.contests.standings import knockout
from games.contests.standings.contest import Contest
from games.leagues import errors
from games.leagues.fixtures import disputes, opening, results, rulings
from games.leagues.models import Audit, Entry, Fixture, Round, Season
from games.leagues.organiser.forms_season import SeasonForm
from games.leagues.seasons import draws, entries
from games.leagues.seasons import services as seasons
from tests.leagues import season_pages
from tests.leagues.league_play import drawn, found, people, running, season_of, settle_round
from tests.leagues.organiser.pressing import Browser
from tests.leagues.organiser.visitors import client_of, text
from tests.leagues.season_pages import document

pytestmark = pytest.mark.django_db


def closed(owner, game, count, **fields):
    """Return a finished season of one round, in which the ranks equal the seeds."""
    season, _players = running(owner, count, game, **fields)
    settle_round(drawn(season, owner), seeds_of(season))
    seasons.close_season(season, owner)
    return Season.objects.get(pk=season.pk)


def seeds_of(season):
    return list(season.entries.order_by("seed_rank").values_list("pk", flat=True))


def begun_finals(owner, season, **typed):
    """Prepare and begin the finals of a season through pages; return them and the browser."""
    at = Browser(client_of(owner)).open(f"/leagues/{season.league.slug}/{season.number}/run/")
    at.press("Finals").type(**typed).press("Prepare the finals")
    at.press("Begin the season").press("Begin the season")
    return Season.objects.get(finals_of=season), at


def next_round(at):
    """Draw and publish the next round through pages; return it."""
    at.press("Draw round").press("Draw the round").press("Publish").press("Publish")
    return Round.objects.order_by("-pk").first()


def exported(season):
    """Return the table computed only from the public export, and that export."""
    (division,) = document(season)["divisions"]
    (rows,) = season_pages.exported(season)
    return rows, msgspec.convert(division["contest"], Contest)


def test_the_best_of_a_swiss_play_a_bracket_with_byes_a_no_show_and_a_dispute(owner):
    before = closed(owner, "noir", 8, rounds_planned=1)
    finals, at = begun_finals(owner, before, best=6)
    ranks = dict(before.entries.values_list("user_id", "final_rank"))
    seeded = list(finals.entries.order_by("seed_rank"))
    assert [ranks[one.user_id] for one in seeded] == [1, 2, 3, 4, 5, 6]
    best = [one.pk for one in seeded]
    assert finals.rounds_planned == 3

    first = next_round(at)
    assert set(first.byes.values_list("entry", flat=True)) == set(best[:2])
    met = {frozenset(one.chairs.values_list("entry", flat=True)) for one in first.fixtures.all()}
    assert met == {frozenset({best[2], best[5]}), frozenset({best[3], best[4]})}
    season_pages.move_deadline(owner, finals, first)
    season_pages.holidays(owner, finals)
    forfeited = first.fixtures.get(chairs__entry=best[5])
    season_pages.miss(forfeited, Entry.objects.get(pk=best[5]))
    settle_round(first, [])  # tied after all games: the better seed advances
    level = first.fixtures.exclude(pk=forfeited.pk).get()
    assert level.games.count() == 6
    game = level.games.order_by("ordinal").first()
    own = next(one for one in game.placings if one["entry"] == best[3])
    season_pages.dispute_and_decide(owner, game, loser=own)
    results.close_rounds()

    semis = next_round(at.open(f"/leagues/{finals.league.slug}/{finals.number}/run/"))
    met = {frozenset(one.chairs.values_list("entry", flat=True)) for one in semis.fixtures.all()}
    assert met == {frozenset({best[0], best[3]}), frozenset({best[1], best[2]})}
    leaver = Client()
    leaver.force_login(Entry.objects.get(pk=best[0]).user)
    leaver.post(f"/leagues/{finals.league.slug}/{finals.number}/withdraw/")
    settle_round(semis, best)

    final = next_round(at.open(f"/leagues/{finals.league.slug}/{finals.number}/run/"))
    assert set(final.fixtures.get().chairs.values_list("entry", flat=True)) == {best[1], best[3]}
    settle_round(final, best[3:])
    bracket = Client().get(f"{finals.get_absolute_url()}crosstable/").content.decode()
    assert "Semi-finals" in bracket
    assert "Final" in bracket
    at.open(f"/leagues/{finals.league.slug}/{finals.number}/run/")
    at.press("Close the season").press("Close the season")

    rows, contest = exported(finals)
    left, missed = best[0], best[5]  # an absent player ranks below one who lost in the same round
    assert [row.entry for row in rows] == [best[3], best[1], best[2], left, best[4], missed]
    stored = finals.entries.order_by("final_rank").values_list("pk", flat=True)
    assert [row.entry for row in rows] == list(stored)
    assert knockout.stages(contest) == dict(zip(best, [1, 2, 1, 3, 0, 0], strict=True))
    assert len(contest.byes) == 2
    report = Client().get(f"{finals.get_absolute_url()}report.trf").content.decode()
    assert "092 Knock-out" in report


def test_the_best_of_each_table_advance_to_a_final_table(owner):
    before = closed(owner, "secret-hitler", 13, rounds_planned=1, table_size=6)
    finals, at = begun_finals(owner, before, best=12, goes_on=2)
    best = seeds_of(finals)
    assert len(best) == 12
    assert finals.rounds_planned == 2
    first = next_round(at)
    sizes = [one.chairs.count() for one in first.fixtures.all()]
    assert sizes == [6, 6]
    settle_round(first, best)
    contest = exported(finals)[1]
    on = {entry for result in contest.results for entry in knockout.going_on(contest, result)}
    assert len(on) == 4
    last = next_round(at.open(f"/leagues/{finals.league.slug}/{finals.number}/run/"))
    seated = set(last.fixtures.get().chairs.values_list("entry", flat=True))
    assert on < seated  # four are too few for a table, so the best of the others joins them
    assert len(seated) == 5
    settle_round(last, best)
    assert not draws.has_next(finals.divisions.get())
    seasons.close_season(finals, owner)
    rows, _contest = exported(finals)
    assert {row.entry for row in rows[:5]} == seated
    stored = finals.entries.order_by("final_rank").values_list("pk", flat=True)
    assert [row.entry for row in rows] == list(stored)
    assert rows[0].points == 2


def test_a_knock_out_can_be_a_whole_season_without_late_entries_or_sitting_out(owner):
    league = found(owner)
    season = season_of(league, owner, people(3), format="knockout")
    seasons.begin(season, owner)
    season = Season.objects.get(pk=season.pk)
    at = Browser(client_of(owner)).open(f"/leagues/{league.slug}/{season.number}/run/")
    assert "Who plays" not in at.text
    assert "Enter a member" not in at.text
    best = seeds_of(season)
    settle_round(next_round(at), best)
    settle_round(next_round(at.open(at.address)), best)
    results.close_rounds()
    rows, _contest = exported(season)
    assert [row.entry for row in rows] == best
    assert "Everything has been played" in at.open(at.address).text


@pytest.mark.parametrize("format_", ["swiss", "knockout"])
def test_a_draft_cannot_be_published_while_an_earlier_fixture_is_replayed(owner, format_):
    season, _players = running(owner, 4, format=format_)
    first = drawn(season, owner)
    settle_round(first, seeds_of(season))
    drafted = draws.draft_round(season.divisions.get(), owner)
    fixture = first.fixtures.first()
    rulings.reopen_fixture(fixture, owner, replay=True, reason="A mistake.")
    page = f"/leagues/{season.league.slug}/{season.number}/run/rounds/{drafted.pk}/publish/"
    refused = client_of(owner).post(page, {"opens_at": ""})
    assert refused.status_code == 409
    assert "Finish the previous round first" in refused.content.decode()
    assert Round.objects.get(pk=drafted.pk).is_draft


def test_a_duel_tied_by_a_correction_is_continued(owner):
    season, _players = running(owner, 2, format="knockout")
    fixture = drawn(season, owner).fixtures.get()
    settle_round(fixture.round, seeds_of(season))
    fixture.refresh_from_db()
    with pytest.raises(errors.NothingToPlay):
        rulings.reopen_fixture(fixture, owner, reason="It was close.")
    game = fixture.games.first()
    side = next(one["side"] for one in game.placings if not one["won"])
    rulings.correct_game(game, owner, winner=side, reason="Read wrongly.")
    best = Entry.objects.get(pk=seeds_of(season)[0]).name
    for page in (fixture.get_absolute_url(), f"{season.get_absolute_url()}crosstable/"):
        assert f"Tied: decided for {best}, as the higher seed." in text(Client().get(page))
    rulings.reopen_fixture(fixture, owner, reason="It is a tie.")
    results.collect_and_go_on()
    fixture.refresh_from_db()
    assert fixture.status == "running"
    assert fixture.games.get(ordinal=3).match.is_open
    assert fixture.games.filter(is_counted=True, placings__isnull=False).count() == 2


@pytest.mark.parametrize("count", [1, 2])
def test_the_winner_of_the_final_is_first_despite_a_later_correction_of_a_semi_final(owner, count):
    season, _players = running(owner, 4, format="knockout", has_third_place=True)
    best = seeds_of(season)
    first = drawn(season, owner)
    settle_round(first, best)
    last = drawn(season, owner)
    semis = first.fixtures.filter(chairs__entry__in=best[:2]).order_by("-chairs__entry__seed_rank")
    for fixture in semis[:count]:
        for game in fixture.games.all():
            side = next(one["side"] for one in game.placings if not one["won"])
            rulings.correct_game(game, owner, winner=side, reason="Read wrongly.")
    settle_round(last, best)
    [rows] = season_pages.exported(season)
    assert rows[0].entry == best[0]
    bracket = Client().get(f"{season.get_absolute_url()}crosstable/").content.decode()
    assert "Final, and match for third place" in bracket
    rows_shown = bracket.partition("Final, and match for third place")[2].split("<li ")[1:]
    final, third = ("".join(row.split("</li>")[0]) for row in rows_shown)
    assert '<span class="label">Final</span>' in final
    assert '<span class="label">Match for third place</span>' in third
    assert Entry.objects.get(pk=rows[0].entry).name in final
    assert [row.points for row in rows].count(2) == 1


def refused(owner, draft):
    """Return the reason why a draft can't be published now."""
    season = draft.division.season
    page = f"/leagues/{season.league.slug}/{season.number}/run/rounds/{draft.pk}/publish/"
    answer = client_of(owner).post(page, {"opens_at": ""})
    assert answer.status_code == 409
    return answer.content.decode()


def disputed_semi(season, first):
    """Return the loser and the winner of a first-round duel, and the loser's dispute."""
    fixture = first.fixtures.order_by("number").first()
    lost = {one["entry"]: not one["won"] for one in fixture.games.first().placings}
    loser, winner = (Entry.objects.get(pk=key) for key in sorted(lost, key=lost.get, reverse=True))
    return loser, winner, disputes.dispute(fixture, loser.user, "The clock jumped.")


def test_a_bracket_does_not_advance_during_a_dispute_about_who_advances(owner):
    season, _players = running(owner, 4, format="knockout")
    first = drawn(season, owner)
    settle_round(first, seeds_of(season))
    loser, winner, contested = disputed_semi(season, first)
    division = season.divisions.get()
    draft = draws.draft_round(division, owner)
    assert "A result of the previous round is disputed" in refused(owner, draft)
    ruling = disputes.Ruling(forfeits=frozenset({winner.pk}))
    disputes.decide(contested, owner, ruling, decision="It did.")
    assert "draw again" in refused(owner, draft)
    final = draws.draft_round(division, owner)
    draws.publish_round(final, owner)
    assert loser.pk in final.fixtures.get().chairs.values_list("entry", flat=True)


def test_deciding_about_a_round_warns_that_the_next_is_public_and_how_to_withdraw_it(owner):
    season, _players = running(owner, 4, format="knockout")
    first = drawn(season, owner)
    settle_round(first, seeds_of(season))
    final = drawn(season, owner)
    _loser, winner, contested = disputed_semi(season, first)
    fixture, game = contested.fixture, contested.fixture.games.first()
    here = f"{season.get_absolute_url()}run/disputes/{contested.pk}/"
    pages = [f"{fixture.get_absolute_url()}run/{name}/" for name in (
        "forfeit", "void", "reopen", f"correct/{game.pk}", f"annul/{game.pk}"
    )]  # fmt: skip
    at = Browser(client_of(owner))
    for page in [*pages, here]:
        assert "Round 2 is public, so your decision" in at.open(page).text
    rulings.correct_game(game, owner, winner="", reason="They agreed.")
    act = Audit.objects.get(verb="correct_game")
    undo = f"/leagues/{season.league.slug}/undo/{act.pk}/"
    assert "Round 2 is public, so your decision" in at.open(undo).text
    assert "is public" not in at.open(f"{final.fixtures.get().get_absolute_url()}run/void/").text
    at.open(here).press("Withdraw the round").type(reason="A dispute.").press("Undo")
    assert Round.objects.get(pk=final.pk).is_draft
    assert "Round 2 is public" not in at.open(here).text
    ruling = disputes.Ruling(forfeits=frozenset({winner.pk}))
    disputes.decide(contested, owner, ruling, decision="It did.")
    assert "draw again" in refused(owner, Round.objects.get(pk=final.pk))


def test_the_players_of_a_round_that_has_begun_are_kept(owner):
    season, _players = running(owner, 4, format="knockout")
    first = drawn(season, owner)
    settle_round(first, seeds_of(season))
    final = drawn(season, owner).fixtures.get()
    opening.open_now(final.pk, final.chairs.first().entry.user)
    page = f"{first.fixtures.first().get_absolute_url()}run/forfeit/"
    text = Browser(client_of(owner)).open(page).text
    assert "Round 2 has begun" in text
    assert "Withdraw the round" not in text


def test_a_final_can_be_published_although_a_player_left_after_the_draw(owner):
    season, _players = running(owner, 4, format="knockout", has_third_place=True)
    best = seeds_of(season)
    settle_round(drawn(season, owner), best)
    drafted = draws.draft_round(season.divisions.get(), owner)
    leaver = Entry.objects.get(pk=best[0])
    entries.withdraw(leaver, leaver.user)
    draws.publish_round(drafted, owner)
    assert drafted.fixtures.get(number=1).status == "forfeited"


def test_finals_require_a_finished_season_and_players_who_are_still_there(crowd_of_finals, owner):
    season, client = crowd_of_finals
    address = f"/leagues/{season.league.slug}/{season.number}/run/finals/"
    assert client.post(address, {"name": "F", "best": 4, "games_per_fixture": 2}).status_code == 409
    settle_round(drawn(season, owner), seeds_of(season))
    seasons.close_season(season, owner)
    gone = season.entries.order_by("final_rank").first()
    season.league.members.filter(user=gone.user).update(status="left")
    proposed = client.get(address).context["form"].initial
    assert (proposed["best"], proposed["games_per_fixture"]) == (2, season.games_per_fixture)
    assert client.post(address, {"name": "F", "best": 3, "games_per_fixture": 3}).status_code == 422
    assert client.post(address, {"name": "F", "best": 3, "games_per_fixture": 2}).status_code == 302
    finals = Season.objects.get(finals_of=season)
    chosen = season.entries.filter(final_rank__in=(2, 3, 4)).values_list("user", flat=True)
    assert set(finals.entries.values_list("user", flat=True)) == set(chosen)


def planned(owner):
    """Return a played-out season with planned finals of four, and its owner's console."""
    season, _players = running(owner, 8, rounds_planned=1, finalists=4)
    first = drawn(season, owner)
    at = season_pages.console(owner, season)
    assert "Prepare the finals" not in at.text
    settle_round(first, seeds_of(season))
    return season, at


def test_planned_finals_are_shown_from_the_start_and_prepared_with_one_press(owner):
    season, at = planned(owner)
    assert "finals of the best 4" in text(Client().get(season.get_absolute_url()))
    Fixture.objects.update(finished_at=timezone.now() - disputes.WINDOW)
    at.open(at.address).press("Prepare the finals")
    assert at.presses == 1
    finals = Season.objects.get(finals_of=season, name="First: finals", status="draft")
    chosen = season.entries.filter(final_rank__lte=4).values_list("user", flat=True)
    assert set(finals.entries.values_list("user", flat=True)) == set(chosen)
    assert season_pages.console(owner, season).text.count("Prepare the finals") == 0
    with pytest.raises(errors.BadSetting):
        seasons.edit_season(finals, owner, finalists=4)


def test_finals_that_would_end_the_time_for_disputes_need_confirmation(owner):
    season, at = planned(owner)
    at.open(at.address).press("Prepare the finals")
    assert "can still be disputed" in at.text
    assert Season.objects.get().is_running
    at.press("Prepare the finals")
    assert Season.objects.get(finals_of=season).entries.count() == 4


@pytest.mark.parametrize(
    ("game", "sizes"), [("noir", [0, 2, 4, 8, 16]), ("secret-hitler", [0, 8, 16])]
)
def test_planned_finals_have_enough_players_for_a_table_and_never_follow_a_knock_out(
    owner, game, sizes
):
    typed = {"name": "Second", "format": "knockout", "finalists": 8, "games_per_fixture": 2}
    form = SeasonForm(typed, league=found(owner, game), players=8)
    assert [number for number, _label in form.fields["finalists"].choices] == sizes
    form.is_valid()
    assert form.cleaned_data["finalists"] == 0


def test_planned_finals_are_kept_until_a_form_changes_them(owner):
    season = season_of(found(owner), owner, [], finalists=4)
    for typed, kept in (({}, 4), ({"finalists": 8}, 8), ({"finalists": 0}, 0)):
        page = {"name": "First", "format": "swiss", "games_per_fixture": 2, "round_days": 7}
        form = SeasonForm.of(season, page | typed, 8)
        form.is_valid()
        assert form.cleaned_data["finalists"] == kept


@pytest.fixture
def crowd_of_finals(owner):
    """A running season of five players, and its owner's browser."""
    season, _players = running(owner, 5, rounds_planned=1)
    return season, client_of(owner)


def test_a_knock_out_cannot_be_closed_before_its_final(owner):
    season, _players = running(owner, 4, format="knockout")
    best = list(season.entries.order_by("seed_rank").values_list("pk", flat=True))
    settle_round(drawn(season, owner), best)
    with pytest.raises(errors.FinalToPlay):
        seasons.close_season(season, owner)
    settle_round(drawn(season, owner), best)
    seasons.close_season(season, owner)
    assert Season.objects.get().is_over


def test_a_knock_out_has_no_point_sanctions_because_its_ranks_are_rounds_survived(owner):
    season, _players = running(owner, 4, format="knockout")
    entry = season.entries.first()
    with pytest.raises(errors.BadSetting):
        entries.sanction(entry, owner, kind="points", points=-1, reason="Late")
    address = f"/leagues/{season.league.slug}/{season.number}/run/players/{entry.pk}/sanction/"
    at = Browser(client_of(owner)).open(address)
    assert "points" not in at.text.partition("<form")[2].partition("</form>")[0]
    at.type(kind="warning", reason="Late").press("Impose the sanction")
    assert entry.sanctions.get().kind == "warning"
