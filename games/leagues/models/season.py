"""A season of a league: its format, its divisions, and its players."""

from datetime import time

from django.conf import settings
from django.core.validators import BaseValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Row
from accounts.names import numbered
from games.leagues.models.league import League
from games.matches.models import Match

SEED_BYTES = 16
#: In the league's time zone: late enough to play after work, and to finish the same day.
DEADLINE = time(22)
MOST_GAMES = 20
#: How many players per division may qualify for finals.
FINALISTS = [(0, pgettext_lazy("finals", "none")), *((n, str(n)) for n in (2, 4, 8, 16))]


def _between(low: int, high: int) -> list[BaseValidator]:
    """Return validators for a number between `low` and `high`."""
    return [MinValueValidator(low), MaxValueValidator(high)]


class Season(Row):
    """A season: a series of rounds, from registration to the final standings."""

    class Status(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("season", "in preparation")
        REGISTRATION = "registration", pgettext_lazy("season", "registration")
        RUNNING = "running", pgettext_lazy("season", "running")
        CLOSED = "closed", pgettext_lazy("season", "closed")
        CANCELLED = "cancelled", pgettext_lazy("season", "cancelled")

    class Format(models.TextChoices):
        ROUND_ROBIN = "round_robin", _("Round robin: everybody plays everybody")
        DOUBLE_ROUND_ROBIN = "double_round_robin", _("Double round robin")
        SWISS = "swiss", _("Swiss: opponents with similar scores")
        TABLE_NIGHTS = "tables", _("Table nights: as few repeat opponents as possible")
        SWISS_TABLES = "swiss_tables", _("Swiss table nights: tables with similar scores")
        KNOCKOUT = "knockout", _("Knock-out: the best advance until one is left")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=60)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.DRAFT)
    finals_of = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="finals",
        help_text="the season whose best players play here, seeded by rank",
    )  # fmt: skip
    scoring = models.JSONField(default=dict, help_text="standings.contest.Scoring, once running")
    paused_at = models.DateTimeField(null=True, blank=True)
    breaks = models.JSONField(default=list, help_text="first and last days of future holidays")
    seed = models.CharField(max_length=2 * SEED_BYTES, blank=True)
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    # Owners' settings; `SETTINGS` declares how they are set.
    format = models.CharField(_("format"), max_length=20, choices=Format.choices)
    rounds_planned = models.PositiveSmallIntegerField(
        pgettext_lazy("how many", "rounds"),
        default=0,
        help_text=_("0: as many as the format needs."),
        validators=_between(0, 60),
    )
    games_per_fixture = models.PositiveSmallIntegerField(
        _("games per fixture"), default=2, validators=_between(1, MOST_GAMES)
    )
    table_size = models.PositiveSmallIntegerField(
        _("players per table"), default=7, validators=_between(2, 10)
    )
    nights_counted = models.PositiveSmallIntegerField(
        _("best nights counted"),
        null=True,
        blank=True,
        help_text=_(
            "How many of each player's table nights count. Leave empty to count all of them."
        ),
        validators=_between(1, 60),
    )
    goes_on = models.PositiveSmallIntegerField(
        _("advance from each table"),
        blank=True,
        default=3,
        help_text=_("In a knock-out."),
        validators=_between(1, 4),
    )
    has_third_place = models.BooleanField(
        _("match for third place"), default=False, help_text=_("In a knock-out.")
    )
    finalists = models.PositiveSmallIntegerField(
        _("finals after the last round"), default=0, choices=FINALISTS,
        help_text=_("How many players from each division go on to a knock-out."),
    )  # fmt: skip
    team_counts = models.PositiveSmallIntegerField(
        _("players counted per team"), default=0, validators=_between(0, 100)
    )
    registration_closes_at = models.DateTimeField(
        _("registration closes"), null=True, blank=True,
        help_text=_("Leave empty to close it when the season begins."),
    )  # fmt: skip
    starts_at = models.DateTimeField(_("first round"), null=True, blank=True)
    round_days = models.PositiveSmallIntegerField(
        _("days per round"), default=7, validators=_between(1, 365)
    )
    deadline = models.TimeField(
        _("rounds end at"), blank=True, default=DEADLINE, help_text=_("In the league's time zone.")
    )
    capacity = models.PositiveSmallIntegerField(
        _("player limit"),
        null=True,
        blank=True,
        help_text=_("More players go to a waiting list."),
        validators=_between(2, 1000),
    )
    asks_attendance = models.BooleanField(
        _("ask about attendance before each round"), default=False,
        help_text=_("Otherwise, everybody who doesn't decline is drawn."),
    )  # fmt: skip
    half_byes = models.PositiveSmallIntegerField(
        _("half-point byes per player"),
        blank=True,
        default=1,
        help_text=_("How many rounds a player may sit out for half a point."),
        validators=_between(0, 10),
    )
    needs_approval = models.BooleanField(
        _("organisers accept each player"), default=False,
        help_text=_("Players request a place; your console lists the requests."),
    )  # fmt: skip
    questions = models.JSONField(
        _("questions for entrants"), default=list, blank=True,
        help_text=_(
            "One per line, three at most; only organisers read the answers. For multiple "
            "choice, end with a colon and the choices separated by commas."
        ),
    )  # fmt: skip
    pace = models.CharField(
        _("pace"), max_length=8, choices=Match.Pace.choices, default=Match.Pace.RELAXED
    )
    grace_minutes = models.PositiveSmallIntegerField(
        _("forfeit after (minutes late)"), default=15, validators=_between(1, 24 * 60)
    )
    allows_spectators = models.BooleanField(_("spectators allowed"), default=True)
    is_rated = models.BooleanField(_("has its own rating"), default=True)

    class Meta:
        verbose_name = _("season")
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="one_season_a_number")
        ]

    def get_absolute_url(self) -> str:
        """Return the URL of the season's standings."""
        return reverse("leagues:season", args=[self.league.slug, self.number])

    def free_name(self, name: str) -> str:
        """Return `name`, with a number appended if a similar-looking name is taken."""
        return numbered(name, self.entries.values_list("name", flat=True))

    @property
    def is_over(self) -> bool:
        """Return whether the season's final standings are stored."""
        return self.status == self.Status.CLOSED

    @property
    def is_running(self) -> bool:
        """Return whether rounds are being played."""
        return self.status == self.Status.RUNNING

    @property
    def takes_entries(self) -> bool:
        """Return whether members can enter the season now."""
        closes = self.registration_closes_at
        is_late = closes is not None and closes < timezone.now()
        return self.status == self.Status.REGISTRATION and not is_late

    @property
    def is_paused(self) -> bool:
        """Return whether the season is paused."""
        return self.paused_at is not None

    @property
    def is_knockout(self) -> bool:
        """Return whether players are eliminated after each round."""
        return self.format == self.Format.KNOCKOUT

    @property
    def goes_by_results(self) -> bool:
        """Return whether rounds are drawn from the results of earlier ones."""
        formats = {self.Format.SWISS, self.Format.SWISS_TABLES, self.Format.KNOCKOUT}
        return self.format in formats

    @property
    def may_sit_out(self) -> bool:
        """Return whether each round is drawn from the players who attend it."""
        return not self.draws_all_at_once and not self.is_knockout

    @property
    def is_by_night(self) -> bool:
        """Return whether the season's rounds are table nights, drawn one at a time."""
        return not self.league.plays_duels and self.may_sit_out

    @property
    def draws_all_at_once(self) -> bool:
        """Return whether all rounds are drawn before the first."""
        return self.format in {self.Format.ROUND_ROBIN, self.Format.DOUBLE_ROUND_ROBIN}


class Division(Row):
    """A group of a season's players who play each other; the best division comes first."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    name = models.CharField(_("name"), max_length=60)
    tier = models.PositiveSmallIntegerField(default=1)
    capacity = models.PositiveSmallIntegerField(_("players"), null=True, blank=True)
    promotes = models.PositiveSmallIntegerField(_("players promoted"), default=0)
    relegates = models.PositiveSmallIntegerField(_("players relegated"), default=0)
    asked_round = models.PositiveSmallIntegerField(
        default=0, help_text="the last round for which players were asked"
    )
    final = models.TextField(blank=True, help_text="the final table as JSON, once closed")

    class Meta:
        verbose_name = _("division")
        ordering = ["tier"]
        constraints = [
            models.UniqueConstraint(fields=["season", "tier"], name="one_division_a_tier")
        ]

    def __str__(self) -> str:
        return self.name


class Team(Row):
    """A team of players of a season, whose points are added up."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=60)

    class Meta:
        verbose_name = _("team")
        constraints = [models.UniqueConstraint(fields=["season", "name"], name="one_team_a_name")]


class Entry(Row):
    """A player in a season."""

    class Status(models.TextChoices):
        APPLIED = "applied", pgettext_lazy("entry", "asks to play")
        WAITING = "waiting", pgettext_lazy("entry", "waiting list")
        CONFIRMED = "confirmed", pgettext_lazy("entry", "playing")
        WITHDRAWN = "withdrawn", pgettext_lazy("entry", "withdrawn")
        DISQUALIFIED = "disqualified", pgettext_lazy("entry", "disqualified")

    #: The statuses without a place in the season: applicants, and the waiting list.
    OUTSIDE = (Status.APPLIED, Status.WAITING)

    class Movement(models.TextChoices):
        UP = "up", pgettext_lazy("division", "promoted")
        STAYS = "stays", pgettext_lazy("division", "stays")
        DOWN = "down", pgettext_lazy("division", "relegated")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    division = models.ForeignKey(
        Division, on_delete=models.SET_NULL, null=True, blank=True, related_name="entries"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="entries"
    )
    team = models.ForeignKey(
        Team, on_delete=models.SET_NULL, null=True, blank=True, related_name="entries"
    )
    name = models.CharField(max_length=32)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.CONFIRMED)
    seed_rank = models.PositiveSmallIntegerField(default=0, help_text="1 is the best at the start")
    seed_rating = models.FloatField(null=True, blank=True)
    joined_round = models.PositiveSmallIntegerField(default=1)
    late_points = models.FloatField(default=0)
    withdrawn_after = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the last round that counts for the player"
    )
    former = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True,
        related_name="+", help_text="the earlier player of this place",
    )  # fmt: skip
    replaced_after = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the earlier player's last round"
    )
    final_rank = models.PositiveSmallIntegerField(null=True, blank=True)
    movement = models.CharField(max_length=6, choices=Movement.choices, blank=True)
    answers = models.JSONField(
        default=list, db_default=models.Value([], models.JSONField()),
        help_text="pairs of question and answer, for organisers only",
    )  # fmt: skip
    entered_at = models.DateTimeField(auto_now_add=True)

    #: The player's displayed name; set by queries that list entries.
    called: str

    class Meta:
        verbose_name = _("entry")
        ordering = ["seed_rank", "entered_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "user"], name="one_entry_a_user")]

    def get_absolute_url(self) -> str:
        """Return the URL of the player's page in the season."""
        season = self.season
        return reverse("leagues:player", args=[season.league.slug, season.number, self.pk])

    @property
    def plays(self) -> bool:
        """Return whether the player is still in the season, and drawn in later rounds."""
        return self.status == self.Status.CONFIRMED


class Attendance(Row):
    """A player's answer, before a round's draw, whether they will attend it."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="attendances")
    round_number = models.PositiveSmallIntegerField()
    comes = models.BooleanField()
    wants_half_point = models.BooleanField(default=False)
    checked_in_at = models.DateTimeField(null=True, blank=True, help_text="at the door")

    class Meta:
        verbose_name = _("attendance")
        constraints = [
            models.UniqueConstraint(fields=["entry", "round_number"], name="one_word_a_round")
        ]
