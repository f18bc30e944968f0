"""A new deal requires everybody, and no table disappears because another continues."""

import pytest

from games.matches import errors
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.play import table_votes
from tests.matches.seating import fresh, nominate, running, vote_all

pytestmark = pytest.mark.django_db


def people_of(match):
    return [player.user for player in match.players.select_related("user").order_by("seat")]


def asked_by_one(match):
    host = people_of(match)[0]
    successor = lobby.ask_redeal(match.pk, host)
    for _chair in range(4):
        lobby.add_bot(successor.pk, host)
    return host, successor


def test_nobody_can_force_the_new_deal_with_bots_on_the_others():
    match = running()
    host, successor = asked_by_one(match)
    with pytest.raises(errors.NotEverybodyReady):
        lobby.start(successor.pk, host)
    lobby.ask_redeal(match.pk, host)
    assert fresh(match).is_running


def test_a_table_that_has_begun_outlives_the_match_that_it_came_from():
    match = running()
    _host, successor = asked_by_one(match)
    Match.objects.filter(pk=successor.pk).update(status=Match.Status.RUNNING)
    nominate(match)
    vote_all(match, ja=True)
    assert fresh(match).successor is None
    assert fresh(successor).is_running


def test_keeping_the_deal_leaves_a_table_that_has_begun_alone():
    match = running()
    host, successor = asked_by_one(match)
    Match.objects.filter(pk=successor.pk).update(status=Match.Status.RUNNING)
    lobby.decline_redeal(match.pk, host)
    assert fresh(match).successor is None
    assert fresh(successor).is_running


def test_cancelling_a_match_drops_the_request_for_a_new_deal():
    match = running()
    _host, successor = asked_by_one(match)
    for user in people_of(match)[:4]:
        table_votes.vote(match.pk, user, "void")
    assert fresh(match).status == Match.Status.VOID
    assert not Match.objects.filter(pk=successor.pk).exists()
