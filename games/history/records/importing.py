"""Imports records: checked action by action, and stored as matches that are never rated."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import UNSET

from accounts.models import User
from accounts.names import LONGEST_RAW
from games.catalog import GAMES
from games.engine import portable
from games.engine.game import Game
from games.engine.misshapen import RECORD, WORDS
from games.engine.portable import Record, RecordError
from games.engine.record import Turn
from games.engine.recorded_chance import SHAPE
from games.matches.models import ENTROPY_LENGTH, Match, MatchEntry, Player, new_code
from games.matches.public import settle

MOST_RECORDS = 200  #: in one upload
MOST_BYTES = 4 * 1024 * 1024  #: of one upload
MOST_ACTIONS = 3000  #: of one game; the longest real ones have a few hundred
LONGEST_NAME = 32

AnyGame = Game[Any, Any, Any, Any]


@dataclass(frozen=True)
class ImportedRecord:
    """One record of an upload: its new match, or the reason for a refusal."""

    line: int
    match: Match | None = None
    error: RecordError | None = None

    @property
    def reason(self) -> str:
        """Return the reason for the refusal, in the reader's language."""
        return reason_of(self.error) if self.error else ""

    @property
    def asked(self) -> str:
        """Return the refused value: from the record, or described in words."""
        asked = self.error.asked if self.error else ""
        return _(asked) if asked in portable.PARTS else asked


def reason_of(error: RecordError) -> str:
    """Return the reason why a record was refused, in the reader's language."""
    words = ((name, _(value) if value in WORDS else value) for name, value in error.values.items())
    return _(error.source) % dict(words) if error.values else _(error.source)


def receive(data: bytes, user: User) -> list[ImportedRecord]:
    """Store each legal record in `data` (one JSON object, or one per line)."""
    return [_receive(line, text, user) for line, text in _split(data)]


def _receive(line: int, text: bytes, user: User) -> ImportedRecord:
    try:
        if line > MOST_RECORDS:
            raise _refusal(_("There are more than %(most)d records.") % {"most": MOST_RECORDS})
        game, record = portable.read(text, GAMES)
        return ImportedRecord(line, match=keep(user, game, record))
    except RecordError as error:
        return ImportedRecord(line, error=error)


def _split(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the records with their line numbers; a single record may span many lines."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        msgspec.json.decode(data)
        yield 1, data
    except (msgspec.MsgspecError, RecursionError):
        lines = [(n, line) for n, line in enumerate(data.splitlines(), 1) if line.strip()]
        yield from lines[: MOST_RECORDS + 1]


def keep(user: User, game: AnyGame, record: Record, code: str = "") -> Match:
    """Store a record as a finished match that `user` imported, with this `code` or a new one.

    :raises RecordError: naming the action and the violated clause.
    :raises IntegrityError: if a match with this `code` exists.
    """
    check_size(record)
    turns = portable.turns_of(game, record)
    state = game.start.empty
    for turn in turns:
        state = game.apply(state, turn.events)
    if game.outcome(state) is None:
        text = _("The game has not ended: only finished games can be saved.")
        raise RecordError(len(record.actions), RECORD, SHAPE, text)
    with transaction.atomic():
        return _store(user, game, record, turns, state, code or new_code())


def check_size(record: Record) -> None:
    """Check that a record fits into the columns of a match.

    :raises RecordError: if a name, an entropy or the game is too long, or a name imitates another.
    """
    for name in record.players:
        if len(name) > LONGEST_NAME:
            raise _refusal(_("A player's name is longer than 32 characters."))
        if not name.isprintable() or not name.strip() or len(name) > LONGEST_RAW:
            raise _refusal(_("A player's name contains characters that can't be displayed."))
    if record.entropy is not UNSET and any(len(e) > ENTROPY_LENGTH for e in record.entropy):
        raise _refusal(_("A player's random input is longer than 128 characters."))
    if record.entropy is not UNSET and any("\0" in entropy for entropy in record.entropy):
        raise _refusal(_("A player's random input contains unsupported characters."))
    if len(record.actions) > MOST_ACTIONS:
        raise _refusal(_("The game has more than %(most)d actions.") % {"most": MOST_ACTIONS})


def _refusal(text: str) -> RecordError:
    return RecordError(0, RECORD, SHAPE, text)


def _store(
    user: User, game: AnyGame, record: Record, turns: Sequence[Turn], state: Any, code: str
) -> Match:
    """Write match, players and log, in the caller's transaction."""
    now = timezone.now()
    players = len(record.players)
    match = Match(
        code=code,
        game=game.key,
        options=record.options,
        status=Match.Status.FINISHED,
        visibility=Match.Visibility.LINK,
        seats_min=players,
        seats_max=players,
        has_chat=False,
        host=user,
        is_imported=True,
        is_counted=True,  # statistics skip it as already counted
        played_at=_time(record.played_at),
        ended_at=now,
        length=len(turns) - 1,
        seed=b"" if record.seed is UNSET else bytes.fromhex(record.seed),
        commitment="" if record.commitment is UNSET else record.commitment.lower(),
    )
    seated = [_player(record, seat) for seat in range(players)]
    settle(match, turns, state, seated)
    match.has_bots = any(turn.by == "bot" for turn in turns)
    match.save()
    for player in seated:
        player.match = match
    Player.objects.bulk_create(seated)
    MatchEntry.objects.bulk_create(
        [_entry(match, number, turn) for number, turn in enumerate(turns)], batch_size=500
    )
    return match


def _player(record: Record, seat: int) -> Player:
    entropy = "" if record.entropy is UNSET else record.entropy[seat]
    return Player(name=record.players[seat], seat=seat, is_ready=True, entropy=entropy)


def _entry(match: Match, number: int, turn: Turn) -> MatchEntry:
    encode = msgspec.json.encode
    return MatchEntry(
        match=match,
        number=number,
        seat=turn.seat,
        by="deal" if turn.seat is None else turn.by,
        action="" if turn.action is None else encode(turn.action).decode(),
        events=encode(turn.events).decode(),
        at=_time(turn.at),
    )


def _time(text: Any) -> datetime | None:
    return datetime.fromisoformat(text) if isinstance(text, str) else None
