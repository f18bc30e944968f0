"""Messages in the formats of chats' webhooks: one card per message, without mentions."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.writing import join_list
from games.engine.required import required
from games.leagues.models import Delivery, Entry, Fixture, Member, Round, Webhook
from games.matches.public import shown_name

Kind = Webhook.Kind
#: Players' names in the chat, by their names in the season.
Handles = Mapping[str, str]
#: Characters that Discord reads as markup.
MARKS = re.compile(r"([\\*_~`|>\[\]()#@:<-])")
#: The maximum lengths of a card's text (https://docs.slack.dev, https://docs.discord.com), and of a
#: list in it, including escapes.
LONGEST_DISCORD, LONGEST_SLACK, LONGEST_SLACK_TITLE, ROOM = 4096, 3000, 150, 1800
#: The colour of a card's border.
COLOUR = 0x8A6A3A


@dataclass(frozen=True)
class ChatCard:
    """The contents of a message: a heading, a line, a URL, and the time."""

    title: str
    text: str
    url: str
    at: datetime


def card_of(row: Delivery) -> ChatCard:
    """Return the card of a delivery, in the language of its league."""
    league, facts = row.webhook.league, row.payload
    handles = _handles(row) if row.webhook.kind == Kind.DISCORD else {}
    with translation.override(league.language):
        title, text, path = _texts_of(row.event, facts, league.slug, handles)
    path = path or league.get_absolute_url()
    return ChatCard(f"{league.name}: {title}", text, f"{settings.SITE_URL}{path}", row.made_at)


def _handles(row: Delivery) -> Handles:
    """Return the chat names that members have entered, by their names in the season."""
    members = row.webhook.league.members.filter(status=Member.Status.ACTIVE).exclude(chat_name="")
    people = {one.user_id: (one.user.name, one.chat_name) for one in members.select_related("user")}
    entries = Entry.objects.filter(
        season__league=row.webhook.league_id, season__number=row.payload.get("season", 0),
        user__in=people,
    )  # fmt: skip
    names = {one.name: people[required(one.user_id)][1] for one in entries}
    return dict(people.values()) | names


def _called(name: str, handles: Handles) -> str:
    """Return a name, followed by the name in the chat if known."""
    return f"{shown_name(name)} (@{handles[name]})" if name in handles else shown_name(name)


def _texts_of(
    event: str, facts: Mapping[str, Any], slug: str, handles: Handles
) -> tuple[str, str, str]:
    """Return the heading, text and URL of an event's card."""
    number = {"number": facts.get("round", 0)}
    if event.startswith("round."):
        rounds = reverse("leagues:rounds", args=[slug, facts["season"]])
        if event == "round.published":
            return (
                _("Round %(number)d is published") % number,
                _pairings(facts, slug, handles),
                rounds,
            )
        season = reverse("leagues:season", args=[slug, facts["season"]])
        return _("Round %(number)d is over") % number, _standings(facts, slug), season
    if event.startswith(("fixture.", "result.")):
        return _fixture(event, facts, handles)
    if event.startswith("season."):
        season = reverse("leagues:season", args=[slug, facts["season"]])
        if event == "season.announced":
            return facts["title"], facts["text"], season
        is_beginning = event == "season.begun"
        title = _("A season has begun") if is_beginning else _("A season is over")
        return title, _standings(facts, slug) if event == "season.closed" else "", season
    return _("A test"), _("Messages from this league will arrive here."), ""


def _standings(facts: Mapping[str, Any], slug: str) -> str:
    """Return the top of a division's current standings, one line each."""
    best = import_string(settings.LEAGUE_STANDINGS)
    lines = best(slug, facts["season"], facts.get("division", 1))
    return "\n".join(f"{rank}. {name} {points:g}" for rank, name, points in lines)


def _pairings(facts: Mapping[str, Any], slug: str, handles: Handles) -> str:
    """Return the pairings of a round, one fixture per line; empty if it is a draft again."""
    round_ = Round.objects.exclude(status=Round.Status.DRAFT).filter(
        division__season__league__slug=slug, division__season__number=facts["season"],
        division__tier=facts.get("division", 1), number=facts["round"],
    ).first()  # fmt: skip
    if round_ is None:
        return ""
    fixtures = round_.fixtures.prefetch_related("chairs__entry", "chairs__substitute")
    lines = [_fixture_line(one, handles) for one in fixtures.order_by("number")]
    idle = round_.byes.filter(was_asked=False).order_by("pk").values_list("entry__name", flat=True)
    if idle:
        lines.append(
            _("Bye: %(names)s") % {"names": join_list(_called(one, handles) for one in idle)}
        )
    return _fitting(lines)


def _fixture_line(fixture: Fixture, handles: Handles) -> str:
    chairs = sorted(fixture.chairs.all(), key=lambda chair: chair.seat)
    names = [
        _called(chair.substitute.name if chair.substitute else chair.entry.name, handles)
        for chair in chairs
    ]
    if len(names) == 2:
        return " – ".join(names)
    named = {"table": fixture.number, "names": join_list(names)}
    return _("Table %(table)d: %(names)s") % named


def _fitting(lines: list[str]) -> str:
    """Return the lines that fit on a card as text, followed by the number of omitted lines."""
    lengths = accumulate(len(line) + 1 for line in lines)
    shown = sum(length <= ROOM for length in lengths)
    rest = len(lines) - shown
    more = ngettext("and %(count)s more", "and %(count)s more", rest) % {"count": rest}
    return "\n".join([*lines[:shown], more] if rest else lines)


def _fixture(event: str, facts: Mapping[str, Any], handles: Handles) -> tuple[str, str, str]:
    """Return the heading, text and URL of a card about a fixture."""
    if event == "fixture.opened":
        return (
            _("A match begins"),
            _names(facts, handles),
            str(facts.get("match") or facts["address"]),
        )
    without_result = {
        "fixture.voided": _("A result does not count"),
        "fixture.reopened": _("A match is played again"),
    }
    if event in without_result:
        return without_result[event], _names(facts, handles), str(facts["address"])
    titles = {
        "fixture.finished": _("A result"),
        "fixture.forfeited": _("A forfeit"),
        "result.decided": _("A dispute is decided"),
    }
    absent = [one["name"] for one in facts["players"] if one["forfeited"]]
    text = _scores(facts, handles)
    if absent and facts["status"] == Fixture.Status.FORFEITED:
        text = f"{_names(facts, handles)}\n" + _("Forfeited by %(names)s") % {
            "names": join_list(absent)
        }
    return titles.get(event, _("A result was corrected")), text, str(facts["address"])


def _names(facts: Mapping[str, Any], handles: Handles) -> str:
    return " – ".join(
        _called(one["substitute"] or one["name"], handles) for one in facts["players"]
    )


def _scores(facts: Mapping[str, Any], handles: Handles) -> str:
    """Return the games won by each player in the current result; without a result, the names."""
    fixture = Fixture.objects.prefetch_related("games").filter(pk=facts["fixture"]).first()
    wins: dict[int, float] = {}
    for fixture_match in fixture.games.all() if fixture else ():
        for one in fixture_match.result if fixture_match.is_counted else ():
            wins[one.entry] = wins.get(one.entry, 0.0) + one.share
    if not wins:
        return _names(facts, handles)
    return join_list(
        f"{_called(one['substitute'] or one['name'], handles)} {wins.get(one['entry'], 0.0):g}"
        for one in facts["players"]
    )


def body_of(row: Delivery) -> dict[str, Any]:
    """Return the body for a chat: an embed for Discord, or blocks for Slack, without mentions."""
    card = card_of(row)
    return _for_discord(card) if row.webhook.kind == Kind.DISCORD else _for_slack(card)


def _for_discord(card: ChatCard) -> dict[str, Any]:
    embed = {
        "title": card.title[:256],
        "description": MARKS.sub(r"\\\1", card.text)[:LONGEST_DISCORD],
        "url": card.url,
        "timestamp": card.at.isoformat(),
        "color": COLOUR,
    }
    return {"embeds": [embed], "allowed_mentions": {"parse": []}}


def _for_slack(card: ChatCard) -> dict[str, Any]:
    """Return a card for Slack in plain text; only the link uses Slack's markup."""
    title = _slack(card.title[:LONGEST_SLACK_TITLE])
    blocks = [{"type": "header", "text": {"type": "plain_text", "text": title, "emoji": False}}]
    if card.text:
        text = _slack(card.text[:LONGEST_SLACK])
        blocks.append({"type": "section", "text": {"type": "plain_text", "text": text}})
    blocks.append({"type": "section", "text": {"type": "mrkdwn", "text": f"<{card.url}>"}})
    return {"text": title, "mrkdwn": False, "blocks": blocks, "unfurl_links": False}


def _slack(text: str) -> str:
    """Return a text escaped for Slack's markup, without mentions or links."""
    for sign, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(sign, entity)
    return text
