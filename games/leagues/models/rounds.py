"""Rounds, fixtures, and the rows that affect their results."""

from datetime import datetime, timedelta

import msgspec
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Row
from games.contests.standings.contest import Placing
from games.leagues.models.season import Division, Entry
from games.matches.models import Match

#: The maximum length of a round of a table night.
LONGEST_EVENING = timedelta(hours=12)


class Round(Row):
    """A round of a division: first a draft, then published."""

    #: The algorithm name in the report of a round made by an organiser.
    BY_HAND = "manual"

    class Status(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("round", "draft")
        PUBLISHED = "published", pgettext_lazy("round", "published")
        CLOSED = "closed", pgettext_lazy("round", "closed")

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.DRAFT)
    seed = models.CharField(max_length=80)
    report = models.JSONField(default=dict, encoder=DjangoJSONEncoder, help_text="its explanation")
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)

    #: Set by queries that read a division's rounds with all their fixtures.
    known_fixtures: "list[Fixture]"

    class Meta:
        verbose_name = _("round")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="one_round_a_number")
        ]

    @property
    def place(self) -> str:
        """Return the division's tier and the round's number, as the audit records them."""
        return f"{self.division.tier}/{self.number}"

    @property
    def is_draft(self) -> bool:
        """Return whether the round is a draft, visible only to organisers."""
        return self.status == self.Status.DRAFT

    @property
    def is_one_evening(self) -> bool:
        """Return whether the round lasts minutes or hours, not days."""
        began = self.opens_at or self.published_at
        if began is None or self.closes_at is None or not self.division.season.is_by_night:
            return False
        return self.closes_at - began <= LONGEST_EVENING

    @property
    def has_opened(self) -> bool:
        """Return whether the round has opened."""
        return self.opens_at is None or self.opens_at <= timezone.now()


class Fixture(Row):
    """A duel or a table of a round; it refers to the matches that are played for it."""

    class Status(models.TextChoices):
        PLANNED = "planned", pgettext_lazy("fixture", "planned")
        OPEN = "open", pgettext_lazy("fixture", "the table is open")
        RUNNING = "running", pgettext_lazy("fixture", "being played")
        FINISHED = "finished", pgettext_lazy("fixture", "finished")
        FORFEITED = "forfeited", pgettext_lazy("fixture", "forfeited")
        VOID = "void", pgettext_lazy("fixture", "not counted")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="fixtures")
    number = models.PositiveSmallIntegerField(help_text="of the table, from 1")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLANNED)
    starts_at = models.DateTimeField(null=True, blank=True, help_text="as agreed, or as set")
    closes_at = models.DateTimeField(
        null=True, blank=True, help_text="its own deadline; if empty, the round's"
    )
    moves = models.PositiveSmallIntegerField(default=0, help_text="how often its time was set")
    moved_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    reopened_at = models.DateTimeField(
        null=True, blank=True, help_text="when its result, or the season's end, was last undone"
    )

    #: Set by queries that read a fixture for a page.
    open_disputes: "list[Dispute]"

    class Meta:
        verbose_name = _("fixture")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_fixture_a_number")
        ]
        indexes = [models.Index(fields=["status", "starts_at"], name="fixture_due")]

    def get_absolute_url(self) -> str:
        """Return the URL of the fixture's page."""
        season = self.round.division.season
        return reverse("leagues:fixture", args=[season.league.slug, season.number, self.pk])

    @property
    def place(self) -> str:
        """Return the place of the fixture's round, followed by the fixture's number."""
        return f"{self.round.place}/{self.number}"

    @property
    def deadline(self) -> datetime | None:
        """Return the latest time at which the fixture can be played."""
        return self.closes_at or self.round.closes_at

    @property
    def is_settled(self) -> bool:
        """Return whether the fixture is over."""
        statuses = {self.Status.FINISHED, self.Status.FORFEITED, self.Status.VOID}
        return self.status in statuses

    @property
    def goes_by_games(self) -> bool:
        """Return whether the fixture is decided by its games, not awarded or annulled."""
        return self.status not in {self.Status.FORFEITED, self.Status.VOID}


class Chair(Row):
    """A player of a fixture, with their seat in its first game."""

    class Rsvp(models.TextChoices):
        EXPECTED = "", pgettext_lazy("rsvp", "expected")
        NO = "no", pgettext_lazy("rsvp", "can't come")

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="chairs")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="chairs")
    seat = models.PositiveSmallIntegerField()
    substitute = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True,
        related_name="substitutions",
        help_text="plays instead: others' results count, the entry scores nothing",
    )  # fmt: skip
    rsvp = models.CharField(max_length=5, choices=Rsvp.choices, blank=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    forfeited = models.BooleanField(default=False, help_text="missed the fixture, or gave it up")

    class Meta:
        verbose_name = _("chair")
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "entry"], name="one_chair_an_entry"),
            models.UniqueConstraint(fields=["fixture", "seat"], name="one_chair_a_seat"),
        ]

    @property
    def user_id_playing(self) -> int | None:
        """Return the key of the user who plays on this chair: the substitute or the player."""
        return self.substitute_id or self.entry.user_id


class FixtureMatch(Row):
    """A game of a fixture, with its match; matches have no reference to fixtures."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="games")
    ordinal = models.PositiveSmallIntegerField(help_text="from 1")
    match = models.OneToOneField(Match, on_delete=models.SET_NULL, null=True, related_name="+")
    is_counted = models.BooleanField(default=True)
    #: The result as a list of `standings.contest.Placing`, stored once the game is over, because
    #: standings must not change when an account is deleted.
    placings = models.JSONField(null=True, blank=True)
    #: The result as corrected by an arbiter, in the same form.
    corrected = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        verbose_name = _("game of a fixture")
        ordering = ["ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "ordinal"], name="one_game_an_ordinal")
        ]

    @property
    def result(self) -> tuple[Placing, ...]:
        """Return the placings that count, corrected ones first; empty while the game is open."""
        placings = self.placings if self.corrected is None else self.corrected
        return msgspec.convert(placings or [], tuple[Placing, ...])

    @property
    def was_missed(self) -> bool:
        """Return whether the game has a result without a match, because a player did not come.

        `reason` is not reliable for this: a correction by an arbiter replaces it.
        """
        placings = self.placings or ()
        return self.match_id is None and any(one.get("abandoned") for one in placings)


class Bye(Row):
    """A player who has no opponent in a round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="byes")
    points = models.FloatField(null=True, blank=True, help_text="null: the usual points of a bye")
    was_asked = models.BooleanField(
        default=False, db_default=False, help_text="whether the player asked to sit out"
    )

    class Meta:
        verbose_name = _("bye")
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="one_bye_a_round")]


class Sanction(Row):
    """A penalty that an arbiter imposed."""

    class Kind(models.TextChoices):
        WARNING = "warning", pgettext_lazy("sanction", "warning")
        POINTS = "points", pgettext_lazy("sanction", "points deducted")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    points = models.FloatField(default=0, help_text="added to the player's; usually negative")
    round_number = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=500)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("sanction")


class Dispute(Row):
    """A player's dispute of a result, which an arbiter decides."""

    class Status(models.TextChoices):
        OPEN = "open", pgettext_lazy("dispute", "open")
        UPHELD = "upheld", pgettext_lazy("dispute", "upheld")
        REJECTED = "rejected", pgettext_lazy("dispute", "rejected")

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="disputes")
    by = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="disputes")
    text = models.CharField(max_length=1000)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPEN)
    decision = models.CharField(max_length=1000, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("dispute")
        ordering = ["-at"]
