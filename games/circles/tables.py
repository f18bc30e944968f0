"""The table of a circle: who opens it, who is called, what runs now. Rematches follow it."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.requests import Visitor
from games.circles.membership import locked, place_of
from games.circles.models import Circle, CircleTable
from games.matches.models import Match
from games.matches.public import Refused, open_match, sit, unwelcome_at

#: The most time for which a table of a circle is looked for on its pages.
LOOKED_FOR = timedelta(days=60)
#: Pages show a match as running for this long after its end, because its own pages hold the end
#: back for some seconds (games/engine/curtain.py).
HELD = timedelta(seconds=20)

#: The matches of circles: their tables, those that their appointments opened, and all rematches.
CHAIN = """
    WITH RECURSIVE chain(circle_id, id) AS (
        SELECT t.circle_id, t.match_id FROM (
            SELECT circle_id, match_id, opened_at FROM circles_circletable
            UNION ALL
            SELECT a.circle_id, k.match_id, k.until FROM gathering_appointment a
            JOIN gathering_kepttable k ON k.appointment_id = a.id
        ) t
        WHERE t.circle_id IN ({}) AND t.opened_at >= %s
        UNION
        SELECT chain.circle_id, m.successor_id FROM chain
        JOIN matches_match m ON m.id = chain.id WHERE m.successor_id IS NOT NULL
    )
"""
#: Who sits there. Where a new deal is only being asked for, the running match is the table.
_SEATED = """
    SELECT u.*, chain.circle_id, m.code, m.status, m.seats_max, m.allows_spectators,
        EXISTS (
            SELECT 1 FROM accounts_block b
            WHERE (b.by_id = u.id AND b.user_id = %s) OR (b.user_id = u.id AND b.by_id = %s)
        ) AS is_apart
    FROM chain
    JOIN matches_match m ON m.id = chain.id
    JOIN matches_player p ON p.match_id = m.id
    JOIN accounts_user u ON u.id = p.user_id
    WHERE (
        m.status = 'open' AND NOT EXISTS (
            SELECT 1 FROM matches_match b WHERE b.successor_id = m.id AND b.status = 'running'
        )
    ) OR m.status = 'running' OR (m.status = 'finished' AND m.ended_at > %s)
    ORDER BY m.id DESC, p.seat, p.id
"""


@dataclass
class TableNow:
    """A table of a circle that is open or running, and the people who sit there."""

    circle_id: int
    code: str
    is_open: bool
    seats: int
    admits_spectators: bool
    people: list[User] = field(default_factory=list)

    @property
    def has_room(self) -> bool:
        """Return whether there is a free seat."""
        return self.is_open and len(self.people) < self.seats

    @property
    def may_be_visited(self) -> bool:
        """Return whether people without a seat may see its page."""
        return self.is_open or self.admits_spectators

    @property
    def free_chairs(self) -> range:
        """Return a number for each free seat."""
        return range(len(self.people), self.seats)

    def has(self, user: Visitor) -> bool:
        """Return whether `user` sits there."""
        return user in self.people


def tables_now(circles: Iterable[int], viewer: Visitor) -> list[TableNow]:
    """Return the tables of `circles` for a viewer, the newest first.

    Tables where somebody sits whom a block separates from the viewer are left out.
    """
    keys = list(circles)
    if not keys:
        return []
    now, me = timezone.now(), viewer.pk or 0
    sql = CHAIN.format(", ".join(["%s"] * len(keys))) + _SEATED
    values = [*keys, now - LOOKED_FOR, me, me, now - HELD]
    rows: Iterable[Any] = User.objects.raw(sql, values)
    tables: dict[str, TableNow] = {}
    apart = set()
    for row in rows:
        table = tables.setdefault(
            row.code,
            TableNow(
                row.circle_id, row.code, row.status == "open", row.seats_max, row.allows_spectators
            ),
        )
        table.people.append(row)
        if row.is_apart:
            apart.add(row.code)
    return [table for code, table in tables.items() if code not in apart]


def open_table(circle: Circle, user: User, *, nonce: str = "", entropy: str = "") -> Match:
    """Sit `user` down at the open table of their circle, or open one with the usual settings.

    Pressing twice leads to the same table.

    :raises Http404: for those who are no members.
    :raises Refused: TooManyTables.
    """
    with locked(circle.pk) as now:
        place_of(user, now.public_id)
        for table in tables_now([now.pk], user):
            if table.has(user) or table.has_room:
                # Full, or closed, or the user was removed: there are other tables.
                with suppress(Refused, Match.DoesNotExist):
                    match = Match.objects.get(code=table.code)
                    if not table.has(user):
                        sit(match.pk, user, entropy)
                    return match
        match = open_match(
            host=user, nonce=nonce, entropy=entropy,
            **{**now.usual_table, "visibility": Match.Visibility.LINK},
        )  # fmt: skip
        CircleTable.objects.create(circle=now, match=match)
    return match


def opened_lately(within: timedelta) -> QuerySet[Match]:
    """Return the open tables opened within this time in circles with somebody who can be called."""
    since = timezone.now() - within
    tables = Match.objects.filter(status=Match.Status.OPEN, circle_table__opened_at__gt=since)
    tables = tables.filter(circle_table__circle__memberships__user__push_devices__isnull=False)
    return tables.select_related("circle_table__circle").distinct()


def members_to_call(match: Match) -> set[int]:
    """Return the members of the circle of a table who may sit down there, and have not."""
    if match.players.count() >= match.seats_max:
        return set()
    seated = match.players.filter(user__isnull=False).values("user")
    missing = match.circle_table.circle.people().exclude(pk__in=seated)
    return set(missing.values_list("pk", flat=True)) - unwelcome_at(match)
