"""Descriptions of a season's formats, and sentences on their length."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.contests.pairing import tables
from games.leagues.models import League, Season
from games.leagues.seasons import draws

Format = Season.Format

ABOUT: dict[str, Any] = {
    Format.ROUND_ROBIN: gettext_lazy(
        "Everybody plays everybody once. The fairest format, and the longest with many players."
    ),
    Format.DOUBLE_ROUND_ROBIN: gettext_lazy(
        "Everybody plays everybody twice, with sides swapped the second time."
    ),
    Format.SWISS: gettext_lazy(
        "Each round is drawn after the previous one: opponents with similar scores, and nobody "
        "twice."
    ),
    Format.TABLE_NIGHTS: gettext_lazy(
        "A table for everybody each night; as few repeat opponents as possible. No byes."
    ),
    Format.SWISS_TABLES: gettext_lazy(
        "Table nights: from the second night on, players with similar scores sit together."
    ),
    Format.KNOCKOUT: gettext_lazy(
        "The winner of each duel, or the best few at each table, advance until there is a champion."
    ),
}


def hint(league: League, format_: str, players: int, table_size: int) -> str:
    """Return a sentence on the number of rounds and games in a format for `players`."""
    least = league.rules.seats.start
    if players < least:
        return _("It needs at least %(least)d players.") % {"least": least}
    rounds = draws.rounds_needed(Season(league=league, format=format_), players)
    text = ngettext("%(count)d round", "%(count)d rounds", rounds) % {"count": rounds}
    if format_ == Format.KNOCKOUT:
        return text
    if league.plays_duels:
        if players % 2:
            return _("%(rounds)s, each with a bye for one player.") % {"rounds": text}
        return _("%(rounds)s, with everybody playing in each.") % {"rounds": text}
    sizes = tables.sizes(players, target=table_size)
    text = ngettext("%(count)d table of %(sizes)s", "%(count)d tables of %(sizes)s", len(sizes))
    low, high = sizes[-1], sizes[0]
    each = {"count": len(sizes), "sizes": str(low) if low == high else f"{low}–{high}"}
    return _("%(each)s each night; %(rounds)d nights, unless you choose another number.") % {
        "each": text % each,
        "rounds": rounds,
    }
