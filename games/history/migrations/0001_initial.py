# The tables of the first release, 1.0.0.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('matches', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Calibration',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=32)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('matches', models.PositiveIntegerField()),
                ('is_fitted', models.BooleanField(help_text='whether there were enough matches to use it')),
                ('fit', models.JSONField(help_text='games.engine.calibration.Fit')),
            ],
            options={
                'verbose_name': 'calibration',
                'verbose_name_plural': 'calibrations',
                'indexes': [models.Index(fields=['game', '-id'], name='calibration_latest')],
            },
        ),
        migrations.CreateModel(
            name='Comment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('number', models.PositiveIntegerField(help_text='the log entry that it is about')),
                ('text', models.CharField(max_length=500)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comments', to='matches.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comments', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'comment',
                'verbose_name_plural': 'comments',
                'ordering': ['number', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Honesty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=32)),
                ('side', models.CharField(max_length=16)),
                ('has_bots', models.BooleanField()),
                ('claims', models.PositiveBigIntegerField(default=0)),
                ('true_claims', models.PositiveBigIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'honesty',
                'verbose_name_plural': 'honesty',
                'constraints': [models.UniqueConstraint(fields=('game', 'side', 'has_bots'), name='one_honesty_a_side')],
            },
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=32)),
                ('size', models.PositiveSmallIntegerField()),
                ('has_bots', models.BooleanField()),
                ('winner', models.CharField(blank=True, max_length=16)),
                ('reason', models.CharField(max_length=32)),
                ('matches', models.PositiveIntegerField(default=0)),
                ('actions', models.PositiveBigIntegerField(default=0, help_text='in all matches')),
                ('squares', models.PositiveBigIntegerField(default=0, help_text="sum of the squares of actions")),
            ],
            options={
                'verbose_name': 'match statistic',
                'verbose_name_plural': 'match statistics',
                'constraints': [models.UniqueConstraint(fields=('game', 'size', 'has_bots', 'winner', 'reason'), name='one_tally_a_kind')],
            },
        ),
    ]
