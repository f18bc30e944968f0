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


def told(prompt: int, action: str) -> SentDecision:
    """Return a decision that was acknowledged."""
    return SentDecision(prompt, action, is_acknowledged=True)


def unheard(prompt: int, action: str) -> SentDecision:
    """Return a decision that was never answered."""
    return SentDecision(prompt, action, is_acknowledged=False)


@pytest.mark.parametrize(
    ("sent", "stored", "whole"),
    [
        ([told(1, A), told(2, B)], [A, B], True),
        ([told(1, A), told(2, B)], [A], False),  # lost
        ([told(1, A)], [A, A], False),  # doubled
        ([told(1, A), told(2, B)], [B, A], False),  # not in order
        ([told(1, A), told(2, B)], [A, C], False),  # another than was acknowledged
        ([], [A], False),  # nobody sent it
        ([unheard(1, A), told(2, B)], [A, B], True),  # nobody knew, and it was stored
        ([unheard(1, A), told(2, B)], [B], True),  # nobody knew, and it was not
        ([unheard(1, A), told(1, B)], [B], True),
        ([unheard(1, A), told(1, B)], [A], False),  # what was acknowledged is lost
        ([told(1, A), unheard(1, B)], [B], False),
        ([unheard(1, A), told(1, B)], [A, B], False),  # one question, two answers
        ([unheard(1, A), told(2, A)], [A], True),
        ([told(1, A), told(1, A)], [A], True),  # the second was a repeat
        ([told(1, A), told(1, B)], [B], False),  # the first was lost, and asked for again
        ([told(1, A), told(1, B)], [A], False),
        ([told(1, A), told(1, B)], [A, B], False),
    ],
)
def test_a_ledger_reports_lost_and_duplicated_moves(is_whole, sent, stored, whole):
    assert is_whole(sent, stored) is whole


def test_a_soak_fails_because_of_growth_not_of_a_few_slow_moves():
    middle = {"resident_bytes": 100.0, "files_open": 60.0, "database_pool": 4.0}
    middle["seconds_a_move"] = 0.02
    assert (
        soak.growing_figures(middle, middle | {"seconds_a_move": 0.2, "database_pool": 20.0}) == []
    )
    assert soak.growing_figures(middle, middle | {"seconds_a_move": 0.3}) == ["seconds_a_move"]
    assert soak.growing_figures(middle, middle | {"resident_bytes": 126.0}) == ["resident_bytes"]


@pytest.mark.prove
def test_people_of_a_trial_move_on_from_the_first_seat_without_reading_time(tmp_path):
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
