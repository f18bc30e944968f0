"""Discord and Slack get their own format, without mentions; permanent errors are final."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.leagues.audit import events
from games.leagues.fixtures import disputes, results, rulings
from games.leagues.models import Delivery, Entry, League, Webhook
from games.leagues.models import webhooks as rows
from games.leagues.organiser import undo
from games.leagues.seasons import announcements, draws
from games.leagues.webhooks import chat_cards, queue
from games.leagues.webhooks import services as webhooks
from games.matches.play.outbox import deliver_due
from tests.leagues.league_play import drawn, found, play_fixture, running, season_of
from tests.leagues.organiser.visitors import client_of, text
from tests.leagues.scheduling import receiver
from tests.leagues.scheduling.arranging import fresh, league_of, played_duel, users_of

pytestmark = pytest.mark.django_db
DISCORD = "https://discord.com/api/webhooks/123/abc"
SLACK = "https://hooks.slack.com/services/T0/B0/xyz"


@pytest.fixture
def bot(settings):
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    with receiver.listening() as here:
        yield here


def listen(monkeypatch, league, bot, kind):
    """Treat the receiver as a chat of this kind, and add a webhook for it to the league."""
    monkeypatch.setattr(rows, "CHATS", ((kind, {"127.0.0.1"}, "/hook"),))
    bot.check = getattr(receiver, kind)
    return Webhook.objects.create(league=league, url=bot.url)


def test_a_chat_is_recognised_by_its_url():
    kinds = {
        DISCORD: "discord",
        DISCORD.replace("discord.com", "discordapp.com"): "discord",
        SLACK: "slack",
        "https://discord.com/channels/1": "standard",
        "https://discord.com.example.org/api/webhooks/1/2": "standard",
        "https://example.org/api/webhooks/1/2": "standard",
    }
    assert {url: Webhook(url=url).kind for url in kinds} == kinds


@pytest.mark.parametrize("kind", ["discord", "slack"])
def test_a_chat_accepts_the_card_of_a_round_a_match_and_a_result(fixture, bot, monkeypatch, kind):
    listen(monkeypatch, league_of(fixture), bot, kind)
    play_fixture(fixture)
    results.close_rounds()
    assert deliver_due(queue.KIND) == 3
    assert set(Delivery.objects.values_list("status_code", flat=True)) <= {200, 204}
    said = str(bot.messages())
    assert "A match begins" in said
    assert "A result" in said
    assert "Round 1 is over" in said
    assert re.search(r"1\. (Ada|Ben) \d", said)
    assert "Ada" in said
    assert "http://localhost:8000/" in said


@pytest.mark.parametrize("kind", ["discord", "slack"])
def test_a_chat_shows_the_pairings_of_a_published_round(owner, bot, monkeypatch, kind):
    season, _players = running(owner, 5)
    said, drafted = published(season, owner, bot, monkeypatch, kind)
    for fixture in drafted.fixtures.all():
        one, other = (chair.entry.name for chair in fixture.chairs.order_by("seat"))
        assert f"{one} – {other}" in said
    assert f"Bye: {drafted.byes.get().entry.name}" in said


@pytest.mark.parametrize("kind", ["discord", "slack"])
def test_only_discord_shows_the_chat_names_that_members_gave(owner, bot, monkeypatch, kind):
    season, players = running(owner, 4)
    here = f"/leagues/{season.league.slug}/hours/"
    typed = {"zone": "UTC", "chat_name": "grey_owl <@1>"}
    assert client_of(players[0]).post(here, typed).status_code == 302
    said, _drafted = published(season, owner, bot, monkeypatch, kind)
    assert (f"{players[0].name} (@grey_owl <@1>)" in said) is (kind == "discord")
    assert ("grey_owl" in said) is (kind == "discord")


def published(season, owner, bot, monkeypatch, kind):
    """Publish a round; return the only message that the chat gets, and the round."""
    drafted = draws.draft_round(season.divisions.get(), owner)
    listen(monkeypatch, season.league, bot, kind)
    draws.publish_round(drafted, owner)
    deliver_due(queue.KIND)
    (message,) = bot.messages()
    return str(message).replace("\\", ""), drafted


def test_a_card_of_many_tables_shows_how_many_are_left_out(owner, bot, monkeypatch):
    season, _players = running(owner, 70, "secret-hitler")
    Entry.objects.update(name="Somebody of a rather long name")
    drafted = draws.draft_round(season.divisions.get(), owner)
    listen(monkeypatch, season.league, bot, "discord")
    draws.publish_round(drafted, owner)
    deliver_due(queue.KIND)
    (message,) = bot.messages()
    said = message["embeds"][0]["description"]
    shown = said.count("Table ")
    assert said.endswith(f"and {10 - shown} more")
    assert 5 < shown < 10


def test_a_round_that_is_a_draft_again_is_not_announced_in_a_chat(owner, bot, monkeypatch):
    season, _players = running(owner, 4)
    drafted = draws.draft_round(season.divisions.get(), owner)
    listen(monkeypatch, season.league, bot, "discord")
    draws.publish_round(drafted, owner)
    undo.undo(season.audits.get(verb="publish_round").pk, owner, reason="Too early.")
    deliver_due(queue.KIND)
    assert "Player" not in str(bot.messages())


def test_a_chat_is_told_when_an_announced_result_no_longer_counts(owner, bot, monkeypatch):
    fixture = played_duel(owner)
    listen(monkeypatch, league_of(fixture), bot, "slack")
    one, other = fixture.chairs.values_list("entry", flat=True)
    rulings.forfeit_fixture(fresh(fixture), owner, {one}, reason="An engine.")
    rulings.forfeit_fixture(fresh(fixture), owner, {other}, reason="It was the other.")
    rulings.void_fixture(fresh(fixture), owner, reason="It was a test.")
    rulings.reopen_fixture(fresh(fixture), owner, replay=True, reason="Play.")
    assert deliver_due(queue.KIND) == 4
    titles = ["A forfeit", "A result was corrected", "A result does not count",
              "A match is played again"]  # fmt: skip
    said = list(map(str, bot.messages()))
    assert [title in text for title, text in zip(titles, said, strict=True)] == [True] * 4
    assert all("Ada" in text and "Ben" in text for text in said)


def test_a_card_of_a_match_to_be_replayed_has_no_score(owner, bot, monkeypatch):
    fixture = played_duel(owner)
    contested = disputes.dispute(fixture, fixture.chairs.first().entry.user, "Unfair!")
    listen(monkeypatch, league_of(fixture), bot, "slack")
    disputes.decide(contested, owner, disputes.Ruling(replay=True), decision="Play it.")
    deliver_due(queue.KIND)
    [decided] = [one for one in map(str, bot.messages()) if "A dispute is decided" in one]
    assert " – ".join(one.name for one in users_of(fixture)) in decided


def test_a_chat_is_told_of_forfeits_and_decided_disputes(owner, bot, monkeypatch):
    season, _players = running(owner, 4)
    one, other = drawn(season, owner).fixtures.all()
    play_fixture(one)
    listen(monkeypatch, season.league, bot, "slack")
    absent = other.chairs.first().entry
    rulings.forfeit_fixture(other, owner, {absent.pk}, reason="Did not come.")
    disputes.dispute(fresh(one), one.chairs.first().entry.user, "A secret complaint")
    disputes.decide(one.disputes.get(), owner, disputes.Ruling(), decision="It stands.")
    deliver_due(queue.KIND)
    said = list(map(str, bot.messages()))
    assert any("A forfeit" in one and f"Forfeited by {absent.name}" in one for one in said)
    assert any("A dispute is decided" in one for one in said)
    assert "secret" not in str(said)


def test_a_corrected_result_is_announced_with_its_current_score(owner, bot, monkeypatch):
    fixture = played_duel(owner)
    listen(monkeypatch, league_of(fixture), bot, "discord")
    for game in fixture.games.all():
        loser = next(one["side"] for one in game.placings if one["won"] is False)
        rulings.correct_game(game, owner, winner=loser, reason="The server lied.")
    rulings.annul_game(fresh(fixture).games.first(), owner, reason="A bug")
    deliver_due(queue.KIND)
    last = bot.messages()[-1]["embeds"][0]["description"]
    assert sorted(part.split()[-1] for part in last.split(", ")) == ["0", "1"]


@pytest.mark.parametrize("kind", ["discord", "slack"])
def test_names_mention_nobody(fixture, bot, monkeypatch, kind):
    league = league_of(fixture)
    hook = listen(monkeypatch, league, bot, kind)
    told = events.about(fresh(fixture))
    told["players"][0]["name"] = "@everyone <!channel> [x](http://evil.example) *b*"
    events.note(hook, "fixture.opened", told)
    deliver_due(queue.KIND)
    (message,) = bot.messages()
    if kind == "discord":
        assert message["allowed_mentions"] == {"parse": []}
        assert "[x](" not in message["embeds"][0]["description"]
    else:
        named = [block["text"] for block in message["blocks"] if "*b*" in block["text"]["text"]]
        assert {text["type"] for text in named} == {"plain_text"}  # names keep asterisks
        assert message["mrkdwn"] is False
        assert "<!channel>" not in str(message)
        assert "&lt;!channel&gt;" in named[0]["text"]


def test_a_chat_gets_no_events_meant_for_programs_only(fixture, bot, monkeypatch):
    league = league_of(fixture)
    listen(monkeypatch, league, bot, "discord")
    events.tell(league, "fixture.scheduled", events.about(fresh(fixture)))
    assert not Delivery.objects.exists()


def answered(owner, bot, status, times=1):
    """Return the webhook of a league whose receiver gave this response to each message."""
    league = found(owner)
    season_of(league, owner, [])
    hook = webhooks.add(league, owner, bot.url)
    bot.status = status
    for _message in range(times):
        events.note(hook, "round.published", {"season": 1, "round": 1})
        deliver_due(queue.KIND)
    return Webhook.objects.get()


def page_of(hook, owner, page="run"):
    return text(client_of(owner).get(f"/leagues/{hook.league.slug}/{page}/"))


@pytest.mark.parametrize(
    ("status", "is_active"),
    [(400, True), (413, True), (401, False), (403, False), (404, False), (410, False)],
)
def test_a_permanent_error_is_final_and_the_owner_is_notified_once(
    owner, bot, mailoutbox, status, is_active
):
    hook = answered(owner, bot, status, times=3)
    assert (hook.is_active, hook.refused) == (is_active, status)
    rows = Delivery.objects.values_list("status_code", "due_at", "attempts")
    assert set(rows) == {(status, None, 1)}  # none is sent again within a day and a half
    console = page_of(hook, owner)
    assert "1 webhook is rejecting messages" in console
    assert f"({status})" in console
    assert (f"({status}) switched off" in console) is not is_active
    assert f"returned {status}" in page_of(hook, owner, "webhooks")
    deliver_due(announcements.KIND)
    (letter,) = mailoutbox
    assert letter.subject == "Grey Chamber: a webhook is being rejected"
    assert f"({status})" in letter.body
    assert f"/leagues/{hook.league.slug}/webhooks/" in letter.body


def test_a_webhook_that_accepts_messages_again_needs_no_attention(owner, bot):
    hook = answered(owner, bot, 422)
    bot.status = 204
    webhooks.send_test(hook, owner)
    deliver_due(queue.KIND)
    assert "does not accept" not in page_of(hook, owner)


def test_a_failing_server_is_shown_before_it_has_failed_for_days(owner, bot):
    assert "Signed JSON (503)" in page_of(answered(owner, bot, 503), owner)


def test_a_receiver_that_requests_a_pause_gets_one(owner, bot):
    bot.retry_after = 600
    hook = answered(owner, bot, 429)
    waited = Delivery.objects.get().due_at - timezone.now()
    assert timedelta(seconds=590) < waited <= timedelta(seconds=600)
    events.tell(hook.league, "round.closed", {"season": 1, "round": 1})
    deliver_due(queue.KIND)
    assert len(bot.heard) == 1, "other messages wait as well"
    assert "asked for a pause" in page_of(hook, owner, "webhooks")
    assert "does not accept" not in page_of(hook, owner)


def test_a_card_is_in_the_language_of_the_league(owner, monkeypatch, bot):
    league = found(owner)
    League.objects.filter(pk=league.pk).update(language="de")
    hook = listen(monkeypatch, League.objects.get(pk=league.pk), bot, "discord")
    events.note(hook, "test", {"url": "https://example.org/"})
    card = chat_cards.card_of(Delivery.objects.select_related("webhook__league").get())
    assert card.title.startswith(league.name)
    assert card.url.startswith("http://localhost:8000/leagues/")
