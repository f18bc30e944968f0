"""Reactions to messages: who may add them, who sees them, and which pages they change."""

import re
from html import unescape

import pytest

from accounts import blocks
from games.chat import reactions, services
from games.chat.models import Message, Reaction
from games.engine.seats import PUBLIC
from games.matches.drawing.page_states import page_state_of
from games.matches.live.frames import Audience, Change, Moment
from games.matches.models import Match
from games.matches.names import DELETED
from tests.chat.executions import after_execution
from tests.matches.live.test_frames import ShownPage, audiences, drawn, html_of
from tests.matches.seating import (
    browser,
    fresh,
    nominate,
    open_table,
    play_to_the_end,
    player_at,
    running,
    seat_of,
    vote_all,
)  # fmt: skip

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice, bob) -> Match:
    """Return a running match where Bob has said something."""
    match = running(alice, bob)
    services.say(match.pk, bob, "table", "trust me")
    return match


def react(user, match: Match, kind: str, **fields):
    """Post a reaction to the match's only message, or to the one in `fields`."""
    to = fields.pop("to", None) or match.messages.get().key.hex
    return browser(user).post(
        f"{match.get_absolute_url()}react/", {"to": to, "kind": kind}, **fields
    )


def tallies_of(user, match: Match, path: str = "") -> list[str]:
    """Return the tallies on a page, as their titles."""
    text = browser(user).get(match.get_absolute_url() + path).content.decode()
    return [
        title
        for tally in re.findall(r'<p class="tallies".*?</p>', text, re.S)
        for title in re.findall(r'title="([^"]+)"', tally)
    ]


def test_everybody_who_reads_a_message_sees_its_reactions(match, alice, bob, mallory):
    other = match.players.exclude(user__in=[alice, bob]).first().user
    assert react(alice, match, "agree").status_code == 302
    assert react(other, match, "agree").status_code == 302
    assert tallies_of(alice, match) == tallies_of(other, match) == ["Agreement: 2 (you)"]
    assert (
        tallies_of(bob, match)
        == tallies_of(mallory, match)
        == tallies_of(None, match)
        == ["Agreement: 2"]
    )


def test_the_same_reaction_again_removes_it_and_another_replaces_it(match, alice, bob):
    for kind, shown in (("agree", ["Agreement: 1"]), ("doubt", ["Doubt: 1"]), ("doubt", [])):
        react(alice, match, kind)
        assert tallies_of(bob, match) == shown


def test_a_page_with_a_live_socket_gets_an_empty_response(match, alice):
    headers = {"HX-Request": "true", "X-Live": "1"}
    answer = react(alice, match, "laugh", headers=headers)
    assert (answer.status_code, answer.content) == (204, b"")


def test_nobody_can_react_to_their_own_or_to_a_missing_message(match, alice, bob):
    assert react(bob, match, "agree").status_code == 404
    for to in ("0" * 32, "x", "'"):
        assert react(alice, match, "agree", to=to).status_code == 404
    assert react(alice, match, "applause").status_code == 404
    other = open_table(alice)
    assert react(alice, other, "agree", to=match.messages.get().key.hex).status_code == 404
    assert not Reaction.objects.exists()


def test_nobody_can_react_where_they_cannot_write(match, alice, mallory):
    for user in (mallory, None):
        assert react(user, match, "agree").status_code == 403
    services.say(match.pk, mallory, "gallery", "what a game")
    key = match.messages.get(room="gallery").key.hex
    assert react(alice, match, "agree", to=key).status_code == 404
    assert not Reaction.objects.exists()


def test_players_silenced_by_the_rules_cannot_react_either(match, alice, bob):
    nominate(match)
    vote_all(match, ja=True)
    silent = match.rules.talk.muted_seats(page_state_of(fresh(match)).projection.state)
    for player in match.players.exclude(user=bob):
        assert react(player.user, match, "doubt").status_code == (
            403 if player.seat in silent else 302
        )


def test_a_burst_of_reactions_is_refused(match, alice, monkeypatch):
    monkeypatch.setattr(reactions, "RATE", reactions.limits.RateLimit(2, 60))
    answers = [react(alice, match, kind).status_code for kind in ("agree", "doubt", "laugh")]
    assert answers == [302, 302, 429]
    assert Reaction.objects.get().kind == "doubt"


def test_only_the_spectator_knows_which_reaction_is_their_own(match, mallory):
    services.say(match.pk, mallory, "gallery", "what a game")
    watcher, other = (blocks.User.objects.create_user(name) for name in ("watcher", "other"))
    before = Moment(page_state_of(fresh(match)))
    react(watcher, match, "gasp", to=match.messages.get(room="gallery").key.hex)
    assert tallies_of(watcher, match) == ["Surprise: 1 (you)"]
    assert tallies_of(other, match) == tallies_of(mallory, match) == ["Surprise: 1"]
    after = Moment(page_state_of(fresh(match)), before)
    assert after.page_state.readers == {watcher.pk}
    shown = {
        reader: html_of(Change(before, after).frames([page])[page])
        for reader in (watcher.pk, 0)
        for page in [Audience(PUBLIC, "en", reader)]
    }
    assert re.findall(r'title="([^"]+)"', shown[watcher.pk]) == ["Surprise: 1 (you)"]
    assert re.findall(r'title="([^"]+)"', shown[0]) == ["Surprise: 1"]


def test_spectators_react_among_themselves_and_no_player_s_page_changes(match, alice, mallory, bob):
    services.say(match.pk, mallory, "gallery", "what a game")
    watcher = blocks.User.objects.create_user("watcher", display_name="Watcher")
    before = browser(alice).get(f"{match.get_absolute_url()}live/", headers={"HX-Request": "true"})
    react(watcher, match, "gasp", to=match.messages.get(room="gallery").key.hex)
    assert tallies_of(mallory, match) == ["Surprise: 1"]
    after = browser(alice).get(f"{match.get_absolute_url()}live/", headers={"HX-Request": "true"})
    assert before.content == after.content


def test_reactions_of_blocked_and_muted_people_are_not_counted(match, alice, bob, mallory):
    react(alice, match, "agree")
    services.mute(match.pk, bob, "Alice", muted=True)
    assert (tallies_of(bob, match), tallies_of(None, match)) == ([], ["Agreement: 1"])
    blocks.block(alice, mallory)
    assert (tallies_of(mallory, match), tallies_of(None, match)) == ([], ["Agreement: 1"])
    blocks.block(bob, alice)
    assert react(alice, match, "doubt").status_code == 404
    play_to_the_end(match)
    last = "replay/?eyes=all&at=9999"
    assert [tallies_of(user, match, last) for user in (bob, mallory, None)] == [
        [],
        [],
        ["Agreement: 1"],
    ]


def test_a_frame_contains_only_the_count_of_one_message(match, alice, bob):
    services.say(match.pk, bob, "table", "once more")
    moment = Moment(page_state_of(fresh(match)))
    pages = [ShownPage(moment, audience) for audience in audiences(5)]
    key = match.messages.first().key.hex
    for kind in ("agree", "laugh", "laugh"):
        reactions.react(match.pk, alice, match.messages.first().key, kind)
        after = Moment(page_state_of(fresh(match)), moment)
        change = Change(moment, after)
        for page in pages:
            html = html_of(change.frames([page.audience])[page.audience])
            assert re.findall(r'<hx-partial id="([\w-]+)"', html) == [f"tallies-{key}"]
            assert len(html) < 400
            page.take(html)
            assert page.texts == drawn(after, page.audience)
        moment = after


def test_a_frame_reveals_nothing_about_the_dead_to_anybody_else():
    match, seat = after_execution()
    speaker, grave = player_at(match, seat).user, seat
    services.say(match.pk, speaker, "dead", "I was liberal")
    message = Message.objects.get(room="dead")
    friend = blocks.User.objects.create_user("friend", display_name="Friend")
    before = Moment(page_state_of(fresh(match)))
    Reaction.objects.create(message=message, user=friend, kind="agree")
    frames = Change(before, Moment(page_state_of(fresh(match)), before)).frames(audiences(5))
    assert {one.viewer.seat for one, frame in frames.items() if frame} == {grave}


def test_without_scripts_a_page_asks_and_marks_the_chosen_reaction(match, alice, mallory):
    react(alice, match, "laugh")
    address = f"{match.get_absolute_url()}react/?to={match.messages.get().key.hex}"
    assert (
        address.replace("&", "&amp;")
        in browser(alice).get(match.get_absolute_url()).content.decode()
    )
    shown = browser(alice).get(address)
    text = shown.content.decode()
    assert "trust me" in text
    assert re.findall(r'value="(\w+)" title="\w+" aria-pressed="true"', text) == ["laugh"]
    for user in (mallory, None):
        assert browser(user).get(address).status_code == 403
    assert browser(alice).get(f"{match.get_absolute_url()}react/").status_code == 404


def test_without_scripts_the_message_is_shown_in_the_readers_language(alice, bob):
    match = running(alice, bob)
    services.say_phrase(match.pk, bob, "table", "doubt", [str(seat_of(match, alice))])
    services.say(match.pk, bob, "table", f"Ask @{seat_of(match, alice) + 1}!")
    match.messages.update(name=DELETED)
    client = browser(alice)
    shown = []
    number = seat_of(match, alice) + 1
    for message in match.messages.order_by("pk"):
        address = f"{match.get_absolute_url()}react/?to={message.key.hex}"
        text = client.get(address, headers={"accept-language": "de"}).content.decode()
        bubble = re.search(r'<div class="bubble.*?<form id="react"', text, re.S)[0]
        assert "bubble-menu" not in bubble
        shown.append(" ".join(unescape(re.sub("<[^>]+>", " ", bubble)).split()))
    assert "Ich vertraue Alice nicht." in shown[0]
    assert "Ask Alice !" in shown[1]
    assert f'data-s="{number}">Alice</b>' in bubble  # the style sheet writes the seat's number
    assert all("gelöschter Spieler" in one for one in shown)
