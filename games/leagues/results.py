"""Results: collected from the matches by themselves; corrected, disputed and decided in public."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from django.db import connection, transaction
from django.utils import timezone

from games.leagues import absences, fixtures, forfeits, opening, pools, refusals, roles, webhooks
from games.leagues.ledger import Ledger, hold, recorded
from games.leagues.models import Chair, Dispute, Fixture, FixtureMatch, Round, Season
from games.leagues.standings.contest import Placing
from games.matches.models import Match, Player
from games.ratings import priors
from games.ratings.services import rate

Status = Fixture.Status
TEXT_LENGTH = 1000


def collect() -> int:
    """Note the results of matches that have ended since; return how many.

    A referee calls it every few seconds; doing it twice, or in two processes, changes nothing.
    """
    fixtures.note_beginnings()
    ended = FixtureMatch.objects.filter(
        placings__isnull=True,
        is_counted=True,
        match__status__in=[Match.Status.FINISHED, Match.Status.VOID],
    )
    return sum(_collect(pk) for pk in ended.order_by("pk").values_list("pk", flat=True)[:100])


@transaction.atomic
def _collect(game_id: int) -> int:
    skip = connection.features.has_select_for_update_skip_locked
    game = (
        FixtureMatch.objects.select_for_update(of=("self",), skip_locked=skip)
        .filter(pk=game_id, placings__isnull=True)
        .first()
    )
    if game is None or game.match is None:
        return 0
    if game.match.status == Match.Status.VOID:
        _play_anew(game)
        return 0
    game.placings = msgspec.to_builtins(_placings(game))
    game.save(update_fields=["placings"])
    season = game.fixture.round.division.season
    if season.is_rated:
        rate(game.match, pools.pool_of(season.league))
    _go_on(game.fixture)
    return 1


def _play_anew(game: FixtureMatch) -> None:
    """Follow a match that was called off to the one that was dealt instead, or open another."""
    successor = game.match.successor
    fixture = game.fixture
    game.delete()
    if successor is not None and not successor.is_open:
        FixtureMatch.objects.create(fixture=fixture, ordinal=game.ordinal, match=successor)
        return
    _go_on(fixture)


def _placings(game: FixtureMatch) -> list[Placing]:
    """Return how the players of a finished match did, in the order of the seats."""
    match = game.match
    chairs = {
        chair.user_id_playing: chair
        for chair in game.fixture.chairs.select_related("entry")
        if chair.user_id_playing
    }
    players = list(match.players.order_by("seat"))
    known = [(player, chairs.get(player.user_id)) for player in players if player.user_id]
    known += _of_the_gone(game.fixture, players)
    return [_placing(match, player, chair) for player, chair in known if chair is not None]


def _of_the_gone(fixture: Fixture, players: list[Player]) -> list[tuple[Player, Chair]]:
    """Return whose account went while they played, if it is clear: the others have a result."""
    people = [player for player in players if player.user_id is None and not player.bot]
    chairs = [
        chair
        for chair in fixture.chairs.select_related("entry")
        if chair.user_id_playing is None and not chair.forfeited
    ]
    return list(zip(people, chairs, strict=True)) if len(people) == len(chairs) == 1 else []


def _placing(match: Match, player: Player, chair: Chair) -> Placing:
    return Placing(
        entry=chair.entry_id,
        seat=player.seat,
        side=player.side,
        won=player.won if match.winner else None,
        expected=priors.expected(match.game, player.side, match.size),
        is_substitute=chair.substitute_id is not None,
        abandoned=player.is_away,
    )


def _go_on(fixture: Fixture) -> None:
    """Open the next game of a fixture, or settle it.

    Where the season was called off nothing more is played, unless that is undone.
    """
    fixture = fixtures.locked(fixture.pk)
    if fixture.is_settled:
        return
    season = fixture.round.division.season
    played = fixture.games.filter(is_counted=True).exclude(placings__isnull=True).count()
    if played < season.games_per_fixture:
        if not fixtures.is_playable(fixture):
            return
        if opening.open_next(fixture) is None and not opening.can_be_played(fixture):
            absences.end_short(fixture)
        return
    fixture.status, fixture.finished_at = Status.FINISHED, timezone.now()
    fixture.save(update_fields=["status", "finished_at"])
    webhooks.tell(season.league, "fixture.finished", webhooks.about(fixture))


def go_on_due() -> None:
    """Go on with the fixtures that stand still: a season was called off between two games."""
    awaited = FixtureMatch.objects.filter(is_counted=True, placings__isnull=True)
    still = Fixture.objects.filter(
        status__in=[Status.OPEN, Status.RUNNING],
        round__status=Round.Status.PUBLISHED,
        round__division__season__status=Season.Status.RUNNING,
    ).exclude(pk__in=awaited.filter(match__isnull=False).values("fixture"))
    fixtures.each(still.order_by("pk").values_list("pk", flat=True)[:100], _go_on)


def close_rounds() -> int:
    """Close the rounds in which everything is settled; return how many."""
    open_fixtures = Fixture.objects.exclude(status__in=forfeits.SETTLED)
    done = Round.objects.filter(status=Round.Status.PUBLISHED)
    done = done.exclude(pk__in=open_fixtures.values("round"))
    closed = 0
    for drawn in done.select_related("division__season__league"):
        closed += _close(drawn)
    return closed


@transaction.atomic
def _close(drawn: Round) -> int:
    published = Round.objects.filter(pk=drawn.pk, status=Round.Status.PUBLISHED)
    if not published.update(status=Round.Status.CLOSED):
        return 0
    season = drawn.division.season
    facts = {"season": season.number, "division": drawn.division.tier, "round": drawn.number}
    webhooks.tell(season.league, "round.closed", facts)
    return 1


def chore() -> None:
    """Do what is due: collect results, go on, close rounds."""
    collect()
    go_on_due()
    close_rounds()


def correct_game(game: FixtureMatch, actor: Any, *, winner: str, reason: str) -> None:
    """Say that another side won a game than its match says; an empty `winner` is a draw.

    :raises Refused: NotAllowed, NotSettled, BadSetting, NeedsReason, or AlreadyDecided if
        somebody else has decided about the game meanwhile.
    """
    league = game.fixture.round.division.season.league
    if game.placings is None:
        raise refusals.NotSettled
    if winner and winner not in league.rules.sides:
        raise refusals.BadSetting
    corrected = [
        {**placing, "won": placing["side"] == winner if winner else None}
        for placing in game.placings
    ]
    _change(game, actor, "correct_game", reason, corrected=corrected)


def annul_game(game: FixtureMatch, actor: Any, *, reason: str) -> None:
    """Have a game count for nothing.

    :raises Refused: NotAllowed, NotSettled, NeedsReason, or AlreadyDecided.
    """
    if game.placings is None:
        raise refusals.NotSettled
    _change(game, actor, "annul_game", reason, is_counted=False)


def _change(game: FixtureMatch, actor: Any, verb: str, reason: str, **fields: Any) -> None:
    fixture = game.fixture
    with _arbitrated(fixture, actor, verb, reason) as ledger:
        before = (game.is_counted, game.corrected)
        hold(game)
        if (game.is_counted, game.corrected) != before:
            raise refusals.AlreadyDecided
        ledger.edit(game, reason=reason.strip()[:500], **fields)
        webhooks.tell(_season(fixture).league, "result.corrected", webhooks.about(fixture))


def _season(fixture: Fixture) -> Any:
    return fixture.round.division.season


@contextmanager
def _arbitrated(fixture: Fixture, actor: Any, verb: str, reason: str) -> Iterator[Ledger]:
    """Record an arbiter's decision about a fixture.

    :raises Refused: NotAllowed, WrongStage once the season is over, or NeedsReason.
    """
    season = _season(fixture)
    roles.require(actor, season.league, "arbitrate")
    about = f"{fixture.round.number}/{fixture.number}"
    with recorded(
        season.league, actor, verb, season=season, about=about, reason=reason, needs_reason=True
    ) as ledger:
        if not season.is_running:
            raise refusals.WrongStage
        yield ledger


def _undecided(seen: Fixture) -> Fixture:
    """Return the fixture, locked, unless somebody has settled it since it was read.

    :raises AlreadyDecided: if so.
    """
    fixture = fixtures.locked(seen.pk)
    if fixture.is_settled and fixture.status != seen.status:
        raise refusals.AlreadyDecided
    return fixture


def forfeit_fixture(fixture: Fixture, actor: Any, entries: set[int], *, reason: str) -> None:
    """Have some players of a fixture forfeit it; a duel is then settled.

    :raises Refused: NotAllowed, BadSetting for others' entries, MatchesBegun, AlreadyDecided or
        NeedsReason.
    """
    with _arbitrated(fixture, actor, "forfeit_fixture", reason) as ledger:
        fixtures.note_beginnings(pk=fixture.pk)
        fixture = _undecided(fixture)
        if not entries or entries - set(fixture.chairs.values_list("entry", flat=True)):
            raise refusals.BadSetting
        if fixture.status not in {Status.PLANNED, Status.OPEN}:
            raise refusals.MatchesBegun
        forfeits.forfeit(fixture, entries, ledger)
        webhooks.tell(_season(fixture).league, "fixture.forfeited", webhooks.about(fixture))


def void_fixture(fixture: Fixture, actor: Any, *, reason: str) -> None:
    """Have a fixture count for nothing, played or not.

    :raises Refused: NotAllowed, MatchesBegun while it is played, AlreadyDecided or NeedsReason.
    """
    with _arbitrated(fixture, actor, "void_fixture", reason) as ledger:
        fixtures.note_beginnings(pk=fixture.pk)
        fixture = _undecided(fixture)
        if fixture.status == Status.RUNNING:
            raise refusals.MatchesBegun
        fixtures.take_back(fixture)
        ledger.edit(fixture, status=Status.VOID, finished_at=timezone.now())
        webhooks.tell(_season(fixture).league, "fixture.voided", webhooks.about(fixture))


@transaction.atomic
def dispute(fixture: Fixture, user: Any, text: str) -> Dispute:
    """Contest a result; it doesn't count until an arbiter has decided.

    :raises Refused: NotAllowed for all who did not play, NotSettled, WrongStage, or NeedsReason.
    """
    season = _season(fixture)
    hold(season)
    fixture = Fixture.objects.select_for_update().get(pk=fixture.pk)
    chair = fixture.chairs.filter(entry__user=user).select_related("entry").first()
    if chair is None:
        raise roles.NotAllowed
    if not text.strip():
        raise refusals.NeedsReason
    if fixture.status not in {Status.FINISHED, Status.FORFEITED, Status.DISPUTED}:
        raise refusals.NotSettled
    if not season.is_running:
        raise refusals.WrongStage
    Fixture.objects.filter(pk=fixture.pk).update(status=Status.DISPUTED)
    webhooks.tell(_season(fixture).league, "result.disputed", webhooks.about(fixture))
    return Dispute.objects.create(fixture=fixture, by=chair.entry, text=text.strip()[:TEXT_LENGTH])


def decide(contested: Dispute, actor: Any, *, upheld: bool, decision: str) -> None:
    """Decide a dispute; with the last of them the fixture's result counts again.

    :raises Refused: NotAllowed, AlreadyDecided, or NeedsReason.
    """
    fixture = contested.fixture
    with _arbitrated(fixture, actor, "decide_dispute", decision) as ledger:
        fixture = Fixture.objects.select_for_update().get(pk=contested.fixture_id)
        hold(contested)
        if contested.status != Dispute.Status.OPEN:
            raise refusals.AlreadyDecided
        ledger.edit(
            contested,
            status=Dispute.Status.UPHELD if upheld else Dispute.Status.REJECTED,
            decision=decision.strip()[:TEXT_LENGTH],
            decided_by=actor,
            decided_at=timezone.now(),
        )
        if not fixture.disputes.filter(status=Dispute.Status.OPEN).exists():
            played = fixture.games.exclude(placings__isnull=True).exists()
            if fixture.status == Status.DISPUTED:  # else it was decided not to count at all
                ledger.edit(fixture, status=Status.FINISHED if played else Status.FORFEITED)
