"""Derives webhook messages from the rows that a recorder has changed.

Draft rounds and seasons in preparation are left out, because only organisers can see them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django.utils import timezone

from games.leagues.models import (
    Delivery,
    Entry,
    Fixture,
    League,
    Member,
    Round,
    Season,
    Webhook,
)
from games.matches.models import Match

Change = Mapping[str, Any]
Fields = dict[str, Any]
Event = tuple[str, Fields]

SETTLED = {
    Fixture.Status.FINISHED: "fixture.finished",
    Fixture.Status.FORFEITED: "fixture.forfeited",
    Fixture.Status.VOID: "fixture.voided",
}
SEASONS = {
    Season.Status.REGISTRATION: "season.registration",
    Season.Status.RUNNING: "season.begun",
    Season.Status.CLOSED: "season.closed",
    Season.Status.CANCELLED: "season.cancelled",
}
ENDED = {Season.Status.CLOSED, Season.Status.CANCELLED}
GONE = {Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED}


def tell(league: League, event: str, payload: Mapping[str, Any]) -> None:
    """Schedule a message to each active webhook of `league`; it is posted soon after the commit.

    Call this in the transaction of the change, so that both are stored or neither. `event` is a
    name like "round.published" (docs/webhooks.md lists them). `payload` is JSON, and contains only
    data that visitors to the league's pages may see.
    """
    for webhook in league.webhooks.filter(is_active=True):
        if webhook.hears(event):
            note(webhook, event, payload)


def note(webhook: Webhook, event: str, payload: Mapping[str, Any]) -> None:
    """Schedule a message to one webhook, due immediately."""
    Delivery.objects.create(
        webhook=webhook, event=event, payload=dict(payload), due_at=timezone.now()
    )


def tell_changes(league: League, changes: Iterable[Change]) -> None:
    """Schedule messages about changed rows to the webhooks of `league`, one per event."""
    if not league.webhooks.filter(is_active=True).exists():
        return
    events: list[Event] = []
    for event in _events(list(changes)):
        if event not in events:
            events.append(event)
            tell(league, *event)


def _events(changes: list[Change]) -> Iterator[Event]:
    """Yield the events for changed rows: first seasons and rounds, then fixtures."""
    for name, follow in FOLLOWING.items():
        for change in changes:
            if change["model"] == name:
                yield from follow(change["pk"], _bare(change["before"]), _bare(change["after"]))
    yield from _of_fixtures(changes)


def _bare(fields: Mapping[str, Any] | None) -> Fields | None:
    """Return fields under the model's field names: relations may be stored as `..._id`."""
    return None if fields is None else {k.removesuffix("_id"): v for k, v in fields.items()}


def _of_season(key: int, before: Fields | None, after: Fields | None) -> Iterator[Event]:
    season = Season.objects.filter(pk=key).exclude(status=Season.Status.DRAFT).first()
    if season is None or before is None or after is None:
        return
    facts = {"season": season.number}
    if "status" in after:
        again = before["status"] in ENDED and after["status"] == Season.Status.RUNNING
        yield "season.reopened" if again else SEASONS[after["status"]], facts
    if "paused_at" in after:
        yield "season.paused" if after["paused_at"] else "season.resumed", facts


def _of_round(key: int, before: Fields | None, after: Fields | None) -> Iterator[Event]:
    rounds = Round.objects.select_related("division__season").filter(pk=key).first()
    if rounds is None or before is None or after is None:
        return
    facts = {
        "season": rounds.division.season.number,
        "division": rounds.division.tier,
        "round": rounds.number,
        "closes_at": rounds.closes_at,
    }
    if "status" in after:
        yield _stage(before["status"], after["status"]), facts
    elif not rounds.is_draft and "closes_at" in after:
        yield "round.moved", facts


def _stage(before: str, after: str) -> str:
    """Return the name of the event for a round's change of status."""
    if after == Round.Status.CLOSED:
        return "round.closed"
    if after == Round.Status.DRAFT:
        return "round.withdrawn"
    return "round.reopened" if before == Round.Status.CLOSED else "round.published"


def _of_entry(key: int, before: Fields | None, after: Fields | None) -> Iterator[Event]:
    entry = Entry.objects.select_related("season").filter(pk=key).first()
    if entry is None or after is None or not entry.season.is_running:
        return
    facts = {"season": entry.season.number, "name": entry.name}
    if before is None:
        yield "entry.joined", facts
    elif "user" in after:
        yield "entry.replaced", facts
    elif "status" in after and after["status"] in GONE:
        yield "entry.withdrawn", facts
    elif "status" in after and before["status"] in GONE:
        yield "entry.returned", facts


def _of_sanction(key: int, before: Fields | None, after: Fields | None) -> Iterator[Event]:
    sanction = after or before or {}
    entry = Entry.objects.select_related("season").filter(pk=sanction.get("entry") or 0).first()
    if entry is None or (before and after):
        return
    facts = {name: sanction[name] for name in ("kind", "points")}
    facts = {"season": entry.season.number, "name": entry.name, **facts}
    yield "entry.sanctioned" if after else "entry.pardoned", facts


def _of_member(key: int, before: Fields | None, after: Fields | None) -> Iterator[Event]:
    if not before or not after or "status" not in after:
        return
    member = Member.objects.select_related("user").filter(pk=key).first()
    ban = Member.Status.BANNED
    if member is not None and ban in {before["status"], after["status"]}:
        event = "member.banned" if after["status"] == ban else "member.readmitted"
        yield event, {"name": member.user.name}


def _of_announcement(key: int, before: Fields | None, after: Fields | None) -> Iterator[Event]:
    season = Season.objects.filter(pk=(after or {}).get("season") or 0).first()
    if season is not None and before is None and after is not None:
        facts = {"season": season.number, "title": after["title"], "text": after["text"]}
        yield "season.announced", facts


FOLLOWING: dict[str, Callable[[int, Fields | None, Fields | None], Iterator[Event]]] = {
    "season": _of_season,
    "round": _of_round,
    "entry": _of_entry,
    "sanction": _of_sanction,
    "member": _of_member,
    "announcement": _of_announcement,
}
#: The events for changed rows of a fixture; events about the whole fixture come first.
MEANING = (
    ("chair", "substitute", "fixture.substituted"),
    ("chair", "entry", "fixture.changed"),
    ("chair", "seat", "fixture.changed"),
    ("chair", "forfeited", "fixture.changed"),
    ("fixturematch", "corrected", "result.corrected"),
    ("fixturematch", "is_counted", "result.corrected"),
    ("dispute", "status", "result.decided"),
)


def _of_fixtures(changes: list[Change]) -> Iterator[Event]:
    """Yield the events for each fixture to which changed rows belong."""
    rows: dict[int, list[Change]] = {}
    for change in changes:
        key = _fixture_of(change)
        if key is not None:
            rows.setdefault(key, []).append(change)
    fixtures = Fixture.objects.select_related("round__division__season__league").in_bulk(list(rows))
    for key, hung in rows.items():
        if key in fixtures and not fixtures[key].round.is_draft:
            yield from _of_fixture(fixtures[key], hung)


def _fixture_of(change: Change) -> int | None:
    """Return the key of the fixture to which a row belongs."""
    if change["model"] == "fixture":
        return int(change["pk"])
    if change["model"] not in {"chair", "fixturematch", "dispute"}:
        return None
    state = (_bare(change["before"]) or {}) | (_bare(change["after"]) or {})
    if "fixture" in state:
        return int(state["fixture"])
    model = Fixture._meta.apps.get_model("leagues", change["model"])
    rows = model._default_manager.filter(pk=change["pk"])
    key: int | None = rows.values_list("fixture", flat=True).first()
    return key


def _of_fixture(fixture: Fixture, hung: list[Change]) -> Iterator[Event]:
    names = list(_names(fixture, hung))
    if "fixture.changed" in names and len(names) > 1:
        names.remove("fixture.changed")
    if names == ["fixture.changed"] and fixture.status == Fixture.Status.FORFEITED:
        names = ["result.corrected"]  # a different player has now lost
    if "fixture.reopened" in names and "result.corrected" in names:
        names.remove("result.corrected")  # the result was removed
    facts = about(fixture)
    for name in names:
        more = {"match": _table(fixture)} if name == "fixture.opened" else {}
        yield name, {**facts, **more}


def _names(fixture: Fixture, hung: list[Change]) -> dict[str, None]:
    """Return the distinct events of a fixture, in order."""
    names: dict[str, None] = {}
    edits = [(one["model"], _bare(one["before"]), _bare(one["after"])) for one in hung]
    for model, before, after in edits:
        if model == "fixture" and before and after:
            names |= dict.fromkeys(_became(before, after))
        if model == "dispute" and before is None:
            names["result.disputed"] = None
    for kind, field, event in MEANING:
        if any(model == kind and before and after and field in after
               for model, before, after in edits):  # fmt: skip
            names[event] = None
    return names


def _became(before: Fields, after: Fields) -> Iterator[str]:
    """Yield the events for changes to the fixture row itself."""
    status = after.get("status")
    if status in SETTLED:
        yield SETTLED[status]
    elif status is not None and before["status"] in SETTLED:
        yield "fixture.reopened"
    elif status == Fixture.Status.OPEN:
        yield "fixture.opened"
    if "starts_at" in after:
        yield "fixture.scheduled"
    if "closes_at" in after:
        yield "fixture.moved"


def _table(fixture: Fixture) -> str:
    """Return the URL of the table that is open for a fixture's players."""
    fixture_matches = fixture.games.select_related("match").filter(match__status=Match.Status.OPEN)
    fixture_match = fixture_matches.order_by("-ordinal").first()
    match = fixture_match.match if fixture_match is not None else None
    return match.get_absolute_url() if match is not None else ""


def about(fixture: Fixture) -> dict[str, Any]:
    """Return the payload common to all messages about `fixture`: its key, players, time and URL."""
    season = fixture.round.division.season
    chairs = fixture.chairs.select_related("entry", "substitute").order_by("seat")
    return {
        "season": season.number,
        "division": fixture.round.division.tier,
        "round": fixture.round.number,
        "fixture": fixture.pk,
        "table": fixture.number,
        "status": fixture.status,
        "starts_at": fixture.starts_at,
        "closes_at": fixture.deadline,
        "address": fixture.get_absolute_url(),
        "players": [
            {
                "entry": chair.entry_id,
                "name": chair.entry.name,
                "seat": chair.seat,
                "substitute": chair.substitute.name if chair.substitute else None,
                "forfeited": chair.forfeited,
            }
            for chair in chairs
        ],
    }
