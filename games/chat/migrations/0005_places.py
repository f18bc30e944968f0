"""A message knows after which entry of the log it was said."""

from django.db import migrations, models
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce


def place(apps, _schema_editor):
    """Give each message the last entry that was there when it was said."""
    message, entry = apps.get_model("chat", "Message"), apps.get_model("matches", "Entry")
    before = entry.objects.filter(match=OuterRef("match"), at__lte=OuterRef("said_at"))
    last = Subquery(before.order_by("-number").values("number")[:1])
    message.objects.update(number=Coalesce(last, -1))


class Migration(migrations.Migration):
    dependencies = [("chat", "0004_phrases"), ("matches", "0015_letters_read")]

    operations = [
        migrations.AddField(
            model_name="message",
            name="number",
            field=models.IntegerField(db_default=-1, default=-1),
        ),
        migrations.RunPython(place, migrations.RunPython.noop),
    ]
