"""The state that each step of a league requires, and the input for its form."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from games.chat.models import Report
from games.conduct import decisions
from games.leagues.fixtures import deadlines, disputes, rulings
from games.leagues.membership import services as membership
from games.leagues.models import (
    Audit,
    Dispute,
    Division,
    Entry,
    Fixture,
    FixtureMatch,
    League,
    Member,
    Round,
    Season,
    Webhook,
)
from games.leagues.scheduling import pauses
from games.leagues.seasons import draws, importing
from games.leagues.seasons import services as seasons
from tests.conftest import account
from tests.leagues.league_play import drawn, found, people, season_of, settle

#: The URL's arguments after the league, and the form input, added to the displayed values.
Plan = tuple[dict[str, int], dict[str, Any]]


def settle_league(owner: User) -> League:
    """Make a league with a running season, one open for entries, and a member of each role.

    In the first season one fixture is played and disputed, the other waits; one player has
    applied to the second season. Mia is in neither.
    """
    league = found(owner)
    membership.join(league, account("Mia"))
    for name, role in (("Arno", "arbiter"), ("Svea", "scheduler")):
        membership.set_role(membership.join(league, account(name)), owner, role)
    players = people(4)
    season = season_of(league, owner, players, rounds_planned=3)
    seasons.begin(season, owner)
    played, _waiting = drawn(Season.objects.get(), owner).fixtures.order_by("number")
    settle(played, [played.chairs.first().entry_id])
    disputes.dispute(Fixture.objects.get(pk=played.pk), played.chairs.last().entry.user, "No!")
    following = season_of(league, owner, players)
    Entry.objects.filter(season=following, user=players[3]).update(status="applied")
    membership.invite(league, owner)
    Webhook.objects.create(league=league, url="https://bot.example/")
    return league


def first() -> Season:
    return Season.objects.get(number=1)


def second() -> Season:
    return Season.objects.get(number=2)


def mia() -> Member:
    return Member.objects.get(user__username="mia")


def olga() -> User:
    return User.objects.get(username="olga")


def played() -> Fixture:
    return Fixture.objects.get(status="finished")


def waiting() -> Fixture:
    return Fixture.objects.get(status="planned")


def in_first(**typed: Any) -> Plan:
    return {"number": 1}, typed


def in_second(**typed: Any) -> Plan:
    return {"number": 2}, typed


def of_player(season: Season | None = None, **typed: Any) -> Plan:
    season = season or first()
    entry = season.entries.filter(status="confirmed").order_by("pk").first()
    return {"number": season.number, "key": entry.pk}, typed


def of_fixture(fixture: Fixture, **typed: Any) -> Plan:
    return {"number": 1, "key": fixture.pk}, typed


def of_game(**typed: Any) -> Plan:
    game = FixtureMatch.objects.order_by("pk").first()
    return {"number": 1, "key": game.fixture_id, "game": game.pk}, typed


def of_member(**typed: Any) -> Plan:
    return {"key": mia().pk}, typed


def reported() -> Plan:
    about = {"kind": "message", "about": mia().user, "name": "Mia", "text": "Fool!"}
    report = Report.objects.create(address=f"{played().get_absolute_url()}#message-1", **about)
    return {"key": report.pk}, {"decision_kind": "mute"}


def appealed() -> Plan:
    scope = first().league.get_absolute_url()
    decision = decisions.impose(mia().user, "mute", "Insults.", olga(), days=7, scope=scope)
    decisions.appeal(mia().user, decision.pk, "It was Arno.")
    return {"key": decision.pk}, {"verdict": "lifted"}


def later() -> str:
    """Return a moment a month from now, as typed into a form."""
    return (timezone.now() + timedelta(days=30)).strftime("%Y-%m-%dT%H:%M")


def undrawn() -> Plan:
    """Delete the first season's round, so that its next one can be drawn."""
    Round.objects.all().delete()
    return {"number": 1, "tier": 1}, {}


def drafted(**typed: Any) -> Plan:
    """Leave the first season with only a draft."""
    undrawn()
    draft = draws.draft_round(Division.objects.get(season=first()), olga())
    return {"number": 1, "key": draft.pk}, typed


def settled() -> None:
    """Give every fixture of the first season an undisputed result."""
    Dispute.objects.all().delete()
    settle(waiting(), [])


def closed(**typed: Any) -> Plan:
    settled()
    seasons.close_season(first(), olga())
    return in_first(**typed)


def move_deadline(actor: User) -> None:
    round_ = Round.objects.get(status="published")
    deadlines.move_round(round_, actor, round_.closes_at + timedelta(days=7), reason="Exams")


def undoing() -> Plan:
    move_deadline(User.objects.get(username="svea"))
    return {"key": Audit.objects.latest("pk").pk}, {}


def readmitting() -> Plan:
    membership.ban(mia(), olga(), reason="Insults.")
    return of_member()


def archiving() -> Plan:
    Season.objects.update(status=Season.Status.CLOSED)
    return {}, {}


def opening() -> Plan:
    Season.objects.filter(number=2).update(status=Season.Status.DRAFT)
    return in_second()


def resuming() -> Plan:
    pauses.pause(first(), olga(), reason="Christmas")
    return in_first()


def closing() -> Plan:
    settled()
    return in_first()


def several(season: Season, **typed: Any) -> Plan:
    confirmed = season.entries.filter(status="confirmed").order_by("pk")
    keys = [*confirmed.values_list("pk", flat=True)]
    return {"number": season.number}, {"players": keys[:2], **typed}


def accepting_several() -> Plan:
    applied = second().entries.order_by("-pk")[:2]
    Entry.objects.filter(pk__in=[one.pk for one in applied]).update(status="applied")
    return in_second(players=[one.pk for one in reversed(applied)])


def placing_several() -> Plan:
    other = second().divisions.create(name="Second", tier=2)
    return several(second(), division=other.pk)


def placing() -> Plan:
    other = second().divisions.create(name="Second", tier=2)
    return of_player(second(), division=other.pk)


def replacing() -> Plan:
    Season.objects.filter(number=1).update(format="round_robin")
    return of_player(member=mia().pk)


def publishing_everywhere() -> Plan:
    drafted()
    return in_first()


def importing_players() -> Plan:
    season, list_ = second(), [importing.ListedPlayer("Mia", mia().user_id)]
    cache.set(f"import/{olga().pk}/{season.pk}/list", list_)
    return {"number": season.number, "key": "list"}, {}


def reminding() -> Plan:
    Season.objects.filter(number=1).update(asks_attendance=True)
    return in_first()


def swapping() -> Plan:
    where, _typed = drafted()
    one, other = (fixture.chairs.first().pk for fixture in Fixture.objects.all())
    return where | {"one": one, "other": other}, {}


def making() -> Plan:
    where, _typed = undrawn()
    return where, {"tables": "Player 1, Player 2\nPlayer 3, Player 4"}


def present() -> Plan:
    drafted()
    return {"number": 1, "tier": 1}, {"present": [first().entries.first().pk]}


def deciding() -> Plan:
    game = FixtureMatch.objects.order_by("pk").first()
    typed = {f"game-{game.pk}": "draw", "decision": "It was a draw."}
    return {"number": 1, "key": Dispute.objects.get().pk}, typed


def forfeiting() -> Plan:
    fixture = waiting()
    return of_fixture(fixture, entries=[fixture.chairs.first().entry_id])


def forfeited() -> None:
    fixture = waiting()
    absent = {fixture.chairs.first().entry_id}
    rulings.forfeit_fixture(fixture, olga(), absent, reason="Nobody there.")


def reopening() -> Plan:
    forfeited()
    return of_fixture(Fixture.objects.get(status="forfeited"))


def substituting() -> Plan:
    fixture = waiting()
    return of_fixture(fixture, chair=fixture.chairs.first().pk, member=mia().pk)


def registering() -> Plan:
    Season.objects.filter(number=2).update(questions=[{"text": "Which day?", "choices": []}])
    return in_second(**{"answer-0": "Monday"})


def disputing() -> Plan:
    return of_fixture(played(), text="The clock jumped.")


PLANS: dict[str, Callable[[], Plan]] = {
    "undo": undoing,
    "run-edit": lambda: ({}, {"name": "Winter"}),
    "run-role": lambda: of_member(role="scheduler"),
    "run-ban": of_member,
    "run-readmit": readmitting,
    "run-report": reported,
    "run-appeal": appealed,
    "run-revoke": lambda: ({"key": League.objects.get().invitations.get().pk}, {}),
    "run-code": lambda: ({}, {}),
    "run-archive": archiving,
    "run-new-season": lambda: ({}, {}),
    "run-season-edit": lambda: in_second(name="Winter"),
    "run-divisions": lambda: in_second(**{"divisions-0-name": "First"}),
    "run-open": opening,
    "run-begin": in_second,
    "run-pause": in_first,
    "run-resume": resuming,
    "run-cancel": in_first,
    "run-close": closing,
    "run-announce": lambda: in_first(title="New hall", text="It is warmer."),
    "run-teams": lambda: in_first(teams="A: Player 1", counts=1),
    "run-enter": lambda: in_first(member=mia().pk, points=0),
    "run-accept": lambda: (
        {"number": 2, "key": Entry.objects.get(status="applied").pk}, {}
    ),
    "run-turn-away": lambda: of_player(second()),
    "run-place": placing,
    "run-write-several": lambda: several(first(), text="The hall has moved."),
    "run-accept-several": accepting_several,
    "run-place-several": placing_several,
    "run-reject-several": lambda: several(second()),
    "run-withdraw": of_player,
    "run-disqualify": of_player,
    "run-replace": replacing,
    "run-note": lambda: of_player(text="The hall has moved."),
    "run-sanction": lambda: of_player(kind="points", points=1),
    "run-again": closed,
    "run-finals": closed,
    "run-draft-all": lambda: ({"number": undrawn()[0]["number"]}, {}),
    "run-publish-everywhere": publishing_everywhere,
    "run-remind": reminding,
    "run-imported": importing_players,
    "run-presence": present,
    "run-make": making,
    "run-draft": undrawn,
    "run-discard": drafted,
    "run-publish": drafted,
    "run-round-deadline": lambda: (
        {"number": 1, "key": Round.objects.get().pk}, {"ends_at": later()}
    ),
    "run-swap": swapping,
    "run-decide": deciding,
    "run-forfeit": forfeiting,
    "run-deadline": lambda: of_fixture(waiting(), ends_at=later()),
    "run-reopen": reopening,
    "run-void": lambda: of_fixture(waiting()),
    "run-substitute": substituting,
    "run-correct": lambda: of_game(winner=""),
    "run-annul": of_game,
    "webhook-rotate": lambda: ({"key": Webhook.objects.get().pk}, {}),
    "webhook-remove": lambda: ({"key": Webhook.objects.get().pk}, {}),
    "leave": lambda: ({}, {}),
    "register": registering,
    "unregister": in_second,
    "withdraw": in_first,
    "dispute": disputing,
}  # fmt: skip
