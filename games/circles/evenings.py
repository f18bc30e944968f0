"""Evenings, ladder and statistics of a circle, computed from its matches for each page."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cached_property
from html import unescape
from itertools import combinations, groupby
from typing import NamedTuple, cast

from django.db.models import Count, Q
from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from accounts import portraits
from accounts.models import User
from accounts.writing import percent
from games.catalog import GAMES
from games.charts.bars import Chart, Share
from games.circles.models import Circle, Membership
from games.circles.played import played_by
from games.engine.regions import PlayerInfo
from games.history.replay.rendering import word
from games.matches.models import Match, Player
from games.matches.public import regions, shown_name, shown_players

#: The minimum break between two evenings.
NIGHT = timedelta(hours=6)
#: The maximum number of matches listed, and the numbers of pairs and replays shown.
TOLD, PAIRS, REPLAYS = 300, 8, 3


class Somebody(NamedTuple):
    """A player of an evening, as shown to members of the circle."""

    name: str
    portrait: str
    wins: int = 0
    bot: bool = False


class CircleMatch(NamedTuple):
    """A match of an evening, with a sentence on what decided it, and its players."""

    match: Match
    line: str
    people: tuple[Somebody, ...]


class CircleEvening(NamedTuple):
    """Matches without a long break between them, newest first, and the winners with their wins."""

    at: datetime
    matches: tuple[CircleMatch, ...]
    winners: tuple[Somebody, ...]


class Rung(NamedTuple):
    """A person on the ladder: games won of games played, and whether they are still a member."""

    person: User
    score: Share
    is_member: bool

    @property
    def band(self) -> str:
        """Return the confidence interval of the share, in percent."""
        return " – ".join(percent(round(100 * end)) for end in self.score.band)


#: Two people, and the numbers of their common matches, those on the same side, and common wins.
Pair = tuple[User, User, int, int, int]


class Book:
    """A circle's matches as shown to a viewer, without the names of members who left unnamed."""

    def __init__(self, circle: Circle, viewer: User) -> None:
        self.matches = played_by(circle, viewer)
        self._viewer = viewer
        places = circle.memberships.exclude(status=Membership.Status.INVITED)
        self._places = list(places.select_related("user"))
        self._nameless = {place.user_id for place in self._places if not place.is_named}
        self._seats = Player.objects.filter(match__in=self.matches.order_by().values("pk"))

    def evenings(self, most: int = TOLD) -> list[CircleEvening]:
        """Return the evenings of the newest matches, newest first."""
        groups: list[list[Match]] = []
        for match in self.matches.prefetch_related(shown_players())[:most]:
            last = groups[-1][-1] if groups else None
            if last is None or _ended(last) - _ended(match) > NIGHT:
                groups.append([])
            groups[-1].append(match)
        return [self._evening(group) for group in groups]

    def _evening(self, matches: Sequence[Match]) -> CircleEvening:
        seats = [player for match in matches for player in match.players.all()]
        wins = Counter(player.user_id for player in seats if player.won and player.user_id)
        faces = {player.user_id: player for player in seats}
        winners = (self._somebody(faces[user], count) for user, count in wins.most_common())
        return CircleEvening(_ended(matches[0]), tuple(map(self.told, matches)), tuple(winners))

    def told(self, match: Match) -> CircleMatch:
        """Return a match with the first sentence of its story."""
        people = tuple(self._somebody(player) for player in match.players.all())
        lines = regions.story_of(match.story, cast("Sequence[PlayerInfo]", people))
        line = unescape(strip_tags(lines[0])) if lines else match.ending
        return CircleMatch(match, line, people)

    def _somebody(self, player: Player, wins: int = 0) -> Somebody:
        wins = wins or int(bool(player.won))
        if player.user_id in self._nameless:
            return Somebody(_("former member"), portraits.portrait_of_seat(player.seat), wins)
        return Somebody(shown_name(player.name), player.portrait, wins, bool(player.bot))

    @cached_property
    def _counted(self) -> dict[int | None, Membership]:
        """Return the memberships in statistics: members, and leavers who kept their name.

        People with a private history are left out for other viewers.
        """
        return {
            place.user_id: place
            for place in self._places
            if place.is_named and place.user.shows_history_to(self._viewer)
        }

    def ladder(self) -> list[Rung]:
        """Return everybody's share of games won, ordered by the lower ends of the bands."""
        rungs = []
        seats = self._seats.filter(user__in=self._counted).values_list("user")
        counts = seats.annotate(played=Count("pk"), wins=Count("pk", filter=Q(won=True)))
        for user, played, won in counts:
            place = self._counted[user]
            is_member = place.status == Membership.Status.MEMBER
            rungs.append(Rung(place.user, Share(place.user.name, won, played), is_member))
        return sorted(rungs, key=lambda one: (-one.score.band[0], -one.score.whole, one.person.pk))

    @cached_property
    def _tables(self) -> list[list[Player]]:
        """Return the players of each match, with the columns needed for statistics."""
        fields = ("match_id", "seat", "user_id", "side", "won", "marks")
        seats = self._seats.order_by("match", "user").only(*fields)
        return [list(players) for _match, players in groupby(seats, key=lambda one: one.match_id)]

    def pairs(self) -> list[Pair]:
        """Return the pairs of people who play together most often."""
        counts: dict[tuple[int | None, int | None], list[int]] = defaultdict(lambda: [0, 0, 0])
        for table in self._tables:
            people = [player for player in table if player.user_id in self._counted]
            for mine, theirs in combinations(people, 2):
                is_allied = mine.side == theirs.side
                for place, adds in enumerate((True, is_allied, is_allied and bool(mine.won))):
                    counts[mine.user_id, theirs.user_id][place] += adds
        pairs = [
            (self._counted[one].user, self._counted[other].user, matches, allied, won)
            for (one, other), (matches, allied, won) in counts.items()
        ]
        return sorted(pairs, key=lambda pair: (-pair[2], -pair[3]))[:PAIRS]

    def judged(self) -> Chart:
        """Return how often the marks that players showed were right about each person.

        Only marks by the larger side count, because the smaller side knows the truth, and may lie.
        """
        right: Counter[int | None] = Counter()
        marks: Counter[int | None] = Counter()
        for table in self._tables:
            sides = Counter(player.side for player in table).most_common()
            if len(sides) < 2 or sides[0][1] == sides[1][1]:
                continue
            larger, _count = sides[0]
            about = {str(one.seat): one for one in table if one.user_id in self._counted}
            judges = (player.marks for player in table if player.side == larger)
            for seat, kind in (one for shown in judges for one in shown.items()):
                if seat in about:
                    judged = about[seat]
                    marks[judged.user_id] += 1
                    right[judged.user_id] += (kind == "trust") == (judged.side == larger)
        shares = [
            Share(self._counted[user].user.name, right[user], count)
            for user, count in marks.items()
        ]
        shares.sort(key=lambda share: (-share.band[0], share.name))
        return Chart(_("How often the table was right about each player"), tuple(shares))

    def sides(self) -> list[Chart]:
        """Return a chart of the wins by side for each game that the circle has played."""
        counts = self.matches.order_by().values_list("game", "winner").annotate(Count("pk"))
        wins = {(game, winner): count for game, winner, count in counts}
        return [
            Chart(
                _("%(game)s: wins by side") % {"game": _(game.name)},
                tuple(
                    Share(word(game, side, "side/"), wins.get((key, side), 0), played, side)
                    for side in game.sides.names
                ),
            )
            for key, game in GAMES.items()
            if (played := sum(count for (name, _side), count in wins.items() if name == key))
        ]

    def replays(self) -> list[CircleMatch]:
        """Return the longest matches."""
        longest = self.matches.order_by("-length", "-ended_at")
        found = longest.prefetch_related(shown_players())[:REPLAYS]
        return [self.told(match) for match in found]


def _ended(match: Match) -> datetime:
    return match.ended_at or match.opened_at
