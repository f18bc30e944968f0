"""Only the dead read messages of the dead until the end: every other page is searched."""

import pytest
from django.test import Client

from accounts import privacy
from accounts.models import User
from games.chat import reactions, reports, services
from games.chat.models import Message, Report
from games.chat.rooms import NotYourRoom
from games.matches.errors import NoSuchSeat
from games.matches.models import Match
from games.matches.play import table_votes
from tests.api.client import Program
from tests.chat.executions import SECRET, after_execution, everything_shown
from tests.matches.seating import browser, fresh, person, play_to_the_end, player_at, running
from tests.staff import staff, staff_browser

pytestmark = pytest.mark.django_db

LOOKS = ("", "live/", "replay/", "replay/frames/?count=16", "replay/embed/", "record.json",
         "insight/", "verify/")  # fmt: skip
#: URLs whose responses contain no form token.
LIVE = ("live/", "replay/frames/?count=16")


def pages_of(user, match: Match) -> str:
    """Return the responses to `user` at every URL of the match, and to a refused request."""
    client, address = browser(user), match.get_absolute_url()
    found = [client.get(address + look).content.decode() for look in LOOKS]
    return "".join([*found, everything_shown(user, match)])


def shown_to(user, match: Match) -> list[bytes]:
    """Return the live fragments and the replay so far as `user` gets them."""
    client, address = browser(user), match.get_absolute_url()
    headers = {"HX-Request": "true"}
    return [client.get(address + look, headers=headers).content for look in LIVE]


@pytest.fixture(scope="module")
def executed(kept) -> tuple[Match, int]:
    """Return a running match, and the seat of the executed player."""
    return after_execution(lambda: running(allows_api_bots=True))


@pytest.fixture
def spoken(executed, db) -> tuple[Match, User]:
    """Return a running match, and a dead player who has written something there."""
    match, seat = fresh(executed[0]), executed[1]
    dead = player_at(match, seat).user
    services.say(match.pk, dead, "dead", SECRET)
    return match, dead


def test_the_dead_read_the_dead(spoken):
    match, dead = spoken
    assert SECRET in everything_shown(dead, match)


def test_no_living_player_not_even_the_host_reads_the_dead(spoken):
    match, dead = spoken
    for player in match.players.exclude(user=dead):
        assert SECRET not in pages_of(player.user, match)


def test_a_private_window_or_a_second_account_does_not_show_the_dead(spoken):
    match, _dead = spoken
    assert SECRET not in pages_of(None, match)
    assert SECRET not in pages_of(person("Second account"), match)


def test_a_player_who_left_their_seat_to_a_bot_does_not_read_the_dead(spoken):
    match, dead = spoken
    left = match.players.exclude(user=dead).first().user
    table_votes.step_away(match.pk, left)
    assert SECRET not in pages_of(left, match)


def test_a_moderator_reads_the_dead_only_after_the_match(spoken):
    match, dead = spoken
    report = Report.objects.create(message=Message.objects.get(), by=dead, text=SECRET)
    moderator = staff()
    address = "/admin/chat/report/"
    assert SECRET not in pages_of(moderator, match)
    desk = staff_browser(moderator)
    listed = [desk.get(f"{address}{rest}") for rest in ("", f"{report.pk}/change/")]
    assert not any(SECRET in answer.content.decode() for answer in listed)
    play_to_the_end(match)
    assert SECRET in desk.get(address).content.decode()


def test_neither_the_api_nor_an_export_contains_the_words_of_the_dead(spoken):
    match, dead = spoken
    match.players.update(is_api=True)
    for player in match.players.exclude(user=dead).select_related("user"):
        assert (
            SECRET not in Program(player.user).ask("GET", f"/matches/{match.code}").content.decode()
        )
        assert SECRET not in str(privacy.export(player.user))


def test_reactions_of_the_dead_do_not_change_a_byte_for_anybody_else(spoken, mallory):
    match, dead = spoken
    alive = [player.user for player in match.players.exclude(user=dead)]
    ghost = person("Ghost")
    said = Message.objects.create(match=match, room="dead", user=ghost, name="Ghost", text="Boo.")
    before = {user: shown_to(user, match) for user in (*alive, mallory, None)}
    own = shown_to(dead, match)
    for user in (*alive, mallory):
        with pytest.raises(reactions.NothingToReactTo):
            reactions.react(match.pk, user, said.key, "agree")
    reactions.react(match.pk, dead, said.key, "agree")
    assert {user: shown_to(user, match) for user in before} == before
    assert shown_to(dead, match) != own


def test_only_the_dead_can_report_or_answer_the_dead(spoken, mallory):
    match, dead = spoken
    key = Message.objects.get(room="dead").key
    alive = match.players.exclude(user=dead).first().user
    for user in (alive, mallory):
        with pytest.raises(NoSuchSeat):
            reports.report_message(match.pk, user, key)
        with pytest.raises(NotYourRoom):
            services.say(match.pk, user, "dead", "psst")


@pytest.mark.parametrize("room", ["table", "gallery"])
def test_the_dead_cannot_write_where_the_living_can_read(spoken, room):
    match, dead = spoken
    with pytest.raises(NotYourRoom):
        services.say(match.pk, dead, room, SECRET)


def test_the_dead_may_read_the_gallery_which_knows_only_public_facts(spoken, mallory):
    match, dead = spoken
    services.say(match.pk, mallory, "gallery", "what a game")
    assert "what a game" in everything_shown(dead, match)


def test_after_the_end_everybody_reads_the_dead(spoken, mallory):
    match, _dead = spoken
    play_to_the_end(match)
    for user in (*(player.user for player in match.players.all()), mallory, None):
        assert SECRET in everything_shown(user, match)
    last = browser().get(f"{match.get_absolute_url()}replay/?eyes=all&at=9999")
    assert SECRET in last.content.decode()


def test_a_replay_shows_the_dead_only_to_the_dead_and_the_omniscient_view(spoken):
    match, dead = spoken
    length = Match.objects.get(pk=match.pk).length
    play_to_the_end(match)
    seen = {
        eyes: SECRET in Client().get(
            f"{match.get_absolute_url()}replay/?eyes={eyes}&at={length}"
        ).content.decode()
        for eyes in ("all", "public", "spectator", *map(str, range(5)))
    }  # fmt: skip
    grave = str(match.players.get(user=dead).seat)
    assert {eyes for eyes, sees in seen.items() if sees} == {"all", grave}
