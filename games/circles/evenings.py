"""Evenings, ladder and statistics of a circle, counted from its matches at each look."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from html import unescape
from itertools import combinations
from typing import NamedTuple, cast

from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from accounts import portraits
from accounts.models import User
from accounts.writing import percent
from games.catalog import GAMES
from games.charts.bars import Chart, Share
from games.circles.models import Circle, Membership
from games.engine.regions import PlayerInfo
from games.history.replay.rendering import word
from games.matches.models import Match, Player
from games.matches.public import regions, shown_name

#: Between two evenings nobody plays for this long.
NIGHT = timedelta(hours=6)
#: How many pairs and replays are shown.
PAIRS, REPLAYS = 8, 3


class Somebody(NamedTuple):
    """A person of an evening, as the circle shows them."""

    name: str
    portrait: str
    wins: int = 0
    bot: bool = False


class CircleMatch(NamedTuple):
    """A match of an evening: the sentence that decided it, and its players."""

    match: Match
    line: str
    people: tuple[Somebody, ...]


class CircleEvening(NamedTuple):
    """Matches without a night between them, the newest first, and who won how many of them."""

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
        """Return the band that the true share lies in, in percent."""
        return " – ".join(percent(round(100 * end)) for end in self.score.band)


class Pair(NamedTuple):
    """Two people, their matches together, those on one side, and those won together."""

    one: User
    other: User
    matches: int
    allied: int
    won: int


class Book:
    """What a circle's matches say to one viewer, without names that leavers took along."""

    def __init__(self, circle: Circle, matches: Sequence[Match], viewer: User) -> None:
        self.matches = matches
        places = Membership.objects.filter(circle=circle).values_list("user", "status", "is_named")
        self._members = {user for user, status, _named in places if status == "member"}
        self._nameless = {user for user, _status, named in places if not named}
        self._viewer = viewer
        self._been = {user for user, status, _named in places if status != "invited"}

    def evenings(self, most: int = 1000) -> list[CircleEvening]:
        """Return the newest evenings, the newest first."""
        groups: list[list[Match]] = []
        for match in self.matches:
            last = groups[-1][-1] if groups else None
            if last is None or _ended(last) - _ended(match) > NIGHT:
                groups.append([])
            groups[-1].append(match)
        return [self._evening(group) for group in groups[:most]]

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

    def _counted(self, match: Match) -> list[tuple[User, Player]]:
        """Return the people with statistics: members, and leavers who left their name.

        Those who show their matches only to themselves are left out for everybody else.
        """
        return [
            (player.user, player)
            for player in match.players.all()
            if player.user is not None
            and player.user.pk in self._been - self._nameless
            and player.user.shows_history_to(self._viewer)
        ]

    def ladder(self) -> list[Rung]:
        """Return everybody's games won, in the order of the lower ends of the bands."""
        seats = [one for match in self.matches for one in self._counted(match)]
        played = Counter(user for user, _player in seats)
        won = Counter(user for user, player in seats if player.won)
        rungs = [
            Rung(user, Share(user.name, won[user], count), user.pk in self._members)
            for user, count in played.items()
        ]
        return sorted(rungs, key=lambda one: (-one.score.band[0], -one.score.whole, one.person.pk))

    def pairs(self) -> list[Pair]:
        """Return those who play together most."""
        counts: dict[tuple[User, User], list[int]] = defaultdict(lambda: [0, 0, 0])
        for match in self.matches:
            people = sorted(self._counted(match), key=lambda one: one[0].pk)
            for (one, mine), (other, theirs) in combinations(people, 2):
                is_allied = mine.side == theirs.side
                for place, adds in enumerate((True, is_allied, is_allied and bool(mine.won))):
                    counts[one, other][place] += adds
        pairs = [Pair(one, other, *count) for (one, other), count in counts.items()]
        return sorted(pairs, key=lambda pair: (-pair.matches, -pair.allied))[:PAIRS]

    def judged(self) -> Chart:
        """Return how often the table was right about each person: by the marks that it showed.

        Only the marks of the larger side count, because the smaller one knows, and may lie.
        """
        right: Counter[User] = Counter()
        marks: Counter[User] = Counter()
        for match in self.matches:
            sides = Counter(player.side for player in match.players.all()).most_common()
            if len(sides) < 2 or sides[0][1] == sides[1][1]:
                continue
            larger, _count = sides[0]
            about = {str(player.seat): (user, player.side) for user, player in self._counted(match)}
            judges = (player.marks for player in match.players.all() if player.side == larger)
            for seat, kind in (one for shown in judges for one in shown.items()):
                if seat in about:
                    user, side = about[seat]
                    marks[user] += 1
                    right[user] += (kind == "trust") == (side == larger)
        shares = [Share(user.name, right[user], count) for user, count in marks.items()]
        shares.sort(key=lambda share: (-share.band[0], share.name))
        return Chart(_("How often the table was right about each"), tuple(shares))

    def sides(self) -> list[Chart]:
        """Return how often each side has won, game by game."""
        charts = []
        for game in GAMES.values():
            wins = Counter(match.winner for match in self.matches if match.game == game.key)
            title = _("%(game)s: wins by side") % {"game": _(game.name)}
            shares = (
                Share(word(game, side, "side/"), wins[side], wins.total(), side)
                for side in game.sides.names
            )
            charts.append(Chart(title, tuple(shares) if wins else ()))
        return charts

    def replays(self) -> list[CircleMatch]:
        """Return the longest matches."""
        longest = sorted(self.matches, key=lambda match: -match.length)
        return [self.told(match) for match in longest[:REPLAYS]]


def _ended(match: Match) -> datetime:
    return match.ended_at or match.opened_at
