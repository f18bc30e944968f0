"""The public audit as text: actors, acts, and the values before and after.

Only fields in `labels.SHOWN` are shown: the audit also stores the values needed for undoing, some
of which are secret (codes, keys, seeds of future draws). Acts on a draft are shown once its round
is public.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db.models import BooleanField, DateTimeField, Field
from django.utils.dateparse import parse_datetime
from django.utils.formats import localize
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.writing import join_list, time_element
from games.history.replay.rendering import word
from games.leagues.audit.acts import act_of, acts_about
from games.leagues.audit.labels import AUTOMATIC, DRAFT_VERBS, FIELDS, SHOWN
from games.leagues.context import LeagueContext
from games.leagues.models import Audit, Division, Entry, Fixture, League, Round, Season
from games.leagues.privacy import ORPHANED
from games.leagues.public.standings_table import division_name, name_of
from games.leagues.seasons.door import AT_THE_DOOR
from games.matches.public import shown_name

MOST = 12  #: lines shown per act; closing a season changes every player
LONGEST = 160  #: characters of one value
#: The models of a fixture's parts, with the field that identifies the part.
PARTS = {"chair": "entry", "fixturematch": "ordinal", "dispute": "by"}
HANGING = tuple(PARTS)

#: Acts whose `about` is a round (tier and number), a fixture (the same and its own number), or
#: either; older rows lack the tier.
OF_ROUNDS = acts_about("round")
OF_BOTH = acts_about("round or fixture")
OF_PLACES = OF_ROUNDS | OF_BOTH | acts_about("fixture", "ruling")

BLANK = (None, "")

Row = Mapping[str, Any]


@dataclass(frozen=True)
class FieldChange:
    """A changed field of a row: `before` and `after` as text, empty without a value."""

    whose: str
    field: str
    before: str
    after: str


@dataclass(frozen=True)
class Act:
    """An act of the audit: `more` counts unlisted changes, `place` is its round or fixture."""

    audit: Audit
    verb: Any
    changes: tuple[FieldChange, ...]
    more: int
    place: str | None = None

    @property
    def who(self) -> str:
        """Return the actor's name; empty for automatic decisions."""
        if self.audit.actor is not None:
            return self.audit.actor.name
        return _("Automatically") if self.is_automatic else _("deleted player")

    @property
    def is_automatic(self) -> bool:
        """Return whether the act was automatic."""
        return self.audit.verb in AUTOMATIC or self.audit.reason == AT_THE_DOOR

    @property
    def about(self) -> str:
        """Return the subject of the act; people with deleted accounts have no names."""
        if self.place is not None:
            return self.place
        return " / ".join(shown_name(part) for part in self.audit.about.split(" / "))

    @property
    def reason(self) -> str:
        """Return the reason given for the act."""
        reason = self.audit.reason
        return _(reason) if reason in (ORPHANED, AT_THE_DOOR) else reason

    @property
    def size(self) -> int:
        """Return the number of changes, including unlisted ones."""
        return len(self.changes) + self.more


def acts(audits: Iterable[Audit], context: LeagueContext) -> list[Act]:
    """Return the acts in `audits` that the visitor may see; acts on drafts are for organisers."""
    rows = list(audits)
    names = Names(rows, context.league)
    secrets = None if context.organises else Drafts(rows, context.league, names)
    return [_act(one, names, secrets) for one in rows if not (secrets and secrets.hides(one))]


def _act(audit: Audit, names: "Names", secrets: "Drafts | None") -> Act:
    rows = [row for row in audit.changes if not (secrets and secrets.hides_row(row))]
    if secrets and audit.first_verb == "discard_round":  # this draft was never public
        rows = []
    changes = [change for row in rows for change in _changes(row, names)]
    place = names.places.words(audit)
    return Act(
        audit, act_of(audit.verb).label, tuple(changes[:MOST]), max(len(changes) - MOST, 0), place
    )


def _changes(row: Row, names: "Names") -> Iterator[FieldChange]:
    model = apps.get_model("leagues", row["model"])
    before, after = bare(row["before"]), bare(row["after"])
    for name in SHOWN.get(row["model"], ()):
        old, new = before.get(name), after.get(name)
        if old != new and not (old in BLANK and new in BLANK):
            field = model._meta.get_field(name)
            yield FieldChange(
                names.of_row(row),
                capfirst(str(FIELDS.get(name) or field.verbose_name)),
                names.value(field, old) if name in before else "",
                names.value(field, new) if row["after"] is not None else "",
            )


def bare(fields: Row | None) -> dict[str, Any]:
    """Return stored fields under the model's field names: relations may be stored as `..._id`."""
    return {name.removesuffix("_id"): value for name, value in (fields or {}).items()}


class Names:
    """Names for the rows in a list of audits, read together."""

    def __init__(self, audits: list[Audit], league: League) -> None:
        self.league = league
        self.rows = [row for audit in audits for row in audit.changes]
        self.hung, self.parts = self._hung()
        people = {value for (kind, _key), value in self.parts.items() if kind != "fixturematch"}
        self.entries = Entry.objects.in_bulk(self._keys("entry") | self._keys("by") | people)
        self.divisions = Division.objects.in_bulk(self._keys("division"))
        self.users = get_user_model().objects.in_bulk(self._keys("substitute"))
        rows = Fixture.objects.select_related("round").filter(
            round__division__season__league=league
        )
        self.places = Places(audits)
        self.fixtures = rows.in_bulk(self._keys("fixture") | set(self.hung.values()))

    def _keys(self, name: str) -> set[int]:
        """Return all keys of model `name` in the audits: of changed rows, and in their fields."""
        values = (bare(row[when]).get(name) for row in self.rows for when in ("before", "after"))
        own = (row["pk"] for row in self.rows if row["model"] == name)
        return {key for key in (*values, *own) if key is not None}

    def _hung(self) -> tuple[dict[tuple[str, int], int], dict[tuple[str, int], int]]:
        """Return the fixture of each existing part, and the part's identifier, by model and key."""
        hung: dict[tuple[str, int], int] = {}
        parts: dict[tuple[str, int], int] = {}
        for kind, part in PARTS.items():
            keys = {row["pk"] for row in self.rows if row["model"] == kind}
            model = apps.get_model("leagues", kind)
            rows = model.objects.filter(pk__in=keys) if keys else model.objects.none()
            for key, fixture, value in rows.values_list("pk", "fixture", part):
                hung[kind, key], parts[kind, key] = fixture, value
        return hung, parts

    def fixture_key(self, row: Row) -> int | None:
        """Return the key of the fixture to which a row belongs."""
        if row["model"] == "fixture":
            return int(row["pk"])
        values = (bare(row["before"]) | bare(row["after"])).get("fixture")
        return values or self.hung.get((row["model"], row["pk"]))

    def of_row(self, row: Row) -> str:
        """Return a name for the row; empty if the act's subject already names it."""
        if row["model"] == "entry" and row["pk"] in self.entries:
            return name_of(self.entries[row["pk"]])
        fixture = self.fixtures.get(self.fixture_key(row) or 0)
        if fixture is not None:
            number = {"round": fixture.round.number, "table": fixture.number}
            place = _("Round %(round)d, table %(table)d") % number
            return join_list(filter(None, (place, self._part(row))))
        return ""

    def _part(self, row: Row) -> str:
        """Return the game or player of a fixture's part; empty if the act changes that value."""
        kind, before, after = row["model"], bare(row["before"]), bare(row["after"])
        field = PARTS.get(kind, "")
        value = (before | after).get(field, self.parts.get((kind, row["pk"])))
        if value is None or (field in before and field in after):
            return ""
        if kind == "fixturematch":
            return _("Game %(number)d") % {"number": value}
        return name_of(self.entries[value]) if value in self.entries else _("deleted")

    def value(self, field: "Field[Any, Any]", value: Any) -> str:
        """Return a stored value as text."""
        if field.name == "corrected" and value is None:
            return _("as played")
        if value is None or value == "":
            return _("none")
        if field.name in ("entry", "substitute", "division"):
            return self._name_of(field.name, value)
        if field.name == "corrected":
            return self._winner(value)
        if field.choices:
            return str(dict(field.flatchoices).get(value, value))
        if isinstance(field, BooleanField):
            return _("yes") if value else _("no")
        if isinstance(field, DateTimeField):
            return _time(value)
        if field.name == "seat":
            return str(value + 1)
        return Truncator(localize(value) if isinstance(value, float) else str(value)).chars(LONGEST)

    def _name_of(self, kind: str, key: int) -> str:
        tables: Any = {"entry": self.entries, "substitute": self.users, "division": self.divisions}
        one = tables[kind].get(key)
        if one is None:
            return _("deleted")
        return name_of(one) if kind == "entry" else str(one)

    def _winner(self, placings: list[dict[str, Any]]) -> str:
        sides = {one["side"] for one in placings if one["won"]}
        if not sides:
            return _("a draw")
        return join_list(word(self.league.rules, side, "side/") for side in sorted(sides))


def _time(value: str) -> str:
    at = parse_datetime(value)
    return time_element(at) if at else value


class Places:
    """The divisions of the seasons in a list of audits, read together."""

    def __init__(self, audits: Iterable[Audit]) -> None:
        seasons = {one.season_id for one in audits if _is_about_place(one)}
        self.divisions: dict[int, dict[int, Division]] = defaultdict(dict)
        if seasons:
            for one in Division.objects.filter(season__in=seasons):
                self.divisions[one.season_id][one.tier] = one

    def words(self, audit: Audit) -> str | None:
        """Return the round or fixture that an act is about as text, or None."""
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


class Drafts:
    """The draft rounds and seasons in a list of audits."""

    def __init__(self, audits: list[Audit], league: League, names: Names) -> None:
        self.names = names
        rounds = Round.objects.filter(division__season__league=league)
        places = ("division__season", "division__tier", "number", "status")
        self.rounds = list(rounds.values_list(*places))
        self.season_keys = set(
            league.seasons.filter(status=Season.Status.DRAFT).values_list("pk", flat=True)
        )

    def hides(self, audit: Audit) -> bool:
        """Return whether an act is hidden from visitors."""
        if audit.season_id in self.season_keys or any(map(self._is_of_draft_season, audit.changes)):
            return True
        if audit.first_verb not in DRAFT_VERBS:
            return False
        hung = [row for row in audit.changes if row["model"] in (*HANGING, "fixture")]
        if hung and audit.first_verb != "discard_round":
            return any(map(self.hides_row, hung))
        return not self._is_round_public(audit)

    def _is_of_draft_season(self, row: Row) -> bool:
        return row["model"] == "season" and row["pk"] in self.season_keys

    def hides_row(self, row: Row) -> bool:
        """Return whether a row belongs to a draft, including a deleted one."""
        if row["model"] not in (*HANGING, "fixture"):
            return False
        fixture = self.names.fixtures.get(self.names.fixture_key(row) or 0)
        return fixture is None or fixture.round.is_draft

    def _is_round_public(self, audit: Audit) -> bool:
        """Return whether the round of an act, named as tier/number, was published."""
        tier, _slash, number = audit.about.rpartition("/")
        rounds = [
            status != Round.Status.DRAFT
            for season, of_tier, of_number, status in self.rounds
            if season == audit.season_id and str(of_number) == number and tier in ("", str(of_tier))
        ]
        return bool(rounds) and all(rounds)
