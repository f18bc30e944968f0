"""Seasons of other kinds through their pages: everybody against everybody, and a knock-out.

In each something goes wrong: somebody is replaced or stays away, a deadline moves, a result is
disputed, the leader leaves. The tables are computed from the export alone.
"""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.leagues.fixtures import results
from games.leagues.membership import services as membership
from games.leagues.models import Entry, Round, Season
from tests.conftest import account
from tests.leagues.league_play import found, people, season_of, settle_round
from tests.leagues.organiser.pressing import Browser
from tests.leagues.organiser.visitors import client_of
from tests.leagues.season_pages import begun, close, console, dispute_and_decide, exported, loser_of

pytestmark = pytest.mark.django_db


def test_a_round_robin_with_a_replacement_a_moved_deadline_and_a_dispute(owner):
    season = begun(owner, season_of(found(owner), owner, people(4), format="round_robin"))
    console(owner, season).press("Publish all").press("Publish 3 rounds")
    first, second, third = Round.objects.order_by("number")
    later = timezone.localtime(first.closes_at + timedelta(days=3)).strftime("%Y-%m-%dT%H:%M")
    at = console(owner, season).press("Round 1").press("Move the deadline")
    at.type(ends_at=later, reason="Exams").press("Move the deadline")
    second.refresh_from_db()
    assert second.closes_at > Round.objects.get(pk=first.pk).closes_at
    best = list(season.entries.order_by("seed_rank").values_list("pk", flat=True))
    settle_round(first, best)

    game = first.fixtures.first().games.order_by("ordinal").first()
    before = {row.entry: row.points for row in exported(season)[0]}
    entry = dispute_and_decide(owner, game, loser=loser_of(game))
    assert {row.entry: row.points for row in exported(season)[0]}[entry.pk] > before[entry.pk]

    newcomer = account("Nora")
    membership.join(season.league, newcomer)
    gone = Entry.objects.get(pk=best[-1])
    at = console(owner, season).press("Players").press(gone.name).press("Replace")
    member = season.league.members.get(user=newcomer)
    at.choose(member=member.pk).type(reason="Moved away").press("Replace")
    gone.refresh_from_db()
    assert (gone.user, gone.replaced_after) == (newcomer, 1)

    settle_round(second, best)
    leader = Entry.objects.get(pk=exported(season)[0][0].entry)
    at = Browser(client_of(leader.user)).open(leader.season.get_absolute_url() + "withdraw/")
    at.press("Leave the season")
    settle_round(third, best)
    rows = exported(season)[0]
    assert next(row for row in rows if row.entry == leader.pk).forfeits == 1
    close(owner, season)


def test_a_knock_out_with_a_no_show_a_pause_a_dispute_and_a_match_for_third_place(owner):
    season = begun(owner, season_of(
        found(owner), owner, people(5), format="knockout", has_third_place=True
    ))  # fmt: skip
    best = list(season.entries.order_by("seed_rank").values_list("pk", flat=True))

    def published():
        at = console(owner, season).press("Draw round").press("Draw the round")
        at.press("Publish").press("Publish")
        return Round.objects.get(status="published")

    first = published().fixtures.get()
    address = f"{first.get_absolute_url()}run/forfeit/"
    typed = {"entries": [best[4]], "reason": "Nobody there."}
    assert client_of(owner).post(address, typed).status_code == 302
    results.close_rounds()

    semis = published()
    console(owner, season).press("Pause the season").type(reason="Holidays").press("Pause")
    Season.objects.update(paused_at=timezone.now() - timedelta(days=2, hours=1))
    console(owner, season).press("Resume the season").press("Resume the season")
    assert Round.objects.get(pk=semis.pk).closes_at > semis.closes_at
    settle_round(semis, [])  # level: the better seeds go on, unless something was wrong
    games = semis.fixtures.get(chairs__entry=best[1]).games.order_by("ordinal")
    entry = dispute_and_decide(
        owner, games[0], loser=next(one for one in games[0].placings if one["entry"] == best[2])
    )
    assert entry.pk == best[2]
    results.close_rounds()

    last = published()
    final, third = last.fixtures.order_by("number")
    seated = [set(one.chairs.values_list("entry", flat=True)) for one in (final, third)]
    assert seated == [{best[0], best[2]}, {best[1], best[3]}]
    bracket = Client().get(f"{season.get_absolute_url()}crosstable/").content.decode()
    assert "Final, and match for third place" in bracket
    leader = Entry.objects.get(pk=best[0])
    at = Browser(client_of(leader.user)).open(f"{season.get_absolute_url()}withdraw/")
    at.press("Leave the season")
    settle_round(last, [best[3]])
    close(owner, season)
    ranked = list(season.entries.order_by("final_rank").values_list("pk", flat=True))
    assert ranked == [best[2], best[0], best[3], best[1], best[4]]
