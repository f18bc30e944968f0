"""The settings of a season: each is a column of `Season` and an entry in `SETTINGS`.

The form, the permitted changes at each stage, the audit, and the values copied to the next season
follow from both.
"""

from typing import Literal, NamedTuple

from games.leagues.models.league import League


class Setting(NamedTuple):
    """How, when and in which leagues a column of `Season` can be set."""

    #: The part of the form; settings without a part are on a separate page.
    group: Literal["", "format", "numbers", "dates", "people", "conditions", "manners"]
    #: The kind of leagues that have the setting.
    plays: Literal["both", "duels", "tables"] = "both"
    #: Whether the setting can be changed after the season's start.
    stays_open: bool = False
    #: Whether the value is copied to the next season.
    is_repeated: bool = True
    #: Whether the value is copied to finals.
    is_for_finals: bool = False
    #: Whether the public audit shows the value.
    is_public: bool = True

    def is_for(self, league: League, *, has_begun: bool) -> bool:
        """Return whether the league has this setting and it can still be changed."""
        kinds = ("both", "duels" if league.plays_duels else "tables")
        return self.plays in kinds and (self.stays_open or not has_begun)


def settings_with(mark: str) -> list[str]:
    """Return the names of the settings for which `mark`, such as `is_repeated`, is set."""
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
