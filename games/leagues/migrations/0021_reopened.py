from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0020_told_of_pauses"),
    ]

    operations = [
        migrations.AddField(
            model_name="fixture",
            name="reopened_at",
            field=models.DateTimeField(
                blank=True,
                help_text="when its result, or its season's end, was last taken back",
                null=True,
            ),
        ),
    ]
