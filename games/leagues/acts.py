"""What organisers did, in words for everybody: who, what, before and after.

Only fields named in `act_words.SHOWN` are ever told: an audit also holds what undoing needs, and
some of that (codes, keys, seeds of what is not drawn yet) is nobody's to read. What happened to a
draft is told once its round is public.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db.models import BooleanField, DateTimeField, Field
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format, localize
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _

from games.history.drawing import word
from games.leagues.act_words import DRAFT_VERBS, FIELDS, SHOWN, VERBS
from games.leagues.models import Audit, Division, Entry, Fixture, League, Round, Season
from games.leagues.personal import ORPHANED
from games.leagues.visits import Visit
from games.leagues.watching import name_of
from games.matches.personal import called

MOST = 12  #: lines shown of one act; a closed season changes every player
LONGEST = 160  #: characters of one value
HANGING = ("chair", "fixturematch", "dispute")  #: kinds of rows that hang on a fixture

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Change:
    """One field of one row: `before` and `after` in words, empty where there was nothing."""

    whose: str
    field: str
    before: str
    after: str


@dataclass(frozen=True)
class Act:
    """One act of the audit; `more` is how many changes are not listed."""

    audit: Audit
    verb: Any
    changes: tuple[Change, ...]
    more: int

    @property
    def about(self) -> str:
        """Return whom or what it concerns; people who are gone have no names any more."""
        return " / ".join(called(part) for part in self.audit.about.split(" / "))

    @property
    def reason(self) -> str:
        """Return why it was done."""
        return _(ORPHANED) if self.audit.reason == ORPHANED else self.audit.reason

    @property
    def size(self) -> int:
        """Return how many changes there are, listed or not."""
        return len(self.changes) + self.more


def acts(audits: Iterable[Audit], here: Visit) -> list[Act]:
    """Return what may be told of `audits`; outsiders are told nothing of drafts."""
    known = list(audits)
    names = Names(known, here.league)
    secrets = None if here.organises else Drafts(known, here.league, names)
    return [_act(one, names, secrets) for one in known if not (secrets and secrets.hides(one))]


def _act(audit: Audit, names: "Names", secrets: "Drafts | None") -> Act:
    rows = [row for row in audit.changes if not (secrets and secrets.hides_row(row))]
    changes = [change for row in rows for change in _changes(row, names)]
    verb = VERBS.get(audit.verb, audit.verb.replace("_", " "))
    return Act(audit, verb, tuple(changes[:MOST]), max(len(changes) - MOST, 0))


def _changes(row: Row, names: "Names") -> Iterator[Change]:
    model = apps.get_model("leagues", row["model"])
    before, after = bare(row["before"]), bare(row["after"])
    for name in SHOWN.get(row["model"], ()):
        old, new = before.get(name), after.get(name)
        if old != new:
            field = model._meta.get_field(name)
            yield Change(
                names.of_row(row),
                capfirst(str(FIELDS.get(name) or field.verbose_name)),
                names.value(field, old) if name in before else "",
                names.value(field, new) if row["after"] is not None else "",
            )


def bare(fields: Row | None) -> dict[str, Any]:
    """Return stored fields by the names of fields: relations are stored under either name."""
    return {name.removesuffix("_id"): value for name, value in (fields or {}).items()}


class Names:
    """What the rows that some audits speak of are called: read once for all of them."""

    def __init__(self, audits: list[Audit], league: League) -> None:
        self.league = league
        self.rows = [row for audit in audits for row in audit.changes]
        self.hung = self._hung()
        self.entries = Entry.objects.in_bulk(self._keys("entry"))
        self.divisions = Division.objects.in_bulk(self._keys("division"))
        self.users = get_user_model().objects.in_bulk(self._keys("substitute"))
        known = Fixture.objects.select_related("round").filter(
            round__division__season__league=league
        )
        self.fixtures = known.in_bulk(self._keys("fixture") | set(self.hung.values()))

    def _keys(self, name: str) -> set[int]:
        """Return the keys of rows called `name`: their own, and those that others hold."""
        held = (bare(row[when]).get(name) for row in self.rows for when in ("before", "after"))
        own = (row["pk"] for row in self.rows if row["model"] == name)
        return {key for key in (*held, *own) if key is not None}

    def _hung(self) -> dict[tuple[str, int], int]:
        """Return the fixture of each row that hangs on one, for those that are still there."""
        found = {}
        for kind in HANGING:
            keys = {row["pk"] for row in self.rows if row["model"] == kind}
            model = apps.get_model("leagues", kind)
            known = model.objects.filter(pk__in=keys) if keys else ()
            found |= {(kind, one.pk): one.fixture_id for one in known}
        return found

    def fixture_key(self, row: Row) -> int | None:
        """Return the key of the fixture that a row is, or hangs on."""
        if row["model"] == "fixture":
            return int(row["pk"])
        held = (bare(row["before"]) | bare(row["after"])).get("fixture")
        return held or self.hung.get((row["model"], row["pk"]))

    def of_row(self, row: Row) -> str:
        """Return whose field it is; nothing where the act itself says it."""
        if row["model"] == "entry" and row["pk"] in self.entries:
            return name_of(self.entries[row["pk"]])
        fixture = self.fixtures.get(self.fixture_key(row) or 0)
        if fixture is not None:
            number = {"round": fixture.round.number, "table": fixture.number}
            return _("Round %(round)d, table %(table)d") % number
        return ""

    def value(self, field: Field, value: Any) -> str:
        """Return a stored value in words."""
        if field.name == "corrected" and value is None:
            return _("as played")
        if value is None or value == "":
            return _("none")
        if field.name in ("entry", "substitute", "division"):
            return self._named(field.name, value)
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

    def _named(self, kind: str, key: int) -> str:
        known: Any = {"entry": self.entries, "substitute": self.users, "division": self.divisions}
        one = known[kind].get(key)
        if one is None:
            return _("somebody or something that is gone")
        return name_of(one) if kind == "entry" else str(one)

    def _winner(self, placings: list[dict[str, Any]]) -> str:
        sides = {one["side"] for one in placings if one["won"]}
        if not sides:
            return _("a draw")
        return ", ".join(word(self.league.rules, side, "side/") for side in sorted(sides))


def _time(value: str) -> str:
    at = parse_datetime(value)
    return date_format(timezone.localtime(at), "DATETIME_FORMAT") if at else value


class Drafts:
    """What some audits say of rounds and seasons that only organisers see."""

    def __init__(self, audits: list[Audit], league: League, names: Names) -> None:
        self.names = names
        rounds = Round.objects.filter(division__season__league=league)
        places = ("division__season", "division__tier", "number", "status")
        self.rounds = list(rounds.values_list(*places))
        self.season_keys = set(
            league.seasons.filter(status=Season.Status.DRAFT).values_list("pk", flat=True)
        )

    def hides(self, audit: Audit) -> bool:
        """Return whether outsiders are told nothing of an act."""
        if audit.season_id in self.season_keys or any(map(self._is_of_draft_season, audit.changes)):
            return True
        verb = audit.undoes.verb if audit.undoes else audit.verb
        if verb not in DRAFT_VERBS:
            return False
        if audit.changes:
            return any(map(self.hides_row, audit.changes))
        return not self._is_round_public(audit)

    def _is_of_draft_season(self, row: Row) -> bool:
        return row["model"] == "season" and row["pk"] in self.season_keys

    def hides_row(self, row: Row) -> bool:
        """Return whether a row belongs to a draft, or to one that was thrown away."""
        if row["model"] not in (*HANGING, "fixture"):
            return False
        fixture = self.names.fixtures.get(self.names.fixture_key(row) or 0)
        return fixture is None or fixture.round.is_draft

    def _is_round_public(self, audit: Audit) -> bool:
        """Return whether the round that an act names, as tier/number, has been published."""
        tier, _slash, number = audit.about.rpartition("/")
        known = [
            status != Round.Status.DRAFT
            for season, of_tier, of_number, status in self.rounds
            if season == audit.season_id and str(of_number) == number and tier in ("", str(of_tier))
        ]
        return bool(known) and all(known)
