"""The score of an evening: the results of a match and of earlier matches at the same table."""

from collections import Counter
from typing import NamedTuple

from games.engine.text import Term
from games.matches.models import Match, Player

#: The maximum numbers of matches in an evening, and of winners listed.
MOST_MATCHES = 20
MOST_NAMES = 6


class Evening(NamedTuple):
    """The wins of each player, most successful first, and of each side."""

    players: tuple[tuple[str, int], ...]
    sides: tuple[tuple[Term, int], ...]


def evening_of(match: Match) -> Evening | None:
    """Return the score after a finished match; None if it is the first of its evening."""
    matches = [match]
    while len(matches) < MOST_MATCHES and (earlier := _before(matches[-1])) is not None:
        matches.append(earlier)
    matches = [one for one in matches if one.is_over]
    if len(matches) < 2:
        return None
    won = Player.objects.filter(match__in=matches, won=True, user__isnull=False)
    rows = list(won.order_by("match__ended_at").values_list("user", "name"))
    names, winners = dict(rows), Counter(user for user, _name in rows)
    results, labels = Counter(one.winner for one in matches), match.rules.words.labels
    return Evening(
        players=tuple((names[user], count) for user, count in winners.most_common(MOST_NAMES)),
        sides=tuple(
            (labels.get(f"side/{side}", Term(side)), results[side])
            for side in match.rules.sides.names
        ),
    )


def _before(match: Match) -> Match | None:
    """Return the previous match at the table, or None."""
    return Match.objects.filter(successor=match).first()
