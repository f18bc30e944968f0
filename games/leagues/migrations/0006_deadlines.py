"""Deadlines at a clock time, of a fixture's own, and seasons that stand still."""

import datetime

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add columns that old code may leave alone."""

    dependencies = [("leagues", "0005_late")]

    operations = [
        migrations.AddField(
            "fixture",
            "closes_at",
            models.DateTimeField(
                blank=True, help_text="a deadline of its own; else it is the round's", null=True
            ),
        ),
        migrations.AddField(
            "season",
            "deadline",
            models.TimeField(
                db_default=datetime.time(22, 0), default=datetime.time(22, 0),
                help_text="On the league's clock.", verbose_name="rounds end at",
            ),
        ),
        migrations.AddField(
            "season", "paused_at", models.DateTimeField(blank=True, null=True)
        ),
    ]
