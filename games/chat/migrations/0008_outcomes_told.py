"""Letters on the outcomes of reports wait in rows, like all others."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('chat', '0007_reactions'),
    ]

    operations = [
        migrations.AddField(
            model_name='report',
            name='letter_attempts',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='report',
            name='letter_due_at',
            field=models.DateTimeField(help_text='when to write the outcome to the reporter', null=True),
        ),
    ]
