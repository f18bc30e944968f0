"""The ledger of a trial finds what was lost and what was doubled, action by action."""

import json
from random import Random

import pytest

from tests.chaos import soak
from tests.chaos.crowd import PlayedMatch, SentDecision
from tests.live_site import LiveSite

pytestmark = pytest.mark.django_db

A, B, C = (json.dumps({"type": name}) for name in "abc")


@pytest.fixture
def is_whole(monkeypatch):
    """Return the check; its module sets Django up, which has been done."""
    monkeypatch.setattr("django.setup", lambda: None)
    from tests.chaos.logs import is_whole

    return is_whole


@pytest.mark.parametrize(
    ("sent", "stored", "whole"),
    [
        (
            [SentDecision(1, A, is_acknowledged=True), SentDecision(2, B, is_acknowledged=True)],
            [A, B],
            True,
        ),
        (
            [SentDecision(1, A, is_acknowledged=True), SentDecision(2, B, is_acknowledged=True)],
            [A],
            False,
        ),  # lost
        ([SentDecision(1, A, is_acknowledged=True)], [A, A], False),  # doubled
        (
            [SentDecision(1, A, is_acknowledged=True), SentDecision(2, B, is_acknowledged=True)],
            [B, A],
            False,
        ),  # not in order
        (
            [SentDecision(1, A, is_acknowledged=True), SentDecision(2, B, is_acknowledged=True)],
            [A, C],
            False,
        ),  # another than was acknowledged
        ([], [A], False),  # nobody sent it
        (
            [SentDecision(1, A, is_acknowledged=False), SentDecision(2, B, is_acknowledged=True)],
            [A, B],
            True,
        ),  # nobody knew, and it was stored
        (
            [SentDecision(1, A, is_acknowledged=False), SentDecision(2, B, is_acknowledged=True)],
            [B],
            True,
        ),  # nobody knew, and it was not
        (
            [SentDecision(1, A, is_acknowledged=False), SentDecision(1, B, is_acknowledged=True)],
            [B],
            True,
        ),
        (
            [SentDecision(1, A, is_acknowledged=False), SentDecision(1, B, is_acknowledged=True)],
            [A, B],
            False,
        ),  # one question, two answers
        (
            [SentDecision(1, A, is_acknowledged=False), SentDecision(2, A, is_acknowledged=True)],
            [A],
            True,
        ),
    ],
)
def test_a_ledger_tells_what_was_lost_or_doubled(is_whole, sent, stored, whole):
    assert is_whole(sent, stored) is whole


def test_a_soak_fails_by_growth_and_not_by_a_few_slow_moves():
    middle = {"resident_bytes": 100.0, "files_open": 60.0, "database_pool": 4.0}
    middle["seconds_a_move"] = 0.02
    assert (
        soak.growing_figures(middle, middle | {"seconds_a_move": 0.2, "database_pool": 20.0}) == []
    )
    assert soak.growing_figures(middle, middle | {"seconds_a_move": 0.3}) == ["seconds_a_move"]
    assert soak.growing_figures(middle, middle | {"resident_bytes": 126.0}) == ["resident_bytes"]


@pytest.mark.long
def test_people_of_a_trial_move_on_from_the_first_chair_and_wait_for_no_letter(tmp_path):
    site = LiveSite(tmp_path, READING_SECONDS="600", BEHIND_PROXY="1")
    try:
        site.start()
        match = PlayedMatch([site.port], Random(3))
        assert match.sit()
        seated = match.progress
        assert seated == 1 + 2 * 4 + 1
        for person in match.people:
            person.decide(match.path)
        assert match.progress == seated + 5
        for person in match.people:
            person.has_socket = False
            person.decide(match.path)
        assert any(person.ledger.acknowledged for person in match.people)
    finally:
        site.discard()
