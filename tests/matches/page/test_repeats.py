"""A double click on a decision causes no message, because the decision is already made."""

from datetime import timedelta

import msgspec
import pytest
from django.utils import timezone

from games.matches.models import Match
from tests.matches.seating import (
    browser,
    choices_of,
    fresh,
    nominate,
    owing,
    player_at,
    prompt_of,
    running,
)

pytestmark = pytest.mark.django_db

MOVED_ON = "had moved on"


def click(match: Match, seat: int, action, prompt: int):
    """Return the response to a click on `action`."""
    form = {"action": msgspec.json.encode(action).decode(), "prompt": prompt}
    client = browser(player_at(match, seat).user)
    return client.post(f"{match.get_absolute_url()}act/", form, headers={"HX-Request": "true"})


@pytest.fixture
def clicked():
    """A match, the seat that nominated, the clicked action, and the question that it answered."""
    match = running()
    (seat,) = owing(match)
    action, prompt = choices_of(match, seat)[0], prompt_of(match, seat)
    assert click(match, seat, action, prompt).status_code == 200
    return match, seat, action, prompt


def test_repeating_an_answer_is_accepted_and_changes_nothing(clicked):
    match, *asked = clicked
    length = fresh(match).length
    again = click(match, *asked)
    assert again.status_code == 200
    assert MOVED_ON not in again.content.decode()
    assert fresh(match).length == length


def test_a_different_answer_to_an_old_question_is_refused_as_before(clicked):
    match, seat, action, prompt = clicked
    other = msgspec.structs.replace(action, chancellor=(action.chancellor + 1) % 5)
    refused = click(match, seat, other, prompt)
    assert refused.status_code == 409
    assert MOVED_ON in refused.content.decode()


def test_another_player_s_answer_does_not_count_as_a_repeat(clicked):
    match, seat, action, prompt = clicked
    assert click(match, (seat + 1) % 5, action, prompt).status_code != 200


def test_an_old_tab_is_told_that_the_table_has_moved_on(clicked):
    match, *asked = clicked
    earlier = timezone.now() - timedelta(minutes=1)
    match.entries.update(at=earlier)
    assert click(match, *asked).status_code == 409


def test_a_double_click_on_the_last_vote_of_a_round_causes_no_message():
    match = running()
    nominate(match)
    seats = owing(match)
    votes = {seat: (choices_of(match, seat)[0], prompt_of(match, seat)) for seat in seats}
    for seat in seats:
        assert click(match, seat, *votes[seat]).status_code == 200
    assert click(match, seats[-1], *votes[seats[-1]]).status_code == 200
