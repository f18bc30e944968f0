"""Dead players bet on who is Hitler and who a fascist; nobody else sees it before the end."""

import pytest

from games.matches.models import Match
from games.matches.play import bets, memory
from tests.matches.seating import (
    browser,
    fresh,
    play_to_the_end,
    player_at,
    running,
    state_of,
    state_until,
)

pytestmark = pytest.mark.django_db


def _dead(match: Match, role: str) -> list[int]:
    return dead_in(state_of(match), role)


def dead_in(state, role: str) -> list[int]:
    """Return the seats of the dead of this role."""
    return [
        seat for seat, alive in enumerate(state.alive) if not alive and state.roles[seat] == role
    ]


@pytest.fixture(scope="module")
def kept_match(kept) -> Match:
    """A running match with a dead liberal."""
    return state_until(lambda state: dead_in(state, "liberal"), running)


@pytest.fixture
def match(kept_match, db) -> Match:
    """The match, unchanged by other tests."""
    memory.forget()
    return fresh(kept_match)


def press(match: Match, user, about: str, seat: int):
    """Return the response to pressing a bet's button."""
    headers = {"HX-Request": "true"}
    return browser(user).post(f"{match.get_absolute_url()}bet/{about}/{seat}/", headers=headers)


def shown_to(user, match: Match) -> list[bytes]:
    """Return the live fragments and the replay so far as shown to `user`."""
    client, headers = browser(user), {"HX-Request": "true"}
    looks = ("live/", "replay/frames/?count=16")
    return [client.get(match.get_absolute_url() + look, headers=headers).content for look in looks]


def _dead_user(match: Match):
    return player_at(match, _dead(match, "liberal")[0]).user


def _living(match: Match) -> list[int]:
    return [seat for seat, alive in enumerate(state_of(match).alive) if alive]


def test_a_bet_changes_nothing_that_others_are_shown(match):
    dead, seat = _dead_user(match), _living(match)[0]
    others = [None, *(p.user for p in match.players.exclude(user=dead).select_related("user"))]
    before = [shown_to(user, match) for user in others]
    answer = press(match, dead, "hitler", seat)
    assert 'aria-pressed="true"' in answer.content.decode()
    assert [shown_to(user, match) for user in others] == before


def test_at_the_end_everybody_sees_who_was_right_and_in_which_round(match):
    dead, hitler = _dead_user(match), state_of(match).roles.index("hitler")
    wrong = next(seat for seat in _living(match) if state_of(match).roles[seat] == "liberal")
    press(match, dead, "fascist", wrong)
    press(match, dead, "hitler", hitler)
    betted_in = memory.projection_of(fresh(match)).log(bets.PUBLIC)[-1].chapter
    play_to_the_end(match)
    for user in (dead, None):
        page = browser(user).get(match.get_absolute_url()).content.decode()
        assert page.count('class="badge press"><i class="mark m-check"></i> right') == 1
        assert page.count('class="badge"><i class="mark m-cross"></i> wrong') == 1
        assert page.count(f"Round {betted_in}: Who is") == 2


def test_repeating_a_bet_keeps_its_round_and_another_seat_replaces_it(match):
    dead, (one, other, *_) = _dead_user(match), _living(match)
    press(match, dead, "hitler", one)
    mine = match.players.get(user=dead)
    mine.bets = {"hitler": [one, 1]}
    mine.save()
    press(match, dead, "hitler", one)
    mine.refresh_from_db()
    assert mine.bets == {"hitler": [one, 1]}
    press(match, dead, "hitler", other)
    mine.refresh_from_db()
    assert mine.bets["hitler"][0] == other


@pytest.mark.parametrize(("about", "seat"), [("hitler", 9), ("bishop", 0)])
def test_a_forged_bet_is_refused(match, about, seat):
    assert press(match, _dead_user(match), about, seat).status_code == 403


def test_the_living_strangers_and_after_the_end_the_dead_cannot_bet(match):
    living = player_at(match, _living(match)[0]).user
    assert press(match, living, "hitler", _living(match)[1]).status_code == 403
    assert press(match, None, "hitler", 0).status_code == 403
    dead = _dead_user(match)
    play_to_the_end(match)
    assert press(match, dead, "hitler", 0).status_code == 409


def test_dead_fascists_are_offered_no_bet_because_they_know():
    match = state_until(lambda state: dead_in(state, "fascist"), running)
    dead = player_at(match, _dead(match, "fascist")[0]).user
    assert b'id="bets"' not in shown_to(dead, match)[0]
    assert press(match, dead, "hitler", _living(match)[0]).status_code == 403
