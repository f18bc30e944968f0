from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0019_asked_again"),
    ]

    operations = [
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("announced", "announcement"),
                    ("accepted", "accepted"),
                    ("declined", "turned away"),
                    ("placed", "moved up from the waiting list"),
                    ("left_out", "began without them"),
                    ("refused", "a webhook is refused"),
                    ("paused", "the season is paused"),
                    ("again", "asked whether they play again"),
                ],
                max_length=12,
            ),
        ),
    ]
