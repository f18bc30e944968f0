"""The log of a match, and the heartbeats of the processes that add to it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.matches.models.match import Match


class MatchEntry(models.Model):
    """A row of the log: an action and the events that it caused. Number 0 is the deal.

    Action and events are JSON texts, encoded and decoded by the game's codec. The database doesn't
    query them, and a JSON column would cost more time than applying the events.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    by = models.CharField(max_length=8, default="player")
    action = models.TextField(blank=True)
    events = models.TextField()
    at = models.DateTimeField(null=True, help_text="unknown in some imported records")

    class Meta:
        db_table = "matches_entry"
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_entry_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class Pulse(models.Model):
    """The last heartbeats: one row for all referees, and one for all web processes.

    A third row records when a referee last failed at a table, which is then stuck, not just late.

    The referees' time is never later than that of the web processes, if any. It is the last time at
    which players, or clocks on their behalf, could decide.
    """

    REFEREE, WEB, FAILED = 1, 2, 3

    at = models.DateTimeField()

    class Meta:
        verbose_name = _("pulse")
        verbose_name_plural = _("pulses")

    def __str__(self) -> str:
        return self.at.isoformat()
