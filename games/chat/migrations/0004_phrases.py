"""Messages may be quick phrases, stored as a code."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("chat", "0003_reports")]

    operations = [
        migrations.AddField(
            model_name="message",
            name="phrase",
            field=models.CharField(blank=True, db_default="", default="", max_length=20),
        ),
    ]
