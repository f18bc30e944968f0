"""Seats and names people and bots at an open table. The caller must hold the lock."""

import secrets

from accounts import blocks, names
from accounts.models import ConductDecision, User
from games.matches import errors
from games.matches.models import ENTROPY_LENGTH, Match, Player
from games.matches.play import experience

#: The names of bots: first names of the period, distinct from those of suspects.
BOT_NAMES = (
    "Alma", "Bruno", "Cosima", "Detlev", "Edda", "Florian", "Greta", "Hektor", "Ilse", "Jasper",
    "Klara", "Leopold", "Magda", "Norbert", "Olga", "Pius", "Quirin", "Rosa", "Stellan", "Thea",
)  # fmt: skip


#: The maximum number of open tables per person.
MOST_OPEN = 3


def hosts_enough(user: User) -> bool:
    """Return whether `user` has reached the limit of open tables.

    Tables that follow a match are not counted, because friends wait there.
    """
    tables = Match.objects.filter(host=user, status=Match.Status.OPEN, predecessor=None)
    return tables.count() >= MOST_OPEN


def check_free_seat(match: Match) -> None:
    """Check that another player can sit down now.

    :raises Refused: NotOpen or TableFull.
    """
    if not match.is_open:
        raise errors.NotOpen
    if match.players.count() >= match.seats_max:
        raise errors.TableFull


def check_company(match: Match, user: User) -> None:
    """Check that no block exists between `user` and anybody at the table.

    :raises KeptApart: if one does.
    """
    if match.players.filter(user__in=blocks.kept_apart_from(user)).exists():
        raise errors.KeptApart


def check_experience(match: Match, user: User) -> None:
    """Check that `user` has finished the number of matches that the table requires.

    :raises TooFewMatches: if not.
    """
    if not experience.with_matches([user.pk], match.least_matches):
        raise errors.TooFewMatches


def check_conduct(match: Match, user: User) -> None:
    """Check that no moderator's decision currently bars `user` from such a table.

    :raises Restricted: if one does.
    """
    is_public = match.visibility == Match.Visibility.PUBLIC
    kept_from = ConductDecision.objects.kept_from
    if kept_from([user.pk], is_public=is_public, is_rated=match.is_rated):
        raise errors.Restricted
    check_league(match, user)


def check_league(match: Match, user: User) -> None:
    """Check that the match's league, if any, currently allows `user` to play.

    :raises Restricted: if its organisers have decided otherwise.
    """
    if match.scope and user.pk in ConductDecision.objects.kept_out(match.scope):
        raise errors.Restricted


def seat_person(
    match: Match, user: User, entropy: str, *, is_ready: bool, is_api: bool = False
) -> None:
    """Put `user` on the first free seat, with a name that is unique at the table.

    :raises Restricted: if a moderator's decision bars them from such a table.
    """
    check_conduct(match, user)
    Player.objects.create(
        match=match,
        user=user,
        name=free_name(match, user.name),
        seat=_free_seat(match),
        is_ready=is_ready,
        is_api=is_api,
        entropy=entropy[:ENTROPY_LENGTH],
    )


def keep_seat(match: Match, user: User, seat: int) -> None:
    """Reserve a seat for `user`, who is not present yet; the caller must hold the lock."""
    Player.objects.create(match=match, user=user, name=free_name(match, user.name), seat=seat)


def seat_bot(match: Match, kind: str | None = None) -> None:
    """Put a bot of the named kind, or the usual one, on the first free seat."""
    taken = list(match.players.values_list("name", flat=True))
    free = [name for name in BOT_NAMES if name == names.numbered(name, taken)]
    Player.objects.create(
        match=match,
        bot=match.rules.usual_bot if kind is None else kind,
        name=secrets.choice(free),
        seat=_free_seat(match),
        is_ready=True,
    )


def _free_seat(match: Match) -> int:
    seats = set(match.players.values_list("seat", flat=True))
    return next(seat for seat in range(len(seats) + 1) if seat not in seats)


def free_name(match: Match, name: str) -> str:
    """Return `name`, with a number appended if a similar-looking name is at the table."""
    return names.numbered(name, match.players.values_list("name", flat=True))


def vacate(match: Match, player: Player) -> None:
    """Remove `player` from the seat; the next person becomes host, and an empty table is closed.

    People at the limit of open tables come last, so that the table stays open.
    """
    player.delete()
    people = match.players.filter(user__isnull=False, is_api=False).select_related("user")
    heirs = [heir.user for heir in people if heir.user is not None]
    if not heirs:
        match.delete()
    elif match.host_id == player.user_id:
        match.host = next((heir for heir in heirs if not hosts_enough(heir)), heirs[0])
        match.save(update_fields=["host"])
