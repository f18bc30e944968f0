"""Nobody keeps a table waiting for longer than its clocks allow, whatever they press."""

from datetime import timedelta

import pytest

from accounts.deletion import delete_account
from games.matches import agreements, clocks, referee
from games.matches.folds import fold_of
from games.matches.models import Match
from tests.matches.seating import act, choices_of, fresh, nominate, running, vote_all

pytestmark = pytest.mark.django_db


def asked(match):
    return match.players.get(asked_at__isnull=False)


def wind(match, **span):
    """Let time pass for whoever is asked at this table."""
    player = asked(match)
    player.asked_at -= timedelta(**span)
    player.save()
    return player


def second_round():
    """Return a table whose candidate may nominate, and has a session to tell of as well."""
    match = running(pace="relaxed")
    for _round in range(5):
        nominate(match)
        vote_all(match, ja=True)
        for _tile in range(2):
            (seat,) = fold_of(fresh(match)).game.to_act(fold_of(fresh(match)).state)
            act(match, seat, choices_of(match, seat)[0])
        match = fresh(match)
        seat = asked(match).seat
        if any(type(one).__name__ == "Claim" for one in choices_of(match, seat)):
            return match
    raise AssertionError("nobody has anything to claim")


def claim(match, seat):
    said = next(one for one in choices_of(match, seat) if type(one).__name__ == "Claim")
    act(match, seat, said)


def test_a_claim_does_not_wind_up_the_clock_of_the_decision_that_is_owed():
    match = second_round()
    before = wind(match, minutes=1)
    claim(match, before.seat)
    assert asked(match).asked_at == before.asked_at


def test_going_away_and_coming_back_does_not_wind_up_a_clock():
    match = running(pace="relaxed")
    before = wind(match, minutes=1)
    agreements.step_away(match.pk, before.user)
    agreements.come_back(match.pk, before.user)
    assert asked(match).asked_at == before.asked_at


def test_coming_back_in_a_pause_gains_nothing():
    match = running(pace="relaxed")
    users = [player.user for player in match.players.select_related("user")]
    for user in users[:4]:
        agreements.wish(match.pk, user, "pause")
    match = fresh(match)
    Match.objects.filter(pk=match.pk).update(paused_at=match.paused_at - timedelta(hours=1))
    player = wind(match, hours=1)
    agreements.step_away(match.pk, player.user)
    agreements.come_back(match.pk, player.user)
    agreements.go_on(match.pk, users[0])
    match = fresh(match)
    full = clocks.clock_of(match)
    latest = match.started_at + full.decision + full.reserve + timedelta(minutes=1)
    assert clocks.deadline(match, asked(match)) < latest


@pytest.mark.parametrize("pace", ["untimed", "relaxed"])
def test_wishing_again_and_again_does_not_keep_bots_from_acting(pace):
    match = running(pace=pace)
    seat = fold_of(match).state.president
    absent = match.players.get(seat=seat)
    agreements.step_away(match.pk, absent.user)
    due = fresh(match).due_at
    other = match.players.exclude(seat=seat).first()
    agreements.wish(match.pk, other.user, "void")
    assert fresh(match).due_at == due


def test_leaving_and_coming_back_again_and_again_does_not_keep_bots_from_acting():
    match = running(pace="untimed")
    seat = fold_of(match).state.president
    agreements.step_away(match.pk, match.players.get(seat=seat).user)
    due = fresh(match).due_at
    other = match.players.exclude(seat=seat).first()
    agreements.step_away(match.pk, other.user)
    agreements.come_back(match.pk, other.user)
    assert fresh(match).due_at <= due


def test_a_bot_plays_on_at_once_where_an_account_is_deleted(settings):
    settings.BOT_PACE = 0
    match = running(pace="untimed")
    president = match.players.get(seat=fold_of(match).state.president)
    delete_account(president.user)
    assert fresh(match).due_at is not None
    assert referee.act_once()
    assert match.entries.get(number=1).by == "bot"


def test_who_is_asked_while_no_referee_works_is_not_given_more_than_was_lost():
    match = running(pace="relaxed")
    player = asked(match)
    now = player.asked_at
    referee.keep_time(now - timedelta(hours=1))
    referee.keep_time(now)
    assert asked(match).asked_at == now
