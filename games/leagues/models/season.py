"""A season of a league: its format, its divisions, and who entered."""

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.leagues.models.league import League
from games.matches.models import Match

SEED_BYTES = 16


class Season(models.Model):
    """One run through the rounds, from registration to the final table."""

    class Status(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("season", "in preparation")
        REGISTRATION = "registration", pgettext_lazy("season", "registration")
        RUNNING = "running", pgettext_lazy("season", "running")
        CLOSED = "closed", pgettext_lazy("season", "closed")
        CANCELLED = "cancelled", pgettext_lazy("season", "cancelled")

    class Format(models.TextChoices):
        ROUND_ROBIN = "round_robin", _("Round robin: everybody meets everybody")
        DOUBLE_ROUND_ROBIN = "double_round_robin", _("Double round robin")
        SWISS = "swiss", _("Swiss: whoever stands level meets")
        TABLE_NIGHTS = "tables", _("Table nights: people meet as rarely twice as can be")
        SWISS_TABLES = "swiss_tables", _("Swiss table nights: tables stand level")
        DESIGN = "design", _("Balanced tables: everybody meets everybody equally often")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=60)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.DRAFT)
    format = models.CharField(_("format"), max_length=20, choices=Format.choices)
    rounds_planned = models.PositiveSmallIntegerField(
        _("rounds"), default=0, help_text=_("0: as many as the format needs.")
    )
    games_per_fixture = models.PositiveSmallIntegerField(_("games a fixture"), default=2)
    table_size = models.PositiveSmallIntegerField(_("players a table"), default=7)
    level = models.FloatField(default=0.0, help_text="how much level tables weigh, for Swiss")
    scoring = models.JSONField(default=dict, help_text="standings.contest.Scoring, once running")
    pace = models.CharField(
        _("pace"), max_length=8, choices=Match.Pace.choices, default=Match.Pace.RELAXED
    )
    allows_spectators = models.BooleanField(_("spectators may watch"), default=True)
    is_rated = models.BooleanField(_("has a rating of its own"), default=True)
    capacity = models.PositiveSmallIntegerField(
        _("at most so many players"), null=True, blank=True, help_text=_("Others wait.")
    )
    registration_closes_at = models.DateTimeField(_("registration closes"), null=True, blank=True)
    starts_at = models.DateTimeField(_("first round"), null=True, blank=True)
    round_days = models.PositiveSmallIntegerField(_("days a round"), default=7)
    grace_minutes = models.PositiveSmallIntegerField(
        _("minutes until somebody who is missing forfeits"), default=15
    )
    late_until_round = models.PositiveSmallIntegerField(
        _("people may still join until round"), default=0, help_text=_("0: until the end.")
    )
    seed = models.CharField(max_length=2 * SEED_BYTES, blank=True)
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="one_season_a_number")
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the season's standings."""
        return reverse("leagues:season", args=[self.league.slug, self.number])

    @property
    def is_over(self) -> bool:
        """Return whether its final table stands."""
        return self.status == self.Status.CLOSED

    @property
    def is_running(self) -> bool:
        """Return whether rounds are being played."""
        return self.status == self.Status.RUNNING

    @property
    def draws_all_at_once(self) -> bool:
        """Return whether all rounds are known before the first."""
        return self.format in {
            self.Format.ROUND_ROBIN,
            self.Format.DOUBLE_ROUND_ROBIN,
            self.Format.DESIGN,
        }


class Division(models.Model):
    """The players of a season who play among themselves, best division first."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    name = models.CharField(_("name"), max_length=60)
    tier = models.PositiveSmallIntegerField(default=1)
    capacity = models.PositiveSmallIntegerField(_("players"), null=True, blank=True)
    promotes = models.PositiveSmallIntegerField(_("go up"), default=0)
    relegates = models.PositiveSmallIntegerField(_("go down"), default=0)
    final = models.TextField(blank=True, help_text="the final table as JSON, once closed")

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering = ["tier"]
        constraints = [
            models.UniqueConstraint(fields=["season", "tier"], name="one_division_a_tier")
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A player in a season."""

    class Status(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("entry", "waiting list")
        CONFIRMED = "confirmed", pgettext_lazy("entry", "playing")
        WITHDRAWN = "withdrawn", pgettext_lazy("entry", "withdrawn")
        DISQUALIFIED = "disqualified", pgettext_lazy("entry", "disqualified")

    class Movement(models.TextChoices):
        UP = "up", pgettext_lazy("division", "goes up")
        STAYS = "stays", pgettext_lazy("division", "stays")
        DOWN = "down", pgettext_lazy("division", "goes down")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    division = models.ForeignKey(
        Division, on_delete=models.SET_NULL, null=True, blank=True, related_name="entries"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="entries"
    )
    name = models.CharField(max_length=32)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.CONFIRMED)
    seed_rank = models.PositiveSmallIntegerField(default=0, help_text="1 is the best at the start")
    seed_rating = models.FloatField(null=True, blank=True)
    joined_round = models.PositiveSmallIntegerField(default=1)
    late_points = models.FloatField(default=0)
    withdrawn_after = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the last round that still counted as theirs"
    )
    final_rank = models.PositiveSmallIntegerField(null=True, blank=True)
    movement = models.CharField(max_length=6, choices=Movement.choices, blank=True)
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["seed_rank", "entered_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["season", "user"], name="one_entry_a_user")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the player's page in the season."""
        season = self.season
        return reverse("leagues:player", args=[season.league.slug, season.number, self.pk])

    @property
    def plays(self) -> bool:
        """Return whether this player is drawn in the next round."""
        return self.status == self.Status.CONFIRMED
