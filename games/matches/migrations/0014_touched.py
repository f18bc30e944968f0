from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0013_gone")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="touched",
            field=models.PositiveIntegerField(
                db_default=0, default=0, help_text="changes beside the moves"
            ),
        ),
    ]
