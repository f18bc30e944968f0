"""The ledger of a trial finds what was lost and what was doubled, action by action."""

import json

import pytest

from bench.chaos.crowd import SentDecision

pytestmark = pytest.mark.django_db

A, B, C = (json.dumps({"type": name}) for name in "abc")


@pytest.fixture
def is_whole(monkeypatch):
    """Return the check; its module sets Django up, which has been done."""
    monkeypatch.setattr("django.setup", lambda: None)
    from bench.chaos.logs import is_whole

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
