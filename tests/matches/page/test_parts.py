"""An action with hundreds of variants is sent in parts: two lists instead of 600 buttons."""

import pytest

from games.matches.models import Match
from tests.matches.seating import act, choices_of, fresh, player_at, prompt_of, running

pytestmark = pytest.mark.django_db

BEFORE, BETWEEN, AFTER = '{"action":"deduce","suspects":[', ",", "]}"


@pytest.fixture
def match() -> Match:
    """Return a match of Noir at the inspector's first turn."""
    match = running(game="noir")
    for seat, kind in ((0, "Murder"), (1, "ChooseIdentity"), (0, "Shift")):
        choices = choices_of(match, seat)
        act(match, seat, next(one for one in choices if type(one).__name__ == kind))
    return fresh(match)


def send(client, match: Match, *parts: str):
    client.force_login(player_at(match, 1).user)
    fields = {"action": "in-parts", "part": parts, "prompt": prompt_of(match, 1)}
    return client.post(f"{match.get_absolute_url()}act/", fields)


def test_the_parts_are_combined_in_order(client, match):
    response = send(client, match, BEFORE, '"Anouk"', BETWEEN, '"Vesa"', AFTER)
    assert response.status_code == 302
    match = fresh(match)
    assert match.is_over
    assert match.reason in {"deduced", "wrong-deduction"}
    assert '["Anouk","Vesa"]' in match.entries.get(number=match.length).action


def test_a_missing_part_counts_as_no_choice(client, match):
    response = send(client, match, BEFORE, '"Anouk"', BETWEEN, "", AFTER)
    assert response.status_code == 422
    assert "Choose first" in response.content.decode()
    assert fresh(match).is_running


@pytest.mark.parametrize(
    "parts",
    [
        (BEFORE, '"Anouk"', BETWEEN, '"Anouk"', AFTER),
        (BEFORE, '"Nobody"', BETWEEN, '"Vesa"', AFTER),
        ('"Anouk"', '"Vesa"'),
        (AFTER, BEFORE),
        (),
    ],
)
def test_parts_that_form_no_valid_action_are_refused(client, match, parts):
    assert send(client, match, *parts).status_code == 422
    assert fresh(match).is_running
