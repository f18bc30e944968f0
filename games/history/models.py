"""The models of history: comments on moments, sums for statistics, and calibrations."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match

LONGEST = 500


class Comment(models.Model):
    """A player's comment on one moment of a match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="comments")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="comments"
    )
    seat = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField(help_text="the log entry that it is about")
    text = models.CharField(max_length=LONGEST)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        ordering = ["number", "pk"]

    def __str__(self) -> str:
        return self.text[:40]


class Tally(models.Model):
    """The number of matches with one kind of end: a row per game, size, bots, side and reason."""

    game = models.CharField(max_length=32)
    size = models.PositiveSmallIntegerField()
    has_bots = models.BooleanField()
    winner = models.CharField(max_length=16, blank=True)
    reason = models.CharField(max_length=32)
    matches = models.PositiveIntegerField(default=0)
    actions = models.PositiveBigIntegerField(default=0, help_text="in all matches")
    squares = models.PositiveBigIntegerField(default=0, help_text="sum of the squares of actions")

    class Meta:
        verbose_name = _("match statistic")
        verbose_name_plural = _("match statistics")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "size", "has_bots", "winner", "reason"], name="one_tally_a_kind"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.size} {self.winner} {self.reason}: {self.matches}"


class Honesty(models.Model):
    """The number of claims by players of one side (or its bots), and the number of true ones."""

    game = models.CharField(max_length=32)
    side = models.CharField(max_length=16)
    has_bots = models.BooleanField()
    claims = models.PositiveBigIntegerField(default=0)
    true_claims = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("honesty")
        verbose_name_plural = _("honesty")
        constraints = [
            models.UniqueConstraint(fields=["game", "side", "has_bots"], name="one_honesty_a_side")
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.side}: {self.true_claims}/{self.claims}"


class Calibration(models.Model):
    """The model of people, fitted to a game's matches on this site, and its agreement with them."""

    game = models.CharField(max_length=32)
    made_at = models.DateTimeField(auto_now_add=True)
    matches = models.PositiveIntegerField()
    is_fitted = models.BooleanField(help_text="whether there were enough matches to use it")
    fit = models.JSONField(help_text="games.engine.calibration.Fit")

    class Meta:
        verbose_name = _("calibration")
        verbose_name_plural = _("calibrations")
        indexes = [models.Index(fields=["game", "-id"], name="calibration_latest")]

    def __str__(self) -> str:
        return f"{self.game}: {self.matches}"
