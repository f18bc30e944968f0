"""Seasons of other kinds through their pages: everybody against everybody, and a knock-out.

In each something goes wrong: somebody is replaced or stays away, a deadline moves, a result is
disputed, the leader leaves. The tables are computed from the export alone.
"""

import pytest
from django.test import Client

from games.leagues.fixtures import results
from games.leagues.membership import services as membership
from games.leagues.models import Entry, Round
from tests.conftest import account
from tests.leagues.league_play import found, people, season_of, settle_round
from tests.leagues.organiser.pressing import Browser
from tests.leagues.organiser.visitors import client_of
from tests.leagues.season_pages import (
    begun,
    close,
    console,
    dispute_and_decide,
    exported,
    holidays,
    leader_leaves,
    loser_of,
    miss,
    move_deadline,
)

pytestmark = pytest.mark.django_db


def test_a_round_robin_with_holidays_a_no_show_a_replacement_and_a_dispute(owner):
    season = begun(owner, season_of(found(owner), owner, people(4), format="round_robin"))
    console(owner, season).press("Publish all").press("Publish 3 rounds")
    first, second, third = Round.objects.order_by("number")
    move_deadline(owner, season, first)
    second.refresh_from_db()
    assert second.closes_at > Round.objects.get(pk=first.pk).closes_at
    holidays(owner, season)
    best = list(season.entries.order_by("seed_rank").values_list("pk", flat=True))
    played, missed = first.fixtures.order_by("number")
    absent = miss(missed)
    settle_round(first, best)
    row = next(row for row in exported(season)[0] if row.entry == absent.pk)
    assert (row.points, row.forfeits) == (0, 1)

    game = played.games.order_by("ordinal").first()
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
    leader = leader_leaves(season)
    settle_round(third, best)
    rows = exported(season)[0]
    assert next(row for row in rows if row.entry == leader.pk).forfeits == 1
    close(owner, season)


def test_a_knock_out_with_a_no_show_holidays_a_moved_deadline_a_dispute_and_a_third_place(owner):
    season = begun(owner, season_of(
        found(owner), owner, people(5), format="knockout", has_third_place=True
    ))  # fmt: skip
    best = list(season.entries.order_by("seed_rank").values_list("pk", flat=True))

    def published():
        at = console(owner, season).press("Draw round").press("Draw the round")
        at.press("Publish").press("Publish")
        return Round.objects.get(status="published")

    miss(published().fixtures.get(), Entry.objects.get(pk=best[4]))
    results.close_rounds()

    semis = published()
    move_deadline(owner, season, semis)
    holidays(owner, season)
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
