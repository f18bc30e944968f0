"""Playing again with the same people, and dealing again before the first vote is shown."""

import json
import subprocess
import sys

import pytest
from django.test import Client

from games.engine.chance import commitment
from games.matches import errors
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.play.services import lock_match
from tests.live_site import ROOT
from tests.matches.seating import (
    browser,
    fresh,
    nominate,
    open_table,
    page_of,
    play_to_the_end,
    post,
    running,
    seat_of,
    vote_all,
)
from tests.overlapping import overlapping

pytestmark = pytest.mark.django_db


def people_of(match: Match) -> list:
    seated = match.players.filter(user__isnull=False).select_related("user").order_by("seat")
    return [player.user for player in seated]


@pytest.fixture
def ended(match) -> Match:
    """A finished match."""
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    return fresh(match)


@pytest.fixture
def played(match) -> Match:
    """A match that was played to its end."""
    return play_to_the_end(match)


@pytest.fixture
def match(alice, bob) -> Match:
    return running(alice, bob)


def test_the_fairness_section_contains_the_request_for_a_new_deal_until_somebody_asks(
    match, alice, bob
):
    before = page_of(bob, match)
    fair = before[before.index('id="fair"') :].split("</details>")[0]
    assert "Something wrong with the deal?" in fair
    assert fair.count("/redeal/") == before.count("/redeal/") > 0
    post(alice, match, "redeal")
    after = page_of(bob, match)
    standing = after[after.index('id="standing"') :].split('id="choices"')[0]
    assert "Asking for a new deal: Alice." in standing
    assert "Agree to deal again" in standing
    assert "Keep this deal" in standing


def test_the_first_player_who_asks_opens_the_next_table_and_is_taken_there(ended, alice):
    response = post(alice, ended, "rematch", entropy="aa")
    successor = fresh(ended).successor
    assert response["Location"] == successor.get_absolute_url()
    assert successor.is_open
    assert successor.host == alice
    assert successor.code != ended.code
    assert successor.commitment == commitment(bytes(successor.seed))
    assert bytes(successor.seed) != bytes(ended.seed)


def test_the_next_table_is_like_the_previous_one_but_unlisted(alice):
    match = play_to_the_end(running(alice, has_chat=False, language="de"))
    lobby.rematch(match.pk, alice)
    successor = fresh(match).successor
    assert (successor.has_chat, successor.language, successor.visibility) == (False, "de", "link")
    assert successor.code not in Client().get("/").content.decode()


def test_it_begins_automatically_when_everybody_is_back(ended):
    people = people_of(ended)
    for user in people[:-1]:
        post(user, ended, "rematch")
        assert fresh(ended).successor.is_open
    post(people[-1], ended, "rematch")
    successor = fresh(ended).successor
    assert successor.is_running
    assert set(people_of(successor)) == set(people)


def test_the_others_see_who_is_back(ended, alice, bob):
    lobby.rematch(ended.pk, alice)
    assert "Waiting at the next table: Alice" in page_of(bob, ended)
    assert "Join the next table" in page_of(bob, ended)
    assert "Join the next table" not in page_of(alice, ended)


def test_bots_join_the_rematch(alice):
    match = open_table(alice, seats=(5, 5), fills_with_bots=True)
    lobby.start(match.pk, alice)
    Match.objects.update(status="finished")
    lobby.rematch(match.pk, alice)
    successor = fresh(match).successor
    assert successor.is_running
    assert successor.players.exclude(bot="").count() == 4


def test_asking_twice_counts_once(ended, alice):
    for _click in range(3):
        post(alice, ended, "rematch")
    assert fresh(ended).successor.players.count() == 1


def test_a_player_who_asks_again_after_the_start_is_taken_to_the_match(ended, alice):
    for user in people_of(ended):
        lobby.rematch(ended.pk, user)
    response = post(alice, ended, "rematch")
    assert response.status_code == 302
    assert response["Location"] == fresh(ended).successor.get_absolute_url()


def test_nobody_else_gets_in_by_asking_for_a_rematch(ended, mallory):
    assert post(mallory, ended, "rematch").status_code == 403
    assert fresh(ended).successor is None


def test_a_running_match_has_no_rematch(match, alice):
    assert post(alice, match, "rematch").status_code == 409
    assert fresh(match).successor is None


def test_a_stranger_on_a_player_s_chair_does_not_overfill_the_table(ended, alice, bob, mallory):
    lobby.rematch(ended.pk, alice)
    successor = fresh(ended).successor
    Match.objects.filter(pk=successor.pk).update(seats_max=2)
    lobby.sit(successor.pk, mallory)
    with pytest.raises(errors.TableFull):
        lobby.rematch(ended.pk, bob)
    assert successor.players.count() == 2


def test_when_the_next_table_was_closed_another_one_is_opened(ended, alice, bob):
    lobby.rematch(ended.pk, alice)
    lobby.leave(fresh(ended).successor.pk, alice)
    assert fresh(ended).successor is None
    lobby.rematch(ended.pk, bob)
    assert fresh(ended).successor.host == bob


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_one_player_can_leave_the_next_table_while_another_comes(alice, bob):
    ended = play_to_the_end(running(alice, bob))
    successor = lobby.rematch(ended.pk, alice)
    overlapping(
        lambda: lock_match(ended.pk),
        lambda: lobby.leave(successor.pk, alice),
        lambda: lobby.rematch(ended.pk, bob),
    )
    assert people_of(fresh(ended).successor) == [bob]


def test_a_deleted_account_is_not_awaited(ended, alice):
    people = people_of(ended)
    gone = next(user for user in people if user != alice)
    gone.delete()
    for user in people:
        if user != gone and user.pk:
            lobby.rematch(ended.pk, user)
    assert fresh(ended).successor.is_open
    assert fresh(ended).successor.players.count() == 4


def test_a_new_deal_requires_everybody(match):
    people = people_of(match)
    for user in people[:-1]:
        post(user, match, "redeal")
        assert fresh(match).is_running
    response = post(people[-1], match, "redeal")
    successor = fresh(match).successor
    assert response["Location"] == successor.get_absolute_url()
    assert (fresh(match).status, successor.status) == ("void", "running")


def test_the_commitment_of_the_new_deal_is_shown_before_others_send_entropy(match, alice, bob):
    lobby.ask_redeal(match.pk, alice)
    successor = fresh(match).successor
    assert successor.commitment in page_of(bob, successor)
    before = successor.commitment
    for user in people_of(match):
        if user != alice:
            lobby.ask_redeal(match.pk, user, f"chance of {user.name}")
    assert fresh(successor).commitment == before


def test_a_player_who_declines_cancels_the_request_for_everybody(match, alice, bob):
    lobby.ask_redeal(match.pk, alice)
    assert post(bob, match, "decline").status_code == 302
    assert fresh(match).successor is None
    assert fresh(match).is_running
    assert "Ask to deal again" in page_of(alice, match)
    lobby.ask_redeal(match.pk, bob)
    assert fresh(match).successor.players.count() == 1


def test_declining_without_a_request_changes_nothing(match, alice):
    assert post(alice, match, "decline").status_code == 302
    assert fresh(match).is_running


def test_strangers_can_neither_request_nor_decline(match, alice, mallory):
    lobby.ask_redeal(match.pk, alice)
    for step in ("redeal", "decline"):
        assert post(mallory, match, step).status_code == 403
    assert fresh(match).successor is not None


def test_after_the_first_vote_is_shown_it_is_too_late(match, alice):
    nominate(match)
    lobby.ask_redeal(match.pk, alice)
    vote_all(match, ja=True)
    assert post(alice, match, "redeal").status_code == 409
    assert "deal again" not in page_of(alice, match)
    assert fresh(match).is_running


def test_a_request_not_settled_before_the_vote_does_not_affect_the_rematch(match, alice, bob):
    lobby.ask_redeal(match.pk, alice)
    nominate(match)
    vote_all(match, ja=True)
    play_to_the_end(match)
    lobby.rematch(match.pk, bob)
    successor = fresh(match).successor
    assert set(people_of(successor)) == {bob}
    assert successor.host == bob


def test_bots_agree_to_a_new_deal(alice):
    match = open_table(alice, seats=(5, 5), fills_with_bots=True)
    lobby.start(match.pk, alice)
    lobby.ask_redeal(match.pk, alice)
    assert fresh(match).status == "void"
    assert fresh(match).successor.is_running


def test_a_withdrawn_deal_accepts_no_moves_and_reveals_no_secrets(match, alice):
    for user in people_of(match):
        lobby.ask_redeal(match.pk, user)
    vote = {"action": '{"action":"nominate","chancellor":1}', "prompt": "1"}
    assert post(alice, match, "act", **vote).status_code == 409
    assert post(alice, match, "redeal").status_code == 409
    for address in ("verify/", "record.json"):
        answer = browser(alice).get(f"{match.get_absolute_url()}{address}")
        assert bytes(match.seed).hex().encode() not in answer.content
    assert browser(alice).get(f"{match.get_absolute_url()}record.json").status_code == 409


def test_the_page_of_a_withdrawn_deal_leads_to_the_new_one(match, alice, mallory):
    for user in people_of(match):
        lobby.ask_redeal(match.pk, user)
    assert "data-onward" in page_of(alice, match)
    assert seat_of(fresh(match).successor, alice) is not None
    assert page_of(mallory, match)


def test_the_complete_randomness_verifies_on_the_page_and_with_the_command(played, tmp_path):
    shown = browser(None).get(f"{played.get_absolute_url()}verify/").content.decode()
    assert bytes(played.seed).hex() in shown
    assert "as dealt" in shown
    assert "badge wax" not in shown
    answer = browser(None).get(f"{played.get_absolute_url()}record.json")
    assert answer["Content-Disposition"].startswith("attachment")
    record = tmp_path / "record.json"
    record.write_bytes(answer.content)
    command = [sys.executable, "-m", "games", "verify", str(record)]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0
    forged = json.loads(answer.content)
    forged["seed"] = "00" * 32
    record.write_text(json.dumps(forged))
    assert subprocess.run(command, cwd=ROOT, check=False, capture_output=True).returncode == 1


def test_every_chair_adds_entropy_and_the_record_shows_it(played):
    record = json.loads(browser(None).get(f"{played.get_absolute_url()}record.json").content)
    stored = list(played.players.order_by("seat").values_list("entropy", flat=True))
    assert record["entropy"] == stored
    assert sum(bool(text) for text in stored) == 4


def test_neither_seed_nor_record_is_shown_before_the_end(match, alice):
    seed = bytes(match.seed).hex()
    for user in (alice, None):
        client = browser(user)
        shown = client.get(f"{match.get_absolute_url()}verify/")
        assert shown.status_code == 200
        assert match.commitment in shown.content.decode()
        assert seed not in shown.content.decode()
        refused = client.get(f"{match.get_absolute_url()}record.json")
        assert refused.status_code == 409
        assert seed not in refused.content.decode()
