"""Messages: their text, limits, display and authors."""

import re

import pytest
from django.utils import timezone

from games.chat import services
from games.chat.models import LONGEST, Message
from games.matches.lobby import services as lobby
from games.matches.models import Match
from tests.matches.seating import (
    NAMES,
    browser,
    open_table,
    page_of,
    person,
    post,
    running,
    seat_of,
)

pytestmark = pytest.mark.django_db


def say(user, match: Match, text: str, room: str = "table"):
    return post(user, match, "say", room=room, text=text)


def test_messages_at_the_table_are_visible_to_everybody_who_may_look(alice, bob, mallory):
    match = running(alice, bob)
    assert say(alice, match, "I trust Bob.").status_code == 302
    for user in (alice, bob, mallory, None):
        assert "I trust Bob." in page_of(user, match)


def test_markup_is_shown_as_text(alice):
    match = running(alice)
    say(alice, match, "<img src=x onerror=alert(1)>{{ 7*7 }}{% now %}")
    shown = page_of(alice, match)
    assert "<img src=x" not in shown
    assert "&lt;img src=x onerror=alert(1)&gt;{{ 7*7 }}{% now %}" in shown


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("a\x00b", "a b"),
        ("a\u202eb\u2066c", "a b c"),
        ("zero\u200bwidth", "zero width"),
        (" many   \n\n lines \t ", "many lines"),
        ("日本語 ok", "日本語 ok"),
        ("👍🏽", "👍🏽"),
        ("👩‍👩‍👧 a\u200db ❤️‍🔥", "👩‍👩‍👧 a b ❤️‍🔥"),
    ],
)
def test_control_characters_become_spaces_and_words_stay(alice, typed, kept):
    match = running(alice)
    services.say(match.pk, alice, "table", typed)
    assert Message.objects.get().text == kept


@pytest.mark.parametrize("nothing", ["", "   ", "\n\t", "\u200b\u200d", "\x00"])
def test_empty_messages_are_not_stored(alice, nothing):
    match = running(alice)
    assert say(alice, match, nothing).status_code == 422
    assert not Message.objects.exists()


def test_five_hundred_characters_are_accepted_and_one_more_is_refused(alice):
    match = running(alice)
    assert say(alice, match, "x" * LONGEST).status_code == 302
    assert say(alice, match, "x" * (LONGEST + 1)).status_code == 422
    assert say(alice, match, "x" * 200_000).status_code == 422
    assert Message.objects.count() == 1


def test_too_many_messages_in_a_few_seconds_are_refused_for_a_while(alice, bob):
    match = running(alice, bob)
    for number in range(services.BURST):
        services.say(match.pk, alice, "table", f"message {number}")
    assert say(alice, match, "one more").status_code == 429
    assert say(bob, match, "bob may").status_code == 302
    earlier = timezone.now() - timezone.timedelta(seconds=services.WITHIN + 1)
    Message.objects.update(said_at=earlier)
    assert say(alice, match, "later").status_code == 302


def test_moving_to_another_table_does_not_reset_the_limit(alice):
    first, second = open_table(alice), open_table(alice)
    for number in range(services.BURST):
        services.say(first.pk, alice, "table", f"message {number}")
    assert say(alice, second, "more").status_code == 429


def test_a_table_without_chat_has_no_message_field_and_accepts_nothing(alice):
    match = running(alice, has_chat=False)
    live = browser(alice).get(f"{match.get_absolute_url()}live/", headers={"HX-Request": "true"})
    assert "say-text" not in page_of(alice, match) + live.content.decode()
    assert say(alice, match, "hello").status_code == 403
    assert not Message.objects.exists()


@pytest.mark.parametrize("room", ["", "gallery", "Table", "kitchen", "x" * 999])
def test_a_player_cannot_write_in_another_room(alice, room):
    match = running(alice)
    assert say(alice, match, "hello", room).status_code == 403
    assert not Message.objects.exists()


def test_messages_from_before_the_start_keep_their_author_after_seating(alice):
    match = open_table(alice, seats=(5, 5), fills_with_bots=True)
    others = [person(name) for name in NAMES[:4]]
    for user in others:
        lobby.sit(match.pk, user)
        services.say(match.pk, user, "table", f"this is {user.name}")
        lobby.be_ready(match.pk, user, ready=True)
    lobby.start(match.pk, alice)
    for user in others:
        shown = page_of(user, match)
        assert shown.count('class="bubble mine"') == 1
        own = shown.split('class="bubble mine"')[1][:300]
        assert f"this is {user.name}" in own


def test_a_player_who_left_the_table_keeps_their_messages_but_no_seat(alice, bob, mallory):
    match = open_table(alice)
    lobby.sit(match.pk, bob)
    services.say(match.pk, bob, "table", "I am off")
    lobby.leave(match.pk, bob)
    lobby.sit(match.pk, mallory)
    shown = page_of(mallory, match)
    assert "I am off" in shown
    assert 'class="bubble mine"' not in shown


def test_only_the_latest_messages_of_each_room_are_shown(alice, mallory):
    match = running(alice)
    Message.objects.create(match=match, room="table", user=alice, name="Alice", text="first words")
    Message.objects.bulk_create(
        Message(match=match, room="gallery", user=mallory, name="Mallory", text=f"psst {n}")
        for n in range(300)
    )
    assert "first words" in page_of(alice, match)
    assert "psst 299" in page_of(mallory, match)
    assert "psst 5<" not in page_of(mallory, match)


def test_message_keys_do_not_reveal_the_number_of_messages(alice):
    match = running(alice)
    keys = set()
    for number in range(3):
        services.say(match.pk, alice, "table", f"message {number}")
    keys = {message.key for message in Message.objects.all()}
    assert {key.version for key in keys} == {4}
    for message in Message.objects.all():
        assert f"said-{message.key.hex}" in page_of(alice, match)


@pytest.mark.parametrize("text", ["\u3164\u3164", "\u2800 \u2800", "\ufe0f", "\u115f\u034f"])
def test_a_message_of_only_invisible_characters_is_refused(text):
    with pytest.raises(services.NothingSaid):
        services.clean(text)
    assert services.clean(f"{text}\u2764\ufe0f").endswith("\u2764\ufe0f")


def test_stacked_combining_marks_are_reduced_and_words_stay_unchanged():
    assert services.clean("a" + 300 * "\u0301" + "b") == "a" + 3 * "\u0301" + "b"
    for words in ("Đặng Thuỳ Trâm", "ที่นี่", "שָׁלוֹם", "\u0031\ufe0f\u20e3", "が"):
        assert services.clean(words) == words


def test_a_url_in_a_message_stays_text_and_is_not_fetched(alice, bob):
    match = running(alice, bob)
    say(alice, match, "look: https://example.org/picture.png")
    shown = page_of(bob, match)
    assert shown.count("https://example.org/picture.png") == 1
    assert not re.search(r'(href|src)="https://example\.org', shown)


def phrase(user, match: Match, name: str, *seats: int):
    named = dict(zip(("one", "other"), seats, strict=False))
    return post(user, match, "say", room="table", phrase=name, **named)


def test_a_quick_phrase_is_stored_as_a_code_and_rendered_with_names(alice, bob):
    match = running(alice, bob)
    seat = seat_of(match, bob)
    assert phrase(alice, match, "trust", seat).status_code == 302
    message = Message.objects.get()
    assert (message.phrase, message.text) == (f"trust:{seat}", f"I trust {seat + 1}.")
    assert f'I trust <b class="name" data-s="{seat + 1}">Bob</b>.' in page_of(bob, match)


def test_messages_have_the_tables_language_and_phrases_the_readers(alice, bob):
    match = running(alice, bob, language="it")
    say(alice, match, "Mi fido di Bob.")
    phrase(alice, match, "trust", seat_of(match, bob))
    for place in ("", "replay/?at=1000"):
        shown = browser(alice).get(match.get_absolute_url() + place).content.decode()
        assert re.search(r'<span[^>]* lang="it">Mi fido di Bob\.</span>', shown)
        assert re.search(r"<span((?! lang)[^>])*>I trust <b", shown)


@pytest.mark.parametrize("seats", [(), (9,), (1, 1)])
def test_a_phrase_names_different_players_of_the_table(alice, bob, seats):
    match = running(alice, bob)
    assert phrase(alice, match, "contradict", *seats).status_code == 422
    assert phrase(alice, match, "no-such", 1).status_code == 422
    assert not Message.objects.exists()


def test_a_seat_number_with_an_at_sign_mentions_its_player(alice, bob):
    match = running(alice, bob)
    seat = seat_of(match, bob)
    say(alice, match, f"@{seat + 1} lies, not @77 & me@example.com")
    shown = page_of(bob, match)
    bob_is_named = f'<b class="name mention me" data-s="{seat + 1}">Bob</b>'
    assert f"{bob_is_named} lies, not @77 &amp; me@example.com" in shown
