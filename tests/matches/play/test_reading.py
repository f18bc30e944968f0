"""The letters with secret roles are read before the first decision; nobody waits for long."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine.seats import Viewer
from games.matches import errors
from games.matches.lobby import services as lobby
from games.matches.play import reading, referee, services, table_votes
from tests.matches.seating import (
    choices_of,
    fresh,
    open_table,
    owing,
    page_of,
    player_at,
    prompt_of,
    running,
    state_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _letters(settings):
    settings.READING_SECONDS = 20


def decide(match):
    seat = owing(match)[0]
    user, choice = player_at(match, seat).user, choices_of(match, seat)[0]
    services.act(match.pk, user.pk, choice, prompt_of(match, seat))


def test_nobody_can_decide_before_all_have_read_their_letters(alice, bob):
    match = running(alice, bob, pace="brisk")
    with pytest.raises(errors.StillReading):
        decide(match)
    assert not match.players.exclude(asked_at=None).exists()  # so no clock runs
    people = [player.user for player in match.players.select_related("user")]
    for user in people[:-1]:
        reading.read(match.pk, user)
    with pytest.raises(errors.StillReading):
        decide(match)
    reading.read(match.pk, people[-1])
    assert match.players.exclude(asked_at=None).count() == 1
    decide(match)
    assert fresh(match).length == 1


def test_after_a_while_the_table_continues_but_the_letter_is_still_shown(alice, bob):
    match = running(alice, bob)
    assert match.due_at == match.reading_until
    past = timezone.now() - timedelta(seconds=1)
    type(match).objects.filter(pk=match.pk).update(reading_until=past, due_at=past)
    assert referee.act(1)
    assert fresh(match).reading_until is None
    decide(match)
    assert 'id="reveal" class="reveal"' in page_of(alice, match)


def test_a_player_is_shown_their_own_letter_until_they_have_read_it(alice, bob):
    match = running(alice, bob)
    shown = page_of(alice, match)
    assert 'id="reveal" class="reveal"' in shown
    assert "0 of 5 have read theirs" in shown
    reading.read(match.pk, alice)
    reading.read(match.pk, alice)  # reading twice counts once
    shown = page_of(alice, match)
    assert 'id="reveal" hidden' in shown
    assert "1 of 5 have read their letters" in shown
    assert "data-ask" not in shown


def test_a_spectator_has_no_letter_and_sees_how_many_have_read_theirs(alice, bob, mallory):
    match = running(alice, bob)
    shown = page_of(mallory, match)
    assert 'id="reveal" hidden' in shown
    assert "0 of 5 have read theirs" in shown
    with pytest.raises(errors.NotSeated):
        reading.read(match.pk, mallory)


def test_in_noir_each_side_gets_its_own_letter_and_nothing_of_the_other(alice, bob):
    match = running(alice, bob, game="noir")
    killer, inspector = (player_at(match, seat).user for seat in (0, 1))
    view = match.rules.view(state_of(match), Viewer(0))
    shown = page_of(killer, match)
    letter = shown[shown.index('<dialog id="reveal"') : shown.index("</dialog>")]
    assert "You are the killer." in letter
    assert view.identity.killer in letter
    assert view.disguise.killer in letter
    shown = page_of(inspector, match)
    letter = shown[shown.index('<dialog id="reveal"') : shown.index("</dialog>")]
    assert "You are the inspector." in letter
    assert 'href="/static/img/suspects.svg' not in letter
    with pytest.raises(errors.StillReading):
        decide(match)
    for user in (killer, inspector):
        reading.read(match.pk, user)
    assert 'id="reveal" hidden' in page_of(killer, match)
    decide(match)


def test_the_letter_of_a_cancelled_match_is_hidden(alice, bob):
    match = running(alice, bob)
    for seat in range(4):
        table_votes.vote(match.pk, player_at(match, seat).user, "void")
    assert fresh(match).status == "void"
    assert 'id="reveal" hidden' in page_of(alice, match)


def test_a_pause_while_letters_are_read_adds_no_time(alice, bob):
    match = running(alice, bob, pace="brisk")
    people = [player.user for player in match.players.select_related("user")]
    for user in people[:4]:
        table_votes.vote(match.pk, user, "pause")
    paused_at = timezone.now() - timedelta(minutes=5)
    type(match).objects.filter(pk=match.pk).update(paused_at=paused_at)
    for user in people:
        reading.read(match.pk, user)
    table_votes.go_on(match.pk, alice)
    assert match.players.get(asked_at__isnull=False).asked_at <= timezone.now()


def test_readers_are_not_counted_if_only_one_person_reads(alice):
    match = open_table(alice, fills_with_bots=True)
    lobby.start(match.pk, alice)
    shown = page_of(alice, match)
    assert 'id="reveal" class="reveal"' in shown
    assert "have read their" not in shown
    assert "have read theirs" not in shown
