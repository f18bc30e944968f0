"""The round or fixture of an act in the audit, as text."""

from collections import defaultdict
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.writing import join_list
from games.leagues.audit.acts import acts_about
from games.leagues.models import Audit, Division
from games.leagues.public.standings_table import division_name

#: Acts that name a round by its division's tier and its number; a fixture, by these and its own
#: number (older rows leave the tier out); or either.
OF_ROUNDS = acts_about("round")
OF_BOTH = acts_about("round or fixture")
OF_PLACES = OF_ROUNDS | OF_BOTH | acts_about("fixture", "ruling")


class Places:
    """The divisions of the seasons in some audits, read once for all of them."""

    def __init__(self, audits: Iterable[Audit]) -> None:
        seasons = {one.season_id for one in audits if _is_about_place(one)}
        self.divisions: dict[int, dict[int, Division]] = defaultdict(dict)
        if seasons:
            for one in Division.objects.filter(season__in=seasons):
                self.divisions[one.season_id][one.tier] = one

    def words(self, audit: Audit) -> str | None:
        """Return the round or fixture of an act as text; None if the act has neither."""
        parts = audit.about.split("/")
        if not _is_about_place(audit) or not all(map(str.isdecimal, parts)):
            return None
        has_tier = len(parts) == 3 or (len(parts) == 2 and _is_about_round(audit))
        tier, *numbers = map(int, parts if has_tier else ("0", *parts))
        divisions = self.divisions[audit.season_id or 0]
        place = [division_name(divisions[tier])] if len(divisions) > 1 and tier in divisions else []
        if len(numbers) == 1:
            place.append(pgettext("league", "Round %(number)s") % {"number": numbers[0]})
        else:
            number = {"round": numbers[0], "table": numbers[1]}
            place.append(_("Round %(round)d, table %(table)d") % number)
        return join_list(place)


def _is_about_place(audit: Audit) -> bool:
    return audit.season_id is not None and audit.first_verb in OF_PLACES


def _is_about_round(audit: Audit) -> bool:
    verb = audit.first_verb
    is_move = any(change["model"] == "round" for change in audit.changes)
    return verb in OF_ROUNDS or (verb in OF_BOTH and is_move)
