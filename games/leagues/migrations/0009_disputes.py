"""A disputed result stands: fixtures get back the state that the dispute took from them."""

from django.db import migrations, models


def settle(apps, schema_editor):
    """Give disputed fixtures the state of how they ended."""
    fixtures = apps.get_model("leagues", "Fixture").objects.filter(status="disputed")
    played = fixtures.filter(games__placings__isnull=False).values_list("pk", flat=True)
    fixtures.filter(pk__in=list(played)).update(status="finished")
    fixtures.update(status="forfeited")


class Migration(migrations.Migration):
    """Take a state away that no fixture has any more."""

    dependencies = [("leagues", "0008_attendance")]

    operations = [
        migrations.RunPython(settle, migrations.RunPython.noop),
        migrations.AlterField(
            "fixture",
            "status",
            models.CharField(
                choices=[
                    ("planned", "planned"),
                    ("open", "the table is open"),
                    ("running", "being played"),
                    ("finished", "finished"),
                    ("forfeited", "forfeited"),
                    ("void", "not counted"),
                ],
                default="planned",
                max_length=10,
            ),
        ),
    ]
