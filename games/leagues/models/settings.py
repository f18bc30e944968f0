"""The settings of a season: a column of `Season` each, and its row here.

The form, the permitted changes at each stage, the audit, and the values of a next season follow
from both.
"""

from typing import Literal, NamedTuple

from games.leagues.models.league import League


class Setting(NamedTuple):
    """How a column of `Season` is set."""

    #: The part of the form; settings without one have a separate page.
    group: Literal["", "format", "numbers", "dates", "people", "conditions", "manners"]
    #: The leagues that have it.
    plays: Literal["both", "duels", "tables"] = "both"
    #: Whether it can be changed after the start.
    stays_open: bool = False
    #: Whether a next season takes it over.
    is_repeated: bool = True
    #: Whether finals take it over.
    is_for_finals: bool = False
    #: Whether the public audit shows it.
    is_public: bool = True

    def is_for(self, league: League, *, has_begun: bool) -> bool:
        """Return whether the league has this setting, and it can be changed."""
        kinds = ("both", "duels" if league.plays_duels else "tables")
        return self.plays in kinds and (self.stays_open or not has_begun)


def settings_with(mark: str) -> list[str]:
    """Return the names of the settings that have a mark, such as `is_repeated`."""
    return [name for name, setting in SETTINGS.items() if getattr(setting, mark)]


SETTINGS: dict[str, Setting] = {
    "format": Setting("format"),
    "rounds_planned": Setting("numbers"),
    "games_per_fixture": Setting("numbers", is_for_finals=True),
    "table_size": Setting("numbers", "tables", is_for_finals=True),
    "nights_counted": Setting("numbers", "tables"),
    "goes_on": Setting("numbers", "tables"),
    "has_third_place": Setting("numbers", "duels"),
    "finalists": Setting("numbers"),
    "team_counts": Setting(""),
    "registration_closes_at": Setting("dates", stays_open=True, is_repeated=False),
    "starts_at": Setting("dates", stays_open=True, is_repeated=False),
    "round_days": Setting("dates", stays_open=True, is_for_finals=True),
    "deadline": Setting("dates", stays_open=True, is_for_finals=True),
    "capacity": Setting("people"),
    "asks_attendance": Setting("people", stays_open=True),
    "half_byes": Setting("people", "duels"),
    "needs_approval": Setting("conditions"),
    "questions": Setting("conditions", is_public=False),
    "pace": Setting("manners", is_for_finals=True),
    "grace_minutes": Setting("manners", is_for_finals=True),
    "allows_spectators": Setting("manners", is_for_finals=True),
    "is_rated": Setting("manners", is_for_finals=True),
}
