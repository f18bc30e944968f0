"""One move: the permitted player, the right time, and what others learn."""

import json
from random import Random

import msgspec
import pytest
from django.db import IntegrityError, transaction

from games.matches.models import Match, MatchEntry
from games.matches.play import memory, moves
from tests.matches.seating import (
    act_as,
    browser,
    choices_of,
    fresh,
    nominate,
    open_table,
    owing,
    play_one,
    play_to_the_end,
    played_until,
    player_at,
    prompt_of,
    running,
    state_of,
    vote_all,
)

pytestmark = pytest.mark.django_db

SCRIPT = {"HX-Request": "true"}


def send(match: Match, seat: int | None, action, *, user=None, headers=SCRIPT, **fields):
    text = action if isinstance(action, str) else json.dumps(action)
    data = {"action": text, **fields}
    if "prompt" not in fields and seat is not None:
        data["prompt"] = prompt_of(match, seat)
    client = browser(user if seat is None else player_at(match, seat).user)
    return client.post(f"{match.get_absolute_url()}act/", data, headers=headers)


@pytest.fixture(scope="module")
def kept_match(kept) -> Match:
    """A match of five people that has just been dealt."""
    return running()


@pytest.fixture
def match(kept_match, db) -> Match:
    """The match, unchanged by other tests."""
    memory.forget()
    return fresh(kept_match)


@pytest.fixture
def voting(match) -> Match:
    """The same match during a vote on a government."""
    nominate(match)
    return match


def legal(match: Match) -> tuple[int, dict]:
    """Return the seat that must decide, and one of its actions as sent by a button."""
    (seat,) = owing(match)
    return seat, {"action": "nominate", "chancellor": choices_of(match, seat)[0].chancellor}


def test_a_move_is_stored_and_the_response_contains_the_new_position(match):
    seat, nomination = legal(match)
    response = send(match, seat, nomination)
    assert response.status_code == 200
    assert '<hx-partial id="stage"' in response.content.decode()
    assert fresh(match).length == 1
    entry = match.entries.get(number=1)
    assert (entry.seat, entry.by, json.loads(entry.action)) == (seat, "player", nomination)


def test_a_plain_form_without_javascript_redirects_to_the_page(match):
    seat, nomination = legal(match)
    response = send(match, seat, nomination, headers={})
    assert response["Location"] == match.get_absolute_url()
    assert fresh(match).length == 1


def test_a_refused_plain_form_gets_the_whole_page_with_the_reason(match):
    seat, nomination = legal(match)
    response = send(match, seat, nomination, headers={}, prompt=99)
    assert response.status_code == 409
    assert "<html" in response.content.decode()
    assert "The table had moved on" in response.content.decode()


def test_the_confirm_button_takes_the_marked_choice(match):
    seat, nomination = legal(match)
    assert send(match, seat, "chosen", choice=json.dumps(nomination)).status_code == 200
    assert fresh(match).length == 1


def test_confirming_without_a_marked_choice_shows_a_message(match):
    seat, _nomination = legal(match)
    response = send(match, seat, "chosen")
    assert response.status_code == 422
    assert "Choose first, then confirm." in response.content.decode()
    assert fresh(match).length == 0


def test_a_player_who_keeps_changing_a_vote_is_stopped_but_can_still_decide(voting, monkeypatch):
    monkeypatch.setattr(moves, "MOST", 12)
    [nominator] = {entry.seat for entry in voting.entries.exclude(seat=None)}
    votes = [{"action": "vote", "ja": number % 2 == 0} for number in range(moves.MOST + 1)]
    assert {send(voting, nominator, vote).status_code for vote in votes[:-1]} == {200}
    length = fresh(voting).length
    refused = send(voting, nominator, votes[-1])
    assert refused.status_code == 403
    assert fresh(voting).length == length
    vote_all(voting, ja=False)  # the others continue, and in the next round this seat can vote
    nominate(voting)
    act_as(voting, nominator, action="vote", ja=True)


def test_a_player_who_keeps_claiming_is_stopped_even_while_they_owe_a_decision(match, monkeypatch):
    monkeypatch.setattr(moves, "MOST", 12)
    match = played_until(claims_of_who_is_asked, running)
    seat, claim = claims_of_who_is_asked(match)[0]
    assert {send(match, seat, claim).status_code for _time in range(moves.MOST)} == {200}
    assert send(match, seat, claim).status_code == 403
    play_one(match, Random(1))  # the match continues


def claims_of_who_is_asked(match: Match) -> list[tuple[int, dict]]:
    """Return the possible claims of seats that owe a decision, with the seat."""
    return [
        (seat, json.loads(msgspec.json.encode(choice)))
        for seat in owing(match)
        for choice in choices_of(match, seat)
        if type(choice).__name__ == "Claim"
    ]


def test_an_invalid_number_answers_no_question(match):
    seat, nomination = legal(match)
    for prompt in ("", "-1", "x", "1e3", "٣", "9" * 400, "0x1", " 1"):
        assert send(match, seat, nomination, prompt=prompt).status_code == 409, prompt
    assert fresh(match).length == 0


def test_another_player_s_vote_does_not_make_mine_stale(voting):
    prompt = prompt_of(voting, 3)
    act_as(voting, 1, action="vote", ja=True)
    act_as(voting, 2, action="vote", ja=False)
    assert send(voting, 3, {"action": "vote", "ja": True}, prompt=prompt).status_code == 200


def test_a_vote_may_be_changed_and_changed_back(voting):
    for ja in (True, False, True):
        assert send(voting, 1, {"action": "vote", "ja": ja}).status_code == 200
    assert state_of(voting).votes[1] is True


def test_a_player_who_need_not_decide_is_told_the_rule(match):
    (asked,) = owing(match)
    other = (asked + 1) % 5
    response = send(match, other, {"action": "nominate", "chancellor": asked})
    assert response.status_code == 422
    assert '<hx-partial id="notice"' in response.content.decode()
    assert fresh(match).length == 0


@pytest.mark.parametrize(
    "action",
    [
        {"action": "enact", "tile": "liberal"},
        {"action": "execute", "target": 0},
        {"action": "vote", "ja": True},
        {"action": "nominate", "chancellor": 77},
        {"action": "nominate", "chancellor": -1},
        {"action": "claim", "about": "peek", "round": 1, "tiles": ["liberal"] * 3},
    ],
)
def test_an_action_against_the_rules_is_refused_with_a_sentence_and_changes_nothing(match, action):
    seat, _nomination = legal(match)
    response = send(match, seat, action)
    assert response.status_code == 422
    notice = response.content.decode().split('<hx-partial id="notice"')[1]
    assert len(notice.split(">")[1].split("<")[0]) > 10
    assert fresh(match).length == 0


def test_only_seated_players_can_act(match, mallory):
    _seat, nomination = legal(match)
    for user in (mallory, None):
        assert send(match, None, nomination, user=user, prompt=0).status_code == 403
    assert fresh(match).length == 0


def test_a_seat_named_in_the_form_is_ignored(match, mallory):
    seat, nomination = legal(match)
    forged = {**nomination, "seat": seat}
    assert send(match, None, forged, user=mallory, prompt=0, player=seat).status_code == 422
    named = {"player": seat, "user_id": player_at(match, seat).user_id}
    assert send(match, None, nomination, user=mallory, prompt=0, **named).status_code == 403
    assert fresh(match).length == 0


MALFORMED = [
    "",
    "null",
    "[]",
    "{}",
    "rubbish",
    '{"action": "shift", "line": "row", "index": 0, "direction": "left"}',
    '{"action": "murder", "suspect": "Ada"}',
    '{"action": "vote"}',
    '{"action": "vote", "ja": 1}',
    '{"action": "vote", "ja": true, "seat": 3}',
    '{"action": "nominate", "chancellor": 1e400}',
    '{"action": "nominate", "chancellor": 99999999999999999999999}',
    '{"action": "nominate", "chancellor": "1"}',
    '{"action": {"action": "vote"}}',
    '{"action": "vote", "ja": true',
    "[" * 100_000,
    '{"a":' * 50_000,
    '{"action": "' + "x" * 500_000 + '"}',
    '"\\ud800"',
    '{"action": "claim", "about": "\\ud800", "round": 1}',
    "\x00",
    "NaN",
]


def test_an_invalid_action_is_refused_with_a_message(match):
    seat, _nomination = legal(match)
    for text in MALFORMED:
        for fields in ({"action": text}, {"action": "chosen", "choice": text}):
            response = send(match, seat, fields.pop("action"), **fields)
            assert response.status_code == 422, text[:80]
            assert "<hx-partial" in response.content.decode()
    assert fresh(match).length == 0


def test_invalid_text_is_refused_with_a_message(match):
    seat, _nomination = legal(match)
    client = browser(player_at(match, seat).user)
    body = b"prompt=0&action=%ff%fe%80"
    for sent in (body, b"prompt=0&action=\xff\xfe\x80"):
        response = client.post(
            f"{match.get_absolute_url()}act/",
            sent,
            content_type="application/x-www-form-urlencoded",
            headers=SCRIPT,
        )
        assert response.status_code == 422
    assert fresh(match).length == 0


@pytest.mark.parametrize(
    ("sent", "kind"),
    [
        (b"x" * 2_000_000, "application/x-www-form-urlencoded"),
        (b"--nothing", "multipart/form-data; boundary=a"),
        (b"rubbish", "multipart/form-data"),
        (b"{}", "application/json"),
        (b"&".join(b"a%d=1" % n for n in range(5000)), "application/x-www-form-urlencoded"),
    ],
)
def test_an_invalid_body_never_breaks_the_site(match, sent, kind):
    seat, _nomination = legal(match)
    client = browser(player_at(match, seat).user)
    client.raise_request_exception = False
    response = client.post(f"{match.get_absolute_url()}act/", sent, content_type=kind)
    assert 400 <= response.status_code < 500
    assert fresh(match).length == 0


def test_nobody_can_act_before_the_start_or_after_the_end(alice):
    table = open_table(alice)
    vote = {"action": "vote", "ja": True}
    assert send(table, None, vote, user=alice, prompt=0).status_code == 409
    ended = play_to_the_end(running())
    length = ended.length
    assert send(ended, 0, vote).status_code == 409
    assert fresh(ended).length == length


def test_the_same_entry_number_cannot_be_stored_twice(match):
    with pytest.raises(IntegrityError), transaction.atomic():
        MatchEntry.objects.create(match=match, number=0, events="[]")


def test_a_move_that_fails_halfway_leaves_nothing_behind(match, monkeypatch):
    seat, nomination = legal(match)
    length = fresh(match).length

    store = moves.store

    def break_down(found):
        assert all(store(found))
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(moves, "store", break_down)
    with pytest.raises(RuntimeError):
        act_as(match, seat, **nomination)
    monkeypatch.undo()
    assert fresh(match).length == length
    assert not match.entries.filter(number=length + 1).exists()
    act_as(match, seat, **nomination)
    assert fresh(match).length == length + 1


def test_the_log_is_numbered_without_gaps_and_ends_with_the_match():
    match = play_to_the_end(running())
    numbers = list(match.entries.values_list("number", flat=True))
    assert numbers == list(range(match.length + 1))
    assert match.rules.outcome(state_of(match)).reason == match.reason
