"""The models of ratings: pools, ratings, and the changes by matches.

Ratings depend only on the matches that a pool has rated, and can be rebuilt from them.
"""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.matches.models import Match
from games.ratings.skill import BAND, Skill

#: The key of the pool with all matches of the site. Other pools belong to the app that creates
#: their key.
GLOBAL = "global"


class Pool(models.Model):
    """A set of matches of one game that are rated together; its row is locked to write ratings."""

    class State(models.TextChoices):
        CURRENT = "current", _("current")
        DRAFT = "draft", _("being rebuilt")
        RETIRED = "retired", _("replaced")

    key = models.CharField(max_length=64)
    game = models.CharField(max_length=32)
    state = models.CharField(max_length=8, choices=State.choices, default=State.CURRENT)
    title = models.CharField(max_length=120, blank=True)
    is_public = models.BooleanField(
        default=False, help_text="everybody may see it among the leaderboards"
    )

    class Meta:
        verbose_name = _("pool")
        verbose_name_plural = _("pools")
        constraints = [
            models.UniqueConstraint(
                fields=["key", "game", "state"],
                name="one_pool_a_key",
                condition=~models.Q(state="retired"),
            )
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.game}"


class Rated(models.Model):
    """A match rated by a pool: once, and again only when the pool is rebuilt."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="rated", db_index=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("rated match")
        verbose_name_plural = _("rated matches")
        constraints = [
            models.UniqueConstraint(fields=["pool", "match"], name="a_match_is_rated_once")
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}/{self.match_id}"


class Rating(models.Model):
    """The rating of a person in a pool: on one side, or over all sides (an empty side)."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="ratings", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings"
    )
    side = models.CharField(max_length=16, blank=True)
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    at_least = models.FloatField(help_text="the lower end of the 95 % band: what ranks go by")
    played = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(null=True, help_text="when the last match ended")

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(fields=["pool", "user", "side"], name="one_rating_a_side")
        ]
        indexes = [
            models.Index(fields=["pool", "side", "-at_least", "id"], name="rating_ranked"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.side}: {self.rating:.0f}"

    @property
    def skill(self) -> Skill:
        """Return the rating as a skill, for the formulas."""
        return Skill(self.rating, self.deviation, self.volatility)

    @property
    def band(self) -> float:
        """Return the distance of the 95 % band's ends from the rating, in points."""
        return BAND * self.deviation

    def settle(self, skill: Skill) -> None:
        """Set this rating to `skill`, unsaved."""
        self.rating, self.deviation = skill.rating, skill.deviation
        self.volatility, self.at_least = skill.volatility, skill.at_least


class RatingChange(models.Model):
    """The change that one match made to one rating."""

    rating = models.ForeignKey(
        Rating, on_delete=models.CASCADE, related_name="changes", db_index=False
    )
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="+")
    before = models.FloatField()
    after = models.FloatField()
    deviation_before = models.FloatField(help_text="with the time since the last match")
    deviation_after = models.FloatField()
    expected = models.FloatField(help_text="the score that the own side was expected to make")
    score = models.FloatField(help_text="1 for a win, 0.5 for a draw, 0")
    at = models.DateTimeField(help_text="when the match ended")

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints = [
            models.UniqueConstraint(fields=["rating", "match"], name="one_change_a_match")
        ]
        indexes = [models.Index(fields=["rating", "at", "id"], name="rating_history")]

    def __str__(self) -> str:
        return f"{self.before:.0f} → {self.after:.0f}"
