"""Teams of a season: their players, and how many players of a team count."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from accounts.models import User
from games.engine.required import required
from games.leagues import errors
from games.leagues.audit.recorder import record
from games.leagues.models import Entry, Season, Team

OVER = (Season.Status.CLOSED, Season.Status.CANCELLED)


def arrange(
    season: Season, actor: User, *, counts: int, teams: Mapping[str, Sequence[Entry]],
    reason: str = "",
) -> None:  # fmt: skip
    """Set the teams, and how many players of each team count; teams are optional.

    :raises Refused: NotAllowed for all but arbiters, WrongStage for a season that is over,
        NothingChanged, or BadSetting if a player is in two teams or no players would count.
    """
    everybody = [entry.pk for entries in teams.values() for entry in entries]
    with record(season, actor, "arrange_teams", reason=reason) as recorder:
        if len(everybody) != len(set(everybody)) or bool(teams) != (counts > 0):
            raise errors.BadSetting
        if season.status in OVER:
            raise errors.WrongStage
        recorder.edit(season, team_counts=counts)
        entries = {team.name: team for team in season.teams.all()}
        for name in teams:
            if name not in entries:
                entries[name] = Team(season=season, name=name)
                recorder.add(entries[name])
        plays_for = {entry.pk: entries[name].pk for name, own in teams.items() for entry in own}
        for entry in season.entries.order_by("pk"):
            recorder.edit(entry, team_id=plays_for.get(entry.pk))
        for name, team in entries.items():
            if name not in teams:
                recorder.remove(team)


def teams_of(season: Season) -> dict[str, list[Entry]]:
    """Return the players of each team, by name."""
    by_name: dict[str, list[Entry]] = {team.name: [] for team in season.teams.order_by("name")}
    playing = season.entries.exclude(team=None).exclude(status__in=Entry.OUTSIDE)
    for entry in playing.select_related("team", "user").order_by("seed_rank", "pk"):
        by_name[required(entry.team).name].append(entry)
    return by_name


def kept_apart(season: Season) -> Iterator[frozenset[int]]:
    """Yield the pairs of players of one team, who should meet only if unavoidable."""
    for own in teams_of(season).values():
        yield from (frozenset(pair) for pair in combinations([one.pk for one in own], 2))
